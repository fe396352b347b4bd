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
)

// grace is how long the last goroutines of a test may take to release what they
// hold. A test without leaks does not wait.
const grace = 5 * time.Second

// A Pool is an *rcpool.Pool of any type.
type Pool interface {
	SetChecking(oneIn int) (restore func())
	Leases() []rcpool.Lease
}

// NoLeaks fails the test if, at its end, a lease of one of the pools that began
// during the test has not ended; without pools, a lease of any pool. Goroutines
// that are about to finish have a few seconds to release what they hold. The
// error lists where the leaked objects were got and where the unreleased
// references were retained, most frequent first.
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
	since := sampling.LatestNumber()
	t.Cleanup(func() {
		t.Helper()
		defer counting.Add(-1)
		defer restore()
		if inParallel() {
			t.Errorf("rctest.NoLeaks was called before t.Parallel, which panics for that reason. " +
				"Give NoLeaks the pools of this test, as in rctest.NoLeaks(t, &pool), or remove t.Parallel.")
			return
		}
		wantNone(t, since, rcpool.Leases)
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
	since := sampling.LatestNumber()
	t.Cleanup(func() {
		t.Helper()
		defer watched.leave(t.Name(), pools)
		wantNone(t, since, func() (all []rcpool.Lease) {
			for _, p := range pools {
				all = append(all, p.Leases()...)
			}
			return all
		})
		for _, restore := range slices.Backward(restore) {
			restore()
		}
	})
}

// wantNone fails the test if there is a lease whose number is greater than
// since, after a time of grace.
func wantNone(t testing.TB, since uint64, leases func() []rcpool.Lease) {
	t.Helper()
	limit := grace
	if t.Failed() { // it may have stopped before its releases
		limit = 0
	}
	if open := openAfter(limit, since, leases); len(open) > 0 {
		t.Error("rctest.NoLeaks: " + describe(open, "at the end of the test"))
	}
}

// openAfter returns the leases whose number is greater than since, as soon as
// there are none, but after the limit at the latest.
func openAfter(limit time.Duration, since uint64, leases func() []rcpool.Lease) []rcpool.Lease {
	for start := time.Now(); ; time.Sleep(time.Millisecond) {
		open := slices.DeleteFunc(leases(), func(l rcpool.Lease) bool { return l.Number <= since })
		if len(open) == 0 || time.Since(start) >= limit {
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
