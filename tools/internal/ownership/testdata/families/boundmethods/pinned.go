package boundmethods

import "sync/atomic"

type flags struct {
	refs atomic.Int32
	on   map[string]bool
}

func newFlags() *flags {
	f := &flags{on: map[string]bool{}}
	f.refs.Store(1)
	return f
}

func (f *flags) Retain() *flags {
	f.refs.Add(1)
	return f
}

func (f *flags) Release() {
	if f.refs.Add(-1) == 0 {
		clear(f.on)
	}
}

type settings struct{ cur *flags }

// pin returns the flags and what gives them up.
func (s *settings) pin() (*flags, func()) {
	f := s.cur.Retain()
	return f, f.Release
}
