// Package fieldpools has structs with objects of several pools.
package fieldpools

import (
	"io"
	"sync"
)

type block struct{ data []byte }

var (
	heads  = sync.Pool{New: func() any { return &block{make([]byte, 512)} }}
	bodies = sync.Pool{New: func() any { return &block{make([]byte, 64<<10)} }}

	words = &sync.Pool{New: func() any { return &block{make([]byte, 16)} }}
	lines = &sync.Pool{New: func() any { return &block{make([]byte, 80)} }}
)

func head() *block { return heads.Get().(*block) }

func copyBoth(w io.Writer, r io.Reader, first, second *block) error {
	n, err := io.ReadFull(r, first.data)
	if err != nil {
		return err
	}
	if _, err = w.Write(first.data[:n]); err != nil {
		return err
	}
	_, err = io.CopyBuffer(w, r, second.data)
	return err
}

type session struct{ buffer *block }

// special has a buffer of its own pool from the beginning.
var special = &session{buffer: bodies.Get().(*block)}

func openSession() *session { return &session{buffer: heads.Get().(*block)} }

func (s *session) upgraded() {
	if s != special {
		return
	}
	b := s.buffer
	s.buffer = nil
	bodies.Put(b)
}

func (s *session) close() {
	heads.Put(s.buffer)
	s.buffer = nil
}

func useSessions() {
	s := openSession()
	s.close()
	special.upgraded()
}
