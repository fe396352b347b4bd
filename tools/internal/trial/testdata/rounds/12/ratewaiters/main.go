// truth: correct

package main

import (
	"context"
	"fmt"
	"sync"
	"time"
)

type waiter struct {
	ready chan struct{}
	cost  int
}

var waiters = sync.Pool{New: func() any { return &waiter{ready: make(chan struct{}, 1)} }}

type bucket struct {
	mu     sync.Mutex
	tokens int
	queue  []*waiter
}

func (b *bucket) take(ctx context.Context, cost int) error {
	b.mu.Lock()
	if len(b.queue) == 0 && b.tokens >= cost {
		b.tokens -= cost
		b.mu.Unlock()
		return nil
	}
	w := waiters.Get().(*waiter)
	w.cost = cost
	b.queue = append(b.queue, w)
	b.mu.Unlock()

	select {
	case <-w.ready:
		waiters.Put(w)
		return nil
	case <-ctx.Done():
	}
	if !b.abandon(w) {
		<-w.ready
		b.refill(cost)
	}
	waiters.Put(w)
	return ctx.Err()
}

// abandon reports whether the waiter was still in the queue.
func (b *bucket) abandon(w *waiter) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	for i, other := range b.queue {
		if other == w {
			copy(b.queue[i:], b.queue[i+1:])
			b.queue[len(b.queue)-1] = nil
			b.queue = b.queue[:len(b.queue)-1]
			b.wake()
			return true
		}
	}
	return false
}

func (b *bucket) refill(n int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.tokens += n
	b.wake()
}

func (b *bucket) wake() {
	for len(b.queue) > 0 && b.queue[0].cost <= b.tokens {
		w := b.queue[0]
		b.queue[0] = nil
		b.queue = b.queue[1:]
		b.tokens -= w.cost
		w.ready <- struct{}{}
	}
}

func main() {
	b := &bucket{tokens: 3}
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Millisecond)
	defer cancel()
	var wg sync.WaitGroup
	var mu sync.Mutex
	granted, refused := 0, 0
	for i := range 20 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			err := b.take(ctx, 1+i%2)
			mu.Lock()
			defer mu.Unlock()
			if err != nil {
				refused++
			} else {
				granted++
			}
		}()
	}
	for range 5 {
		time.Sleep(2 * time.Millisecond)
		b.refill(2)
	}
	wg.Wait()
	fmt.Println(granted+refused, granted > 0, refused > 0, len(b.queue))
}
