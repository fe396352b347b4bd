package firstreference

// The size is asked after the last reference is given up.
func sizeAfter(keys []string, free func(*segment)) int {
	s := newSegment(keys, free)
	s.DecRef()
	return s.size() // want "use-after-release: "
}

// An empty segment is never given up.
func count(keys []string, free func(*segment)) (int, error) {
	s := newSegment(keys, free) // want "leak: "
	n := s.size()
	if n == 0 {
		return 0, errEmpty
	}
	s.DecRef()
	return n, nil
}

// It is given up twice.
func twice(keys []string, free func(*segment)) int {
	s := newSegment(keys, free)
	defer s.DecRef()
	n := s.size()
	s.DecRef() // want "double-release: "
	return n
}

// The first view is lost if there is no second one.
func both(a, b []byte) (int, error) {
	first, err := openView(a) // want "leak: "
	if err != nil {
		return 0, err
	}
	second, err := openView(b)
	if err != nil {
		return 0, err
	}
	n := len(first.data) + len(second.data)
	second.Release()
	first.Release()
	return n, nil
}

// The bytes are read too late.
func firstByte(data []byte) byte {
	v, err := openView(data)
	if err != nil {
		return 0
	}
	v.Release()
	return v.data[0] // want "use-after-release: "
}

// The second reference stays.
func retained(keys []string, free func(*segment)) int {
	s := newSegment(keys, free)
	s.IncRef() // want "leak: "
	n := s.size()
	s.DecRef()
	return n
}

// The caller does not get it with the error.
func openFull(keys []string, free func(*segment)) (*segment, error) {
	s := newSegment(keys, free) // want "leak: "
	if s.size() == 0 {
		return nil, errEmpty
	}
	if s.size() > 100 {
		s.DecRef()
		return nil, errEmpty
	}
	return s, nil
}
