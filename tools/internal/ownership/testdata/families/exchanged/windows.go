// Package exchanged has structs whose methods exchange the pooled object in a field for
// another one, and free the old one or send it.
package exchanged

import "sync"

// A window counts.
type window struct{ total, peak int }

var windows = sync.Pool{New: func() any { return new(window) }}

func newWindow() *window { return windows.Get().(*window) }

func (w *window) free() {
	w.total, w.peak = 0, 0
	windows.Put(w)
}

// An aggregator has a window at any time.
type aggregator struct {
	mu   sync.Mutex
	cur  *window
	full chan *window
}

func newAggregator() *aggregator {
	return &aggregator{cur: newWindow(), full: make(chan *window, 8)}
}

func (a *aggregator) observe(n int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.cur.total += n
}

// exchange returns nothing: the old window is free.
func (a *aggregator) exchange() {
	old := a.cur
	a.cur = newWindow()
	old.free()
}

// rotate frees a window that counted nothing, and sends another one.
func (a *aggregator) rotate() {
	next := newWindow()
	a.mu.Lock()
	old := a.cur
	a.cur = next
	a.mu.Unlock()
	if old.total == 0 {
		old.free()
		return
	}
	a.full <- old
}

// send always sends the old one.
func (a *aggregator) send() {
	old := a.cur
	a.cur = newWindow()
	a.full <- old
}

// Close frees what is there.
func (a *aggregator) Close() {
	a.rotate()
	close(a.full)
	a.cur.free()
	a.cur = nil
}

// export frees all windows that were sent.
func export(in <-chan *window, done chan<- int) {
	sum := 0
	for w := range in {
		sum += w.total
		w.free()
	}
	done <- sum
}
