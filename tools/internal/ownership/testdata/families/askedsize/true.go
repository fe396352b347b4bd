package askedsize

// A number decides.
func bySize() error {
	b := NewBlock(8) // want "leak: "
	if b.Size() > 3 {
		return errLarge
	}
	b.Release()
	return nil
}

// A text decides.
func byName(name string) error {
	b := NewBlock(8) // want "leak: "
	if b.Name() != name {
		return errLarge
	}
	b.Release()
	return nil
}

// A flag decides.
func byFlag() error {
	b := NewBlock(8) // want "leak: "
	if b.Marked() {
		return errLarge
	}
	b.Release()
	return nil
}

// The number is used where something else decides.
func counts(limit int) (int, error) {
	b := NewBlock(8) // want "leak: "
	n := b.Size()
	if limit < 3 {
		return n, errLarge
	}
	b.Release()
	return n, nil
}
