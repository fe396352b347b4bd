// Package loops has references that live and end within loops.
package loops

import (
	"errors"
	"io"

	"github.com/rcpool/rcpool"
)

// A Batch is a number of records.
type Batch struct {
	Topic   string
	Records [32]int
	N       int
}

var batches = rcpool.Pool[Batch]{Name: "batches"}

var errTransient = errors.New("try again")

func load(r io.Reader, b *Batch) error {
	var one [1]byte
	if _, err := r.Read(one[:]); err != nil {
		return err
	}
	b.N = int(one[0]) % len(b.Records)
	return nil
}

func send(b *Batch) error {
	if b.N == 0 {
		return errTransient
	}
	return nil
}
