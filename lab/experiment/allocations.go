package experiment

import (
	"context"
	"errors"
	"fmt"

	"github.com/rcpool/rcpool/lab/process"
	"github.com/rcpool/rcpool/tools/allocation"
)

// Allocations returns what the service of the first variant allocates for so many requests, after a warm-up. It starts
// its children in the group, as Run does.
func Allocations(ctx context.Context, group *process.Group, c Config, requests int) (*allocation.Profile, error) {
	c.apart = true
	r := newRun(c)
	watched, lab, stop, err := open(ctx, group, c)
	if err != nil {
		return nil, err
	}
	r.bench = lab
	p, err := r.allocations(watched, lab, c.Variants[0], requests)
	if err != nil {
		return nil, errors.Join(firstOf(watched, err), stop())
	}
	return p, stop()
}

// allocations sends requests to a variant and compares the allocation profiles of its service before and after, when
// it was quiet.
func (r *run) allocations(ctx context.Context, lab *children, v Variant, requests int) (*allocation.Profile, error) {
	warm := r.count(r.Warmup)
	load := func(first, count int) (*allocation.Profile, error) {
		result, err := lab.attack(ctx, v, r.requests(first, count))
		if err != nil {
			return nil, err
		}
		if result.Success() < 1 {
			return nil, fmt.Errorf("not all of %d requests were answered well: %v", count, result.Errors)
		}
		if _, err := r.quiet(ctx, v); err != nil {
			return nil, err
		}
		return lab.allocated(ctx, v)
	}
	before, err := load(0, warm)
	if err != nil {
		return nil, err
	}
	after, err := load(warm, requests)
	if err != nil {
		return nil, err
	}
	return after.Since(before)
}

// allocated asks a service what its process has allocated since it began.
func (c *children) allocated(ctx context.Context, v Variant) (*allocation.Profile, error) {
	data, err := get(ctx, "http://"+c.services[v].Admin+"/debug/pprof/heap?gc=1")
	if err != nil {
		return nil, fmt.Errorf("allocation profile: %w", err)
	}
	return allocation.Read(data)
}
