package givenback

// The borrowed one is used.
func borrowed(s *scope) int {
	p := adopt(s, pages.Get())
	return p.Value().no
}

// Two of them are in one scope.
func both() int {
	s := &scope{}
	a, b := adopt(s, pages.Get()), adopt(s, pages.Get())
	n := a.Value().no + b.Value().no
	s.end()
	return n
}

// A variable has it first.
func named(s *scope) int {
	r := pages.Get()
	r.Value().no = 3
	p := adopt(s, r)
	return p.Value().no
}

// It is the caller's.
func forCaller(s *scope) *page {
	return adopt(s, pages.Get()).Value()
}
