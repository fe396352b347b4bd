package shape

import (
	"reflect"
	"runtime/debug"
	"unsafe"
)

// Traces are what Observe saw of an object: a trace for each field that is
// traced and not empty, by offset. A zeroed object, such as new(T), has none.
type Traces []trace

// A trace holds no value, since values may be secret, and no pointer. What it
// means that two traces of a field are equal: nobody has written to the field in
// between, or something that cannot be told from what was there. Its fields are
// by kind:
//
//	plain      sum: of the bytes, not 0
//	string     at: address; n: length; sum: of the content
//	slice      at: address; n: length; sum: of what is plain in its elements, of
//	           the lengths of strings and slices, and of which interfaces,
//	           channels and functions are not nil; 0 if all is zero
//	map        at: address; n: length; sum: the seed of its hash, which a map
//	           gets anew when it is cleared
//	pointer    at: address; n: size of the slices and maps in what it points to
//	opaque     at: address; for a channel n: length
//	interface  at: the dynamic type; sum: the data word
//
// Of long texts and slices the sum covers the two ends.
type trace struct {
	offset uintptr
	at     uint64
	n      uint64
	sum    uint64
}

// unreadable is the sum of a string or slice whose memory cannot be read.
const unreadable = 0xDEAD

// How much of what is long the traces cover: of bytes and of the elements of a
// slice, at each end.
const (
	endBytes    = 512
	endElements = 16
)

// Observe takes the traces of an object. The caller must own it.
func (s *Shape) Observe(object unsafe.Pointer) Traces {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	return s.trace(object, 0, nil)
}

//go:norace
func (s *Shape) trace(object unsafe.Pointer, base uintptr, found Traces) Traces {
	for i := range s.leaves {
		l := &s.leaves[i]
		if l.untraced {
			continue
		}
		p, offset := unsafe.Add(object, l.offset), base+l.offset
		var t trace
		switch l.kind {
		case plainLeaf:
			part := l.part()
			for n := uintptr(0); n < l.size; n += part {
				if t.sum = plainSum(unsafe.Add(p, n), min(part, l.size-n)); t.sum != 0 {
					t.offset = offset + n
					found = found.with(t, len(s.leaves)-i)
				}
			}
			continue
		case arrayLeaf:
			for n := uintptr(0); n < l.size; n += l.elem.size {
				found = l.elem.trace(unsafe.Add(p, n), offset+n, found)
			}
			continue
		case interfaceLeaf:
			if t.at = address(p); t.at != 0 {
				t.sum = address(unsafe.Add(p, wordSize))
			}
		default:
			t = l.look(p)
		}
		if t != (trace{}) {
			t.offset = offset
			found = found.with(t, len(s.leaves)-i)
		}
	}
	return found
}

// with appends t. At first it makes room for as many traces as there may be.
//
//go:norace
func (found Traces) with(t trace, room int) Traces {
	if found == nil {
		found = make(Traces, 0, min(room, 32))
	}
	return append(found, t)
}

// plainParts is how many traces an array of numbers gets, at most.
const plainParts = 8

// part returns the size of what has a trace of its own in a plain leaf: some
// elements of an array, so that a part that the reset forgot is seen beside one
// that it did not forget.
func (l *leaf) part() uintptr {
	if l.elem == nil {
		return l.size
	}
	n := l.size / l.unit
	return (n + plainParts - 1) / plainParts * l.unit
}

// plainSum returns 0 if n bytes at p are zero, and otherwise a sum of them.
//
//go:norace
//go:nocheckptr
func plainSum(p unsafe.Pointer, n uintptr) uint64 {
	zero := span(p, n, 0)
	if zero == n {
		return 0
	}
	return max(1, mix(uint64(zero), sumOf(unsafe.Add(p, zero), n-zero)))
}

// endSum returns a sum of n bytes at p: of all, or of the two ends.
//
//go:norace
//go:nocheckptr
func endSum(p unsafe.Pointer, n uintptr) uint64 {
	if n <= 2*endBytes {
		return sumOf(p, n)
	}
	return mix(sumOf(p, endBytes), sumOf(unsafe.Add(p, n-endBytes), endBytes))
}

