package annotated

// lookedUp forgets the reference that the annotation promises.
func lookedUp(s Store, id int) int {
	p := s.Lookup(id) // missed "^leak: "
	return size(p)
}

// submitted gives up what the store owns by then.
func submitted(s Store, data []byte) {
	p := NewPage(data)
	s.Submit(p)
	p.DecRef() // want "^double-release: "
}

// checked forgets the page that Check has only borrowed.
func checked(s Store, data []byte) error {
	p := NewPage(data) // want "^leak: "
	return s.Check(p)
}

// parked gives up the reference that it has parked.
func parked(id int, data []byte) {
	p := NewPage(data)
	park(id, p)
	p.DecRef() // want "^double-release: "
}

// consume owns its page by annotation and loses it on one path.
//
//rcpool:owns p
func consume(p *Page, busy bool) error { // want "^leak: .*p"
	if busy {
		return errBusy
	}
	show(p)
	p.DecRef()
	return nil
}

// misspelled names a parameter that there is not.
//
// want +2 "^annotation: .*page"
//
//rcpool:owns page
func misspelled(p *Page) {
	show(p)
	p.DecRef()
}

// notCounted promises a reference to something that has none.
//
// want +2 "^annotation: "
//
//rcpool:returns-owned
func notCounted(p *Page) int { return size(p) }

// idle ignores a report that there is not.
func idle(data []byte) {
	p := NewPage(data)
	show(p)
	// want +1 "^annotation: "
	//rcpool:ignore the page is parked elsewhere
	p.DecRef()
}
