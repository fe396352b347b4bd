package storedcleanups

import (
	"bytes"
	"sync"
	"sync/atomic"

	"github.com/rcpool/rcpool"
)

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

// The function in the field puts it back only if nobody has.
func (s *session) beginFlagged(lines ...string) error {
	p := pages.Get()
	done := false
	s.undo = func() {
		if !done {
			done = true
			p.Release()
		}
	}
	p.Value().lines = append(p.Value().lines, lines...)
	if len(lines) == 0 {
		done = true
		p.Release()
		return errEmpty
	}
	return nil
}

// Whoever calls it first releases the page.
func (s *session) beginOnce(lines ...string) error {
	p := pages.Get()
	var once sync.Once
	free := func() { once.Do(p.Release) }
	s.undo = free
	if len(lines) == 0 {
		free()
		return errEmpty
	}
	p.Value().lines = append(p.Value().lines, lines...)
	return nil
}

// Only one of them may swap the flag.
func (s *session) addSwapped(lines ...string) error {
	p := pages.Get()
	var done atomic.Bool
	s.cleanups = append(s.cleanups, func() {
		if done.CompareAndSwap(false, true) {
			p.Release()
		}
	})
	p.Value().lines = append(p.Value().lines, lines...)
	if len(lines) == 0 {
		if done.CompareAndSwap(false, true) {
			p.Release()
		}
		return errEmpty
	}
	return nil
}

// Drop leaves a zero reference in the variable.
func (s *session) openDropped(name string) error {
	p := pages.Get()
	s.named[name] = func() { rcpool.Drop(&p) }
	if name == "" {
		rcpool.Drop(&p)
		return errEmpty
	}
	return nil
}

// There is no buffer any more when the function in the map is called.
func (s *session) openCleared(name string) error {
	b := buffers.Get().(*bytes.Buffer)
	b.Reset()
	s.named[name] = func() {
		if b != nil {
			buffers.Put(b)
			b = nil
		}
	}
	if name == "" {
		buffers.Put(b)
		b = nil
		return errEmpty
	}
	return nil
}
