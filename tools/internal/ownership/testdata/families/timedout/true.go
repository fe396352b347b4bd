package timedout

import "github.com/rcpool/rcpool"

// It is released here, and stays in the list.
func (l *limiter) hurry(ref rcpool.Ref[call]) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.queue.PushBack(&ticket{ref: ref}) // want "escape: "
	ref.Release()
}

// So it is in the map.
func (l *limiter) enter(id int, ref rcpool.Ref[call]) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.byID[id] = &ticket{ref: ref} // want "escape: "
	ref.Release()
}
