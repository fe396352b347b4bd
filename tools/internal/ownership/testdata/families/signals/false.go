package signals

import (
	"errors"
	"time"
)

// All others have released the room when the channel is closed.
func leave(use func(*room)) {
	r := newRoom("a")
	r.Retain()
	go func() {
		use(r)
		r.Release()
	}()
	r.Release()
	<-r.closed
}

// It does not wait for ever.
func leaveSoon(use func(*room)) error {
	r := newRoom("a")
	r.Retain()
	go func() {
		use(r)
		r.Release()
	}()
	r.Release()
	select {
	case <-r.closed:
		return nil
	case <-time.After(time.Second):
		return errors.New("somebody stays")
	}
}

// There was no other reference.
func leaveAlone() {
	r := newRoom("a")
	r.Release()
	<-r.closed
}

// The channel is in a struct in a struct that is embedded.
func leaveHall(use func(*hall)) {
	h := newHall("a")
	h.Retain()
	go func() {
		use(h)
		h.Release()
	}()
	h.Release()
	<-h.end.closed
}

// It is one of two, of which one is behind a pointer.
func leaveHallSoon() bool {
	h := newHall("a")
	h.Release()
	select {
	case <-h.end.closed:
		return false
	case shut := <-h.doors.shut:
		return shut
	}
}

// Only the channel is kept.
func hallClosed() <-chan struct{} {
	h := newHall("a")
	h.Release()
	return h.hallState.end.closed
}
