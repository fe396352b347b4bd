//go:build !race && !386 && !arm && !mips && !mipsle

package ledger

import (
	"sync/atomic"

	"github.com/rcpool/rcpool/internal/word"
)

// A plainWord is written by one goroutine at a time and read by any. The
// writer pays for a plain store: on a 64-bit machine that is one instruction,
// and the Go memory model lets a racing read of a machine word see only a
// value that was written. An atomic store is a locked instruction, 5 ns.
//
// plain_atomic.go does the same with atomic stores: for the race detector, which
// would report the plain ones, and for 32-bit machines, where a store takes two
// instructions.
type plainWord struct{ w word.Word }

func (p *plainWord) set(w word.Word) { p.w = w }

func (p *plainWord) get() word.Word { return word.Word(atomic.LoadUint64((*uint64)(&p.w))) }
