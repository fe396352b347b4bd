package sameasfield

// replace always releases what it is given.
func (s *store) replace(base *version) {
	s.head = newVersion(base)
	base.Release()
}

func (s *store) updateOnce() {
	base := s.reader()
	s.replace(base)
	base.Release() // want "double-release: "
}

// The head is another one.
func (s *store) abort(base *version) {
	if s.head != base {
		base.Release()
		return
	}
	base.Release()
}

func (s *store) abortTwice() {
	base := s.reader()
	s.abort(base)
	base.Release() // want "double-release: "
}
