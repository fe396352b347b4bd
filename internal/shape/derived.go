package shape

import "unsafe"

// measures reports whether n is the length or the capacity of a slice of the
// object, or one less: a mask. Such a number goes with memory that is kept.
//
//go:norace
//go:nocheckptr
func (s *Shape) measures(object unsafe.Pointer, n uint64) bool {
	for i := range s.leaves {
		if l := &s.leaves[i]; l.kind == sliceLeaf && n > tellsNothing {
			b := *(*[]byte)(unsafe.Add(object, l.offset))
			length, capacity := uint64(len(b)), uint64(cap(b))
			if n == length || n == capacity || n+1 == length || n+1 == capacity {
				return true
			}
		}
	}
	return false
}

// Numbers up to this one are equal by chance all the time.
const tellsNothing = 2

// copied reports whether a string or a number is also in another field that lasts
// longer than a lease, such as the name of a connection: the reset may have
// copied it. The trace is that of the leaf l. A string is the same one, not only
// an equal one.
//
//go:norace
//go:nocheckptr
func (j *judge) copied(l *leaf, t trace) (is bool) {
	defer func() {
		if recover() != nil { // a pointer that others write to
			is = false
		}
	}()
	n := l.number(unsafe.Add(j.lease.Object, t.offset))
	for i := range j.shape.leaves {
		other := &j.shape.leaves[i]
		p := unsafe.Add(j.lease.Object, other.offset)
		switch {
		case other.offset == t.offset:
		case other.kind == pointerLeaf && l.kind == stringLeaf:
			if target := *(*unsafe.Pointer)(p); target != nil && other.target().holds(target, t) {
				return true
			}
		case other.kind != l.kind || other.size != l.size || other.elem != nil || !other.untraced && !j.lasts(other):
		case l.kind == stringLeaf && address(p) == t.at && uint64(len(*(*string)(p))) == t.n,
			l.kind == plainLeaf && n > tellsNothing && other.number(p) == n:
			return true
		}
	}
	return false
}

// lasts reports whether a leaf is as it was before the lease.
//
//go:norace
func (j *judge) lasts(l *leaf) bool {
	begin, after := j.lease.Begin.at(l.offset), j.lease.After.at(l.offset)
	return !begin.empty() && begin == after
}

// holds reports whether a string is in an object.
//
//go:norace
//go:nocheckptr
func (s *Shape) holds(object unsafe.Pointer, t trace) bool {
	for i := range s.leaves {
		p := unsafe.Add(object, s.leaves[i].offset)
		if s.leaves[i].kind == stringLeaf && address(p) == t.at && uint64(len(*(*string)(p))) == t.n {
			return true
		}
	}
	return false
}