// look takes the trace of a leaf that has memory elsewhere.
//
//go:norace
func (l *leaf) look(p unsafe.Pointer) (t trace) {
	defer t.endLook()
	switch l.kind {
	case stringLeaf:
		s := *(*string)(p)
		if t.n = uint64(len(s)); t.n > 0 {
			t.at = address(p)
			t.sum = endSum(unsafe.Pointer(unsafe.StringData(s)), uintptr(len(s)))
		}
	case sliceLeaf:
		s := *(*[]byte)(p)
		if t.n = uint64(len(s)); t.n > 0 {
			t.at = address(p)
			t.sum = l.target().digest(unsafe.Pointer(unsafe.SliceData(s)), uintptr(len(s)))
		}
	case mapLeaf:
		if t.at = address(p); t.at != 0 {
			t.n = uint64(mapLen(p))
			t.sum = mapSeed(p)
		}
	case opaqueLeaf:
		if t.at = address(p); t.at != 0 && l.typ.Kind() == reflect.Chan {
			t.n = uint64(chanLen(p))
		}
	case pointerLeaf:
		if t.at = address(p); t.at != 0 {
			t.n = l.target().weight(*(*unsafe.Pointer)(p))
		}
	}
	return t
}

// endLook recovers from a look at an address where there is no memory. Nothing
// else can panic there.
func (t *trace) endLook() {
	if recover() != nil {
		t.sum = unreadable
	}
}

// weight returns the size of what an object holds in its slices and maps.
//
//go:norace
//go:nocheckptr
func (s *Shape) weight(object unsafe.Pointer) (n uint64) {
	for i := range s.leaves {
		switch l := &s.leaves[i]; l.kind {
		case sliceLeaf:
			n += uint64(cap(*(*[]byte)(unsafe.Add(object, l.offset)))) * uint64(l.target().size)
		case mapLeaf:
			n += uint64(mapLen(unsafe.Add(object, l.offset))) * uint64(wordSize)
		}
	}
	return n
}

// digest returns a sum of n elements of a slice, which have shape s: of all, or
// of the two ends. It is 0 if they are zero. It follows no pointer: if the words
// of the slice do not belong together, there may be none.
//
//go:norace
//go:nocheckptr
func (s *Shape) digest(elements unsafe.Pointer, n uintptr) (sum uint64) {
	if s.solid {
		return s.digestPlain(elements, n*s.size)
	}
	for i := uintptr(0); i < n && len(s.leaves) > 0; i++ {
		if i == endElements && n > 2*endElements {
			i = n - endElements
		}
		sum = s.digestOne(unsafe.Add(elements, i*s.size), sum, false)
	}
	return sum
}

//go:norace
//go:nocheckptr
func (s *Shape) digestPlain(p unsafe.Pointer, n uintptr) uint64 {
	head := min(n, endBytes)
	tail := min(n-head, endBytes)
	if span(p, head, 0) == head && span(unsafe.Add(p, n-tail), tail, 0) == tail {
		return 0
	}
	return max(1, endSum(p, n))
}

// digestOne adds an element to a sum: if exact, all of it, and otherwise without
// the addresses. A table can be filled on purpose as it is used.
//
//go:norace
//go:nocheckptr
func (s *Shape) digestOne(element unsafe.Pointer, sum uint64, exact bool) uint64 {
	for i := range s.leaves {
		l := &s.leaves[i]
		if l.untraced {
			continue
		}
		p, part := unsafe.Add(element, l.offset), uint64(0)
		switch l.kind {
		case plainLeaf:
			part = plainSum(p, l.size)
		case arrayLeaf:
			for n := uintptr(0); n < l.size; n += l.elem.size {
				sum = l.elem.digestOne(unsafe.Add(p, n), sum, exact)
			}
		case stringLeaf, sliceLeaf:
			part = uint64(len(*(*string)(p))) // the words of a slice begin like these
		case opaqueLeaf, interfaceLeaf:
			part = min(1, address(p))
		}
		if part != 0 {
			sum = mix(sum+uint64(i)+1, part)
		}
		for n := uintptr(0); exact && l.kind > arrayLeaf && n < l.size; n += wordSize {
			sum = mix(sum, address(unsafe.Add(p, n)))
		}
	}
	return sum
}
