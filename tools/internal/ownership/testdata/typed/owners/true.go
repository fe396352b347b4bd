package owners

import "io"

// The reader is never closed.
func first(name string) (byte, error) {
	r, err := newReader(name) // want "leak: "
	if err != nil {
		return 0, err
	}
	return r.next(), nil
}

// The reader is closed here and by the deferred call.
func firstLetter(name string) (byte, error) {
	r, err := newReader(name)
	if err != nil {
		return 0, err
	}
	defer r.Close()
	b := r.next()
	if b < 'a' {
		return 0, r.Close() // want "double-release: "
	}
	return b, nil
}

// The constructor fails after it has leased the block.
func newReaderAt(name string, at int) (*reader, error) {
	block := blocks.Get() // want "leak: "
	block.Value().N = copy(block.Value().Bytes[:], name)
	if at > block.Value().N {
		return nil, errNotFound
	}
	return &reader{block: block, at: at}, nil
}

// The closer is the reader.
func closeBoth(name string) error {
	r, err := newReader(name)
	if err != nil {
		return err
	}
	var c io.Closer = r
	if err := c.Close(); err != nil {
		return err
	}
	return r.Close() // want "double-release: "
}

// The reader needs its block.
func readClosed(name string) (byte, error) {
	r, err := newReader(name)
	if err != nil {
		return 0, err
	}
	if err := r.Close(); err != nil {
		return 0, err
	}
	return r.next(), nil // want "use-after-release: "
}

// The file embeds the reader, which is never closed.
func nameOf(name string) (string, error) {
	f, err := openFile(name) // want "leak: "
	if err != nil {
		return "", err
	}
	return f.name, nil
}

// An empty file is not closed.
func lengthOf(name string) (n int, err error) {
	f, err := openFile(name) // want "leak: "
	if err != nil {
		return 0, err
	}
	if f.next() == 0 {
		return 0, nil
	}
	for n = 1; f.next() != 0; n++ {
	}
	return n, f.Close()
}

// If the second file can not be opened, the first stays open.
func openBoth(left, right string) (*file, *file, error) {
	l, err := openFile(left) // want "leak: "
	if err != nil {
		return nil, nil, err
	}
	r, err := openFile(right)
	if err != nil {
		return nil, nil, err
	}
	return l, r, nil
}

// What the cursor was at is released, and is then read.
func (c *cursor) leave() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.block.Release()
	n := c.block.Value().N // want "use-after-release: "
	c.block = blocks.Get()
	return n
}
