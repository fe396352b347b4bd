// truth: correct

// Admission is a concurrency limiter with a queue: callers wait in line for a
// slot, and may give up while they wait.
package main

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/rcpool/rcpool"
)

// A waiter has two owners: the queue and the caller who waits.
type waiter struct {
	tenant  string
	granted chan struct{} `rcpool:"keep"`
	gone    bool
}

var waiters = rcpool.Pool[waiter]{
	Name: "waiters",
	New:  func() *waiter { return &waiter{granted: make(chan struct{}, 1)} },
	Reset: func(w *waiter) {
		w.tenant, w.gone = "", false
		select {
		case <-w.granted:
		default:
		}
	},
}

var errOverload = errors.New("admission: queue is full")

type limiter struct {
	mu    sync.Mutex
	free  int
	max   int
	queue []rcpool.Ref[waiter]
}

func (l *limiter) acquire(ctx context.Context, tenant string) error {
	l.mu.Lock()
	if l.free > 0 {
		l.free--
		l.mu.Unlock()
		return nil
	}
	if len(l.queue) >= l.max {
		l.mu.Unlock()
		return errOverload
	}
	ref := waiters.Get()
	defer ref.Release()
	w := ref.Value()
	w.tenant = tenant
	l.queue = append(l.queue, ref.Retain())
	l.mu.Unlock()

	select {
	case <-w.granted:
		return nil
	case <-ctx.Done():
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	select {
	case <-w.granted: // it came in the meantime
		l.passOn()
	default:
		w.gone = true
	}
	return ctx.Err()
}

func (l *limiter) release() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.passOn()
}

// passOn gives the slot to the next waiter who is still there. l.mu is held.
func (l *limiter) passOn() {
	for len(l.queue) > 0 {
		next := l.queue[0]
		l.queue[0] = rcpool.Ref[waiter]{}
		l.queue = l.queue[1:]
		gone := next.Value().gone
		if !gone {
			next.Value().granted <- struct{}{}
		}
		next.Release()
		if !gone {
			return
		}
	}
	l.free++
}

func main() {
	l := &limiter{free: 2, max: 4}
	var (
		wg     sync.WaitGroup
		mu     sync.Mutex
		counts = map[string]int{}
	)
	for i := range 12 {
		wg.Go(func() {
			ctx, cancel := context.WithTimeout(context.Background(), time.Duration(1+i%3*20)*time.Millisecond)
			defer cancel()
			err := l.acquire(ctx, fmt.Sprint("tenant", i%3))
			outcome := "served"
			switch {
			case err == nil:
				time.Sleep(3 * time.Millisecond)
				l.release()
			case errors.Is(err, errOverload):
				outcome = "overload"
			default:
				outcome = "timeout"
			}
			mu.Lock()
			counts[outcome]++
			mu.Unlock()
		})
	}
	wg.Wait()
	fmt.Println(counts["served"] > 0, counts["served"]+counts["overload"]+counts["timeout"], l.free, len(l.queue))
}
