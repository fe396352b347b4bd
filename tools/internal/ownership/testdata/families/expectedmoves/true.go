package expectedmoves

// The frame is lost.
func built1(kind byte) (int, error) {
	b := newBuilder(kind) // want "leak: "
	f, err := b.build()
	if err != nil {
		return 0, err
	}
	return f.body.Len(), nil
}

// The page is lost.
func published1(no int) (int, error) {
	d := newDraft(no) // want "leak: "
	page, err := d.publish()
	if err != nil {
		return 0, err
	}
	return page.Value().No, nil
}

// The page is still the draft's, which nobody closes.
func looked1(no int) error {
	d := newDraft(no) // want "leak: "
	_, err := d.look()
	return err
}

// Nothing is built.
func added1(kind byte) error {
	b := newBuilder(kind) // want "leak: "
	return b.err
}

// What was built is dropped before.
func closed1(text string) (int, error) {
	f, err := newBuilder(5).add(text).build()
	if err != nil {
		return 0, err
	}
	defer f.body.Release() // want "zero-ref: "
	n := f.body.Len()
	f.close()
	return n, nil
}
