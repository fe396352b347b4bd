package lookers

// share attaches a part that other mails have, too.
func share(p ref) option {
	return func(m *mail) error {
		m.parts = append(m.parts, p.Retain())
		return nil
	}
}

func send() error {
	footer := parts.Get()
	defer footer.Release()
	for range 2 {
		m, err := compose(share(footer))
		if err != nil {
			return err
		}
		m.Close()
	}
	return nil
}

// measured only reads it.
func measured(p ref) func() int { return func() int { return len(p.Value().body) } }

func measure() int {
	p := parts.Get()
	defer p.Release()
	n := measured(p)
	return n() + n()
}

type sizes struct{ of []func() int }

// add keeps them in a struct.
func (s *sizes) add(p ref) { s.of = append(s.of, func() int { return len(p.Value().body) }) }

func sum(s *sizes) (n int) {
	p := parts.Get()
	defer p.Release()
	s.add(p)
	for _, f := range s.of {
		n += f()
	}
	s.of = nil
	return n
}

// own takes the part over: the literal puts it into the mail.
func own(p ref) option {
	return func(m *mail) error {
		m.parts = append(m.parts, p)
		return nil
	}
}

func sendOwn() error {
	m, err := compose(own(parts.Get()))
	if err != nil {
		return err
	}
	m.Close()
	return nil
}
