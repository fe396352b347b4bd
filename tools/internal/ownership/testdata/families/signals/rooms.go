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

// A hall has its state in a struct that it embeds, and its doors in one that it points to.
type hall struct {
	hallState
	doors *doors
}

type hallState struct {
	name string
	refs atomic.Int32
	end  ending
}

type ending struct {
	closed chan struct{}
	reason string
}

type doors struct {
	shut chan bool
	open int
}

func newHall(name string) *hall {
	h := &hall{hallState: hallState{name: name, end: ending{closed: make(chan struct{})}}, doors: &doors{shut: make(chan bool, 1)}}
	h.refs.Store(1)
	return h
}

func (h *hall) Retain() { h.refs.Add(1) }

func (h *hall) Release() {
	switch n := h.refs.Add(-1); {
	case n == 0:
		close(h.end.closed)
		h.doors.shut <- true
	case n < 0:
		panic("released too often")
	}
}
