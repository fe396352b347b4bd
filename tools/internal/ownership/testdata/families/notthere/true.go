package notthere

// Nothing asks whether the roster is there.
func (b *board) force(version int) {
	next := rosters.Get()
	next.Value().version = version
	b.publish(next)
}

func forceAfterClose() {
	b := newBoard()
	b.close()
	b.force(2) // want "zero-ref: "
	b.close()
}

// It is read before it is retained.
func (b *board) hasty() int {
	version := b.current.Value().version
	if old, ok := b.current.TryRetain(); ok {
		old.Release()
	}
	return version
}

func hastyAfterClose() int {
	b := newBoard()
	b.close()
	return b.hasty() // want "zero-ref: "
}

// What is retained while the roster is there must be released.
func (b *board) peek() int {
	old, ok := b.current.TryRetain() // want "leak: "
	if !ok {
		return -1
	}
	return old.Value().version
}
