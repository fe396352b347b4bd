package givenbackfields

// The page is somebody else's when it is read.
func readLate(n int) byte {
	b := newBlock("late", n)
	data := b.data
	b.DecRef()
	return data[0] // want "use-after-release: "
}

// It is behind a method.
func returned(n int) []byte {
	b := newBlock("returned", n)
	defer b.DecRef()
	return b.Data()[1:] // want "escape: "
}

// The goroutine reads it later.
func logged(n int, log func([]byte)) {
	b := newBlock("logged", n)
	defer b.DecRef()
	data := b.data
	go func() { log(data) }() // want "escape: "
}

// The index keeps it.
func (x *index) added(n int) {
	b := newBlock("added", n)
	x.names = append(x.names, b.data[:8]) // want "escape: "
	b.DecRef()
}

// A parameter is given up, and its memory sent.
func sent(b *block, out chan<- []byte) {
	out <- b.data // want "escape: "
	b.DecRef()
}
