// Package shape knows the memory of an object by its type: where its fields are
// and of what kind. With the [Shape] of its type a checked lease
//
//   - fills an object whose lease has ended with a pattern ([Shape.Poison]), and
//     later finds what was written to it after that ([Shape.Verify]), and does the
//     same with memory behind it that is known to be its own ([Shape.Behind]);
//   - takes traces of an object before the lease, at its end and after the reset
//     ([Shape.Observe]), and finds what the reset forgot or took away
//     ([Habits.Judge]).
//
// A shape never calls the user's code: no method, no map iteration.
//
// Fields that concern neither poison nor traces are no part of the shape:
// padding, blank fields, and types of the packages sync and sync/atomic (a stale
// Lock would hang on a poisoned mutex).
//
// # Why the unsafe code here is safe
//
// Callers pass a pointer to an object of the very type the shape was made of,
// and offsets come from reflect, so every address is that of a field, which is
// read and written as what it is, or as a type of the same layout: one pointer
// for maps, channels and functions, []byte for any slice, any for any
// interface. Poison writes pointer words by typed stores, for which the
// compiler emits write barriers, and bytes only where the type has no pointer.
//
// Traces hold sums and addresses as integers, so they keep nothing alive. Two
// pointers are taken for the same if their addresses are. The garbage
// collector does not move what is on the heap, so the same pointer never looks
// like another one; another one can look like the same if what the first
// pointed to was freed meanwhile and its memory was used again. The mistake is
// then a finding missed, never a false one: what is reported is what the reset
// left as it was.
//
// Functions that read are marked go:norace. What is behind the pointers of an
// object may rightly belong to other goroutines, and a late writer is
// unsynchronized by definition: the race detector would blame this package. Such
// reads are still harmless. Of memory that others may write, only words are
// used, and a word is never torn; a pointer among them is followed as any Go
// code may. A string or a slice has several words, which can be of two different
// values if another goroutine writes to an object that it does not own; they are
// read with faults turned into panics (debug.SetPanicOnFault), which are
// recovered. Since such a range need not lie in one allocation, those functions
// are marked go:nocheckptr too.
package shape

import (
	"fmt"
	"reflect"
	"slices"
	"sort"
	"strings"
)

// A Shape is the memory of a type. It is safe for concurrent use; the objects
// are as safe as the caller makes them.
type Shape struct {
	size   uintptr
	leaves []leaf // by offset
	solid  bool   // every byte is plain, traced, and gets the same poison
	fill   byte   // the poison of a solid shape
	makes  bool   // there is one of the makers in it
	owner  bool   // it owns its memory
}

// A leaf is a field that has no fields of its own, or an array.
type leaf struct {
	path         string // such as .User.Name
	offset, size uintptr
	kind         leafKind
	untraced     bool // does not concern traces: see private and kept

	fill   byte          // plainLeaf: the poison
	elem   *Shape        // arrayLeaf, and plainLeaf if it is an array
	unit   uintptr       // the same: the size of the elements that findings count
	target func() *Shape // pointerLeaf, sliceLeaf: what is behind it; made on demand, for types can be recursive
	typ    reflect.Type  // opaqueLeaf, interfaceLeaf
	owned  bool          // sliceLeaf: of one of the makers; pointerLeaf: to an owner
}

type leafKind uint8

const (
	plainLeaf  leafKind = iota // a number or a bool, or an array of elements with a solid shape
	arrayLeaf                  // any other array
	opaqueLeaf                 // one pointer that is not followed: chan, func, unsafe.Pointer
	stringLeaf
	sliceLeaf
	mapLeaf
	pointerLeaf
	interfaceLeaf
)

const (
	poisonByte = 0xDB // of numbers: large, negative if signed, and no likely value
	poisonBool = 1    // a bool must be 0 or 1
)

// Of makes the shape of t.
func Of(t reflect.Type) *Shape {
	s := &Shape{size: t.Size()}
	s.add(t, "", 0, false)
	s.solid, s.fill = s.filling()
	s.makes = slices.ContainsFunc(s.leaves, func(l leaf) bool { return l.kind == sliceLeaf && l.owned || l.elem != nil && l.elem.makes })
	s.owner = owns(t)
	return s
}

