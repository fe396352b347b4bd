// Package tags has functions that differ by build tags and systems. A fix that
// is right for this build must not break the others.
package tags

import (
	"errors"
	"io"
	"runtime"

	"github.com/rcpool/rcpool"
)

// An Event is written to a log.
type Event struct{ Body [64]byte }

var events = rcpool.Pool[Event]{Name: "events"}

var errTraced = errors.New("traced")

// Nothing else releases the event, in any build.
func write(w io.Writer) error {
	event := events.Get() // fix
	_, err := w.Write(event.Value().Body[:])
	return err
}

// With the tag trace, the event is released in the branch.
func writeTraced(w io.Writer) error {
	event := events.Get() // no fix
	if tracing {
		event.Release()
		return errTraced
	}
	_, err := w.Write(event.Value().Body[:])
	return err
}

// With the tag trace, the event is released at the end.
func writeThenTrace(w io.Writer) error {
	event := events.Get() // no fix
	_, err := w.Write(event.Value().Body[:])
	if tracing {
		event.Release()
	}
	return err
}

// On Windows the event is released before the write.
func writeBySystem(w io.Writer) error {
	event := events.Get() // no fix
	if runtime.GOOS == "windows" {
		event.Release()
		return nil
	}
	_, err := w.Write(event.Value().Body[:])
	return err
}

// With the tag trace, a function literal releases the event.
func writeDeferred(w io.Writer) error {
	event := events.Get() // no fix
	if tracing {
		defer func() { event.Release() }()
	}
	_, err := w.Write(event.Value().Body[:])
	return err
}

// With the tag trace, the event is handed to a function that drops it.
func writeHanded(w io.Writer) error {
	event := events.Get() // no fix
	if tracing {
		defer rcpool.Drop(&event)
	}
	_, err := w.Write(event.Value().Body[:])
	return err
}
