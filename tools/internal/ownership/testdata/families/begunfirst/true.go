package begunfirst

// Others empty the cells before the Put.
func fillTo(n int) int {
	s := strips.Get().(*strip)
	s.users.Store(1)
	s.cells = append(s.cells, n)
	sum := total(s)
	strips.Put(s) // want "reset: "
	return sum
}

// The head is reset, and the cells are not.
func fillHead(text string, n int) int {
	s := strips.Get().(*strip)
	s.head.Reset()
	s.head.WriteString(text)
	s.cells = append(s.cells, n, s.head.Len())
	sum := total(s)
	strips.Put(s) // want "reset: "
	return sum
}

// It is emptied on one of two ways.
func fillIf(n int) int {
	s := strips.Get().(*strip)
	s.users.Add(1)
	s.cells = append(s.cells, n)
	if n == 0 {
		s.cells = s.cells[:0]
		strips.Put(s)
		return 0
	}
	sum := total(s)
	strips.Put(s) // want "reset: "
	return sum
}

// The cells were emptied first, and then filled for the next one.
func fillNext(n int) int {
	s := strips.Get().(*strip)
	sum := total(s)
	s.cells = s.cells[:0]
	s.users.Store(0)
	s.cells = append(s.cells, n)
	sum += total(s)
	strips.Put(s) // missed "reset: "
	return sum
}
