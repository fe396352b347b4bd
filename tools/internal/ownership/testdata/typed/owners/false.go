package owners

import "io"

// The deferred call closes the reader.
func firstClosed(name string) (byte, error) {
	r, err := newReader(name)
	if err != nil {
		return 0, err
	}
	defer r.Close()
	return r.next(), nil
}

// The writer may be closed again.
func writeTwice(p []byte) error {
	w := newWriter()
	defer w.Close()
	w.write(p)
	w.write(p)
	return w.Close()
}

// The constructor fails before it leases, or gives the block back.
func newReaderWithin(name string, at int) (*reader, error) {
	if name == "" {
		return nil, errNotFound
	}
	r := &reader{block: blocks.Get(), at: at}
	r.block.Value().N = copy(r.block.Value().Bytes[:], name)
	if at > r.block.Value().N {
		r.block.Release()
		return nil, errNotFound
	}
	return r, nil
}

// The caller closes what it gets, whatever that is.
func open(name string) (io.Closer, error) {
	if name == "-" {
		return newWriter(), nil
	}
	r, err := newReader(name)
	if err != nil {
		return nil, err
	}
	return r, nil
}

// The closer is the reader, and is closed once.
func closeAsCloser(name string) error {
	r, err := newReader(name)
	if err != nil {
		return err
	}
	r.next()
	var c io.Closer = r
	return c.Close()
}

// The file's Close is the reader's.
func nameOfClosed(name string) (string, error) {
	f, err := openFile(name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	return f.name, nil
}

// The library owns the file.
func (l *library) add(name string) error {
	f, err := openFile(name)
	if err != nil {
		return err
	}
	l.files[name] = f
	return nil
}

// The variadic function closes what it is given.
func compare(left, right string) (bool, error) {
	l, err := openFile(left)
	if err != nil {
		return false, err
	}
	r, err := openFile(right)
	if err != nil {
		closeAll(l)
		return false, err
	}
	defer closeAll(l, r)
	return l.next() == r.next(), nil
}

// The cursor takes references of its own, and gives up the last when closed.
func walk(n int) {
	var c cursor
	defer c.Close()
	for i := range n {
		block := blocks.Get()
		block.Value().N = i
		c.moveTo(&block)
		block.Release()
	}
}
