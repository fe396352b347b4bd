// Package replies has maps of pooled objects that another function takes them out of
// before they are put back.
package replies

import "sync"

type waiter struct{ reply chan string }

var waiters = sync.Pool{New: func() any { return &waiter{reply: make(chan string, 1)} }}

type mux struct {
	mu      sync.Mutex
	pending map[int]*waiter
	seen    map[int]*waiter // nothing is deleted
	send    func(id int)
}

// deliver removes the waiter, so that nobody else has it.
func (m *mux) deliver(id int, reply string) {
	m.mu.Lock()
	w, ok := m.pending[id]
	delete(m.pending, id)
	m.mu.Unlock()
	if ok {
		w.reply <- reply
	}
}
