package rctest

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/rcpool/rcpool"
)

// A Pool is an *rcpool.Pool of any type.
type Pool interface {
	SetChecking(oneIn int) (restore func())
	Leases() []rcpool.Lease
	Reports() []rcpool.Report
	Stats() rcpool.Stats
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
	check{"NoLeaks", overdue}.atEnd(t, pools)
}

// NoMistakes does what [NoLeaks] does, and also fails the test if any other
// mistake is reported while it runs: a misuse, even if its panic was recovered or
// if misuses are only reported, a dirty reset, or a panic in a reset. A mistake
// that the test makes on purpose does not count if the test then calls
// rcpool.ForgetReports.
//
// With pools, it does not notice a misuse of the zero Ref, which has no pool, and
// of a package with references of its own, such as a Scope of package rchttp.
func NoMistakes(t testing.TB, pools ...Pool) {
	t.Helper()
	check{"NoMistakes", func(k rcpool.Kind) bool { return k != rcpool.Leak }}.atEnd(t, pools) // leases that leaked are listed
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
