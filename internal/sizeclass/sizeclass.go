// Package sizeclass rounds sizes up to classes, so that pools of memory need
// few sizes and waste little.
//
// From the smallest size on, each power of two and three steps between it and
// the next is a class. With 64 as the smallest, the sizes are 64, 80, 96, 112,
// 128, 160 and so on.
//
// The share of leased memory that no one asked for, including the rounding of
// the garbage collector (TestFor_Waste measures it):
//
//	                        power of two   2 steps   4 steps   8 steps   malloc's
//	64 B … 1 MiB                    27 %      15 %       8 %       5 %        2 %
//	64 B … 32 KiB                   28 %      16 %       9 %       7 %        6 %
//	around 1.5 KiB                  31 %      17 %      11 %       8 %        6 %
//	worst size                      50 %      33 %      25 %      20 %       20 %
//	pools up to 1 MiB                 15        29        57       113        181
//
// Each pool keeps its own idle blocks, and a size that is rarely used is rarely
// found in its pool, so fewer classes are better. Going from 4 to 8 steps gains
// little, because the garbage collector itself has no finer sizes.
//
// The adapters module imports this package too. It may be of another version
// than this module, so the signatures here do not change.
package sizeclass

import (
	"math"
	"math/bits"
)

const (
	stepBits  = 2 // 4 classes from each power of two to the next
	stepsMask = 1<<stepBits - 1
)

// For returns the number of the smallest class that has room for n. Class 0 has
// the size smallest, which is a power of two and at least 4.
func For(n, smallest int) int {
	if n <= smallest {
		return 0
	}
	top := bits.Len(uint(n-1)) - 1
	return (top-bits.Len(uint(smallest))+1)<<stepBits + (n-1)>>(top-stepBits)&stepsMask + 1
}

// Size returns the size of a class. From the class of math.MaxInt on, that is
// math.MaxInt.
func Size(class, smallest int) int {
	if class >= For(math.MaxInt, smallest) {
		return math.MaxInt
	}
	return (1<<stepBits + class&stepsMask) * (smallest >> stepBits) << (class >> stepBits)
}
