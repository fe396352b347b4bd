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
