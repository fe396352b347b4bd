package setfirst

// The name is seen by who does not set it.
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
