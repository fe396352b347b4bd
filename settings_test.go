package rcpool_test

import (
	"testing"

	"github.com/rcpool/rcpool"
)

func TestSettings_ArePutBack(t *testing.T) {
	rcpool.PutBack(t)
	var pool rcpool.Pool[message]
	received := ""
	for name, setting := range map[string]struct {
		set func(bool) (restore func()) // to one of two values
		is  func() bool                 // what it was set to
	}{
		"SetChecking": {
			func(on bool) func() { return rcpool.SetChecking(map[bool]int{false: 7, true: 1}[on]) },
			func() bool { return rcpool.Checking() == 1 },
		},
		"Pool.SetChecking": {
			func(on bool) func() { return pool.SetChecking(map[bool]int{false: 0, true: 1}[on]) },
			func() bool {
				ref := pool.Get()
				defer ref.Release()
				return len(pool.Leases()) == 1
			},
		},
		"SetPanicOnMisuse": {rcpool.SetPanicOnMisuse, rcpool.PanicOnMisuse},
		"OnReport": {
			func(on bool) func() {
				who := map[bool]string{false: "one", true: "other"}[on]
				return rcpool.OnReport(func(rcpool.Report) { received = who })
			},
			func() bool {
				rcpool.ForgetReports()
				panics(rcpool.Ref[message]{}.Release)
				flushReports()
				return received == "other"
			},
		},
		"HideFrames": {
			func(on bool) func() {
				if !on {
					return func() {}
				}
				return rcpool.HideFrames("example.com/settings")
			},
			func() bool { return rcpool.Hidden("example.com/settings.f") },
		},
	} {
		t.Run(name, func(t *testing.T) {
			defer setting.set(false)()
			restore := setting.set(true)
			if !setting.is() {
				t.Fatal("it is not set")
			}
			restore()
			if setting.is() {
				t.Error("it is not put back")
			}
			defer setting.set(true)()
			if restore(); !setting.is() {
				t.Error("put back twice, though it was set again")
			}
		})
	}
}
