// Package toldtaken has functions that take over what they are given in some cases, and tell by
// their results in which.
package toldtaken

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
)

// A blob counts its references.
type blob struct {
	refs atomic.Int32
	data []byte
}

func newBlob(data string) *blob {
	b := &blob{data: []byte(data)}
	b.refs.Store(1)
	return b
}

func (b *blob) Retain() { b.refs.Add(1) }

func (b *blob) Release() {
	if b.refs.Add(-1) == 0 {
		b.data = nil
	}
}

var errExists, errFull = errors.New("exists"), errors.New("full")

type store struct {
	mu    sync.Mutex
	blobs map[string]*blob
	list  []*blob
	last  *blob
	room  int
	sync  func() error
}

// add keeps the blob if there is no error.
func (s *store) add(key string, b *blob) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, ok := s.blobs[key]; ok {
		return errExists
	}
	if len(b.data) > s.room {
		return errFull
	}
	s.room -= len(b.data)
	s.blobs[key] = b
	return nil
}

// push reports whether it has the blob now.
func (s *store) push(b *blob) bool {
	if len(s.list) >= s.room {
		return false
	}
	s.list = append(s.list, b)
	return true
}

// replace returns what it had before, which the caller owns.
func (s *store) replace(b *blob) (old *blob) {
	old, s.last = s.last, b
	return old
}

// log keeps the blob, and says how that went.
func (s *store) log(b *blob) error {
	s.list = append(s.list, b)
	if err := s.sync(); err != nil {
		return fmt.Errorf("log: %w", err)
	}
	return nil
}

// offer keeps the blob if there is room, and says nothing.
func (s *store) offer(b *blob) {
	if len(s.list) < s.room {
		s.list = append(s.list, b)
	}
}

// keep retains what it keeps.
func (s *store) keep(b *blob) {
	if s.last != nil {
		s.last.Release()
	}
	b.Retain()
	s.last = b
}

// set takes the blob over.
func (s *store) set(b *blob) {
	if s.last != nil {
		s.last.Release()
	}
	s.last = b
}

// check gives the blob up if it is empty.
func check(b *blob) error {
	if len(b.data) == 0 {
		b.Release()
		return errFull
	}
	return nil
}
