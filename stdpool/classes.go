package stdpool

import "math/bits"

// The sizes of blocks: from 64 bytes on, each power of two and three steps
// between it and the next: 64, 80, 96, 112, 128, 160 and so on.
//
// Of the memory that is leased, the part that nobody asked for, the garbage
// collector's own rounding included (TestClasses_Waste measures it):
//
//	                        power of two   2 steps   4 steps   8 steps   malloc's
//	64 B … 1 MiB                    28 %      16 %       8 %       4 %        2 %
//	64 B … 32 KiB                   28 %      16 %       9 %       7 %        5 %
//	around 1.5 KiB                  31 %      17 %      11 %       8 %        6 %
//	the worst size                  50 %      33 %      25 %      20 %       20 %
//	pools up to 1 MiB                 15        29        57       113        186
//
// Each pool holds idle blocks of its own, and a size that is asked for now and
// then is seldom found in one, so fewer are better. From 4 to 8 steps there is
// little to gain, since the garbage collector has fewer sizes than that.
const (
	minBlock  = 64
	stepBits  = 2 // 4 steps from a power of two to the next
	stepsMask = 1<<stepBits - 1
)

// classFor is the number of the smallest class that has room for n bytes.
func classFor(n int) int {
	if n <= minBlock {
		return 0
	}
	doublings := bits.Len(uint(n-1)) - bits.Len(uint(minBlock))
	step := (n - 1) >> (bits.Len(uint(n-1)) - 1 - stepBits) & stepsMask
	return doublings<<stepBits + step + 1
}

// sizeOf is the size of a class in bytes.
func sizeOf(class int) int {
	return (1<<stepBits + class&stepsMask) << (class >> stepBits) * minBlock >> stepBits
}
