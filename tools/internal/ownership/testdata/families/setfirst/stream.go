// Package setfirst has pooled structs with a field that each function sets as soon as
// it has one, so nobody sees what was left there. It is reset now and then, so that the
// pool does not keep alive what it points to.
package setfirst

import (
	"bytes"
	"io"
	"sync"
)

type stream struct {
	dst *bytes.Buffer
	w   io.Writer
	buf []byte
}

var streams = sync.Pool{New: func() any { return new(stream) }}

// finish lets go of what the stream was given.
func (s *stream) finish() {
	s.dst.Write(s.buf)
	s.dst, s.w = nil, nil
	streams.Put(s)
}

// A mark has a field that is not set by all who take one.
type mark struct {
	name string
	at   int
}

var marks = sync.Pool{New: func() any { return new(mark) }}

func (m *mark) done() {
	m.name, m.at = "", 0
	marks.Put(m)
}

func nameless(at int) int {
	m := marks.Get().(*mark)
	m.at = at
	n := len(m.name) + m.at
	m.done()
	return n
}

// A session is new unless it was found, and all is said when it is taken.
type session struct {
	id    string
	fresh bool
	data  map[string]string
}

var sessions = sync.Pool{New: func() any { return new(session) }}

func takeSession() *session {
	s := sessions.Get().(*session)
	if s.data == nil {
		s.data = map[string]string{}
	}
	s.fresh = true
	return s
}

func (s *session) release() {
	s.id = ""
	clear(s.data)
	sessions.Put(s)
}
