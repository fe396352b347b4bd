// Package firstreference has constructors of objects that count their own references. They
// are not exported, and give their caller the first reference.
package firstreference

import (
	"errors"
	"sync/atomic"
)

var errEmpty = errors.New("empty")

// A segment is a file that is removed when nobody reads it any more.
type segment struct {
	refs atomic.Int32
	keys []string
	free func(*segment)
}

func newSegment(keys []string, free func(*segment)) *segment {
	s := &segment{keys: keys, free: free}
	s.refs.Store(1)
	return s
}

func (s *segment) IncRef() { s.refs.Add(1) }

func (s *segment) DecRef() {
	if s.refs.Add(-1) == 0 {
		s.free(s)
	}
}

func (s *segment) size() int { return len(s.keys) }

// A view has its counter in a literal.
type view struct {
	users int32
	data  []byte
}

func openView(data []byte) (*view, error) {
	if len(data) == 0 {
		return nil, errEmpty
	}
	return &view{users: 1, data: data}, nil
}

func (v *view) Retain() { atomic.AddInt32(&v.users, 1) }

func (v *view) Release() {
	if atomic.AddInt32(&v.users, -1) == 0 {
		v.data = nil
	}
}

// A page is not in use at first.
type page struct {
	pins atomic.Int32
	data []byte
}

func newPage(data []byte) *page { return &page{data: data} }

func (p *page) IncRef() { p.pins.Add(1) }

func (p *page) DecRef() {
	if p.pins.Add(-1) == 0 {
		p.data = nil
	}
}

// A table keeps the segments that it makes.
type table struct{ all []*segment }

func (t *table) makeSegment(keys []string) *segment {
	s := &segment{keys: keys, free: func(*segment) {}}
	s.refs.Store(1)
	t.all = append(t.all, s)
	return s
}
