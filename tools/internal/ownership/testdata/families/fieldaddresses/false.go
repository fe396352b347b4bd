// Package fieldaddresses has loops over lists that are written down, of addresses of fields or of
// parameters: with more elements than a reader would follow one by one.
package fieldaddresses

import (
	"errors"

	"github.com/rcpool/rcpool"
)

type Part struct{ Name string }

var parts = rcpool.Pool[Part]{Name: "parts"}

var errEarly = errors.New("too early")

type server struct {
	a, b, c, d rcpool.Ref[Part]
}

func (s *server) stop() {
	for _, r := range []*rcpool.Ref[Part]{&s.a, &s.b, &s.c, &s.d} {
		rcpool.Drop(r)
	}
}

func newServer(fail bool) (_ *server, err error) {
	s := &server{}
	defer func() {
		if err != nil {
			s.stop()
		}
	}()
	s.a = parts.Get()
	s.b = parts.Get()
	if fail {
		return nil, errEarly
	}
	s.c = s.a.Retain()
	s.d = parts.Get()
	return s, nil
}

// All are released by stop.
func start(fail bool) int {
	s, err := newServer(fail)
	if err != nil {
		return 0
	}
	n := len(s.a.Value().Name) + len(s.d.Value().Name)
	s.stop()
	return n
}

// The same in the function itself.
func startAlone() int {
	s := server{parts.Get(), parts.Get(), parts.Get(), parts.Get()}
	n := len(s.d.Value().Name)
	for _, r := range []*rcpool.Ref[Part]{&s.a, &s.b, &s.c, &s.d} {
		r.Release()
	}
	return n
}

// A holder owns a part.
type holder struct{ part rcpool.Ref[Part] }

// The structs are released one by one.
func holders() {
	a, b, c, d := &holder{parts.Get()}, &holder{parts.Get()}, &holder{parts.Get()}, &holder{parts.Get()}
	for _, h := range []*holder{a, b, c, d} {
		h.part.Release()
	}
}
