package rctest

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/internal/sampling"
	"github.com/rcpool/rcpool/internal/watch"
)

// grace is how long the last goroutines of a test may take to release what they
// hold. A test without leaks does not wait.
const grace = 5 * time.Second

// A Pool is an *rcpool.Pool of any type.
type Pool interface {
	SetChecking(oneIn int) (restore func())
	Leases() []rcpool.Lease
	Reports() []rcpool.Report
}

// NoLeaks fails the test if, at its end, a lease of one of the pools that began
// during the test has not ended; without pools, a lease of any pool. Goroutines
// that are about to finish have a few seconds to release what they hold. The
// error lists where the leaked objects were got and where the unreleased
// references were retained, most frequent first.
//
// It also fails the test if, at its end, somebody still holds the *T of such a
// lease that has ended (rcpool.KeptPointer), or if somebody has written to the
// object after its lease (rcpool.LateWrite). To find out, it collects garbage a
// few times. Under the race detector a late write is a race instead.
//
// Call NoLeaks first, so that it looks after the cleanup functions of the test
// have run. It checks every lease while the test runs; see rcpool.SetChecking.
// It fails a test that also calls [Deterministic].
//
// With pools, NoLeaks works in parallel tests too, if no other test uses the
// pools at the same time; it fails a test when it notices that. Without pools it
// fails a test that is parallel, because it cannot tell the leases of parallel
// tests apart.
func NoLeaks(t testing.TB, pools ...Pool) {
	t.Helper()
	if determined.Load() > 0 {
		t.Fatalf("rctest.NoLeaks does not work with rctest.Deterministic, because no lease is checked while pools are deterministic. Use two tests.")
	}
	if len(pools) > 0 {
		watchPools(t, pools)
		return
	}
	alone(t, "NoLeaks", "Give NoLeaks the pools of this test, as in rctest.NoLeaks(t, &pool): then it works in parallel tests. Or remove t.Parallel from this test.")
	counting.Add(1)
	restore := rcpool.SetChecking(1)
	start := begin()
	t.Cleanup(func() {
		t.Helper()
		defer counting.Add(-1)
		defer restore()
		if inParallel() {
			t.Errorf("rctest.NoLeaks was called before t.Parallel, which panics for that reason. " +
				"Give NoLeaks the pools of this test, as in rctest.NoLeaks(t, &pool), or remove t.Parallel.")
			return
		}
		start.wantNone(t, rcpool.Leases, rcpool.Reports)
	})
}

// watchPools is NoLeaks of some pools.
func watchPools(t testing.TB, pools []Pool) {
	t.Helper()
	if other := watched.enter(t.Name(), pools); other != "" {
		t.Fatalf("rctest.NoLeaks: %s watches one of the pools at the same time, and their leases cannot be told apart. "+
			"Give each test a pool of its own, or remove t.Parallel.", other)
	}
	var restore []func()
	for _, p := range pools {
		restore = append(restore, p.SetChecking(1))
	}
	start := begin()
	t.Cleanup(func() {
		t.Helper()
		defer watched.leave(t.Name(), pools)
		start.wantNone(t, each(pools, Pool.Leases), each(pools, Pool.Reports))
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

// A start is when a test began.
type start struct {
	since uint64 // the number of the lease that began last
	mark  watch.Mark
}

func begin() start { return start{sampling.LatestNumber(), watch.Begin()} }

// wantNone fails the test if a lease that began after the start is open, after a
// time of grace, or if somebody has kept or written to its object when it was
// over.
func (s start) wantNone(t testing.TB, leases func() []rcpool.Lease, reports func() []rcpool.Report) {
	t.Helper()
	limit := grace
	if t.Failed() { // it may have stopped before its releases
		limit = 0
	}
	if open := s.openAfter(limit, leases); len(open) > 0 {
		t.Error("rctest.NoLeaks: " + describe(open, "at the end of the test"))
	}
	for _, r := range s.overdue(reports) {
		t.Errorf("rctest.NoLeaks:\n%v", r)
	}
}

// overdue returns the reports that somebody kept or wrote to an object of a lease
// that began after the start and is over.
func (s start) overdue(reports func() []rcpool.Report) []rcpool.Report {
	s.mark.Settle()
	return slices.DeleteFunc(reports(), func(r rcpool.Report) bool {
		return r.Lease <= s.since || r.Kind != rcpool.KeptPointer && r.Kind != rcpool.LateWrite
	})
}

// openAfter returns the leases that began after the start and are open, as soon
// as there are none, but after the limit at the latest.
func (s start) openAfter(limit time.Duration, leases func() []rcpool.Lease) []rcpool.Lease {
	for began := time.Now(); ; time.Sleep(time.Millisecond) {
		open := slices.DeleteFunc(leases(), func(l rcpool.Lease) bool { return l.Number <= s.since })
		if len(open) == 0 || time.Since(began) >= limit {
			return open
		}
	}
}

// describe groups leases by the call sites of Get and Retain.
func describe(leases []rcpool.Lease, when string) string {
	groups := map[string]*group{}
	for _, l := range leases {
		var places strings.Builder
		fmt.Fprintf(&places, "\ngot from pool %s at\n%s", l.Pool, indent(l.GotAt))
		for _, retained := range l.RetainedAt {
			if retained.String() != l.GotAt.String() {
				fmt.Fprintf(&places, "retained at\n%s", indent(retained))
			}
		}
		g := groups[places.String()]
		if g == nil {
			g = &group{places: places.String()}
			groups[g.places] = g
		}
		g.held++
		if l.Leaked {
			g.collected++
		}
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s not released %s\n", count(len(leases), "lease"), when)
	for _, g := range slices.SortedFunc(maps.Values(groups), func(a, b *group) int {
		return cmp.Or(b.held-a.held, cmp.Compare(a.places, b.places))
	}) {
		fmt.Fprintf(&b, "\n%s", count(g.held, "lease"))
		if g.collected > 0 {
			fmt.Fprintf(&b, " (%d with the object garbage collected)", g.collected)
		}
		b.WriteString(g.places)
	}
	fmt.Fprintf(&b, "\nRelease every reference exactly once: defer ref.Release(), or defer rcpool.Drop(&ref) if the function may hand ref on.")
	return b.String()
}

type group struct {
	places          string
	held, collected int
}

func indent(s rcpool.Stack) string {
	var b strings.Builder
	for frame := range s.Frames {
		if strings.HasPrefix(frame.Function, "testing.") || strings.HasPrefix(frame.Function, "runtime.") {
			continue
		}
		fmt.Fprintf(&b, "\t%s()\n\t\t%s:%d\n", frame.Function, frame.File, frame.Line)
	}
	return b.String()
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
