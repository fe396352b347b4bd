package hooks

// The hook reads the journal after its release.
func (s *server) record(name string, entries ...string) {
	ref := journals.Get()
	defer ref.Release()
	j := ref.Value()
	j.Name = name
	j.Entries = append(j.Entries, entries...)
	s.onStop(func() { // want "escape: "
		s.note(j.Name, len(j.Entries))
	})
}

// The hook has the entries, which go to the next owner.
func (s *server) recordEntries(entries ...string) {
	ref := journals.Get()
	j := ref.Value()
	j.Entries = append(j.Entries, entries...)
	own := j.Entries
	s.onStop(func() { // want "escape: "
		s.note("entries", len(own[0]))
	})
	ref.Release()
}

// The hook for a signal reads the journal after its release.
func (s *server) recordSignal(name string) {
	ref := journals.Get()
	defer ref.Release()
	j := ref.Value()
	j.Name = name
	s.onSignal(name, func() { // want "escape: "
		s.note(j.Name, 1)
	})
}

// The journal is released before the hook is there.
func (s *server) recordLate(name string) {
	ref := journals.Get()
	j := ref.Value()
	j.Name = name
	ref.Release()
	s.onStop(func() { // want "use-after-release: "
		s.note(j.Name, 1)
	})
}

// The hooks are called before the next one is added.
func (s *server) recordAfter(name string) {
	ref := journals.Get()
	defer ref.Release()
	j := ref.Value()
	j.Name = name
	s.stop()
	s.onStop(func() { // want "escape: "
		s.note(j.Name, 1)
	})
}
