// Package heldput has functions that put a new object into a field, and put the old one back.
package heldput

import "sync"

type frame struct {
	n      int
	pixels [64]byte
}

var frames = sync.Pool{New: func() any { return new(frame) }}

func putFrame(f *frame) {
	f.n = 0
	frames.Put(f)
}

// An encoder has the frame before.
type encoder struct {
	prev *frame
	out  []int
}

func (e *encoder) close() {
	if e.prev != nil {
		frames.Put(e.prev)
		e.prev = nil
	}
}

// A player shows one frame.
type player struct {
	mu    sync.Mutex
	shown *frame
}

func (p *player) stop() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.shown != nil {
		putFrame(p.shown)
		p.shown = nil
	}
}

// A meter remembers which frame it has seen, and owns none.
type meter struct {
	last *frame
	same int
}
