package listedbycallee

// The list that the callee returns has what closes the session.
func read() int {
	s := open()
	var list []func()
	defer func() { run(list) }()
	list = closing(list, &s)
	return s.state.Value().N
}

// The callee has the session in a struct.
func readHeld() int {
	s := open()
	var list []func()
	defer func() { run(list) }()
	list = closingHeld(list, held{&s})
	return s.state.Value().N
}

// The sessions are elements.
func readBoth() int {
	all := make([]session, 2)
	all[0] = open()
	all[1] = open()
	var list []func()
	for i := range all {
		list = closing(list, &all[i])
	}
	n := all[0].state.Value().N
	run(list)
	return n
}

// One session is closed by the list, the other one here.
func readOne() int {
	first, second := open(), open()
	defer second.Close()
	n := 0
	list := counting(nil, &second, &n)
	list = closing(list, &first)
	run(list)
	return n
}
