package sameasfield

// commit replaces the head if it is still the base, and releases it for the store.
func (s *store) commit(base *version) bool {
	v := newVersion(base)
	if s.head != base {
		v.Release()
		return false
	}
	s.head = v
	base.Release()
	return true
}

func (s *store) update() {
	for {
		base := s.reader()
		done := s.commit(base)
		base.Release()
		if done {
			return
		}
	}
}

// close releases what it was given only if that is the head.
func (s *store) drop(v *version) {
	if v == s.head {
		s.head = nil
		v.Release()
	}
}

func (s *store) dropOwn() {
	v := s.reader()
	s.drop(v)
	v.Release()
}
