package partialwrites

// The scan is reset and put back at the end, on each path.
func count(text string, limit int) (int, error) {
	s := scans.Get().(*scan)
	defer func() {
		s.reset()
		scans.Put(s)
	}()
	if text == "" {
		return 0, errEmpty
	}
	s.limit = limit
	s.collect(text)
	return len(s.words), nil
}

// The helper resets on each path.
func countStrict(text string, strict bool) (int, error) {
	s := scans.Get().(*scan)
	if strict {
		s.strict = true
		if text == "" {
			putScan(s)
			return 0, errEmpty
		}
	}
	s.collect(text)
	n := len(s.words)
	putScan(s)
	return n, nil
}

// What was not written need not be reset.
func countOrNone(text string) int {
	s := scans.Get().(*scan)
	if text == "" {
		scans.Put(s)
		return 0
	}
	s.collect(text)
	n := len(s.words)
	putScan(s)
	return n
}

// The scan is reset after Get, whatever was left in it.
func first(text string) string {
	s := scans.Get().(*scan)
	defer putScan(s)
	s.reset()
	s.collect(text)
	if len(s.words) == 0 {
		return ""
	}
	return s.words[0]
}

// The error is recorded, and reset with the rest.
func validate(text string) error {
	s := scans.Get().(*scan)
	s.collect(text)
	if len(s.words) == 0 {
		s.err = errEmpty
	}
	err := s.err
	putScan(s)
	return err
}

// The whole is assigned before it is put back.
func longest(text string) (n int) {
	s := scans.Get().(*scan)
	s.limit = 100
	s.collect(text)
	for _, word := range s.words {
		n = max(n, len(word))
	}
	*s = scan{words: s.words[:0]}
	scans.Put(s)
	return n
}

// The helper says that it took nothing.
func countTaken(text string) int {
	s := scans.Get().(*scan)
	if !s.take(text) {
		scans.Put(s)
		return 0
	}
	n := len(s.words)
	putScan(s)
	return n
}

// The helper has set nothing if it failed.
func countRestricted(text string, limit int) (int, error) {
	s := scans.Get().(*scan)
	if err := s.restrict(limit); err != nil {
		scans.Put(s)
		return 0, err
	}
	s.collect(text)
	n := len(s.words)
	putScan(s)
	return n, nil
}
