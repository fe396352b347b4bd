package lentcleanups

// The method value in the list releases it.
func deliverTwice(out chan<- *note) error {
	if err := deliver(newNote("a"), out); err != nil {
		return err
	}
	n := newNote()
	return deliver(n, out)
}

// The literal releases it.
func stampOne(gone func()) error {
	p := pack(2, gone)
	return stamp(p)
}

// It is released by a function among others.
func weighOne(gone, done func()) int {
	w, err := weigh(pack(3, gone), done)
	if err != nil {
		return 0
	}
	return w
}

// The result tells whether it was released.
func sortOne(gone func()) {
	p := pack(12, gone)
	if !sort(p) {
		p.Release()
	}
}

// The shipment releases it.
func ship(gone func()) {
	var s shipment
	defer s.Close()
	s.add(pack(1, gone))
}
