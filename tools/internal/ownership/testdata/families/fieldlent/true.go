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

// The caller deletes the entry: it has given the reference away.
func farewell(ref rcpool.Ref[Session]) string { // want "leak: "
	return "bye, " + ref.Value().Viewer
}

type gate struct {
	open map[string]rcpool.Ref[Session]
}

func (g *gate) leave(name string) string {
	ref, ok := g.open[name]
	if !ok {
		return ""
	}
	delete(g.open, name)
	return farewell(ref)
}

func (g *gate) close() {
	for _, ref := range g.open {
		ref.Release()
	}
	clear(g.open)
}

// The caller cuts the element off.
func announce(ref rcpool.Ref[Session]) string { // want "leak: "
	return "next, " + ref.Value().Viewer
}

type line struct{ waiting []rcpool.Ref[Session] }

func (l *line) next() string {
	first := l.waiting[0]
	l.waiting = l.waiting[1:]
	return announce(first)
}

func (l *line) close() {
	for _, ref := range l.waiting {
		ref.Release()
	}
	l.waiting = nil
}

// One way of the function releases it.
func settle(ref rcpool.Ref[Session], well bool) { // want "leak: "
	if well {
		ref.Release()
	}
}

func (l *line) settle() {
	first := l.waiting[0]
	l.waiting = l.waiting[1:]
	settle(first, len(l.waiting) > 0)
}
