package storedcleanups

import "bytes"

// A function of the list puts the buffer back as well.
func (s *session) add(text string) error {
	b := buffers.Get().(*bytes.Buffer)
	b.Reset()
	s.cleanups = append(s.cleanups, func() { buffers.Put(b) })
	b.WriteString(text)
	if b.Len() == 0 {
		buffers.Put(b) // want "double-release: "
		return errEmpty
	}
	return nil
}

// So does the one in the field.
func (s *session) begin(lines ...string) error {
	p := pages.Get()
	s.undo = func() { p.Release() }
	p.Value().lines = append(p.Value().lines, lines...)
	if len(lines) == 0 {
		p.Release() // want "double-release: "
		return errEmpty
	}
	return nil
}

// So does the one in the map.
func (s *session) open(name string) error {
	b := buffers.Get().(*bytes.Buffer)
	b.Reset()
	s.named[name] = func() { buffers.Put(b) }
	if name == "" {
		buffers.Put(b) // want "double-release: "
		return errEmpty
	}
	return nil
}

// Whatever the function in the field writes, it releases the page.
func (s *session) beginLogged(lines ...string) error {
	p := pages.Get()
	s.undo = func() {
		if len(lines) > 0 {
			println(lines[0])
		}
		p.Release()
	}
	p.Value().lines = append(p.Value().lines, lines...)
	if len(lines) == 0 {
		p.Release() // want "double-release: "
		return errEmpty
	}
	return nil
}

// A method value does so, too.
func (s *session) beginBound(lines ...string) error {
	p := pages.Get()
	s.undo = p.Release
	p.Value().lines = append(p.Value().lines, lines...)
	if len(lines) == 0 {
		p.Release() // want "double-release: "
		return errEmpty
	}
	return nil
}

// A function in the field that only reads the page is called too late.
func (s *session) addReader(lines ...string) error {
	p := pages.Get()
	s.undo = func() { println(len(p.Value().lines)) } // want "escape: "
	p.Value().lines = append(p.Value().lines, lines...)
	p.Release()
	return nil
}

// The function in the variable is the one in the field.
func (s *session) beginNamed(lines ...string) error {
	p := pages.Get()
	free := func() { p.Release() } // want "double-release: "
	s.undo = free
	if len(lines) == 0 {
		free()
		return errEmpty
	}
	p.Value().lines = append(p.Value().lines, lines...)
	return nil
}

// The buffer is put back again by the function in the map.
func (s *session) openReleased(name string) error {
	b := buffers.Get().(*bytes.Buffer)
	b.Reset()
	free := func() { buffers.Put(b) } // want "double-release: "
	s.named[name] = free
	if name == "" {
		free()
		return errEmpty
	}
	return nil
}
