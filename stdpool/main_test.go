package stdpool_test

import (
	"context"
	"errors"
	"os"
	"sync"
	"testing"

	"github.com/rcpool/rcpool"
)

// Most tests here are about objects that are leased again, which does not happen
// to objects of checked leases. The other tests turn checking on.
func TestMain(m *testing.M) {
	rcpool.SetChecking(0)
	rcpool.OnReport(func(rcpool.Report) {})
	os.Exit(m.Run())
}

// checked checks every lease of the test and fails the test for every report.
func checked(t *testing.T) {
	t.Helper()
	wantNoReports(t)
	t.Cleanup(rcpool.SetChecking(1))
}

// wantNoReports fails the test for every report while it runs.
func wantNoReports(t *testing.T) {
	var mu sync.Mutex
	restore := rcpool.OnReport(func(r rcpool.Report) {
		mu.Lock()
		defer mu.Unlock()
		t.Errorf("reported:\n%v", r)
	})
	t.Cleanup(func() {
		rcpool.FlushReports(context.Background())
		restore()
	})
}

// panics returns the value that f panics with, or nil.
func panics(f func()) (value any) {
	defer func() { value = recover() }()
	f()
	return nil
}

// wantMisuse fails the test unless f panics with a Misuse of the given kind.
func wantMisuse(t *testing.T, kind rcpool.Kind, pool string, f func()) {
	t.Helper()
	value := panics(f)
	var misuse *rcpool.Misuse
	if err, _ := value.(error); !errors.As(err, &misuse) {
		t.Fatalf("panicked with %v, want a misuse", value)
	}
	if misuse.Kind != kind || misuse.Pool != pool || misuse.MisusedAt.Site() == "" {
		t.Errorf("got %v, want %v of pool %s", misuse, kind, pool)
	}
}
