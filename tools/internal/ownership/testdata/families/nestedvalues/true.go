package nestedvalues

// A message of an unknown kind is dropped.
func serveKnown(s *server, kinds []byte) {
	defer s.wg.Wait()
	for _, kind := range kinds {
		m := newMessage(kind) // want "leak: "
		if m.kind == 0 {
			continue
		}
		s.wg.Go(func() { s.handle(m) })
	}
}

// The callee has closed the message.
func handleAndClose(s *server, kind byte) {
	m := newMessage(kind)
	s.handle(m)
	m.close() // want "double-release: "
}

// The callee only counts the message.
func lookOnly(s *server, kind byte) {
	m := newMessage(kind) // want "leak: "
	s.look(m)
}

// The envelope is gone when its message is measured.
func deliverAndMeasure(to string) int {
	e := envelope{to, newMessage(1)}
	n := deliver(e)
	return n + e.message.size() // want "use-after-release: "
}

// The envelope is delivered unless it costs too much.
func deliverCheap(to string, most int) int {
	e := envelope{to, newMessage(1)} // want "leak: "
	if cost(e) > most {
		return 0
	}
	return deliver(e)
}
