package ownpools

// The block of one variable's pool goes to that of another.
func swapped() int {
	b := large.take()
	n := size(b)
	small.give(b) // want "wrong-pool: "
	return n
}

// It does so on one path.
func swappedOnError(fail bool) int {
	b := small.take()
	if fail {
		large.give(b) // want "wrong-pool: "
		return 0
	}
	defer small.give(b)
	return size(b)
}

// The pools are fields.
func (t *tier) swapped() int {
	b := t.cold.take()
	defer t.hot.give(b) // want "wrong-pool: "
	return size(b)
}

// The pools are in one struct.
func (s *stage) swapped() int {
	b := s.in.take()
	defer s.out.give(b) // want "wrong-pool: "
	return size(b)
}

// The pools are variables themselves.
func swappedVariables() int {
	b := inputs.take()
	defer outputs.give(b) // want "wrong-pool: "
	return size(b)
}

// The pools are elements.
func swappedClasses() int {
	b := classes[0].take()
	defer classes[2].give(b) // want "wrong-pool: "
	return size(b)
}

// The pools are of this function.
func swappedLocals() int {
	reads, writes := newBlocks(1), newBlocks(2)
	b := reads.take()
	defer writes.give(b) // want "wrong-pool: "
	return size(b)
}

// The pools are of a generic type.
func swappedOf() int {
	b := requests.get()
	defer responses.put(b) // want "wrong-pool: "
	return size(b)
}

// A literal gives it back.
func swappedByLiteral() int {
	b := small.take()
	defer func() {
		b.used = 0
		large.give(b) // want "wrong-pool: "
	}()
	return size(b)
}

// The pools are fields of a global variable.
func swappedFields() int {
	b := both.hot.take()
	n := size(b)
	both.cold.give(b) // want "wrong-pool: "
	return n
}
