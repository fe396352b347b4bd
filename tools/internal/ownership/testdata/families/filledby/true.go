package filledby

// What is returned is back in the pool.
func (e *entry) textStale() []byte {
	b := lines.Get().(*[]byte)
	defer lines.Put(b)
	*b = e.appendTo((*b)[:0])
	return *b // want "escape: "
}

// So is what the variable has.
func (e *entry) lineStale() []byte {
	b := lines.Get().(*[]byte)
	line := e.appendTo((*b)[:0])
	*b = line
	lines.Put(b)
	return line // want "use-after-release: "
}

// What was cut is back in the pool.
func grownStale(n int) []byte {
	b := lines.Get().(*[]byte)
	line := grow((*b)[:0], n)
	lines.Put(b)
	return line // want "use-after-release: "
}
