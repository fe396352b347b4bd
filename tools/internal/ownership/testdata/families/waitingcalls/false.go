package waitingcalls

import "context"

// The waiter is out of the queue, by abandon or by wake.
func (b *bucket) take(ctx context.Context, cost int) error {
	w := waiters.Get().(*waiter)
	w.cost = cost
	b.mu.Lock()
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

// Only wake takes it out.
func (b *bucket) wait(cost int) {
	w := waiters.Get().(*waiter)
	w.cost = cost
	b.mu.Lock()
	b.queue = append(b.queue, w)
	b.mu.Unlock()
	<-w.ready
	waiters.Put(w)
}

// Either abandon has taken it out, or wake.
func (b *bucket) try(cost int) bool {
	w := waiters.Get().(*waiter)
	w.cost = cost
	b.mu.Lock()
	b.queue = append(b.queue, w)
	b.mu.Unlock()
	left := b.abandon(w)
	if !left {
		<-w.ready
	}
	waiters.Put(w)
	return !left
}
