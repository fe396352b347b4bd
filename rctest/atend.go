package rctest

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/internal/sampling"
	"github.com/rcpool/rcpool/internal/watch"
)

// A check looks at the leases and reports of a test when it ends.
type check struct {
	name    string
	reports func(rcpool.Kind) bool // which of the reports fail the test
}

// overdue reports whether a mistake of kind k is made with an object after its
// lease.
func overdue(k rcpool.Kind) bool { return k == rcpool.KeptPointer || k == rcpool.LateWrite }

// grace is how long the last goroutines of a test may take to release what they
// hold. A test without leaks does not wait.
const grace = 5 * time.Second

// atEnd looks when the test ends.
func (c check) atEnd(t testing.TB, pools []Pool) {
	t.Helper()
	if determined.Load() > 0 {
		t.Fatalf("rctest.%s does not work with rctest.Deterministic, because no lease is checked while pools are deterministic. Use two tests.", c.name)
	}
	if len(pools) > 0 {
		c.watchPools(t, pools)
		return
	}
	alone(t, c.name, "Give "+c.name+" the pools of this test, as in rctest."+c.name+"(t, &pool): then it works in parallel tests. Or remove t.Parallel from this test.")
	counting.Add(1)
	restore := rcpool.SetChecking(1)
	start := begin()
	t.Cleanup(func() {
		t.Helper()
		defer counting.Add(-1)
		defer restore()
		if inParallel() {
			t.Errorf("rctest.%s was called before t.Parallel, which panics for that reason. "+
				"Give %[1]s the pools of this test, as in rctest.%[1]s(t, &pool), or remove t.Parallel.", c.name)
			return
		}
		c.wantNone(t, start, rcpool.Leases, rcpool.Reports)
	})
}

// watchPools is atEnd of some pools.
func (c check) watchPools(t testing.TB, pools []Pool) {
	t.Helper()
	if other := watched.enter(t.Name(), pools); other != "" {
		t.Fatalf("rctest.%s: %s watches one of the pools at the same time, and their leases cannot be told apart. "+
			"Give each test a pool of its own, or remove t.Parallel.", c.name, other)
	}
	var restore []func()
	for _, p := range pools {
		restore = append(restore, p.SetChecking(1))
	}
	start := begin()
	t.Cleanup(func() {
		t.Helper()
		defer watched.leave(t.Name(), pools)
		c.wantNone(t, start, each(pools, Pool.Leases), each(pools, Pool.Reports))
		for _, restore := range slices.Backward(restore) {
			restore()
		}
	})
}

// each returns a function that returns what f returns of all pools.
func each[T any](pools []Pool, f func(Pool) []T) func() []T {
	return func() (all []T) {
		for _, p := range pools {
			all = append(all, f(p)...)
		}
		return all
	}
}

// wantNone fails the test if a lease that began after the start is open, after a
// time of grace, or if there are reports of the kinds of c.
func (c check) wantNone(t testing.TB, s start, leases func() []rcpool.Lease, reports func() []rcpool.Report) {
	t.Helper()
	limit := grace
	if t.Failed() { // it may have stopped before its releases
		limit = 0
	}
	if open := s.openAfter(limit, leases); len(open) > 0 {
		t.Error("rctest." + c.name + ": " + describe(open, "at the end of the test"))
	}
	for _, r := range s.reported(reports, c.reports) {
		t.Errorf("rctest.%s:\n%v", c.name, r)
	}
}

// A start is when a test began.
type start struct {
	lease  uint64 // the number of the lease that began last
	report uint64 // the number of the latest report
	mark   watch.Mark
}

func begin() start {
	s := start{lease: sampling.LatestNumber(), mark: watch.Begin()}
	if all := rcpool.Reports(); len(all) > 0 {
		s.report = all[0].Number
	}
	return s
}

// reported returns the reports of some kinds that were made since the start, when
// there is nothing left to report. What somebody does with an object after its
// lease is noticed later: it counts only if the lease began after the start.
func (s start) reported(reports func() []rcpool.Report, ofKind func(rcpool.Kind) bool) []rcpool.Report {
	s.mark.Settle()
	ctx, cancel := context.WithTimeout(context.Background(), grace)
	defer cancel()
	rcpool.FlushReports(ctx) // so that OnReport's function, too, has received what belongs to this test
	return slices.DeleteFunc(reports(), func(r rcpool.Report) bool {
		return r.Number <= s.report || !ofKind(r.Kind) || overdue(r.Kind) && r.Lease <= s.lease
	})
}

// openAfter returns the leases that began after the start and are open, as soon
// as there are none, but after the limit at the latest.
func (s start) openAfter(limit time.Duration, leases func() []rcpool.Lease) []rcpool.Lease {
	for began := time.Now(); ; time.Sleep(time.Millisecond) {
		open := slices.DeleteFunc(leases(), func(l rcpool.Lease) bool { return l.Number <= s.lease })
		if len(open) == 0 || time.Since(began) >= limit {
			return open
		}
	}
}
