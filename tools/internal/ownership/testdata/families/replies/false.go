package replies

// The reply comes from who has removed the waiter.
func (m *mux) call(id int) string {
	w := waiters.Get().(*waiter)
	m.mu.Lock()
	m.pending[id] = w
	m.mu.Unlock()
	m.send(id)
	reply := <-w.reply
	waiters.Put(w)
	return reply
}

// The function removes the waiter itself.
func (m *mux) try(id int) bool {
	w := waiters.Get().(*waiter)
	m.mu.Lock()
	m.pending[id] = w
	m.mu.Unlock()
	m.send(id)
	m.mu.Lock()
	_, waiting := m.pending[id]
	delete(m.pending, id)
	m.mu.Unlock()
	if waiting {
		waiters.Put(w)
	}
	return !waiting
}
