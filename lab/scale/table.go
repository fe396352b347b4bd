package scale

import (
	"fmt"
	"strings"
)

// The figures of the simulations that the page shows, in nanoseconds.
var (
	// From docs/results.md: a hit is half of Store, which is a Get and a Put. What
	// StoreBurst takes more, 7.9 ns for an object, is the visits: a Get in 14 and a
	// Put in 15 makes one. The lock of a bin is held for about half of a visit. The
	// runtime spins about as long as Spin before it parks a goroutine, and wakes it
	// in about Wake.
	near = Costs{Hit: 5.5, Visit: 28, Locked: 29, Transfer: 40, Spin: 2000, Wake: 3000}

	// The same, if the cache lines come from further away.
	far = Costs{Hit: 5.5, Visit: 28, Locked: 29, Transfer: 100, Spin: 2000, Wake: 3000}

	// Visits that cost nothing, as if all caches were large enough.
	ideal = Costs{Hit: near.Hit}
)

// The stores of the page: the real one, and what it would be with one bin.
var (
	oneBin = Store{Room: 29}
	bins   = Store{Room: 29, PsPerBin: 4}
)

var flows = []struct {
	name string
	Flow
}{
	{"symmetric, 100 ns", Flow{Use: 100}},
	{"moved, 100 ns", Flow{Use: 100, Moved: true}},
	{"moved, 1 µs", Flow{Use: 1000, Moved: true}},
	{"one way, 20 ns", Flow{Use: 20, OneWay: true}},
	{"one way, 100 ns", Flow{Use: 100, OneWay: true}},
	{"one way, 1 µs", Flow{Use: 1000, OneWay: true}},
}

var processors = []int{4, 8, 16, 32, 64, 128, 256}

const duration = 100_000 // of a simulation

// table returns the table of the page for the costs: what the Ps get done, of what
// they would if visits cost nothing.
func table(c Costs) string {
	var t strings.Builder
	t.WriteString("| |")
	for _, n := range processors {
		fmt.Fprintf(&t, " %d Ps |", n)
	}
	t.WriteString("\n|---|" + strings.Repeat("---:|", len(processors)) + "\n")
	for _, flow := range flows {
		for _, store := range []struct {
			name string
			Store
		}{{"one bin", oneBin}, {"bins", bins}} {
			fmt.Fprintf(&t, "| %s, %s |", flow.name, store.name)
			for _, n := range processors {
				done := Simulate(c, store.Store, flow.Flow, n, duration).Objects
				of := Simulate(ideal, store.Store, flow.Flow, n, duration).Objects
				fmt.Fprintf(&t, " %.0f %% |", 100*min(1, done/of))
			}
			t.WriteString("\n")
		}
	}
	return t.String()
}

// describe says in words what the costs are.
func (c Costs) describe() string {
	return fmt.Sprintf("a Get or Put in a cache %g ns, a visit %g ns with a lock that is held for %g ns, and for %g ns more if another P had it before",
		c.Hit, c.Visit+c.Locked, c.Locked, c.Transfer)
}
