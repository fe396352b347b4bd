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
