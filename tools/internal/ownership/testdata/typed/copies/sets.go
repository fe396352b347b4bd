// Package copies has variables that hold the same reference, and references to
// the same object.
package copies

import "github.com/rcpool/rcpool"

// A Set is a bitmap.
type Set struct {
	Bits [64]uint64
	N    int
}

var sets = rcpool.Pool[Set]{Name: "sets"}

func add(s *Set, n int) {
	s.Bits[n%64] |= 1 << (n % 64)
	s.N++
}

// consume gives up the set.
func consume(ref rcpool.Ref[Set]) {
	add(ref.Value(), 1)
	ref.Release()
}

// A query is made of two sets.
type query struct {
	left, right rcpool.Ref[Set]
}
