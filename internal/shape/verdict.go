package shape

import (
	"sort"
	"unsafe"
)

// A Lease is what was seen of an object in its first lease: of a later one, what an
// earlier lease left cannot be told from what the reset writes.
type Lease struct {
	Object unsafe.Pointer
	Begin  Traces // when the lease began
	End    Traces // when it had ended, before the reset
	After  Traces // after the reset
	Zeroed bool   // the reset sets the object to its zero value

	// Tried is what Habits.Tried returned before the reset.
	Tried int64

	// Try makes a new object, calls see with it, resets it and calls see again. It
	// reports whether that could be done. Judge calls it before it reports a field,
	// at most maxTrials times for all leases of a pool. If Try is nil, the reset is
	// taken to write nothing itself.
	Try func(see func(object unsafe.Pointer)) bool
}

// What findings say. They reveal no value.
const (
	writtenLate  = "was written after the release"
	leftValue    = "still has the value that the lease gave it"
	leftText     = "still holds the text of the lease"
	leftElements = "still has the elements of the lease"
	leftEntries  = "still has the entries of the lease"
	leftTarget   = "still points to what the lease put there"
	leftContent  = "still holds what the lease put there"
	isEmpty      = "is empty, and is not in a fresh object: what New built is gone"
	isNil        = "is nil, and is not in a fresh object: what New built is gone"
)

// left says that a leaf is as the lease left it.
var left = [...]string{
	plainLeaf:     leftValue,
	stringLeaf:    leftText,
	sliceLeaf:     leftElements,
	mapLeaf:       leftEntries,
	pointerLeaf:   leftTarget,
	opaqueLeaf:    leftContent,
	interfaceLeaf: leftContent,
}

// next takes the traces of the first leaf that has one.
func (lease *Lease) next() (begin, end, after trace, ok bool) {
	offset := min(lease.Begin.offset(), lease.End.offset(), lease.After.offset())
	if offset == noOffset {
		return begin, end, after, false
	}
	return lease.Begin.take(offset), lease.End.take(offset), lease.After.take(offset), true
}

const noOffset = ^uintptr(0)

// offset returns the offset of the first trace.
func (found Traces) offset() uintptr {
	if len(found) == 0 {
		return noOffset
	}
	return found[0].offset
}

// take removes the first trace if it has the offset, and returns it. Otherwise it
// returns that of an empty field.
func (found *Traces) take(offset uintptr) trace {
	if found.offset() != offset {
		return trace{offset: offset}
	}
	t := (*found)[0]
	*found = (*found)[1:]
	return t
}

// at returns the trace of the field at the offset.
func (found Traces) at(offset uintptr) trace {
	i := sort.Search(len(found), func(i int) bool { return found[i].offset >= offset })
	found = found[i:]
	return found.take(offset)
}

// empty reports whether t is the trace of an empty field.
func (t trace) empty() bool { return t == trace{offset: t.offset} }

// gone returns what is wrong if the reset took away what a fresh object has, or
// "". It says nothing of what a lease has made grow, because a reset may drop
// what became too large.
func (lease *Lease) gone(l *leaf, begin, end, after trace) string {
	if begin.empty() || end.empty() {
		return ""
	}
	same := lease.Zeroed || end.at == begin.at
	switch l.kind {
	case plainLeaf, stringLeaf:
		return ""
	case sliceLeaf:
		if after.empty() && same && lease.missed(begin, after) {
			return isEmpty
		}
	case mapLeaf:
		switch {
		case after.at == 0 && same && (lease.Zeroed || end.n <= begin.n+smallMap):
			return isNil
		case after.at != 0 && after.n == 0 && begin.n > 0 && end.n > 0:
			return isEmpty
		}
	case pointerLeaf:
		if after.at == 0 && same && (lease.Zeroed || end.n <= max(begin.n, smallTarget)) {
			return isNil
		}
	default:
		if after.at == 0 && same {
			return isNil
		}
	}
	return ""
}

// What is no larger than this did not grow: a map of so many entries has no
// table, and a bytes.Buffer begins with so many bytes.
const (
	smallMap    = 8
	smallTarget = 64
)

// missed reports whether an empty slice is less than what a fresh object has:
// elements that are not zero, or memory for them.
func (lease *Lease) missed(begin, after trace) bool {
	return begin.sum != 0 || cap(*(*[]byte)(unsafe.Add(lease.Object, after.offset))) == 0
}

// wasLeft reports whether a leaf is as the lease left it, and not as it was
// before.
func (l *leaf) wasLeft(begin, end, after trace) bool {
	return !after.empty() && l.same(end, after) && !l.same(begin, end) && !l.alike(begin, end)
}

// written reports whether the reset wrote what a leaf has now.
func (l *leaf) written(end, after trace) bool { return !after.empty() && !l.same(end, after) }

// same reports whether nothing was written to a leaf. What is behind a pointer
// can belong to others.
func (l *leaf) same(t, u trace) bool {
	if l.kind == pointerLeaf {
		return t.at == u.at
	}
	return t == u
}

// alike reports whether a leaf holds the same, perhaps at another address.
func (l *leaf) alike(t, u trace) bool {
	switch l.kind {
	case stringLeaf, sliceLeaf:
		return t.n == u.n && t.sum == u.sum
	case mapLeaf:
		return t.n == u.n
	}
	return l.same(t, u)
}
