// Package setfirst has pooled structs with a field that each function sets as soon as
// it has taken one, so what was left there is never read. Some functions reset the field
// all the same, so that the pool does not keep alive what it points to.
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

// A mark has a name, which not every function that takes a mark sets.
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

// A session is fresh unless it was found. takeSession sets the field each time.
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
