package movedrop

import (
	"io"

	"github.com/rcpool/rcpool"
)

// The caller gets a reference that is dropped on the way out.
func read(text string) (rcpool.Ref[Entry], error) {
	ref := entries.Get()
	defer rcpool.Drop(&ref)
	if err := parse(ref.Value(), text); err != nil {
		return rcpool.Ref[Entry]{}, err
	}
	return ref, nil // want "escape: "
}

// What Move returns is thrown away.
func forget(text string) error {
	ref := entries.Get() // want "leak: "
	defer rcpool.Drop(&ref)
	err := parse(ref.Value(), text)
	rcpool.Move(&ref)
	return err
}

// Drop looks after the moved variable no more.
func moveAndFail(w io.Writer, text string) (rcpool.Ref[Entry], error) {
	ref := entries.Get() // want "leak: "
	defer rcpool.Drop(&ref)
	if err := parse(ref.Value(), text); err != nil {
		return rcpool.Ref[Entry]{}, err
	}
	moved := rcpool.Move(&ref)
	if err := flush(w, moved.Value()); err != nil {
		return rcpool.Ref[Entry]{}, err
	}
	return moved, nil
}

// The variable gets another lease before it was dropped.
func rewrite(w io.Writer, text string) error {
	ref := entries.Get() // want "leak: "
	defer rcpool.Drop(&ref)
	if err := parse(ref.Value(), text); err != nil {
		ref = entries.Get()
	}
	return flush(w, ref.Value())
}

// The copy is dropped, and does not tell the variable.
func dropCopy(w io.Writer, text string) error {
	ref := entries.Get()
	same := ref
	defer rcpool.Drop(&same)
	if err := parse(ref.Value(), text); err != nil {
		ref.Release() // want "double-release: "
		return err
	}
	return flush(w, ref.Value())
}

// The queue's entry is dropped by the deferred call.
func enqueue(queue chan<- rcpool.Ref[Entry], text string) error {
	ref := entries.Get()
	defer rcpool.Drop(&ref)
	if err := parse(ref.Value(), text); err != nil {
		return err
	}
	queue <- ref // want "(double-release|escape): "
	return nil
}
