// Package testbed is what the tests of the adapters share.
package testbed

import (
	"errors"
	"fmt"
	"net"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/rcpool/rcpool"
)

// Name is a name for the pools of a test: its own, and different in each run,
// since the pools of the last one may still be there.
func Name(t testing.TB) string {
	name, _ := names.LoadOrStore(t, fmt.Sprintf("%s#%d", t.Name(), runs.Add(1)))
	return name.(string)
}

var (
	names sync.Map // by testing.TB
	runs  atomic.Int64
)

// Stats are the sums over the pools whose names begin so.
func Stats(prefix string) (sum rcpool.Stats) {
	for _, s := range rcpool.AllStats() {
		if strings.HasPrefix(s.Name, prefix) {
			sum.Gets += s.Gets
			sum.News += s.News
			sum.Releases += s.Releases
			sum.Lost += s.Lost
			sum.InUse += s.InUse
		}
	}
	return sum
}

// Quiet are the Stats when nothing is in use any more, or as they are when
// patience is over.
func Quiet(prefix string, patience time.Duration) rcpool.Stats {
	sum := Stats(prefix)
	for deadline := time.Now().Add(patience); sum.InUse > 0 && time.Now().Before(deadline); sum = Stats(prefix) {
		time.Sleep(time.Millisecond)
	}
	return sum
}

// Eventually lets the garbage collector work until the condition holds, and
// fails the test if it never does.
func Eventually(t testing.TB, what string, condition func() bool) {
	t.Helper()
	for deadline := time.Now().Add(20 * time.Second); !condition(); time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("never: %s", what)
		}
		runtime.GC()
	}
}

// Checking switches checking until the test ends.
func Checking(t testing.TB, oneIn int) {
	before := rcpool.Checking()
	rcpool.SetChecking(oneIn)
	t.Cleanup(func() { rcpool.SetChecking(before) })
}

// Reports are those of the pools of the test, from now to its end. What other
// tests have left behind is none of its concern.
func Reports(t testing.TB) <-chan rcpool.Report {
	reports := make(chan rcpool.Report, 1000)
	prefix := Name(t)
	rcpool.ForgetReports() // or one like an earlier one would not be passed on
	rcpool.OnReport(func(r rcpool.Report) {
		if strings.HasPrefix(r.Pool, prefix) {
			reports <- r
		}
	})
	t.Cleanup(func() { rcpool.OnReport(func(rcpool.Report) {}) })
	return reports
}

// NoReports fails the test if anything is reported of its pools.
func NoReports(t testing.TB) {
	reports := Reports(t)
	t.Cleanup(func() {
		for len(reports) > 0 {
			t.Errorf("reported:\n%v", <-reports)
		}
	})
}

// WantReport waits for a report of the kind, of a pool of that name.
func WantReport(t testing.TB, reports <-chan rcpool.Report, kind rcpool.Kind, pool string) {
	t.Helper()
	Eventually(t, "a report of a "+kind.String(), func() bool { return len(reports) > 0 })
	if r := <-reports; r.Kind != kind || r.Pool != pool || len(reports) > 0 {
		t.Errorf("reported %v, and %d others", r, len(reports))
	}
}

// Panics returns what f panics with.
func Panics(f func()) (value any) {
	defer func() { value = recover() }()
	f()
	return nil
}

// WantMisuse fails the test unless f panics with a Misuse of the kind, of a
// pool of the test.
func WantMisuse(t testing.TB, kind rcpool.Kind, f func()) *rcpool.Misuse {
	t.Helper()
	value := Panics(f)
	var m *rcpool.Misuse
	if err, _ := value.(error); !errors.As(err, &m) || m.Kind != kind || !strings.HasPrefix(m.Pool, Name(t)) || m.MisusedAt.Site() == "" {
		t.Fatalf("panicked with %v, want a %v", value, kind)
	}
	return m
}

// NoGoroutines fails the test if goroutines that it started are still there
// some seconds after its end. Call it first, so that clean-up functions of the
// test run before it looks.
func NoGoroutines(t testing.TB) {
	before := runtime.NumGoroutine()
	t.Cleanup(func() {
		for deadline := time.Now().Add(5 * time.Second); runtime.NumGoroutine() > before; time.Sleep(time.Millisecond) {
			if time.Now().After(deadline) {
				stacks := make([]byte, 1<<16)
				stacks = stacks[:runtime.Stack(stacks, true)]
				t.Errorf("%d goroutines, %d before the test:\n%s", runtime.NumGoroutine(), before, stacks)
				return
			}
		}
	})
}

// Listen listens on a free port of the loopback interface, and fails the test
// if the port is still open after its end. Call it before what closes it is
// handed to Cleanup.
func Listen(t testing.TB) net.Listener {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if c, err := net.Dial("tcp", l.Addr().String()); err == nil {
			c.Close()
			t.Errorf("somebody still listens on %s", l.Addr())
		}
	})
	return l
}
