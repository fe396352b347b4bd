package heldput

// The old one goes back.
func (e *encoder) encodeWell(cur *frame) {
	if e.prev == nil {
		e.prev = cur
		return
	}
	old := e.prev
	e.prev = cur
	e.out = append(e.out, cur.n-old.n)
	frames.Put(old)
}

// The field has it for a while.
func (p *player) flash(f *frame, wait func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	before := p.shown
	p.shown = f
	wait()
	p.shown = before
	putFrame(f)
}

// Only the meter knows it, and looks at nothing but where it is.
func (m *meter) see(f *frame) {
	if m.last == f {
		m.same++
	}
	m.last = f
	frames.Put(f)
}
