package main

// The sink owns the message.
func sent(s sink, topic string) error {
	m := messages.Get()
	m.Value().topic = topic
	return s.Send(m)
}

// The size is computed at once.
func sized(s sink, text string) int {
	m := messages.Get()
	defer m.Release()
	m.Value().body = append(m.Value().body, text...)
	return s.Size(m.Value().body)
}

// A store that refuses the message does not own it.
func put(s store, topic string) error {
	m := messages.Get()
	m.Value().topic = topic
	if err := s.Put(m); err != nil {
		m.Release()
		return err
	}
	return nil
}
