package service

import (
	"context"
	"fmt"
	"sync/atomic"
	"time"
)

// flight counts what is under way: requests, and the asynchronous work that
// outlives them. It is a counter that can be read and waited for with a deadline,
// which a sync.WaitGroup cannot.
type flight struct{ n atomic.Int64 }

func (f *flight) begin()       { f.n.Add(1) }
func (f *flight) end()         { f.n.Add(-1) }
func (f *flight) count() int64 { return f.n.Load() }

// launch runs work in a goroutine of its own, counted until it returns.
func (f *flight) launch(work func()) {
	f.begin()
	go func() {
		defer f.end()
		work()
	}()
}

// land waits until nothing is under way, or ctx ends. It looks now and then
// rather than being told: it is called once in a service's life, and to be told
// would cost something on every request.
func (f *flight) land(ctx context.Context) error {
	tick := time.NewTicker(2 * time.Millisecond)
	defer tick.Stop()
	for f.count() != 0 {
		select {
		case <-tick.C:
		case <-ctx.Done():
			return fmt.Errorf("%d requests, events or log lines still under way: %w", f.count(), ctx.Err())
		}
	}
	return nil
}
