package lentcleanups

// What announce has only read is not released, if that fails.
func announceOne() error {
	n := newNote("a") // missed "leak: "
	if err := announce(n); err != nil {
		return err
	}
	n.DecrementReferenceCount()
	return nil
}

// Nobody releases what has got a label, and was not sent.
func labelOne(gone func(), sent bool) {
	p := pack(2, gone) // missed "leak: "
	label(p)
	if sent {
		p.Release()
	}
}

// It is released twice, after it was announced.
func announceTwice() error {
	n := newNote("a")
	err := announce(n)
	n.DecrementReferenceCount()
	if err != nil {
		n.DecrementReferenceCount() // want "double-release: "
	}
	return err
}

// It is read after its release, and had a label before.
func readLabel(gone func()) int {
	p := pack(2, gone)
	label(p)
	p.Release()
	return p.weight // want "use-after-release: "
}

// It is released on one way, by a function of the list that is deferred.
func keep(gone func(), short bool) error {
	var undo []func()
	p := pack(2, gone) // want "leak: "
	if short {
		return errEmpty
	}
	defer func() { runAll(undo) }()
	undo = append(undo, p.Release)
	return nil
}
