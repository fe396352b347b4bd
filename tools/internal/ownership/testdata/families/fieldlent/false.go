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
