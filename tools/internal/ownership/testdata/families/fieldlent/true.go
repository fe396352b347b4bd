package fieldlent

import (
	"time"

	"github.com/rcpool/rcpool"
)

type Session struct{ Viewer string }

var sessions rcpool.Pool[Session]

type handle struct {
	ref  rcpool.Ref[Session]
	stop func() bool
}

// Its callers give the reference away.
func greet(ref rcpool.Ref[Session]) string { // want "leak: "
	return "hello, " + ref.Value().Viewer
}

func greetNew() string { return greet(sessions.Get()) }

type lost struct{ only rcpool.Ref[Session] }

// No function releases what is in the field.
func watchLost(ref rcpool.Ref[Session]) (stop func() bool) { // want "leak: "
	return ref.AfterFunc(time.Second, func(s *Session) {})
}

func (l *lost) watch() func() bool { return watchLost(l.only) }

// One path releases it: this function is the owner, and the field only had it.
func finish(ref rcpool.Ref[Session], well bool) { // want "leak: "
	if well {
		ref.Release()
	}
}

func (h *handle) finish() { finish(rcpool.Move(&h.ref), false) }
