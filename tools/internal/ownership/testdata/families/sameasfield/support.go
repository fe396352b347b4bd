// Package sameasfield is about functions that find what they were given in a field, and put something
// else there: the reference of the field is theirs then.
package sameasfield

import "sync/atomic"

type version struct {
	refs atomic.Int32
	base *version
}

func newVersion(base *version) *version {
	v := &version{base: base}
	v.refs.Store(1)
	return v
}

func (v *version) Retain() { v.refs.Add(1) }

func (v *version) Release() {
	if v.refs.Add(-1) == 0 {
		v.base = nil
	}
}

type store struct{ head *version }

func (s *store) reader() *version {
	s.head.Retain()
	return s.head
}
