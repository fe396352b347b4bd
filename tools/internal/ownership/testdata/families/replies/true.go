package replies

// Nothing has run that could have removed the waiter.
func (m *mux) register(id int) {
	w := waiters.Get().(*waiter)
	m.mu.Lock()
	m.pending[id] = w // want "escape: "
	m.mu.Unlock()
	waiters.Put(w)
}

// Nobody removes what was seen.
func (m *mux) callSeen(id int) string {
	w := waiters.Get().(*waiter)
	m.mu.Lock()
	m.seen[id] = w // want "escape: "
	m.mu.Unlock()
	m.send(id)
	reply := <-w.reply
	waiters.Put(w)
	return reply
}
