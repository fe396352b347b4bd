package ledger

import "github.com/rcpool/rcpool/internal/race"

// Notes are what the users of a pool list in its ledger: the records of the
// checked leases that are open. The race detector does not see the lock, which
// would order all leases that are checked and hide the races of the program. So
// the functions here are marked go:norace.
type Notes struct {
	mu    race.Mutex
	first *Note
}

// A Note is an entry of Notes, of at most one.
type Note struct {
	Value      any
	listed     bool
	prev, next *Note
}

// Add lists the note.
//
//go:norace
func (l *Notes) Add(n *Note) {
	l.mu.Lock()
	defer l.mu.Unlock()
	n.listed, n.next = true, l.first
	if n.next != nil {
		n.next.prev = n
	}
	l.first = n
}

// Remove ends what Add began. It does nothing if the note is not listed any more.
//
//go:norace
func (l *Notes) Remove(n *Note) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !n.listed {
		return
	}
	if n.next != nil {
		n.next.prev = n.prev
	}
	if n.prev != nil {
		n.prev.next = n.next
	} else {
		l.first = n.next
	}
	n.listed, n.prev, n.next = false, nil, nil
}

// Each calls f with the value of each note. f must not add or remove notes.
//
//go:norace
func (l *Notes) Each(f func(value any)) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for n := l.first; n != nil; n = n.next {
		f(n.Value)
	}
}
