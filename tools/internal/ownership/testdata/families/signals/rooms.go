// Package signals has counted objects with a channel that the last release closes.
package signals

import "sync/atomic"

type room struct {
	refs   atomic.Int32
	name   string
	closed chan struct{}
}

func newRoom(name string) *room {
	r := &room{name: name, closed: make(chan struct{})}
	r.refs.Store(1)
	return r
}

func (r *room) Retain() { r.refs.Add(1) }

func (r *room) Release() {
	if r.refs.Add(-1) == 0 {
		close(r.closed)
	}
}