// Size returns the size of the type in bytes.
func (s *Shape) Size() uintptr { return s.size }

func (s *Shape) add(t reflect.Type, path string, offset uintptr, untraced bool) {
	l := leaf{path: path, offset: offset, size: t.Size(), fill: poisonByte, untraced: untraced}
	if l.size == 0 {
		return
	}
	switch t.Kind() {
	case reflect.Struct:
		s.addFields(t, path, offset, untraced)
		return
	case reflect.Array:
		l.elem = Of(t.Elem())
		if len(l.elem.leaves) == 0 {
			return
		}
		l.unit = l.elem.unit()
		if l.kind = arrayLeaf; l.elem.solid {
			l.kind, l.fill = plainLeaf, l.elem.fill
		}
	case reflect.Bool:
		l.fill = poisonBool
	case reflect.String:
		l.kind = stringLeaf
	case reflect.Map:
		l.kind = mapLeaf
	case reflect.Slice, reflect.Pointer:
		l.kind = pointerLeaf
		if t.Kind() == reflect.Slice {
			l.kind = sliceLeaf
		} else if reusable(t.Elem()) {
			l.untraced = true // kept on purpose
		}
		l.target, l.owned = onDemand(t.Elem()), l.kind == pointerLeaf && owns(t.Elem())
	case reflect.Chan, reflect.Func, reflect.UnsafePointer:
		l.kind, l.typ = opaqueLeaf, t
	case reflect.Interface:
		l.kind, l.typ = interfaceLeaf, t
	}
	s.leaves = append(s.leaves, l)
}

func (s *Shape) addFields(t reflect.Type, path string, offset uintptr, untraced bool) {
	if synchronizes(t) {
		return
	}
	first := len(s.leaves)
	for i := range t.NumField() {
		if f := t.Field(i); f.Name != "_" {
			s.add(f.Type, path+"."+f.Name, offset+f.Offset, untraced || private(t, f) || kept(f))
		}
	}
	for i := first; makes(t) && i < len(s.leaves); i++ {
		s.leaves[i].owned = s.leaves[i].kind == sliceLeaf
	}
}

// filling reports whether the shape is solid, and with which poison.
func (s *Shape) filling() (solid bool, fill byte) {
	end := uintptr(0)
	for i := range s.leaves {
		l := &s.leaves[i]
		if l.kind != plainLeaf || l.untraced || l.offset != end || l.fill != s.leaves[0].fill {
			return false, 0
		}
		fill, end = l.fill, end+l.size
	}
	return end > 0 && end == s.size, fill
}

// unit returns the size of what findings in an array of s count: its elements,
// or theirs if they are arrays.
func (s *Shape) unit() uintptr {
	if l := &s.leaves[0]; len(s.leaves) == 1 && l.elem != nil {
		return l.unit
	}
	return s.size
}

// leafAt returns the leaf of s that the byte at the offset belongs to.
func (s *Shape) leafAt(offset uintptr) *leaf {
	return &s.leaves[sort.Search(len(s.leaves), func(i int) bool { return s.leaves[i].offset > offset })-1]
}

// find goes down to the leaf that the byte at the offset belongs to, through
// the elements of arrays, and returns where it starts. Unless it looks for whole
// leaves, it goes on to the number in a plain array. If path is not nil, find
// writes the path of the leaf to it.
func (s *Shape) find(offset uintptr, whole bool, path *strings.Builder) (*leaf, uintptr) {
	l := s.leafAt(offset)
	if path != nil {
		path.WriteString(l.path)
	}
	if l.elem == nil || whole && l.kind == plainLeaf {
		return l, l.offset
	}
	i, in := (offset-l.offset)/l.elem.size, (offset-l.offset)%l.elem.size
	if path != nil {
		fmt.Fprintf(path, "[%d]", i)
	}
	inner, start := l.elem.find(in, whole, path)
	return inner, l.offset + i*l.elem.size + start
}
