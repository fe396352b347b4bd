package storedcleanups

import "bytes"

// The function is stored when nothing can fail any more.
func (s *session) addLast(text string) error {
	b := buffers.Get().(*bytes.Buffer)
	b.Reset()
	b.WriteString(text)
	if b.Len() == 0 {
		buffers.Put(b)
		return errEmpty
	}
	s.cleanups = append(s.cleanups, func() { buffers.Put(b) })
	return nil
}

// The function is taken back.
func (s *session) beginAgain(lines ...string) error {
	p := pages.Get()
	s.undo = func() { p.Release() }
	p.Value().lines = append(p.Value().lines, lines...)
	if len(lines) == 0 {
		s.undo = nil
		p.Release()
		return errEmpty
	}
	return nil
}

// The close is what puts it back.
func (s *session) addOrClose(text string) error {
	b := buffers.Get().(*bytes.Buffer)
	b.Reset()
	s.cleanups = append(s.cleanups, func() { buffers.Put(b) })
	if text == "" {
		s.close()
		return errEmpty
	}
	return nil
}
