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

// grace is how long a test's last goroutines may take to release what they
// hold. A test that leaks nothing does not wait.
const grace = 5 * time.Second

// NoLeaks fails the test if, at its end, a lease that began during the test is
// still held, in any pool, or was forgotten. Goroutines that are about to
// finish have a few seconds to do so. It names the places where the leases
// were acquired and where the references were taken that were not given up,
// the most frequent first.
//
// Call it first, so that clean-up functions of the test run before it looks.
// Every lease is checked while the test runs; see rcpool.SetChecking. NoLeaks
// fails a test that is parallel, since the leases of the tests beside it can
// not be told from its own.
func NoLeaks(t testing.TB) {
	t.Helper()
	alone(t, "NoLeaks")
	if determined.Load() > 0 {
		t.Fatalf("rctest.NoLeaks must not be used in a test with rctest.Deterministic: no lease is checked while pools are deterministic. Use two tests.")
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
		if !t.Failed() { // a test that failed may well have left things half-way
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

// describe groups leases by the places where they and their references come
// from.
func describe(leases []rcpool.Lease) string {
	groups := map[string]*group{}
	for _, l := range leases {
		var places strings.Builder
		fmt.Fprintf(&places, "\nacquired from pool %s at\n%s", l.Pool, indent(l.Acquired))
		for _, taken := range l.Taken {
			if taken.String() != l.Acquired.String() {
				fmt.Fprintf(&places, "held by a reference taken at\n%s", indent(taken))
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
			fmt.Fprintf(&b, " (%d forgotten: the garbage collector has taken the object)", g.collected)
		}
		b.WriteString(g.places)
	}
	fmt.Fprintf(&b, "\nRelease every reference exactly once: defer ref.Release(), or defer rcpool.Drop(&ref) where it is handed on.")
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
