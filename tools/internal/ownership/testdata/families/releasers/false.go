package releasers

// The function that came with the flags releases them.
func isDark(s *store) bool {
	f, done := s.pin()
	defer done()
	return f.flags["dark"]
}

// So does a literal.
func isLight(s *store) bool {
	f, done := s.pinIn()
	light := !f.flags["dark"]
	done()
	return light
}
