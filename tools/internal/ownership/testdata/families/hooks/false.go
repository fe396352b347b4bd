package hooks

// The hook has copies.
func (s *server) copied(name string, entries ...string) {
	ref := journals.Get()
	defer ref.Release()
	j := ref.Value()
	j.Name = name
	j.Entries = append(j.Entries, entries...)
	n := len(j.Entries)
	s.onStop(func() { s.note(name, n) })
}

// The hook has a reference of its own, and releases it.
func (s *server) retained(name string) {
	ref := journals.Get()
	defer ref.Release()
	ref.Value().Name = name
	own := ref.Retain()
	s.onStop(func() {
		s.note(own.Value().Name, 1)
		own.Release()
	})
}

// The hooks are called before the release.
func (s *server) stopped(name string) {
	ref := journals.Get()
	defer ref.Release()
	j := ref.Value()
	j.Name = name
	s.onStop(func() { s.note(j.Name, 1) })
	defer s.stop()
	j.Entries = append(j.Entries, "stopping")
}

// The hooks are dropped before the release.
func (s *server) forgotten(name string) {
	ref := journals.Get()
	j := ref.Value()
	j.Name = name
	s.onStop(func() { s.note(j.Name, 1) })
	s.forget()
	ref.Release()
}

// The server is this function's own, and never stops.
func ownServer(name string) string {
	s := &server{named: map[string]func(){}}
	ref := journals.Get()
	defer ref.Release()
	j := ref.Value()
	j.Name = name
	s.onStop(func() { s.note(j.Name, 1) })
	s.onSignal(name, func() { s.note(j.Name, 2) })
	s.stop()
	return s.out.String()
}
