package heldput

// The new frame goes back, and not the old one.
func (e *encoder) encode(cur *frame) {
	if e.prev == nil {
		e.prev = cur
		return
	}
	old := e.prev
	e.prev = cur
	e.out = append(e.out, cur.n-old.n)
	frames.Put(cur) // want "double-release: "
}

// A function puts it back.
func (p *player) show(f *frame) int {
	p.mu.Lock()
	defer p.mu.Unlock()
	before := p.shown
	p.shown = f
	n := f.n
	if before != nil {
		n -= before.n
		putFrame(f) // want "double-release: "
	}
	return n
}

// It was taken out here.
func (p *player) next(n int) {
	f := frames.Get().(*frame)
	f.n = n
	p.mu.Lock()
	defer p.mu.Unlock()
	p.shown = f // want "escape: "
	if n%10 == 0 {
		frames.Put(f)
	}
}
