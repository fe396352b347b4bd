// Package waitingcalls has queues of pooled waiters: a call appends its own to a list in a
// field, and puts it back when another goroutine, or a method, has taken it out.
package waitingcalls

import "sync"

// A waiter waits for tokens.
type waiter struct {
	ready chan struct{}
	cost  int
}

var waiters = sync.Pool{New: func() any { return &waiter{ready: make(chan struct{}, 1)} }}

// A bucket has waiters.
type bucket struct {
	mu     sync.Mutex
	tokens int
	queue  []*waiter
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

// refill wakes those that there are tokens for.
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

// A history only grows.
type history struct {
	mu   sync.Mutex
	seen []*waiter
}

// cost asks only.
func (h *history) cost() (n int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, w := range h.seen {
		n += w.cost
	}
	return n
}
