package regrown

// Each call exchanges the chunk for another one.
func twice(l *list[byte], n int) {
	l.reserve(n)
	l.reserve(n)
}

// The list may grow twice.
func fit(l *list[byte], n int) {
	l.grow(n)
	l.resize(n)
}

// So may the list in a struct.
func (c *column) write(n int) {
	if cap(c.bits.data) < n {
		c.bits.grow(n - len(c.bits.data))
	}
	c.bits.resize(n)
	c.rows = n
}

// The list grows, and is given back.
func used(l *list[uint32], n int) int {
	l.grow(n)
	n = cap(l.data)
	l.reset()
	l.grow(n)
	l.reset()
	return n
}

// The struct is pooled itself. Its list keeps the chunk.
func measure(n int) int {
	c := columns.Get().(*column)
	defer columns.Put(c)
	c.bits.resize(0)
	c.bits.resize(n)
	c.rows = cap(c.bits.data)
	return c.rows
}

// It is reset before it grows.
func measureReset(n int) int {
	c := columns.Get().(*column)
	defer columns.Put(c)
	c.bits.reset()
	c.bits.resize(n)
	c.rows = cap(c.bits.data)
	return c.rows
}

// Each page is another one.
func skip(c *cursor) {
	c.advance()
	c.advance()
}

// The last one is given up.
func finish(c *cursor) {
	c.advance()
	c.leave()
}
