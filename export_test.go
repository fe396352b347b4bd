package rcpool

import (
	"context"
	"reflect"
	"testing"
	"time"

	"github.com/rcpool/rcpool/internal/sampling"
	"github.com/rcpool/rcpool/internal/store"
)

// SetCheckEvery changes how many leases are checked in a time.
func SetCheckEvery(d time.Duration) (restore func()) {
	before := sampling.Current().Every
	change := func(d time.Duration) { sampling.Change(func(s *sampling.Settings) { s.Every = d }) }
	change(d)
	return func() { change(before) }
}

// PutBack restores, after the test, everything that is set for the whole
// process: the settings of package sampling, and where reports go. It forgets
// the reports.
func PutBack(t testing.TB) {
	settings, receiver := sampling.Current(), reporting.receiver.Load()
	t.Cleanup(func() {
		FlushReports(context.Background())
		sampling.Change(func(s *sampling.Settings) { *s = settings })
		reporting.receiver.Store(receiver)
		ForgetReports()
	})
}

// Hidden reports whether stacks leave the function out.
func Hidden(function string) bool { return hidden(function) }

// CountsIdle tells whether the store of this build knows how many objects it has.
var CountsIdle = reflect.TypeFor[store.Store]() != reflect.TypeFor[store.Pooled]()
