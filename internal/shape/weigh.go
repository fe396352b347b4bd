package shape

import (
	"runtime/debug"
	"unsafe"
)

// How far a weighing goes: this many pointers in a row, this many elements of a
// slice, from which the others are estimated, and this many leaves in all.
const (
	weighDepth    = 3
	weighElements = 8
	weighLeaves   = 2048

	weightOfEntry = 64 // bytes, of a map
)

// Weigh estimates how many bytes an object keeps alive, itself included: the
// caller must own it. It counts the memory behind slices, strings, maps and
// pointers. It does not see what is behind interfaces, functions, channels, and
// types of the packages sync and sync/atomic. It stops counting above most.
func (s *Shape) Weigh(object unsafe.Pointer, most uintptr) (bytes uintptr) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	w := weighing{most: most, leaves: weighLeaves, bytes: s.size}
	defer func() {
		if recover() != nil { // a string or slice that others write to; nothing else can panic
			bytes = w.bytes
		}
	}()
	w.behind(s, object, weighDepth)
	return w.bytes
}

// A weighing adds up bytes.
type weighing struct {
	bytes, most uintptr
	leaves      int
}

// add adds n elements of the size.
func (w *weighing) add(n, size uintptr) {
	if size > 0 && n > w.most/size {
		n, size = w.most, 1
	}
	w.bytes += n * size
}

// behind adds what is behind an object of shape s.
//
//go:norace
//go:nocheckptr
func (w *weighing) behind(s *Shape, object unsafe.Pointer, depth int) {
	for i := range s.leaves {
		if w.leaves--; w.leaves < 0 || w.bytes > w.most {
			return
		}
		l := &s.leaves[i]
		p := unsafe.Add(object, l.offset)
		switch l.kind {
		case arrayLeaf:
			for at := uintptr(0); at < l.size; at += l.elem.size {
				w.behind(l.elem, unsafe.Add(p, at), depth)
			}
		case stringLeaf:
			w.add(uintptr(len(*(*string)(p))), 1)
		case mapLeaf:
			if address(p) != 0 {
				w.add(uintptr(mapLen(p)), weightOfEntry)
			}
		case pointerLeaf:
			if target := *(*unsafe.Pointer)(p); target != nil && depth > 0 {
				shape := l.target()
				w.add(1, shape.size)
				w.behind(shape, target, depth-1)
			}
		case sliceLeaf:
			w.slice(l.target(), *(*[]byte)(p), depth)
		}
	}
}

// slice adds a slice with elements of shape s: all of its capacity, and of what
// is behind its elements an estimate.
//
//go:norace
//go:nocheckptr
func (w *weighing) slice(s *Shape, slice []byte, depth int) {
	w.add(uintptr(cap(slice)), s.size)
	seen := min(len(slice), weighElements)
	if seen == 0 || depth == 0 || s.solid {
		return
	}
	before := w.bytes
	for i := range seen {
		w.behind(s, unsafe.Add(unsafe.Pointer(unsafe.SliceData(slice)), uintptr(i)*s.size), depth-1)
	}
	w.add(uintptr(len(slice)-seen), (w.bytes-before)/uintptr(seen))
}
