package waitingcalls

// Nobody takes the waiter out of the history.
func (h *history) wait(cost int) {
	w := waiters.Get().(*waiter)
	w.cost = cost
	h.mu.Lock()
	h.seen = append(h.seen, w) // want "escape: "
	h.mu.Unlock()
	<-w.ready
	waiters.Put(w)
}

// The queue still has the waiter.
func (b *bucket) ask(cost int) int {
	w := waiters.Get().(*waiter)
	w.cost = cost
	b.mu.Lock()
	defer b.mu.Unlock()
	b.queue = append(b.queue, w) // want "escape: "
	waiters.Put(w)
	return len(b.queue)
}

// The history still has the waiter: cost only asks.
func (h *history) ask(cost int) int {
	w := waiters.Get().(*waiter)
	w.cost = cost
	h.mu.Lock()
	h.seen = append(h.seen, w) // want "escape: "
	h.mu.Unlock()
	n := h.cost()
	waiters.Put(w)
	return n
}
