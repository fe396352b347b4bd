package leak

import (
	"encoding/json"
	"io"
	"net/http"

	"github.com/rcpool/rcpool"
)

// The reference is lost if the body is malformed.
func handleEvent(w http.ResponseWriter, r *http.Request) {
	ref := events.Get() // want "leak: "
	if err := json.NewDecoder(r.Body).Decode(ref.Value()); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	w.WriteHeader(http.StatusAccepted)
	ref.Release()
}

// A large event is refused, and forgotten.
func acceptSmall(in io.Reader, out io.Writer) error {
	ref := events.Get() // want "leak: "
	e := ref.Value()
	if err := decode(in, e); err != nil {
		ref.Release()
		return err
	}
	if len(e.Tags) > 16 {
		return errTooLarge
	}
	err := save(out, e)
	ref.Release()
	return err
}

// A message without a body goes to the next turn with the event unreleased.
func consume(messages [][]byte, out io.Writer) error {
	for _, message := range messages {
		ref := events.Get() // want "leak: "
		e := ref.Value()
		if err := json.Unmarshal(message, e); err != nil {
			ref.Release()
			return err
		}
		if e.Kind == "" {
			continue
		}
		err := save(out, e)
		ref.Release()
		if err != nil {
			return err
		}
	}
	return nil
}

// The second lease overwrites the only holder of the first.
func decodeAgain(in io.Reader, again bool) error {
	ref := events.Get() // want "leak: "
	if again {
		ref = events.Get()
	}
	defer ref.Release()
	return decode(in, ref.Value())
}

// Leasing does not warm up anything; it loses an event per turn.
func warmUp(n int) {
	for range n {
		events.Get() // want "leak: "
	}
}

// The reference for the archive is taken, and given to nobody.
func pin(in io.Reader) error {
	ref := events.Get()
	defer ref.Release()
	ref.Retain() // want "leak: "
	return decode(in, ref.Value())
}

// Hold takes a reference that only the function it returns gives back.
func forgetHold(in io.Reader) error {
	ref := events.Get()
	defer ref.Release()
	ref.Hold(note) // want "leak: "
	return decode(in, ref.Value())
}

// If the second event can not be read, the first is lost.
func readWindow(in io.Reader) (window, error) {
	first := events.Get() // want "leak: "
	if err := decode(in, first.Value()); err != nil {
		first.Release()
		return window{}, err
	}
	last := events.Get()
	if err := decode(in, last.Value()); err != nil {
		last.Release()
		return window{}, err
	}
	return window{first, last}, nil
}

// Nobody ever gives the event back.
func measure(in io.Reader) int {
	ref := events.Get() // want "leak: "
	e := ref.Value()
	if decode(in, e) != nil {
		return 0
	}
	return len(e.Tags)
}

// The caller gave the event away; a dry run keeps it.
func archive(out io.Writer, ref rcpool.Ref[Event], dry bool) error { // want "leak: .*ref"
	if dry {
		note(ref.Value())
		return nil
	}
	defer ref.Release()
	return save(out, ref.Value())
}

// The further reference is lost when saving fails.
func saveAndQueue(in io.Reader, out io.Writer, queue chan<- rcpool.Ref[Event]) error {
	ref := events.Get()
	defer ref.Release()
	if err := decode(in, ref.Value()); err != nil {
		return err
	}
	queued := ref.Retain() // want "leak: "
	if err := save(out, ref.Value()); err != nil {
		return err
	}
	queue <- queued
	return nil
}

// At the end of the input the event of the last turn is lost.
func pump(in io.Reader, queue chan<- rcpool.Ref[Event]) {
	for {
		ref := events.Get() // want "leak: "
		if decode(in, ref.Value()) != nil {
			break
		}
		queue <- ref
	}
	close(queue)
}

// One of the kinds forgets to release.
func route(in io.Reader, orders, refunds chan<- int) error {
	ref := events.Get() // want "leak: "
	e := ref.Value()
	if err := decode(in, e); err != nil {
		ref.Release()
		return err
	}
	switch e.Kind {
	case "order":
		orders <- e.ID
		ref.Release()
	case "refund":
		refunds <- e.ID
	default:
		ref.Release()
	}
	return nil
}
