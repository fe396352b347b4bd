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
			panics(func() { rcpool.Ref[profile]{}.Value() })
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
