package rcpool_test

import (
	"context"
	"fmt"
	"log/slog"
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/rcpool/rcpool"
)

// A lockedHandler is a slog.Handler that leases its buffers from a pool, and
// does all of its work under one lock.
type lockedHandler struct {
	mu      sync.Mutex
	buffers rcpool.Pool[profile]
	handled []string
	mistake func(*rcpool.Pool[profile]) // what is wrong with the handler
}

func (h *lockedHandler) Enabled(context.Context, slog.Level) bool { return true }
func (h *lockedHandler) WithAttrs([]slog.Attr) slog.Handler       { return h }
func (h *lockedHandler) WithGroup(string) slog.Handler            { return h }

func (h *lockedHandler) Handle(_ context.Context, r slog.Record) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.handled = append(h.handled, r.Message)
	h.mistake(&h.buffers)
	return nil
}

// Reports are logged by default, whatever locks are held where they are made:
// those of the handler that logs them, too.
func TestReport_UnderALockOfTheReceiver(t *testing.T) {
	for name, test := range map[string]struct {
		kind    rcpool.Kind
		reset   func(*profile)
		mistake func(*rcpool.Pool[profile])
	}{
		"dirty reset":    {rcpool.DirtyReset, func(*profile) {}, lease},
		"panic in reset": {rcpool.ResetPanic, resetForBugs, brokenReset},
		"double release": {rcpool.DoubleRelease, nil, doubleRelease},
		"use of the zero Ref": {rcpool.ZeroRef, nil, func(*rcpool.Pool[profile]) {
			panics(func() { rcpool.Ref[profile]{}.Value() }) //rcpool:ignore the mistake is on purpose
		}},
		"leak": {rcpool.Leak, nil, func(p *rcpool.Pool[profile]) {
			//rcpool:ignore it is lost on purpose
			p.Get().Value().id = 1
			for range 5 {
				runtime.GC()
			}
		}},
	} {
		t.Run(name, func(t *testing.T) {
			checked(t)
			rcpool.OnReport(nil)
			h := &lockedHandler{mistake: test.mistake}
			h.buffers.Reset = test.reset
			logger := slog.Default()
			slog.SetDefault(slog.New(h))
			defer slog.SetDefault(logger)
			done := make(chan struct{})
			go func() {
				defer close(done)
				for range 3 {
					slog.Info("the program")
				}
			}()
			select {
			case <-done:
			case <-time.After(time.Minute):
				t.Fatal("the program hangs")
			}
			eventually(t, func() string {
				h.mu.Lock()
				defer h.mu.Unlock()
				for _, message := range h.handled {
					if message == "rcpool: "+test.kind.String() {
						return ""
					}
				}
				return fmt.Sprintf("logged %q, lacks %s", h.handled, test.kind)
			})
		})
	}
}

// A receiver that is slow delays nobody, and is told how many reports it missed.
func TestReport_SlowReceiver(t *testing.T) {
	checked(t)
	var received []rcpool.Report
	goOn := make(chan struct{})
	rcpool.OnReport(func(r rcpool.Report) {
		<-goOn
		received = append(received, r)
	})
	const pools = 300
	for i := range pools { // different reports
		p := rcpool.Pool[profile]{Name: fmt.Sprint("pool ", i)}
		doubleRelease(&p)
	}
	close(goOn)
	flushReports()
	last := rcpool.Pool[profile]{Name: "the last pool"}
	doubleRelease(&last)
	flushReports()
	total := 0
	for _, r := range received {
		total += 1 + r.Missed
	}
	if total != pools+1 || len(received) < 50 || received[len(received)-1].Missed == 0 {
		t.Errorf("received %d reports and missed %d, of %d", len(received), total-len(received), pools+1)
	}
}

func TestFlushReports_GivesUp(t *testing.T) {
	checked(t)
	goOn := make(chan struct{})
	rcpool.OnReport(func(rcpool.Report) { <-goOn })
	doubleRelease(new(rcpool.Pool[profile]))
	ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
	defer cancel()
	if err := rcpool.FlushReports(ctx); err != context.DeadlineExceeded {
		t.Errorf("got %v", err)
	}
	close(goOn)
}

// Pools are told apart by more than their names.
func TestPool_ReportsLeasesAndCheckingOfItsOwn(t *testing.T) {
	checked(t)
	rcpool.SetChecking(0)
	var other, unused rcpool.Pool[profile]
	watched := rcpool.Pool[profile]{Reset: func(*profile) {}} //rcpool:ignore it forgets everything on purpose
	restore := watched.SetChecking(1)
	for _, p := range []*rcpool.Pool[profile]{&watched, &other} {
		held := p.Get()
		defer held.Release()
		doubleRelease(p)
	}
	lease(&watched) // dirty
	if n := len(watched.Leases()); n != 1 || len(other.Leases()) != 0 || len(unused.Leases()) != 0 {
		t.Errorf("%d leases of the pool, want 1: %v", n, other.Leases())
	}
	if n := len(watched.Reports()); n != 2 || len(other.Reports()) != 1 || len(unused.Reports()) != 0 {
		t.Errorf("%d reports about the pool, want 2: %v", n, other.Reports())
	}
	restore()
	func() {
		held := watched.Get()
		defer held.Release()
		if n := len(watched.Leases()); n != 1 {
			t.Errorf("%d leases are checked, want 1 from before", n)
		}
	}()
	other.SetChecking(0)
	rcpool.SetChecking(1)
	lease(&other)
	if got := other.Stats().RetiredBy.Check; got != 0 {
		t.Errorf("%d leases were checked of a pool whose leases are not", got)
	}
}

// A leak of a pool is listed among the leases of that pool.
func TestPool_LeasesListsLeaks(t *testing.T) {
	c := checked(t)
	var leaky, other rcpool.Pool[message]
	leakHere(&leaky)
	other.Get().Release()
	c.only(t, rcpool.Leak)
	if leases := leaky.Leases(); len(leases) != 1 || !leases[0].Leaked || len(other.Leases()) != 0 || len(leaky.Reports()) != 1 {
		t.Errorf("%+v, %+v", leases, other.Leases())
	}
}
