package rctest_test

import (
	"strings"
	"testing"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/internal/race"
	"github.com/rcpool/rcpool/rctest"
)

// resettable is a pool of its own, whose reset panics if id is -1 and forgets the
// tags if it is 1.
func resettable() *rcpool.Pool[event] {
	return &rcpool.Pool[event]{Name: "events", Reset: func(e *event) {
		switch e.id {
		case -1:
			panic("told to")
		case 1:
			*e = event{tags: e.tags}
		default:
			*e = event{}
		}
	}}
}

// recovered calls f as a server does.
func recovered(f func()) {
	defer func() { recover() }()
	f()
}

func twice(p *rcpool.Pool[event]) {
	ref := p.Get()
	ref.Release()
	recovered(ref.Release)
}

// Each mistake fails its test, and no later one.
func TestNoMistakes(t *testing.T) {
	quiet(t)
	for _, test := range []struct {
		name    string
		mistake func(*rcpool.Pool[event])
		want    string
	}{
		{"none", func(p *rcpool.Pool[event]) { p.Get().Release() }, ""},
		{"recovered panic", twice, "double release in Release (pool events)"},
		{"report only", func(p *rcpool.Pool[event]) {
			defer rcpool.SetPanicOnMisuse(false)()
			twice(p)
		}, "double release in Release (pool events)"},
		{"several", func(p *rcpool.Pool[event]) {
			for range 12 {
				twice(p)
			}
		}, "This has happened 12 times."},
		{"unchecked lease", func(p *rcpool.Pool[event]) {
			defer p.SetChecking(0)()
			twice(p)
		}, "double release in Release (pool events)"},
		{"dirty reset", func(p *rcpool.Pool[event]) {
			p.With(func(e *event) error { e.id, e.tags = 1, []string{"a"}; return nil })
		}, "dirty reset (pool events)"},
		{"panic in reset", func(p *rcpool.Pool[event]) {
			recovered(func() { p.With(func(e *event) error { e.id = -1; return nil }) })
		}, "panic in reset (pool events)"},
		{"leak", func(p *rcpool.Pool[event]) { p.Get() }, "1 lease not released"}, //rcpool:ignore the leak is on purpose
		{"kept pointer", keep, "kept pointer (pool events)"},
		{"late write", writeLate, "late write (pool events)"},
	} {
		for _, ofAll := range []bool{false, true} {
			t.Run(test.name+map[bool]string{false: "/of a pool", true: "/of all pools"}[ofAll], func(t *testing.T) {
				if race.Enabled && test.name == "late write" {
					t.Skip("the race detector reports the late write itself, and fails the test")
				}
				defer func() { overdue = nil }()
				pool := resettable()
				pools := []rctest.Pool{pool}
				if ofAll {
					pools = nil
				}
				rcpool.ForgetReports()
				f := &fake{failed: test.name == "leak"} // then it does not wait
				run(f, func(t testing.TB) {
					rctest.NoMistakes(t, pools...)
					test.mistake(pool)
				})
				said := f.said.String()
				if n := strings.Count(said, "rctest.NoMistakes"); n > 1 || (n == 1) != (test.want != "") || !strings.Contains(said, test.want) {
					t.Errorf("says %q, want %q", said, test.want)
				}
				later := &fake{}
				run(later, func(t testing.TB) {
					rctest.NoMistakes(t, pools...)
					pool.Get().Release()
				})
				if later.failed {
					t.Errorf("a later test fails too:\n%s", later.said.String())
				}
			})
		}
	}
}

// The same mistake in two tests fails both.
func TestNoMistakes_CountsEachTest(t *testing.T) {
	quiet(t)
	pool := resettable()
	for range 2 {
		f := &fake{}
		run(f, func(t testing.TB) {
			rctest.NoMistakes(t, pool)
			twice(pool)
		})
		if !f.failed {
			t.Error("a test does not fail for what another one did before")
		}
	}
}

// Mistakes of other pools fail no test that names its own.
func TestNoMistakes_InParallelTests(t *testing.T) {
	quiet(t)
	one, other := resettable(), resettable()
	guilty, clean := &fake{parallel: true, name: "TestGuilty"}, &fake{parallel: true, name: "TestClean"}
	run(clean, func(t testing.TB) {
		rctest.NoMistakes(t, other)
		run(guilty, func(t testing.TB) {
			rctest.NoMistakes(t, one)
			twice(one)
		})
		other.Get().Release()
	})
	if !strings.Contains(guilty.said.String(), "double release") || clean.failed {
		t.Errorf("says %q and %q", guilty.said.String(), clean.said.String())
	}
}

// A test that makes a mistake on purpose can forget it.
func TestNoMistakes_OnPurpose(t *testing.T) {
	quiet(t)
	f := &fake{}
	run(f, func(t testing.TB) {
		rctest.NoMistakes(t)
		twice(resettable())
		rcpool.Ref[event]{}.IsZero()
		recovered(rcpool.Ref[event]{}.Release)
		rcpool.ForgetReports()
	})
	if f.failed {
		t.Errorf("says %q", f.said.String())
	}
}

// What was reported in the test has reached the test's own receiver, too.
func TestNoMistakes_FlushesReports(t *testing.T) {
	received := 0
	defer rcpool.OnReport(func(rcpool.Report) { received++ })()
	rcpool.ForgetReports()
	run(&fake{}, func(t testing.TB) {
		rctest.NoMistakes(t)
		twice(resettable())
	})
	if received != 1 {
		t.Errorf("received %d reports", received)
	}
}
