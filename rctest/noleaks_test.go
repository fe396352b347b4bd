package rctest_test

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/internal/race"
	"github.com/rcpool/rcpool/rctest"
)

// quiet drops reports until the test ends.
func quiet(t *testing.T) {
	t.Cleanup(rcpool.OnReport(func(rcpool.Report) {}))
}

// Tests that run at the same time do not see each other's leases.
func TestNoLeaks_OfPoolsInParallelTests(t *testing.T) {
	quiet(t)
	var leaky, other rcpool.Pool[event]
	leaky.SetChecking(0)
	leak := &fake{parallel: true, failed: true, name: "TestLeak"} // failed, so that it does not wait
	clean := &fake{parallel: true, name: "TestClean"}
	var held rcpool.Ref[event]
	run(clean, func(t testing.TB) {
		rctest.NoLeaks(t, &other)
		run(leak, func(t testing.TB) {
			rctest.NoLeaks(t, &leaky, new(rcpool.Pool[int]))
			held = leaky.Get()
		})
		other.Get().Release()
	})
	if said := leak.said.String(); !strings.Contains(said, "1 lease not released") || !strings.Contains(said, "TestNoLeaks_OfPoolsInParallelTests") {
		t.Errorf("says %q", said)
	}
	if clean.failed {
		t.Errorf("fails for a lease of another pool: %s", clean.said.String())
	}
	held.Release()
	for range 10 {
		leaky.Get().Release()
	}
	if n := leaky.Stats().RetiredBy.Check; n != 1 {
		t.Errorf("%d leases are checked, of one in the test", n)
	}
}

// overdue is where pointers are kept for too long.
var overdue *event

// keep keeps the *T of a lease that is over.
func keep(p *rcpool.Pool[event]) {
	ref := p.Get()
	//rcpool:ignore the mistake is on purpose
	overdue = ref.Value()
	ref.Release()
}

func writeLate(p *rcpool.Pool[event]) {
	ref := p.Get()
	late := ref.Value()
	ref.Release()
	//rcpool:ignore the mistake is on purpose
	late.id = 1
}

// A *T that is kept after its lease fails the test, and so does a write to it.
func TestNoLeaks_FindsWhatIsDoneAfterALease(t *testing.T) {
	quiet(t)
	for _, test := range []struct {
		name     string
		mistake  func(*rcpool.Pool[event])
		want     string
		skipRace bool
	}{
		{"keep", keep, "kept pointer", false},
		{"write", writeLate, "late write", true},
	} {
		for name, pools := range map[string][]rctest.Pool{"all pools": nil, "a pool": {&events}} {
			t.Run(test.name+"/"+name, func(t *testing.T) {
				if race.Enabled && test.skipRace {
					t.Skip("the race detector reports the late write itself, and fails the test")
				}
				defer func() { overdue = nil }()
				guilty := &fake{}
				run(guilty, func(t testing.TB) {
					rctest.NoLeaks(t, pools...)
					test.mistake(&events)
				})
				for _, want := range []string{"rctest.NoLeaks", test.want + " (pool events)", "TestNoLeaks_FindsWhatIsDoneAfterALease"} {
					if !strings.Contains(guilty.said.String(), want) {
						t.Errorf("says\n%s\nlacks %q", guilty.said.String(), want)
					}
				}
				later := &fake{} // it was not this test
				run(later, func(t testing.TB) {
					rctest.NoLeaks(t, pools...)
					events.Get().Release()
				})
				if later.failed {
					t.Errorf("a later test fails too:\n%s", later.said.String())
				}
			})
		}
	}
}

// What is kept of one pool fails no test of another.
func TestNoLeaks_KeptPointersOfOtherPools(t *testing.T) {
	quiet(t)
	defer func() { overdue = nil }()
	guilty, clean := &fake{parallel: true, name: "TestGuilty"}, &fake{parallel: true, name: "TestClean"}
	var one, other rcpool.Pool[event]
	run(clean, func(t testing.TB) {
		rctest.NoLeaks(t, &other)
		run(guilty, func(t testing.TB) {
			rctest.NoLeaks(t, &one)
			keep(&one)
		})
		other.Get().Release()
	})
	if !strings.Contains(guilty.said.String(), "kept pointer") || clean.failed {
		t.Errorf("says %q and %q", guilty.said.String(), clean.said.String())
	}
}

