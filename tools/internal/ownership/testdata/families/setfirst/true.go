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
