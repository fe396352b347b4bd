package regrown

// The chunk is still in the list.
func droppedTwice(l *list[byte]) {
	l.drop()
	l.drop() // want "double-release: "
}

// The first page is given up twice.
func leftTwice(c *cursor) {
	c.leave()
	c.leave() // want "double-release: "
}

// The page that the cursor had is read.
func readOld(c *cursor) int {
	page := c.page
	c.leave()
	return len(page.Value().Text) // want "use-after-release: "
}

// The cursor has given it up.
func readAdvanced(c *cursor) int {
	page := c.page
	if !page.Valid() {
		return 0
	}
	c.advance()
	return len(page.Value().Text) // missed "use-after-release: "
}

// The struct is used after it was put back.
func late(n int) int {
	c := columns.Get().(*column)
	c.bits.resize(n)
	columns.Put(c)
	return c.rows // want "use-after-release: "
}

// It is put back twice.
func again(n int) {
	c := columns.Get().(*column)
	c.bits.resize(n)
	c.bits.resize(2 * n)
	columns.Put(c)
	columns.Put(c) // want "double-release: "
}

// The old chunk is read after the list has exchanged it.
func readChunk(l *list[byte], n int) int {
	old := l.chunk
	putChunk(old, l.class)
	return len(old.data) // want "use-after-release: "
}

// The chunk goes back, and the list is reset with it.
func resetAfter(l *list[byte]) {
	chunks[l.class].Put(l.chunk)
	chunks[l.class].Put(l.chunk) // want "double-release: "
}
