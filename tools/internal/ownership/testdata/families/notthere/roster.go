// Package notthere has references in fields that TryRetain does not find any more: a
// zero reference is never retained, so what follows a success is not reached.
package notthere

import (
	"errors"

	"github.com/rcpool/rcpool"
)

type roster struct{ version int }

var rosters rcpool.Pool[roster]

var errClosed = errors.New("closed")

type board struct{ current rcpool.Ref[roster] }

func newBoard() *board { return &board{current: rosters.Get()} }

func (b *board) acquire() (rcpool.Ref[roster], bool) { return b.current.TryRetain() }

func (b *board) close() { rcpool.Drop(&b.current) }

func (b *board) publish(next rcpool.Ref[roster]) {
	previous := b.current
	b.current = next
	previous.Release()
}
