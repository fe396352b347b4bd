package main

// The sink has released the message.
func sentTwice(s sink, topic string) error {
	m := messages.Get()
	m.Value().topic = topic
	if err := s.Send(m); err != nil {
		m.Release() // want "double-release: "
		return err
	}
	return nil
}

// The sink has released the message.
func sentUsed(s sink, topic string) int {
	m := messages.Get()
	m.Value().topic = topic
	if s.Send(m) != nil {
		return len(m.Value().topic) // want "use-after-release: "
	}
	return 0
}

// A message without text is not sent.
func unsent(s sink, text string) int {
	m := messages.Get() // want "leak: "
	m.Value().body = append(m.Value().body, text...)
	n := s.Size(m.Value().body)
	if n == 0 {
		return 0
	}
	s.Send(m)
	return n
}
