// Package funcargs has functions that are arguments of other functions, which
// call them.
package funcargs

import (
	"errors"

	"github.com/rcpool/rcpool"
)

// A Block is a block of a file.
type Block struct {
	No   int
	Data [128]byte
}

var blocks = rcpool.Pool[Block]{Name: "blocks"}

var errShort = errors.New("short block")

func call(f func()) { f() }

func callIf(ok bool, f func()) {
	if ok {
		f()
	}
}

func twice(f func()) {
	f()
	f()
}

// finish calls done when the work is over, and returns the error of the work.
func finish(work func() error, done func()) error {
	defer done()
	return work()
}

// using leases a block for the time of f.
func using(f func(*Block) error) error {
	block := blocks.Get()
	defer block.Release()
	return f(block.Value())
}

// each calls f with the blocks, which f owns.
func each(n int, f func(rcpool.Ref[Block])) {
	for i := range n {
		block := blocks.Get()
		block.Value().No = i
		f(block)
	}
}

// apply calls f with the object and then gives the reference up.
func apply[T, R any](ref rcpool.Ref[T], f func(*T) R) R {
	defer ref.Release()
	return f(ref.Value())
}

// A reader has a function that it calls at the end.
type reader struct {
	block   *Block
	onClose func()
}

func (r *reader) Close() error {
	r.onClose()
	return nil
}

func check(b *Block) error {
	if b.Data[0] == 0 {
		return errShort
	}
	return nil
}
