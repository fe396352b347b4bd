package handpooled

// Each way releases the block.
func checked(f *file, off int64) error {
	b, err := f.read(off)
	if err != nil {
		return err
	}
	defer b.release()
	if b.data[0] != 'x' {
		return errEnd
	}
	return nil
}

// The cache has a reference of its own.
func cached(c *cache, f *file, off int64) error {
	b, err := f.read(off)
	if err != nil {
		return err
	}
	defer b.release()
	c.add(b)
	return nil
}

// The cache forgets the block before it is released.
func lentForNow(c *cache, f *file, off int64) error {
	b, err := f.read(off)
	if err != nil {
		return err
	}
	c.lend(b)
	c.forget(b)
	b.release()
	return nil
}

// The cache owns the block.
func given(c *cache, f *file, off int64) error {
	b, err := f.read(off)
	if err != nil {
		return err
	}
	c.lend(b)
	return nil
}

// The other reference is still there.
func usedWhileHeld(text string) int {
	p := openPage(text)
	p.pin()
	p.unpin()
	n := len(p.text)
	p.unpin()
	return n
}

// The readers release the frame.
func shared(readers []func(*frame)) {
	f := newFrame("data")
	f.share(len(readers) - 1)
	for _, read := range readers {
		read(f)
	}
}

// The frame has another user.
func sharedByOne(read func(*frame)) int {
	f := newFrame("data")
	f.share(1)
	f.done()
	n := len(f.data)
	read(f)
	return n
}

// The list of all buffers has the first reference.
func registered() int {
	b := newBuffer()
	b.hold()
	b.drop()
	return len(b.data)
}
