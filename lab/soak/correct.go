package main

import (
	"context"
	"fmt"
	"io"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/lab/internal/progress"
)

// A tally is what correct leases came to.
type tally struct {
	leases     int64
	lost, open uint64
	took       time.Duration
	reports    []rcpool.Report
}

// useCorrectly makes about n leases, on all processors, each way for about as
// long as the others.
func useCorrectly(ctx context.Context, n int, line *progress.Line) (tally, error) {
	rcpool.ForgetReports()
	s := newService()
	uses := s.uses()
	began := time.Now()
	var made atomic.Int64
	var workers sync.WaitGroup
	atOnce := 2 * runtime.GOMAXPROCS(0)
	const turns = 100 // so that the ways are mixed
	each := float64(n) / float64(turns*atOnce) / leasesPer100ns(uses)
	for i := range atOnce {
		workers.Go(func() {
			for turn := range turns {
				for j := range uses {
					use := uses[(i+j)%len(uses)] // not all workers at the same
					made.Add(repeat(ctx, use, int64(each/float64(use.cost))))
				}
				if i == 0 {
					line.Show("%d %%, %d leases", turn, made.Load())
				}
			}
		})
	}
	workers.Wait()
	line.Clear()
	s.close()
	if err := ctx.Err(); err != nil {
		return tally{}, err
	}
	t := tally{leases: made.Load(), took: time.Since(began)}
	if err := settle(ctx); err != nil {
		return t, err
	}
	for _, stats := range rcpool.AllStats() {
		t.lost += stats.Lost
		t.open += stats.InUse
	}
	t.reports = rcpool.Reports()
	return t, nil
}

// leasesPer100ns returns how many leases are made while each way takes 100 ns.
func leasesPer100ns(uses []use) (n float64) {
	for _, use := range uses {
		n += 1 / float64(use.cost)
	}
	return n
}

// repeat makes n leases or a few more.
func repeat(ctx context.Context, u use, n int64) (made int64) {
	for i := 0; made < max(1, n); i++ {
		if i%1024 == 0 && ctx.Err() != nil {
			return made
		}
		made += int64(u.once(i))
	}
	return made
}

// settle gives timers, goroutines and the garbage collector the time to tell
// what there is to tell.
func settle(ctx context.Context) error {
	for range 20 {
		runtime.GC()
		time.Sleep(10 * time.Millisecond)
	}
	return rcpool.FlushReports(ctx)
}

// write writes the tally, and reports whether nothing was reported.
func (t tally) write(w io.Writer) bool {
	fmt.Fprintf(w, "%d correct leases in %v: %d reports, %d lost, %d open\n", t.leases, t.took.Round(time.Second), len(t.reports), t.lost, t.open)
	for _, r := range t.reports {
		fmt.Fprintf(w, "\n%v\n", r)
	}
	return len(t.reports) == 0 && t.lost == 0 && t.open == 0
}
