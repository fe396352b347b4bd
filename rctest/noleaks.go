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
)

// grace is how long the last goroutines of a test may take to release what they
// hold. A test without leaks does not wait.
const grace = 5 * time.Second

// NoLeaks fails the test if, at its end, a lease of any pool that began during
// the test has not ended. Goroutines that are about to finish have a few seconds
// to release what they hold. The error lists where the leaked objects were got
// and where the unreleased references were retained, most frequent first.
//
// Call NoLeaks first, so that it looks after the cleanup functions of the test
// have run. It checks every lease while the test runs; see rcpool.SetChecking.
// It fails a test that also calls [Deterministic], and a test that is parallel,
// because it cannot tell the leases of parallel tests apart.
func NoLeaks(t testing.TB) {
	t.Helper()
	alone(t, "NoLeaks")
	if determined.Load() > 0 {
		t.Fatalf("rctest.NoLeaks does not work with rctest.Deterministic, because no lease is checked while pools are deterministic. Use two tests.")
	}
	counting.Add(1)
	before := rcpool.Checking()
	rcpool.SetChecking(1)
	start := time.Now()
	t.Cleanup(func() {
		t.Helper()
		defer counting.Add(-1)
		defer rcpool.SetChecking(before)
		deadline := start
		if !t.Failed() { // a failed test may have stopped before its releases
			deadline = time.Now().Add(grace)
		}
		leases := leasedSince(start)
		for len(leases) > 0 && time.Now().Before(deadline) {
			time.Sleep(time.Millisecond)
			leases = leasedSince(start)
		}
		if len(leases) > 0 {
			t.Error(describe(leases))
		}
	})
}

func leasedSince(start time.Time) []rcpool.Lease {
	return slices.DeleteFunc(rcpool.Leases(), func(l rcpool.Lease) bool { return l.Since.Before(start) })
}

// describe groups leases by the call sites of Get and Retain.
func describe(leases []rcpool.Lease) string {
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
	fmt.Fprintf(&b, "rctest.NoLeaks: %s not released at the end of the test\n", count(len(leases), "lease"))
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
