// Package testbed has what the tests of the adapters share.
package testbed

import (
	"context"
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

// Name returns a name for the pools of a test. It is different in each run,
// because pools of earlier runs may still exist.
func Name(t testing.TB) string {
	name, _ := names.LoadOrStore(t, fmt.Sprintf("%s#%d", t.Name(), runs.Add(1)))
	return name.(string)
}

var (
	names sync.Map // by testing.TB
	runs  atomic.Int64
)

// Stats returns the sums over the pools whose names have the prefix.
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

// Quiet waits until nothing is in use, or for at most patience, and returns the
// Stats.
func Quiet(prefix string, patience time.Duration) rcpool.Stats {
	sum := Stats(prefix)
	for deadline := time.Now().Add(patience); sum.InUse > 0 && time.Now().Before(deadline); sum = Stats(prefix) {
		time.Sleep(time.Millisecond)
	}
	return sum
}

// Eventually runs the garbage collector until the condition holds. It fails the
// test if that takes too long.
func Eventually(t testing.TB, what string, condition func() bool) {
	t.Helper()
	for deadline := time.Now().Add(20 * time.Second); !condition(); time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("never: %s", what)
		}
		runtime.GC()
	}
}

// Checking checks one lease in oneIn until the test ends.
func Checking(t testing.TB, oneIn int) {
	t.Cleanup(rcpool.SetChecking(oneIn))
}

// Reports returns a channel that receives the reports about pools of the test
// until it ends. It ignores the pools of other tests.
func Reports(t testing.TB) <-chan rcpool.Report {
	reports := make(chan rcpool.Report, 1000)
	prefix := Name(t)
	rcpool.ForgetReports() // or a repeated report would not be passed on
	restore := rcpool.OnReport(func(r rcpool.Report) {
		if strings.HasPrefix(r.Pool, prefix) {
			reports <- r
		}
	})
	t.Cleanup(restore)
	return reports
}

// NoReports fails the test if there is a report about its pools.
func NoReports(t testing.TB) {
	reports := Reports(t)
	t.Cleanup(func() {
		rcpool.FlushReports(context.Background())
		for len(reports) > 0 {
			t.Errorf("reported:\n%v", <-reports)
		}
	})
}

// WantReport waits for a report of the kind about the pool. It fails the test if
// there is another report.
func WantReport(t testing.TB, reports <-chan rcpool.Report, kind rcpool.Kind, pool string) {
	t.Helper()
	Eventually(t, "a report of a "+kind.String(), func() bool { return len(reports) > 0 })
	rcpool.FlushReports(context.Background())
	if r := <-reports; r.Kind != kind || r.Pool != pool || len(reports) > 0 {
		t.Errorf("reported %v, and %d others", r, len(reports))
	}
}

// WantPool fails the test if there is no pool of that name.
func WantPool(t testing.TB, pool string) {
	t.Helper()
	for _, s := range rcpool.AllStats() {
		if s.Name == pool {
			return
		}
	}
	t.Errorf("there is no pool %s", pool)
}

// WantLateWrite leases from the pool, writes after the lease, and fails the test
// unless that is reported. lease returns the memory of a lease and a function that
// ends it.
func WantLateWrite(t testing.TB, pool string, lease func() (memory []byte, end func())) {
	t.Helper()
	if RaceEnabled {
		t.Skip("the write would be reported as a race")
	}
	Checking(t, 1)
	reports := Reports(t)
	memory, end := lease()
	end()
	memory[len(memory)-1] = 'x'
	WantReport(t, reports, rcpool.LateWrite, pool)
}

// WantLeak fails the test unless a lease from the pool that forget begins and
// forgets is reported.
func WantLeak(t testing.TB, pool string, forget func()) {
	t.Helper()
	Checking(t, 1)
	reports := Reports(t)
	forget()
	WantReport(t, reports, rcpool.Leak, pool)
}

// Panics returns the value that f panics with, or nil.
func Panics(f func()) (value any) {
	defer func() { value = recover() }()
	f()
	return nil
}

// WantMisuse fails the test unless f panics with a Misuse of the kind in a pool of
// the test. It returns the Misuse.
func WantMisuse(t testing.TB, kind rcpool.Kind, f func()) *rcpool.Misuse {
	t.Helper()
	value := Panics(f)
	var m *rcpool.Misuse
	if err, _ := value.(error); !errors.As(err, &m) || m.Kind != kind || !strings.HasPrefix(m.Pool, Name(t)) || m.MisusedAt.Site() == "" {
		t.Fatalf("panicked with %v, want a %v", value, kind)
	}
	return m
}

// NoGoroutines fails the test if goroutines that it started still run some
// seconds after its end. Call it first, so that it looks after the cleanup
// functions of the test have run.
func NoGoroutines(t testing.TB) {
	before := runtime.NumGoroutine()
	t.Cleanup(func() {
		for deadline := time.Now().Add(5 * time.Second); runtime.NumGoroutine() > before; time.Sleep(time.Millisecond) {
			if time.Now().After(deadline) {
				stacks := make([]byte, 1<<16)
				stacks = stacks[:runtime.Stack(stacks, true)]
				t.Errorf("%d goroutines run, %d before the test:\n%s", runtime.NumGoroutine(), before, stacks)
				return
			}
		}
	})
}

// Listen listens on a free port of the loopback interface. It fails the test if
// the port is still open after the test. Call it before you pass the function that
// closes the listener to Cleanup.
func Listen(t testing.TB) net.Listener {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if c, err := net.Dial("tcp", l.Addr().String()); err == nil {
			c.Close()
			t.Errorf("%s is still open", l.Addr())
		}
	})
	return l
}
