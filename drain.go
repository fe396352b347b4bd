package rcpool

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/rcpool/rcpool/internal/sampling"
)

// Drain waits until no object of any pool is leased, or until ctx is done. It is
// for the end of a program, when no more work begins: what is still leased then
// belongs to work that goes on, to a cache, or to nobody. If objects are leased
// when ctx is done, the error is that of ctx, with how many of which pools, and
// the lines where references of the checked leases were made, those that leaked
// apart. A leak is leased until [Stats] counts it as lost. Drain is safe for
// concurrent use.
func Drain(ctx context.Context) error { return drain(ctx, AllStats, Leases) }

// Drain does for p what the function [Drain] does for all pools.
func (p *Pool[T]) Drain(ctx context.Context) error { return p.core.drain(ctx) }

func (p *pool) drain(ctx context.Context) error {
	if !p.settled.Load() {
		return nil
	}
	return drain(ctx, func() []Stats { return []Stats{statsOf(p.ledger)} }, p.leases)
}

// drain looks more and more rarely: to read the counts takes longer the more
// objects there are.
func drain(ctx context.Context, stats func() []Stats, leases func() []Lease) error {
	for pause := time.Millisecond; ; pause = min(2*pause, 50*time.Millisecond) {
		leased := leasedOf(stats())
		if len(leased) == 0 {
			return nil
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("rcpool: objects are still in use: %s; %s: %w", strings.Join(leased, ", "), holders(leases()), ctx.Err())
		case <-time.After(pause):
		}
	}
}

// leasedOf returns how many objects are leased, for each pool that has any.
func leasedOf(pools []Stats) (leased []string) {
	for _, s := range pools {
		if s.InUse > 0 {
			leased = append(leased, fmt.Sprintf("%d of pool %s", s.InUse, s.Name))
		}
	}
	return leased
}

// holders says where the references of the leases were made.
func holders(leases []Lease) string {
	var all []string
	if open := sitesOf(leases, false); open != "" {
		all = append(all, "references made at "+open)
	}
	if leaked := sitesOf(leases, true); leaked != "" {
		all = append(all, "references that leaked, made at "+leaked)
	}
	if len(all) == 0 {
		return "none of these leases was checked, so set " + sampling.Variable + "=1 to see where they began"
	}
	return strings.Join(all, "; ")
}

const mostSites = 10

// sitesOf lists where the references were made of the leases that have leaked, or
// of the others.
func sitesOf(leases []Lease, leaked bool) string {
	var sites []string
	for _, l := range leases {
		if l.Leaked != leaked {
			continue
		}
		for _, at := range l.RetainedAt {
			if site := at.Site(); site != "" && !slices.Contains(sites, site) {
				sites = append(sites, site)
			}
		}
	}
	if len(sites) > mostSites {
		sites = append(sites[:mostSites], "and elsewhere")
	}
	return strings.Join(sites, ", ")
}
