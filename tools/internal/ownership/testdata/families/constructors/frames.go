// Package constructors has functions that make an owner of a reference that they
// are given.
package constructors

import (
	"errors"

	"github.com/rcpool/rcpool"
)

// A Frame is a piece of a stream.
type Frame struct {
	Kind byte
	N    int
	Data [512]byte
}

var frames = rcpool.Pool[Frame]{Name: "frames"}

var errEmpty = errors.New("empty frame")

// A message owns a frame.
type message struct{ frame rcpool.Ref[Frame] }

func newMessage(frame rcpool.Ref[Frame]) *message { return &message{frame} }

func (m *message) size() int { return m.frame.Value().N }

func (m *message) Close() { m.frame.Release() }

// A holder owns an object of any type.
type holder[T any] struct {
	ref  rcpool.Ref[T]
	uses int
}

func hold[T any](ref rcpool.Ref[T]) *holder[T] { return &holder[T]{ref: ref} }

func (h *holder[T]) get() *T {
	h.uses++
	return h.ref.Value()
}

func (h *holder[T]) Close() { h.ref.Release() }

// A view is an owner that is passed by value.
type view struct {
	frame    rcpool.Ref[Frame]
	from, to int
}

func makeView(frame rcpool.Ref[Frame], from, to int) view { return view{frame, from, to} }

func (v view) bytes() []byte { return v.frame.Value().Data[v.from:v.to] }

func (v view) close() { v.frame.Release() }

// A pair has two owners.
type pair struct {
	request  *holder[Frame]
	response *holder[Frame]
}

func newPair(request, response rcpool.Ref[Frame]) *pair {
	return &pair{request: hold(request), response: hold(response)}
}

// Close closes both.
func (p *pair) Close() {
	p.request.Close()
	p.response.Close()
}

// A session owns a frame, and is built with options.
type session struct {
	frame rcpool.Ref[Frame]
	kind  byte
	limit int
}

type option func(*session)

func withKind(kind byte) option { return func(s *session) { s.kind = kind } }

func withLimit(limit int) option { return func(s *session) { s.limit = limit } }

func newSession(frame rcpool.Ref[Frame], options ...option) *session {
	s := &session{frame: frame, limit: 16}
	for _, o := range options {
		o(s)
	}
	return s
}

func (s *session) fill(text string) error {
	if len(text) > s.limit {
		return errEmpty
	}
	f := s.frame.Value()
	f.Kind = s.kind
	f.N = copy(f.Data[:], text)
	return nil
}

func (s *session) Close() { s.frame.Release() }

// newChecked fails for an empty frame, which it releases.
func newChecked(frame rcpool.Ref[Frame]) (*message, error) {
	if frame.Value().N == 0 {
		frame.Release()
		return nil, errEmpty
	}
	return newMessage(frame), nil
}

// A tunnel has a pair in each direction.
type tunnel struct {
	up, down *pair
}

func (t *tunnel) Close() {
	t.up.Close()
	t.down.Close()
}
