package shape

import (
	"unsafe"
)

// poisonString is a variable so that it has one address, by which it is
// recognized.
var poisonString = "rcpool: used after release"

// Poison overwrites the object, whose lease has ended, so that a late reader
// notices and a late writer is noticed. Numbers get a pattern, strings a text
// for the reader, everything else becomes nil. Memory behind the object is not
// touched.
func (s *Shape) Poison(object unsafe.Pointer) {
	for i := range s.leaves {
		l := &s.leaves[i]
		p := unsafe.Add(object, l.offset)
		switch l.kind {
		case plainLeaf:
			fill(unsafe.Slice((*byte)(p), l.size), l.fill)
		case arrayLeaf:
			for at := uintptr(0); at < l.size; at += l.elem.size {
				l.elem.Poison(unsafe.Add(p, at))
			}
		case stringLeaf:
			*(*string)(p) = poisonString
		case sliceLeaf:
			*(*[]byte)(p) = nil
		case interfaceLeaf:
			*(*any)(p) = nil
		default:
			*(*unsafe.Pointer)(p) = nil
		}
	}
}

// Verify names the fields of a poisoned object that no longer hold the poison.
// It misses a late write of the poison itself, such as true or nil.
func (s *Shape) Verify(object unsafe.Pointer) []Finding {
	f := findings{shape: s}
	s.damage(object, 0, &f)
	return f.list()
}

//go:norace
func (s *Shape) damage(object unsafe.Pointer, base uintptr, f *findings) {
	for i := range s.leaves {
		l := &s.leaves[i]
		p, at := unsafe.Add(object, l.offset), base+l.offset
		damaged := false
		switch l.kind {
		case plainLeaf:
			l.damage(p, at, f)
		case arrayLeaf:
			for n := uintptr(0); n < l.size; n += l.elem.size {
				l.elem.damage(unsafe.Add(p, n), at+n, f)
			}
		case stringLeaf:
			s := *(*string)(p)
			damaged = unsafe.StringData(s) != unsafe.StringData(poisonString) || len(s) != len(poisonString)
		case sliceLeaf:
			s := *(*[]byte)(p)
			damaged = unsafe.SliceData(s) != nil || len(s) != 0 || cap(s) != 0
		case interfaceLeaf:
			damaged = address(p) != 0 || address(unsafe.Add(p, wordSize)) != 0
		default:
			damaged = *(*unsafe.Pointer)(p) != nil
		}
		if damaged {
			f.add(at, false, writtenLate)
		}
	}
}

// damage finds the damaged units of a plain leaf.
func (l *leaf) damage(p unsafe.Pointer, at uintptr, f *findings) {
	unit := l.size
	if l.elem != nil {
		unit = l.unit
	}
	for n := uintptr(0); n < l.size; {
		if n += span(unsafe.Add(p, n), l.size-n, l.fill); n < l.size {
			f.add(at+n, false, writtenLate)
			n += unit - n%unit
		}
	}
}