func TestNoLeaks_OneTestForAPoolAtATime(t *testing.T) {
	for _, test := range []struct {
		first, second string
		refused       bool
	}{
		{"TestA", "TestB", true},
		{"TestA", "TestAB", true},
		{"TestA", "TestA/part", false},
	} {
		p := new(rcpool.Pool[event])
		first, second, third := &fake{name: test.first}, &fake{name: test.second}, &fake{name: "TestLater"}
		run(first, func(t testing.TB) {
			rctest.NoLeaks(t, p)
			run(second, func(t testing.TB) { rctest.NoLeaks(t, p) })
		})
		run(third, func(t testing.TB) { rctest.NoLeaks(t, p) })
		if second.failed != test.refused || test.refused && !strings.Contains(second.said.String(), test.first) {
			t.Errorf("%s while %s runs: says %q", test.second, test.first, second.said.String())
		}
		if first.failed || third.failed {
			t.Errorf("says %q and %q", first.said.String(), third.said.String())
		}
	}
}

// A test that calls t.Parallel too late is told what to do.
func TestNoLeaks_BeforeParallel(t *testing.T) {
	for _, test := range []struct {
		name, want string
		helper     func(testing.TB)
	}{
		{"NoLeaks", "rctest.NoLeaks(t, &pool)", func(t testing.TB) { rctest.NoLeaks(t) }},
		{"NoMistakes", "rctest.NoMistakes(t, &pool)", func(t testing.TB) { rctest.NoMistakes(t) }},
		{"Deterministic", "Remove t.Parallel.", rctest.Deterministic},
		{"NoLeaks of a pool", "", func(t testing.TB) { rctest.NoLeaks(t, &events) }},
	} {
		if os.Getenv("RCTEST_CHILD") == test.name {
			test.helper(t)
			t.Parallel()
			events.Get().Release()
			return
		}
		if os.Getenv("RCTEST_CHILD") != "" {
			continue
		}
		cmd := exec.Command(os.Args[0], "-test.run=^TestNoLeaks_BeforeParallel$")
		cmd.Env = append(os.Environ(), "RCTEST_CHILD="+test.name)
		out, err := cmd.CombinedOutput()
		if (err != nil) != (test.want != "") || !strings.Contains(string(out), test.want) {
			t.Errorf("%s: %v, lacks %q:\n%s", test.name, err, test.want, out)
		}
	}
}

// runner is a testing.M.
type runner func() int

func (r runner) Run() int { return r() }

func TestVerifyTestMain(t *testing.T) {
	quiet(t)
	defer func() { overdue = nil }()
	before := events.Get()
	defer before.Release()
	for _, test := range []struct {
		name string
		run  runner
		code int
		want string
	}{
		{"passes", func() int { events.Get().Release(); return 0 }, 0, ""},
		{"ends in time", func() int {
			ref := events.Get()
			go ref.Release()
			return 0
		}, 0, ""},
		{"leaks", func() int { forget(); return 0 }, 1, "1 lease not released when all tests had ended"},
		{"fails", func() int { forget(); return 3 }, 3, ""},
		{"keeps a pointer", func() int { keep(&events); return 0 }, 1, "kept pointer (pool events)"},
	} {
		t.Run(test.name, func(t *testing.T) {
			checking := rcpool.Checking()
			var said strings.Builder
			code := rctest.Verify(test.run, &said)
			if code != test.code || !strings.Contains(said.String(), test.want) || (test.want == "") != (said.Len() == 0) {
				t.Errorf("code %d, want %d; says %q", code, test.code, said.String())
			}
			if rcpool.Checking() != checking {
				t.Errorf("checking is %d, was %d", rcpool.Checking(), checking)
			}
		})
	}
}
