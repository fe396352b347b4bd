// Package movedrop has references that are moved and dropped.
package movedrop

import (
	"errors"
	"io"

	"github.com/rcpool/rcpool"
)

// An Entry is a line of a log.
type Entry struct {
	Level int
	Text  [256]byte
	N     int
}

var entries = rcpool.Pool[Entry]{Name: "entries"}

var errLong = errors.New("entry is too long")

func parse(e *Entry, text string) error {
	if len(text) > len(e.Text) {
		return errLong
	}
	e.N = copy(e.Text[:], text)
	return nil
}

func flush(w io.Writer, e *Entry) error {
	_, err := w.Write(e.Text[:e.N])
	return err
}
