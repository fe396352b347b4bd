// Package closures has functions that are stored, passed and called later, and
// that own or borrow what they use.
package closures

import "github.com/rcpool/rcpool"

// A Stream is what a server writes to.
type Stream struct {
	ID     int
	Window [512]byte
}

var streams = rcpool.Pool[Stream]{Name: "streams"}

func report(*Stream) {}

func fill(s *Stream, id int) bool {
	s.ID = id
	return id > 0
}

// A server calls onClose once, when it ends.
type server struct {
	onClose func()
}

func (s *server) end() {
	if s.onClose != nil {
		s.onClose()
		s.onClose = nil
	}
}

// releaseAll gives up what it is given.
func releaseAll(refs ...rcpool.Ref[Stream]) {
	for _, ref := range refs {
		ref.Release()
	}
}

// apply calls f with the stream, here and now.
func apply(s *Stream, f func(*Stream)) { f(s) }
