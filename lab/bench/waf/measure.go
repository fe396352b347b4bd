package main

import (
	"context"
	"fmt"

	"github.com/rcpool/rcpool/lab/bench/waf/result"
	"github.com/rcpool/rcpool/lab/internal/progress"
)

// settings are what the flags say.
type settings struct {
	concurrency, requests, rounds int
	path, load                    string
}

func (s settings) warmUp() int { return max(s.requests/10, s.concurrency) }

// An experiment has the programs of all variants.
type experiment struct {
	settings
	with     load
	programs map[string]string // by variant
	progress *progress.Line
}

// runAll runs every variant in every round. Each round begins with another
// variant, so that what slows the machine slows all alike.
func (e experiment) runAll(ctx context.Context) ([]result.Run, error) {
	var runs []result.Run
	for round := range e.rounds {
		for i := range result.Variants {
			v := result.Variants[(i+round)%len(result.Variants)]
			e.progress.Show("round %d of %d: %s", round+1, e.rounds, v.Title)
			run, err := e.one(ctx, e.programs[v.Name])
			if err != nil {
				return nil, fmt.Errorf("round %d, %s: %w", round+1, v.Title, err)
			}
			run.Variant, run.Requests = v.Name, e.requests
			runs = append(runs, run)
		}
	}
	return runs, nil
}

func (e experiment) one(ctx context.Context, program string) (result.Run, error) {
	s, err := start(ctx, program)
	if err != nil {
		return result.Run{}, err
	}
	defer s.stop()
	url := "http://" + s.addr + e.path
	if _, _, err := e.with.drive(ctx, url, e.concurrency, e.warmUp()); err != nil {
		return result.Run{}, fmt.Errorf("warm up: %w", err)
	}
	before, err := s.begin()
	if err != nil {
		return result.Run{}, err
	}
	seconds, latency, err := e.with.drive(ctx, url, e.concurrency, e.requests)
	if err != nil {
		return result.Run{}, err
	}
	after, err := s.count()
	if err != nil {
		return result.Run{}, err
	}
	run := result.Run{
		Seconds: seconds, Latency: latency,
		Mallocs: after.Mallocs - before.Mallocs, Bytes: after.Bytes - before.Bytes, GCs: after.GCs - before.GCs,
		PauseTotal: after.PauseTotal - before.PauseTotal, PauseMax: after.PauseMax,
		CPU: after.CPU - before.CPU, PeakRSS: after.PeakRSS,
	}
	for _, p := range after.Pools {
		run.Leases, run.Fresh = run.Leases+p.Gets, run.Fresh+p.News
	}
	return run, nil
}
