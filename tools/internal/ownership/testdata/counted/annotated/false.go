package annotated

// lookedUpOnce gives up the reference that the annotation promises.
func lookedUpOnce(s Store, id int) int {
	p := s.Lookup(id)
	defer p.DecRef()
	return size(p)
}

// peeked gives nothing up, since nothing is promised.
func peeked(s Store, id int) int { return size(s.Peek(id)) }

// submittedOnce leaves the page to the store.
func submittedOnce(s Store, data []byte) { s.Submit(NewPage(data)) }

// checkedOnce gives up what Check has only borrowed.
func checkedOnce(s Store, data []byte) error {
	p := NewPage(data)
	defer p.DecRef()
	return s.Check(p)
}

// parkedTwice parks one reference and keeps another for itself.
func parkedTwice(id int, data []byte) *Page {
	p := NewPage(data)
	p.IncRef()
	park(id, p)
	return p
}

// consumeAlways owns its page by annotation and gives it up on every path.
//
//rcpool:owns p
func consumeAlways(p *Page, busy bool) error {
	defer p.DecRef()
	if busy {
		return errBusy
	}
	show(p)
	return nil
}

// immortal keeps a page for the life of the program.
func immortal(data []byte) int {
	//rcpool:ignore the page lives as long as the program
	p := NewPage(data)
	return size(p)
}

// tolerated hands pages to a library that is known to free them.
//
//rcpool:ignore the native library frees its pages
func tolerated(data []byte) int {
	p := NewPage(data)
	return size(p)
}
