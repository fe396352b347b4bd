package setfirst

// The name is seen by a function that does not set it.
func named(name string) int {
	m := marks.Get().(*mark)
	m.name = name
	if name == "" {
		m.done()
		return 0
	}
	n := len(m.name)
	marks.Put(m) // want "reset: "
	return n
}

// The place is read before it is set.
func moved(at int) bool {
	m := marks.Get().(*mark)
	same := m.at == at
	m.at = at
	marks.Put(m) // want "reset: "
	return same
}

// The session goes back with its number.
func idOf(id string) int {
	s := takeSession()
	s.id = id
	n := len(s.id)
	if n == 0 {
		s.release()
		return 0
	}
	sessions.Put(s) // want "reset: "
	return n
}

// The session is used after it was released.
func staleSession(id string) string {
	s := takeSession()
	s.id = id
	s.release()
	return s.id // want "use-after-release: "
}

// The packet goes back as final, and another function asks for its header.
func seal(text string, final bool) int {
	p := packets.Get().(*packet)
	p.final = final
	p.buf = append(p.buf[:0], text...)
	n := len(p.buf)
	if p.final {
		n++
	}
	packets.Put(p) // want "reset: "
	return n
}

// The block goes back as final, and another function shows the next one to its callback.
func sealBlock(text string, final bool) int {
	b := blocks.Get().(*block)
	b.final = final
	b.buf = append(b.buf[:0], text...)
	n := len(b.buf)
	blocks.Put(b) // want "reset: "
	return n
}

// The cell goes back as final, and another function copies all of the next one.
func sealCell(n int, final bool) int {
	c := cells.Get().(*cell)
	c.final, c.n = final, n
	if c.final {
		n++
	}
	cells.Put(c) // want "reset: "
	return n
}
