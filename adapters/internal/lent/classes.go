package lent

import "math/bits"

// The sizes of blocks are those of stdpool.Bytes, from s.Min on: each power of
// two and three steps to the next, of which on average 8 % is more than was
// asked for, and 25 % at worst.
const (
	stepBits  = 2
	stepsMask = 1<<stepBits - 1
)

// classFor is the number of the smallest class that has n elements.
func (s *Slices[T]) classFor(n int) int {
	if n <= s.Min {
		return 0
	}
	top := bits.Len(uint(n-1)) - 1
	return (top-bits.Len(uint(s.Min))+1)<<stepBits + (n-1)>>(top-stepBits)&stepsMask + 1
}

// sizeOf is the number of elements of a class.
func (s *Slices[T]) sizeOf(class int) int {
	return (1<<stepBits + class&stepsMask) << (class >> stepBits) * s.Min >> stepBits
}

// classes is the number of classes that have room for up to s.Max elements.
func (s *Slices[T]) classes() int { return s.classFor(s.Max) + 1 }
