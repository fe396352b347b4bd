package askedsize

// It is released on each way.
func released() error {
	b := NewBlock(8)
	if b.Size() > 3 {
		b.Release()
		return errLarge
	}
	b.Release()
	return nil
}

// The caller gets it.
func handed() (*block, error) {
	b := NewBlock(8)
	if b.Name() == "" {
		b.Release()
		return nil, errLarge
	}
	return b, nil
}

// A deferred call releases it.
func deferred() (int, error) {
	b := NewBlock(8)
	defer b.Release()
	if b.Marked() {
		return b.Size(), errLarge
	}
	return 0, nil
}

// A part of it is handed to the caller, who may have a way to the whole.
func lent(limit int) (*part, error) {
	b := NewBlock(8)
	p := b.self()
	if limit < 3 {
		return p, errLarge
	}
	b.Release()
	return nil, nil
}
