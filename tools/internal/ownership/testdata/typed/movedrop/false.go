package movedrop

import (
	"io"

	"github.com/rcpool/rcpool"
)

// Moved to the caller, or dropped.
func readMoved(text string) (rcpool.Ref[Entry], error) {
	ref := entries.Get()
	defer rcpool.Drop(&ref)
	if err := parse(ref.Value(), text); err != nil {
		return rcpool.Ref[Entry]{}, err
	}
	return rcpool.Move(&ref), nil
}

// Two references, both of which are moved or dropped.
func readPair(left, right string) (l, r rcpool.Ref[Entry], err error) {
	first := entries.Get()
	defer rcpool.Drop(&first)
	if err := parse(first.Value(), left); err != nil {
		return l, r, err
	}
	second := entries.Get()
	defer rcpool.Drop(&second)
	if err := parse(second.Value(), right); err != nil {
		return l, r, err
	}
	return rcpool.Move(&first), rcpool.Move(&second), nil
}

// Drop looks after the variable that was moved to.
func moveAndFlush(w io.Writer, text string) (rcpool.Ref[Entry], error) {
	ref := entries.Get()
	defer rcpool.Drop(&ref)
	if err := parse(ref.Value(), text); err != nil {
		return rcpool.Ref[Entry]{}, err
	}
	moved := rcpool.Move(&ref)
	defer rcpool.Drop(&moved)
	if err := flush(w, moved.Value()); err != nil {
		return rcpool.Ref[Entry]{}, err
	}
	return rcpool.Move(&moved), nil
}

// The variable is dropped before it gets another lease.
func rewriteDropped(w io.Writer, text string) error {
	ref := entries.Get()
	defer rcpool.Drop(&ref)
	if err := parse(ref.Value(), text); err != nil {
		rcpool.Drop(&ref)
		ref = entries.Get()
	}
	return flush(w, ref.Value())
}

// Drop early, and then again by the deferred call, which finds a zero Ref.
func dropEarly(w io.Writer, text string) error {
	ref := entries.Get()
	defer rcpool.Drop(&ref)
	if err := parse(ref.Value(), text); err != nil {
		return err
	}
	err := flush(w, ref.Value())
	rcpool.Drop(&ref)
	if err != nil {
		return err
	}
	return flush(w, &Entry{})
}

// The queue gets what is moved.
func enqueueMoved(queue chan<- rcpool.Ref[Entry], text string) error {
	ref := entries.Get()
	defer rcpool.Drop(&ref)
	if err := parse(ref.Value(), text); err != nil {
		return err
	}
	queue <- rcpool.Move(&ref)
	return nil
}
