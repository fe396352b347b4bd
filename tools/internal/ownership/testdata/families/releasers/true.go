// Package releasers has functions that return an object with what releases it.
package releasers

import "sync/atomic"

type flagSet struct {
	refs  atomic.Int64
	flags map[string]bool
}

func (f *flagSet) Retain() *flagSet { f.refs.Add(1); return f }

func (f *flagSet) Release() {
	if f.refs.Add(-1) == 0 {
		f.flags = nil
	}
}

type store struct{ cur *flagSet }

func (s *store) pin() (*flagSet, func()) {
	f := s.cur.Retain()
	return f, releaseOf(f)
}

func (s *store) pinIn() (*flagSet, func()) {
	f := s.cur.Retain()
	return f, releaseIn(f)
}

func (s *store) get() *flagSet { return s.cur.Retain() }

func releaseOf(f *flagSet) func() { return f.Release }

func releaseIn(f *flagSet) func() { return func() { f.Release() } }

// Nobody releases the flags on the way that returns early.
func isSet(s *store, name string) bool {
	f := s.get() // want "leak: "
	if len(f.flags) == 0 {
		return false
	}
	set := f.flags[name]
	f.Release()
	return set
}

// The function that releases the flags is never called.
func isPinned(s *store, name string) bool {
	f, _ := s.pin() // missed "leak: "
	return f.flags[name]
}
