package handpooled

// The damaged block is not released.
func check(f *file, off int64) error {
	b, err := f.read(off) // want "leak: "
	if err != nil {
		return err
	}
	if b.data[0] != 'x' {
		return errEnd
	}
	b.release()
	return nil
}

// The data belongs to the next owner.
func sizeAfter(f *file, off int64) (int, error) {
	b, err := f.read(off)
	if err != nil {
		return 0, err
	}
	b.release()
	return len(b.data), nil // want "use-after-release: "
}

// The cache has no reference.
func lent(c *cache, f *file, off int64) error {
	b, err := f.read(off)
	if err != nil {
		return err
	}
	defer b.release()
	c.lend(b) // want "escape: "
	return nil
}

// The second reference is not released.
func keptTwice(f *file) {
	b := newBlock(1)
	b.retain() // want "leak: "
	b.release()
}

// An empty page is not given up.
func pinned(text string) int {
	p := openPage(text) // want "leak: "
	if len(p.text) == 0 {
		return 0
	}
	n := len(p.text)
	p.unpin()
	return n
}

// The page is given up twice.
func pinnedOnce(text string) int {
	p := openPage(text)
	defer p.unpin()
	if len(p.text) == 0 {
		p.unpin() // want "double-release: "
		return 0
	}
	return len(p.text)
}

// The cache has a block whose only reference was given up.
func lentAndReleased(c *cache) {
	b := newBlock(2)
	c.lend(b) // want "escape: "
	b.release()
}

// The page is used after it was given up.
func unpinnedFirst(text string) int {
	p := openPage(text)
	p.unpin()
	return len(p.text) // want "use-after-release: "
}
