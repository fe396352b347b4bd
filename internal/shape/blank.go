package shape

import (
	"unsafe"
)

// How far a look goes behind a pointer: this many pointers in a row, and this
// many words in all. What lies beyond counts as empty, so that no object is
// reported unseen.
const (
	lookDepth = 3
	lookWords = 4096
)

//go:norace
func (l *leaf) looksBlank(p unsafe.Pointer) bool {
	words := lookWords
	return l.blank(p, lookDepth, &words)
}

// blank reports whether what is at p is empty, and so is everything that it
// points to: numbers are zero, strings and slices have no length, and so on. It
// reads only words, no content of strings and slices.
//
//go:norace
//go:nocheckptr
func (s *Shape) blank(p unsafe.Pointer, depth int, words *int) bool {
	for i := range s.leaves {
		l := &s.leaves[i]
		if !l.untraced && !l.blank(unsafe.Add(p, l.offset), depth, words) {
			return false
		}
	}
	return true
}

//go:norace
//go:nocheckptr
func (l *leaf) blank(p unsafe.Pointer, depth int, words *int) bool {
	if *words <= 0 {
		return true
	}
	*words--
	switch l.kind {
	case plainLeaf:
		n := min(l.size, uintptr(*words+1)*wordSize)
		*words -= int(n / wordSize)
		return span(p, n, 0) == n
	case arrayLeaf:
		for n := uintptr(0); n < l.size && *words > 0; n += l.elem.size {
			if !l.elem.blank(unsafe.Add(p, n), depth, words) {
				return false
			}
		}
		return true
	case stringLeaf:
		return len(*(*string)(p)) == 0
	case sliceLeaf:
		return len(*(*[]byte)(p)) == 0
	case mapLeaf:
		return mapLen(p) == 0
	case pointerLeaf:
		target := *(*unsafe.Pointer)(p)
		return target == nil || depth == 0 || l.target().blank(target, depth-1, words)
	default:
		return *(*unsafe.Pointer)(p) == nil
	}
}
