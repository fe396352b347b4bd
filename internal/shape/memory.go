package shape

import (
	"hash/maphash"
	"math/bits"
	"unsafe"
)

// This file reads and writes raw memory. The argument for it is in the package
// comment.

const wordSize = unsafe.Sizeof(uintptr(0))

// address returns the pointer at p, as a number.
//
//go:norace
//go:nocheckptr
func address(p unsafe.Pointer) uint64 { return uint64(*(*uintptr)(p)) }

// span returns how many of n bytes equal the given one, up to the first that
// does not. It compares words, not arrays: to compare arrays the compiler can
// call a function, and tells the race detector even in go:norace.
//
//go:norace
//go:nocheckptr
func span(p unsafe.Pointer, n uintptr, of byte) uintptr {
	word := 0x0101_0101_0101_0101 * uint64(of)
	for i := uintptr(0); i < n; {
		q := unsafe.Add(p, i)
		switch aligned := uintptr(q)%8 == 0; {
		case aligned && i+32 <= n && *(*uint64)(q) == word && *(*uint64)(unsafe.Add(q, 8)) == word &&
			*(*uint64)(unsafe.Add(q, 16)) == word && *(*uint64)(unsafe.Add(q, 24)) == word:
			i += 32
		case aligned && i+8 <= n && *(*uint64)(q) == word:
			i += 8
		case *(*byte)(q) == of:
			i++
		default:
			return i
		}
	}
	return n
}

// fill is memset: it copies what it has filled, up to a block that stays in the
// processor's cache.
func fill(b []byte, with byte) {
	n := min(len(b), 16)
	for i := range n {
		b[i] = with
	}
	for n < len(b) {
		n += copy(b[n:], b[:min(n, 4096)])
	}
}

// mapLen returns the length of the map at p. The builtin len reads it from the head
// of the map, which is the same for all types of maps.
//
//go:norace
//go:nocheckptr
func mapLen(p unsafe.Pointer) int { return len(*(*map[int]int)(p)) }

// mapSeed returns the word of a map's head that holds the seed of its hash: the
// runtime chooses another one when the map is cleared. It is only compared with
// what it was before. TestMapSeed watches over it.
//
//go:norace
//go:nocheckptr
func mapSeed(p unsafe.Pointer) uint64 {
	return uint64(*(*uintptr)(unsafe.Add(*(*unsafe.Pointer)(p), 8)))
}

// chanLen returns how many elements wait in the channel at p, of any type.
//
//go:norace
//go:nocheckptr
func chanLen(p unsafe.Pointer) int { return len(*(*chan int)(p)) }

var sumSeed = maphash.MakeSeed()

// sumOf returns a sum of n bytes that reveals nothing about them outside this
// process. The runtime does the reading, so the race detector does not see it.
//
//go:norace
//go:nocheckptr
func sumOf(p unsafe.Pointer, n uintptr) uint64 {
	return maphash.Bytes(sumSeed, unsafe.Slice((*byte)(p), n))
}

func mix(sum, x uint64) uint64 {
	return (bits.RotateLeft64(sum, 5) ^ x) * 0x9E37_79B9_7F4A_7C15
}

// number returns a number of at most 8 bytes, or 0.
//
//go:norace
//go:nocheckptr
func (l *leaf) number(p unsafe.Pointer) uint64 {
	switch l.size {
	case 1:
		return uint64(*(*uint8)(p))
	case 2:
		return uint64(*(*uint16)(p))
	case 4:
		return uint64(*(*uint32)(p))
	case 8:
		return *(*uint64)(p)
	}
	return 0
}
