//go:build !race && !386 && !arm && !mips && !mipsle

package rcpool

import "sync/atomic"

// A plainWord is written by one goroutine at a time and read by any. The
// writer pays for a plain store: on a 64-bit machine that is one instruction,
// and the Go memory model lets a racing read of a machine word see only a
// value that was written. An atomic store is a locked instruction, 5 ns.
//
// plainword_atomic.go is the same for the race detector, which rightly can not
// be told of this, and for 32-bit machines, where a store takes two
// instructions.
type plainWord struct{ w word }

func (p *plainWord) set(w word) { p.w = w }

func (p *plainWord) get() word { return word(atomic.LoadUint64((*uint64)(&p.w))) }
