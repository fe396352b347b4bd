// Package sampling decides which leases are checked, and holds what is set for
// the whole process: how many leases are checked, how many in a second, and
// whether pools are deterministic.
package sampling

import (
	"log/slog"
	"math"
	"os"
	"strconv"
	"sync"
	"time"

	"github.com/rcpool/rcpool/internal/ledger"
	"github.com/rcpool/rcpool/internal/race"
)

// Settings are what [Change] can change.
type Settings struct {
	// OneIn is the number of leases of which one is checked, or 0 for none.
	OneIn int

	// Every is the least time between two checked leases, unless OneIn is 1. It
	// bounds what sampling costs, however often a program leases: with one
	// checked lease in a millisecond, to a few percent of one processor. (One
	// among many that are not checked takes almost twice as long as one among
	// others, since everything that it needs is out of the caches: some 30 µs on
	// the machine of docs/results.md.) Where checked leases take longer than a
	// fiftieth of Every, the next one waits longer: see Charge.
	Every time.Duration

	// Deterministic makes every pool predictable, for tests of reuse: the object
	// released last is leased next, and none is dropped, also not under the race
	// detector. No lease is checked meanwhile. It is for tests that run alone,
	// and makes leases as slow as a lock. What is idle when it is switched off
	// goes to the garbage collector with the next fresh object.
	Deterministic bool

	// ReportOnly makes a misuse a report and no panic.
	ReportOnly bool
}

var process struct {
	mu       sync.Mutex
	settings Settings

	// The same, for leases, which take no lock.
	oneIn         race.Int64
	scale         race.Uint64 // of a float64: scaleOf(oneIn)
	every         race.Int64  // nanoseconds
	deterministic race.Bool
	reportOnly    race.Bool
	next          race.Int64 // when Every is over, in nanoseconds since started
	paid          race.Int64 // when what checked leases have taken is paid off, likewise
}

var started = time.Now()

// Variable is the environment variable that overrides DefaultOneIn.
const Variable = "RCPOOL_CHECK"

// MisuseVariable is the environment variable that sets ReportOnly: "report" or
// "panic".
const MisuseVariable = "RCPOOL_MISUSE"

func init() {
	oneIn := DefaultOneIn
	if value := os.Getenv(Variable); value != "" {
		n, err := strconv.Atoi(value)
		if err == nil && n >= 0 {
			oneIn = n
		} else {
			slog.Warn("rcpool: "+Variable+" is not a number of leases: use 0 for off, 1 for every lease, n for one in n",
				"value", value, "instead", DefaultOneIn)
		}
	}
	reportOnly := false
	switch value := os.Getenv(MisuseVariable); value {
	case "report":
		reportOnly = true
	case "", "panic":
	default:
		slog.Warn("rcpool: "+MisuseVariable+" is neither report nor panic", "value", value, "instead", "panic")
	}
	Change(func(s *Settings) { *s = Settings{OneIn: oneIn, Every: time.Millisecond, ReportOnly: reportOnly} })
}

// Current returns the settings.
func Current() Settings {
	process.mu.Lock()
	defer process.mu.Unlock()
	return process.settings
}

// Change lets f change the settings. They take effect with the next lease, in
// all pools: every slot draws anew.
func Change(f func(*Settings)) {
	process.mu.Lock()
	defer process.mu.Unlock()
	every := process.settings.Every
	f(&process.settings)
	if process.settings.Every != every {
		process.next.Store(0)
		process.paid.Store(0)
	}
	process.scale.Store(math.Float64bits(scaleOf(int64(process.settings.OneIn))))
	process.oneIn.Store(int64(process.settings.OneIn))
	process.every.Store(int64(process.settings.Every))
	process.deterministic.Store(process.settings.Deterministic)
	process.reportOnly.Store(process.settings.ReportOnly)
	for _, l := range ledger.Live() {
		l.Visit(DrawAnew)
	}
}

// Deterministic reports whether pools are deterministic.
func Deterministic() bool { return process.deterministic.Load() }

// ReportOnly reports whether a misuse is reported only, and does not panic.
func ReportOnly() bool { return process.reportOnly.Load() }

// DrawAnew makes the slot of c draw again, with its next lease.
func DrawAnew(c *ledger.Counter) { c.Due.Store(undrawn) }

// undrawn is the value of Counter.Due with which every lease stops, and draws.
const undrawn = 0
