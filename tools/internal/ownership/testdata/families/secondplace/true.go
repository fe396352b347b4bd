package secondplace

// The last page is released through the list, and used.
func (f *file) shrink() int {
	n := len(f.pages) - 1
	last := f.pages[n]
	f.pages = f.pages[:n]
	last.Release()
	return last.Value().No // want "use-after-release: "
}

// A page is kept only if it has a number.
func (f *file) growNumbered(no int) {
	p := pages.Get() // want "leak: "
	if no < 0 {
		return
	}
	f.pages = append(f.pages, p)
	f.last = p
}
