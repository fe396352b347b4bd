package nestedvalues

// Each message is handled.
func serveAll(s *server, kinds []byte) {
	defer s.wg.Wait()
	for _, kind := range kinds {
		m := newMessage(kind)
		if m.kind == 0 {
			m.close()
			continue
		}
		s.wg.Go(func() { s.handle(m) })
	}
}

// The callee closes the message.
func handle(s *server, kind byte) {
	m := newMessage(kind)
	s.handle(m)
}

// The callee only counts the message.
func lookAndClose(s *server, kind byte) {
	m := newMessage(kind)
	s.look(m)
	m.close()
}

// The message is measured before the envelope is gone.
func measureAndDeliver(to string) int {
	e := envelope{to, newMessage(1)}
	n := e.message.size()
	return n + deliver(e)
}

// The envelope is released if it is not delivered.
func deliverOrRelease(to string, most int) int {
	e := envelope{to, newMessage(1)}
	if cost(e) > most {
		e.message.close()
		return 0
	}
	return deliver(e)
}
