package shape

import (
	"runtime/debug"
	"unsafe"
)

// Traces are what Observe saw of an object: a trace for each field that is
// traced and not empty, by offset. A zeroed object, such as new(T), has none.
type Traces []trace

// A trace holds no value, since values may be secret, and no pointer. Its
// fields are by kind:
//
//	plain      id: sum of the bytes, not 0
//	string     id: length; sum: of the content
//	slice      id: length; sum: of what is plain in its elements, and of the
//	           lengths of strings and slices; held: how many interfaces,
//	           channels and functions in them are not nil
//	map        id: length + 1
//	pointer    id: address; held: 1 if what it points to is not empty
//	opaque     id: address
//	interface  id: the dynamic type; sum: the data word
type trace struct {
	at      uintptr
	id, sum uint64
	held    int
}

// unreadable is the sum of a string or slice whose memory cannot be read.
const unreadable = 0xDEAD

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
		p, at := unsafe.Add(object, l.offset), base+l.offset
		var t trace
		switch l.kind {
		case plainLeaf:
			if span(p, l.size, 0) < l.size {
				t.id = max(1, sumOf(p, l.size))
			}
		case arrayLeaf:
			for n := uintptr(0); n < l.size; n += l.elem.size {
				found = l.elem.trace(unsafe.Add(p, n), at+n, found)
			}
		case opaqueLeaf:
			t.id = address(p)
		case interfaceLeaf:
			if t.id = address(p); t.id != 0 {
				t.sum = address(unsafe.Add(p, wordSize))
			}
		default:
			t = l.look(p)
		}
		if t.id != 0 {
			t.at = at
			if found == nil {
				found = make(Traces, 0, min(len(s.leaves)-i, 32))
			}
			found = append(found, t)
		}
	}
	return found
}

// look takes the trace of a leaf that has memory elsewhere.
//
//go:norace
func (l *leaf) look(p unsafe.Pointer) (t trace) {
	defer t.endLook()
	switch l.kind {
	case stringLeaf:
		s := *(*string)(p)
		if t.id = uint64(len(s)); t.id > 0 {
			t.sum = sumOf(unsafe.Pointer(unsafe.StringData(s)), uintptr(len(s)))
		}
	case sliceLeaf:
		s := *(*[]byte)(p)
		if t.id = uint64(len(s)); t.id > 0 {
			l.target().digest(unsafe.Pointer(unsafe.SliceData(s)), uintptr(len(s)), &t)
		}
	case mapLeaf:
		if address(p) != 0 {
			t.id = 1
			t.id += uint64(mapLen(p))
		}
	case pointerLeaf:
		if t.id = address(p); t.id != 0 && !l.looksBlank(p) {
			t.held = 1
		}
	}
	return t
}

// endLook recovers from a look at an address where there is no memory. Nothing
// else can panic there.
func (t *trace) endLook() {
	if recover() != nil {
		t.sum, t.held = unreadable, 1
	}
}

// digest adds up n elements of a slice, which have shape s. It follows no
// pointer: if the words of the slice do not belong together, there may be
// none.
//
//go:norace
//go:nocheckptr
func (s *Shape) digest(elements unsafe.Pointer, n uintptr, t *trace) {
	switch {
	case s.solid:
		t.sum = sumOf(elements, n*s.size)
	case len(s.leaves) > 0:
		for i := range n {
			s.digestOne(unsafe.Add(elements, i*s.size), t)
		}
	}
}

//go:norace
//go:nocheckptr
func (s *Shape) digestOne(element unsafe.Pointer, t *trace) {
	for i := range s.leaves {
		l := &s.leaves[i]
		if l.untraced {
			continue
		}
		p := unsafe.Add(element, l.offset)
		switch l.kind {
		case plainLeaf:
			t.sum = mix(t.sum, sumOf(p, l.size))
		case arrayLeaf:
			for n := uintptr(0); n < l.size; n += l.elem.size {
				l.elem.digestOne(unsafe.Add(p, n), t)
			}
		case stringLeaf:
			t.sum = mix(t.sum, uint64(len(*(*string)(p))))
		case sliceLeaf:
			t.sum = mix(t.sum, uint64(len(*(*[]byte)(p))))
		case opaqueLeaf, interfaceLeaf:
			if address(p) != 0 {
				t.held++
			}
		}
	}
}
