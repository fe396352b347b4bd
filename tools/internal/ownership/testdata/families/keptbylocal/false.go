package keptbylocal

// What put has sealed is in the list, which close empties.
func fill(rows []string) int {
	s := open(3)
	for _, r := range rows {
		s.put(r)
	}
	n := len(s.sealed)
	s.close()
	return n
}

// What is kept is released with the shelf.
func shelve(rows []string) {
	var s shelf
	for _, r := range rows {
		t := NewTable()
		t.add(r)
		s.keep(t)
	}
	s.drop()
}

// The shelf only looks at it.
func look(row string) int {
	s := new(shelf)
	t := NewTable()
	defer t.DecRef()
	s.keep(t)
	return t.add(row)
}
