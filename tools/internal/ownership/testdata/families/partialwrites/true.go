package partialwrites

// If the text is short, the scan goes back with its limit.
func countLimited(text string, limit int) (int, error) {
	s := scans.Get().(*scan)
	s.limit = limit
	if len(text) < limit {
		scans.Put(s) // want "reset: "
		return 0, errEmpty
	}
	s.collect(text)
	n := len(s.words)
	putScan(s)
	return n, nil
}

// The scan of an empty text stays strict.
func countStrictDirty(text string, strict bool) (int, error) {
	s := scans.Get().(*scan)
	if strict {
		s.strict = true
		if text == "" {
			scans.Put(s) // want "reset: "
			return 0, errEmpty
		}
	}
	s.collect(text)
	n := len(s.words)
	putScan(s)
	return n, nil
}

// The words stay in the scan if there is one only.
func countMany(text string) int {
	s := scans.Get().(*scan)
	s.collect(text)
	n := len(s.words)
	if n == 1 {
		scans.Put(s) // want "reset: "
		return 0
	}
	putScan(s)
	return n
}

// The deferred Put does not reset, and only the last path does.
func firstDirty(text string) string {
	s := scans.Get().(*scan)
	defer scans.Put(s) // want "reset: "
	s.collect(text)
	if len(s.words) == 0 {
		return ""
	}
	word := s.words[0]
	if len(word) > 1 {
		return word
	}
	s.reset()
	return word
}

// The error is written after the reset.
func validateDirty(text string) error {
	s := scans.Get().(*scan)
	s.collect(text)
	n := len(s.words)
	s.reset()
	if n == 0 {
		s.err = errEmpty
	}
	err := s.err
	scans.Put(s) // want "reset: "
	return err
}

// The limit is not among what is assigned.
func longestDirty(text string) (n int) {
	s := scans.Get().(*scan)
	s.limit = 1
	s.collect(text)
	for _, word := range s.words {
		n = max(n, len(word))
	}
	s.words = s.words[:0]
	s.err = nil
	s.strict = false
	scans.Put(s) // want "reset: "
	return n
}

// The text is in the scan, although it is short.
func countTakenDirty(text string) int {
	s := scans.Get().(*scan)
	if !s.takeAll(text) {
		scans.Put(s) // want "reset: "
		return 0
	}
	n := len(s.words)
	putScan(s)
	return n
}

// The bad limit is in the scan.
func countRestrictedDirty(text string, limit int) (int, error) {
	s := scans.Get().(*scan)
	if err := s.restrictFirst(limit); err != nil {
		scans.Put(s) // want "reset: "
		return 0, err
	}
	s.collect(text)
	n := len(s.words)
	putScan(s)
	return n, nil
}
