package fieldlent

import (
	"time"

	"github.com/rcpool/rcpool"
)

// The handle still has the reference, and releases it when it is closed.
func watch(ref rcpool.Ref[Session]) (stop func() bool) {
	return ref.AfterFunc(time.Second, func(s *Session) { s.Viewer += "?" })
}

func start(viewer string) *handle {
	ref := sessions.Get()
	ref.Value().Viewer = viewer
	return &handle{ref: ref, stop: watch(ref)}
}

func (h *handle) touch() {
	h.stop()
	h.stop = watch(h.ref)
}

func (h *handle) close() {
	h.stop()
	rcpool.Drop(&h.ref)
}

type owner struct{ ref rcpool.Ref[Session] }

// The same with Release.
func nameOf(ref rcpool.Ref[Session]) string { return ref.Value().Viewer }

func (o *owner) String() string { return nameOf(o.ref) }

func (o *owner) Close() { o.ref.Release() }

// The function asks for a reference of its own, which it releases.
func later(ref rcpool.Ref[Session]) {
	own := ref.Retain()
	time.AfterFunc(time.Second, own.Release)
}

func (o *owner) later() { later(o.ref) }

// A loop lends each element of the map, which keeps them until it is closed.
func (s *listener) show(ref rcpool.Ref[Session]) {
	own := ref.Retain()
	select {
	case s.queue <- own:
	default:
		own.Release()
	}
}

type listener struct{ queue chan rcpool.Ref[Session] }

type board struct {
	last map[string]rcpool.Ref[Session]
}

func (b *board) join(s *listener) {
	for _, ref := range b.last {
		s.show(ref)
	}
}

func (b *board) close() {
	for name, ref := range b.last {
		delete(b.last, name)
		ref.Release()
	}
}

// One element of a map.
func viewerOf(ref rcpool.Ref[Session]) string { return ref.Value().Viewer }

func (b *board) viewer(name string) string {
	if ref, ok := b.last[name]; ok {
		return viewerOf(ref)
	}
	return ""
}

// An element of a list.
func lengthOf(ref rcpool.Ref[Session]) int { return len(ref.Value().Viewer) }

type row struct{ all []rcpool.Ref[Session] }

func (r *row) length() (n int) {
	for _, ref := range r.all {
		n += lengthOf(ref)
	}
	return n
}

func (r *row) close() {
	for _, ref := range r.all {
		ref.Release()
	}
	r.all = nil
}
