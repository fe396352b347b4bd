// Package stopping has assertions that end a test, errors of other types, and
// groups of goroutines that are waited for.
package stopping

import (
	"errors"
	"fmt"

	"github.com/rcpool/rcpool"
)

// A Block is a block of a file.
type Block struct {
	No   int
	Data []byte `rcpool:"keep"`
}

var blocks = rcpool.Pool[Block]{
	Name:   "blocks",
	Reset:  func(b *Block) { b.No, b.Data = 0, b.Data[:0] },
	Memory: func(b *Block) []byte { return b.Data[:cap(b.Data)] },
}

var errNoBlock = errors.New("no such block")

// open fails for numbers below zero.
func open(no int) (rcpool.Ref[Block], error) {
	if no < 0 {
		return rcpool.Ref[Block]{}, errNoBlock
	}
	block := blocks.Get()
	block.Value().No = no
	block.Value().Data = append(block.Value().Data, "data"...)
	return block, nil
}

// An openError says which block could not be opened.
type openError struct{ no int }

func (e *openError) Error() string { return fmt.Sprintf("block %d: not found", e.no) }

// openTyped returns its own type of error.
func openTyped(no int) (rcpool.Ref[Block], *openError) {
	if no < 0 {
		return rcpool.Ref[Block]{}, &openError{no}
	}
	block := blocks.Get()
	block.Value().No = no
	return block, nil
}

// A status is an error as a value; zero is success.
type status int

func (s status) Error() string { return fmt.Sprintf("status %d", int(s)) }

const notFound status = 404

// openStatus returns a status.
func openStatus(no int) (rcpool.Ref[Block], status) {
	if no < 0 {
		return rcpool.Ref[Block]{}, notFound
	}
	block := blocks.Get()
	block.Value().No = no
	return block, 0
}

// A tester is a *testing.T.
type tester interface {
	Errorf(format string, args ...any)
	FailNow()
	Cleanup(f func())
}

func use(b *Block) error {
	if len(b.Data) == 0 {
		return errNoBlock
	}
	return nil
}
