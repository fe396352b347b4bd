package firstreference

// The size is asked in time.
func sizeBefore(keys []string, free func(*segment)) int {
	s := newSegment(keys, free)
	defer s.DecRef()
	return s.size()
}

// There is another reference.
func sizeBetween(keys []string, free func(*segment)) int {
	s := newSegment(keys, free)
	s.IncRef()
	s.DecRef()
	n := s.size()
	s.DecRef()
	return n
}

// The first user is counted here.
func sizeOfPage(data []byte) int {
	p := newPage(data)
	if len(data) == 0 {
		return 0
	}
	p.IncRef()
	n := len(p.data)
	p.DecRef()
	return n
}

// The table has the reference.
func (t *table) add(keys []string) int {
	s := t.makeSegment(keys)
	return s.size()
}

// It goes into a field.
func (t *table) keep(keys []string, free func(*segment)) {
	s := newSegment(keys, free)
	t.all = append(t.all, s)
}

// It goes to the caller.
func open(keys []string, free func(*segment)) (*segment, error) {
	s := newSegment(keys, free)
	if s.size() == 0 {
		s.DecRef()
		return nil, errEmpty
	}
	return s, nil
}

// A goroutine gives it up.
func inBackground(keys []string, free func(*segment), use func(int)) {
	s := newSegment(keys, free)
	go func() {
		defer s.DecRef()
		use(s.size())
	}()
}
