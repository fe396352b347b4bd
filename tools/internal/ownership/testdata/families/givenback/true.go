package givenback

// It is released twice.
func released() {
	r := pages.Get()
	r.Release()
	r.Release() // want "double-release: "
}

// It is never released.
func lost() int {
	r := pages.Get() // want "leak: "
	return r.Value().no
}

// It is used after its release.
func late() int {
	r := pages.Get()
	r.Release()
	return r.Value().no // want "use-after-release: "
}

// It is released after it was handed over.
func twice(s *scope) {
	r := pages.Get()
	adopt(s, r)
	r.Release() // want "double-release: "
}
