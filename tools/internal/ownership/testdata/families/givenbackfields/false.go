package givenbackfields

// The page is read in time.
func readFirst(n int) byte {
	b := newBlock("first", n)
	c := b.data[0]
	b.DecRef()
	return c
}

// The name belongs to nobody else.
func named(n int) []byte {
	b := newBlock("named", n)
	defer b.DecRef()
	return b.name
}

// The page is taken out.
func taken(n int) []byte {
	b := newBlock("taken", n)
	data := b.take()
	b.DecRef()
	return data
}

// There is another reference, which the goroutine gives up.
func loggedFirst(n int, log func([]byte)) {
	b := newBlock("logged", n)
	b.IncRef()
	data := b.data
	go func() {
		log(data)
		b.DecRef()
	}()
	b.DecRef()
}

// The index keeps the name.
func (x *index) addedName(n int) {
	b := newBlock("added", n)
	x.names = append(x.names, b.name)
	b.DecRef()
}
