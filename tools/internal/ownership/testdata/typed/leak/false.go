package leak

import (
	"encoding/json"
	"io"
	"net/http"

	"github.com/rcpool/rcpool"
)

// A deferred release covers every way out.
func handleEventDeferred(w http.ResponseWriter, r *http.Request) {
	ref := events.Get()
	defer ref.Release()
	if err := json.NewDecoder(r.Body).Decode(ref.Value()); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	w.WriteHeader(http.StatusAccepted)
}

// Each way out releases for itself.
func acceptSmallReleased(in io.Reader, out io.Writer) error {
	ref := events.Get()
	e := ref.Value()
	if err := decode(in, e); err != nil {
		ref.Release()
		return err
	}
	if len(e.Tags) > 16 {
		ref.Release()
		return errTooLarge
	}
	err := save(out, e)
	ref.Release()
	return err
}

// Each turn releases its event, also before continue and return.
func consumeReleased(messages [][]byte, out io.Writer) error {
	for _, message := range messages {
		ref := events.Get()
		e := ref.Value()
		if err := json.Unmarshal(message, e); err != nil {
			ref.Release()
			return err
		}
		if e.Kind == "" {
			ref.Release()
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

// The old event is released before its variable is overwritten, and the one
// that is left in the end is deferred to by variable, not by value.
func keepLatest(in io.Reader) (id int) {
	latest := events.Get()
	defer func() { latest.Release() }()
	for {
		next := events.Get()
		if decode(in, next.Value()) != nil {
			next.Release()
			return latest.Value().ID
		}
		latest.Release()
		latest = next
	}
}

// The result hands the event to the caller.
func read(in io.Reader) (rcpool.Ref[Event], error) {
	ref := events.Get()
	if err := decode(in, ref.Value()); err != nil {
		ref.Release()
		return rcpool.Ref[Event]{}, err
	}
	return ref, nil
}

// The further reference is the caller's.
func pinned(in io.Reader) (rcpool.Ref[Event], error) {
	ref := events.Get()
	defer ref.Release()
	if err := decode(in, ref.Value()); err != nil {
		return rcpool.Ref[Event]{}, err
	}
	return ref.Retain(), nil
}

// The function that Hold returns gives back what Hold took.
func runHold(in io.Reader) error {
	ref := events.Get()
	defer ref.Release()
	done := ref.Hold(note)
	defer done()
	return decode(in, ref.Value())
}

// What was acquired before the failing step is released.
func readWindowUndone(in io.Reader) (window, error) {
	first := events.Get()
	if err := decode(in, first.Value()); err != nil {
		first.Release()
		return window{}, err
	}
	last := events.Get()
	if err := decode(in, last.Value()); err != nil {
		last.Release()
		first.Release()
		return window{}, err
	}
	return window{first, last}, nil
}

// The event is leased for the call of a function.
func measureWith(in io.Reader) (tags int) {
	_ = events.With(func(e *Event) error {
		if err := decode(in, e); err != nil {
			return err
		}
		tags = len(e.Tags)
		return nil
	})
	return tags
}

// Both branches give up what the caller gave.
func archiveEither(out io.Writer, ref rcpool.Ref[Event], dry bool) error {
	if dry {
		note(ref.Value())
		ref.Release()
		return nil
	}
	defer ref.Release()
	return save(out, ref.Value())
}

// The queue's reference is taken when nothing can fail any more.
func saveThenQueue(in io.Reader, out io.Writer, queue chan<- rcpool.Ref[Event]) error {
	ref := events.Get()
	defer ref.Release()
	if err := decode(in, ref.Value()); err != nil {
		return err
	}
	if err := save(out, ref.Value()); err != nil {
		return err
	}
	queue <- ref.Retain()
	return nil
}

// The event of the last turn is released before the loop is left.
func pumpReleased(in io.Reader, queue chan<- rcpool.Ref[Event]) {
	for {
		ref := events.Get()
		if decode(in, ref.Value()) != nil {
			ref.Release()
			break
		}
		queue <- ref
	}
	close(queue)
}

// Leased only if it is wanted; IsZero says whether it was.
func sample(in io.Reader, wanted bool) error {
	var ref rcpool.Ref[Event]
	if wanted {
		ref = events.Get()
	}
	var e Event
	err := decode(in, &e)
	if !ref.IsZero() {
		*ref.Value() = e
		note(ref.Value())
		ref.Release()
	}
	return err
}
