package sticky

// The flag is cleared when the message goes back.
func newMessage(body string) *message {
	m := messages.Get().(*message)
	m.body = append(m.body, body...)
	return m
}

// No conn in the pool has failed.
func dial(peer string) *conn {
	c := conns.Get().(*conn)
	c.peer = peer
	return c
}

// The table is filled, and stays so.
func translate(name string, b []byte) {
	t := tables.Get().(*table)
	defer tables.Put(t)
	t.name = name
	for i, c := range b {
		b[i] = t.at(c)
	}
}

// All printers print in color.
func print(prefix string, lines ...string) (all string) {
	p := printers.Get().(*printer)
	defer printers.Put(p)
	p.prefix = prefix
	for _, line := range lines {
		all += p.line(line)
	}
	return all
}

// The task that is late was not in the pool.
func schedule(names ...string) (all []string) {
	late := newTask("cleanup")
	late.delay()
	for _, name := range names {
		t := tasks.Get().(*task)
		t.name = name
		all = append(all, t.String())
		tasks.Put(t)
	}
	return append(all, late.String())
}

// The flag is cleared with the other fields.
func (s *session) reset() {
	s.user = ""
	clear(s.items)
	s.items = s.items[:0]
	s.dirty = false
}
