package keptbylocal

// It is kept nowhere if there are no rows.
func shelveSome(rows []string) {
	var s shelf
	t := NewTable() // want "leak: "
	if len(rows) > 0 {
		s.keep(t)
	}
	s.drop()
}

// The caller releases it twice.
func lookTwice(row string) int {
	s := new(shelf)
	t := NewTable()
	s.keep(t)
	n := t.add(row)
	t.DecRef()
	t.DecRef() // want "double-release: "
	return n
}

// It is used after its release.
func lookLate(row string) int {
	s := new(shelf)
	t := NewTable()
	s.keep(t)
	t.DecRef()
	return t.add(row) // want "use-after-release: "
}
