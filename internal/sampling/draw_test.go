package sampling

import (
	"testing"
	"time"

	"github.com/rcpool/rcpool/internal/ledger"
	"github.com/rcpool/rcpool/internal/word"
)

// set changes the settings for a test.
func set(t *testing.T, f func(*Settings)) {
	t.Helper()
	before := Current()
	t.Cleanup(func() { Change(func(s *Settings) { *s = before }) })
	Change(f)
}

// checks leases a slot n times and returns how many leases are to be checked.
func checks(n int) (checked int) {
	c := new(ledger.Counter)
	w := word.First
	for range n {
		if uint64(w) >= c.Due.Load() && Due(new(Rate), c, w) {
			checked++
			DrawAnew(c)
		}
		if w = w.Next(); w == word.RetiredWord|word.First {
			w = word.First // another slot
			DrawAnew(c)
		}
	}
	return checked
}

func TestDue_Rate(t *testing.T) {
	for _, test := range []struct {
		name     string
		oneIn    int
		leases   int
		from, to int
	}{
		{"off", 0, 1000, 0, 0},
		{"every lease", 1, 1000, 1000, 1000},
		{"one in ten", 10, 100_000, 9_500, 10_500}, // 5 deviations
	} {
		t.Run(test.name, func(t *testing.T) {
			set(t, func(s *Settings) { s.OneIn, s.Every = test.oneIn, 0 })
			if n := checks(test.leases); n < test.from || n > test.to {
				t.Errorf("%d of %d leases are checked, want %d to %d", n, test.leases, test.from, test.to)
			}
		})
	}
}

func TestDue_IsBoundedInTime(t *testing.T) {
	set(t, func(s *Settings) { s.OneIn, s.Every = 2, time.Hour })
	if n := checks(1000); n != 1 {
		t.Errorf("%d leases are checked within an hour, want 1", n)
	}
	Change(func(s *Settings) { s.OneIn = 1 })
	if n := checks(1000); n != 1000 {
		t.Errorf("%d leases of 1000 are checked, want all: nothing bounds the checking of every lease", n)
	}
}

func TestCharge_MakesTheNextOneWait(t *testing.T) {
	for _, test := range []struct {
		name  string
		every time.Duration
		took  time.Duration
		waits bool
	}{
		{"slow", time.Nanosecond, time.Hour, true},
		{"for nothing", time.Nanosecond, 0, false},
		{"not bounded in time", 0, time.Hour, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			set(t, func(s *Settings) { s.OneIn, s.Every = 2, test.every })
			Charge(test.took)
			time.Sleep(time.Millisecond)
			if waits := !affordable(); waits != test.waits {
				t.Errorf("the next one waits: %v", waits)
			}
		})
	}
}

func TestCharge_AnInterruptionDoesNotEndSampling(t *testing.T) {
	set(t, func(s *Settings) { s.OneIn, s.Every = 2, time.Nanosecond })
	Charge(time.Hour)
	if wait := time.Duration(process.paid.Load()) - time.Since(started); wait > timeShare*maxCharge {
		t.Errorf("the next one waits for %v", wait)
	}
}

// A slot that has drawn a lease far away draws again when the settings change.
func TestChange_TakesEffectWithTheNextLease(t *testing.T) {
	set(t, func(s *Settings) { s.OneIn = 0 })
	l := ledger.New("test", nil)
	c := enter(t, l)
	if Due(new(Rate), c, word.First) || uint64(word.First) >= c.Due.Load() {
		t.Fatal("a lease is due while nothing is checked")
	}
	Change(func(s *Settings) { s.OneIn = 1 })
	if uint64(word.First) < c.Due.Load() || !Due(new(Rate), c, word.First) {
		t.Error("the next lease is not due")
	}
}

func TestDue_SuspectSlotsAlwaysStop(t *testing.T) {
	set(t, func(s *Settings) { s.OneIn = 0 })
	c := new(ledger.Counter)
	Due(new(Rate), c, word.First)
	if w := word.First.MarkSuspect(); uint64(w) < c.Due.Load() {
		t.Errorf("the suspect word %x is below %x", w, c.Due.Load())
	}
}
