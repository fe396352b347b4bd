package shape

import (
	"bufio"
	"bytes"
	"fmt"
	"reflect"
	"slices"
	"unsafe"

	"github.com/rcpool/rcpool/internal/race"
)

// A Memory is memory behind an object that belongs to the object alone: its next
// owner would write there. A Memory keeps it alive, but not the object.
type Memory struct {
	path  string // of the slice, such as .buf
	data  unsafe.Pointer
	n     uintptr
	shape *Shape // of an element
}

// makers are types that make their memory themselves, and keep it when they are
// reset.
var makers = []reflect.Type{reflect.TypeFor[bufio.Reader](), reflect.TypeFor[bufio.Writer]()}

func makes(t reflect.Type) bool { return slices.Contains(makers, t) }

// owns reports whether an object of type t owns its memory, if it is all that the
// next lease gets. A bytes.Buffer does not make its memory, but the next lease
// would write into it. In a struct, each lease may assign another one, made of a
// slice of somebody else. strings.Builder owns nothing, since its memory is that
// of the strings it has returned.
func owns(t reflect.Type) bool { return makes(t) || t == reflect.TypeFor[bytes.Buffer]() }

// Behind returns the memory that is known to be the object's own:
//
//   - that of each of the [makers] in the object;
//   - that of the object if it is a bytes.Buffer, or a pointer to one or to one of
//     the makers;
//   - the elements of the object if it is a slice.
//
// An object that is nothing but a slice or a pointer has nothing else to be used
// again. Any other slice or pointer may lead to memory of somebody else, even if
// the reset leaves its capacity: each lease may assign another one.
func (s *Shape) Behind(object unsafe.Pointer) (all []Memory) {
	l := s.sole()
	switch {
	case l != nil && l.kind == sliceLeaf:
		all = l.memory(object, "", nil)
	case l != nil && l.kind == pointerLeaf && l.owned:
		if p := *(*unsafe.Pointer)(object); p != nil {
			all = l.target().whole(p)
		}
	default:
		all = s.whole(object)
	}
	return slices.DeleteFunc(all, func(m Memory) bool { return m.Size() == 0 || s.includes(object, m) })
}

// Given returns the memory that Pool.Memory has returned, unless it is a part of
// the object.
func (s *Shape) Given(object unsafe.Pointer, b []byte) []Memory {
	m := Memory{"memory", unsafe.Pointer(unsafe.SliceData(b)), uintptr(len(b)), byteShape}
	if m.n == 0 || s.includes(object, m) {
		return nil
	}
	return []Memory{m}
}

var byteShape = Shared(reflect.TypeFor[byte]())

// sole returns the leaf that is the whole object, if there is one.
func (s *Shape) sole() *leaf {
	if len(s.leaves) == 1 && s.leaves[0].path == "" {
		return &s.leaves[0]
	}
	return nil
}

// includes reports whether m is a part of the object.
func (s *Shape) includes(object unsafe.Pointer, m Memory) bool {
	return uintptr(m.data)-uintptr(object) < s.size
}

// whole returns the memory of an object that is all that the next lease gets.
func (s *Shape) whole(object unsafe.Pointer) (all []Memory) {
	if !s.owner {
		return s.behind(object, "", nil)
	}
	for i := range s.leaves {
		if l := &s.leaves[i]; l.kind == sliceLeaf {
			all = l.memory(unsafe.Add(object, l.offset), l.path, all)
		}
	}
	return all
}

func (s *Shape) behind(object unsafe.Pointer, path string, all []Memory) []Memory {
	for i := range s.leaves {
		l := &s.leaves[i]
		p, path := unsafe.Add(object, l.offset), path+l.path
		switch {
		case l.kind == arrayLeaf && l.elem.makes:
			for i := range l.size / l.elem.size {
				all = l.elem.behind(unsafe.Add(p, i*l.elem.size), fmt.Sprintf("%s[%d]", path, i), all)
			}
		case l.kind == sliceLeaf && l.owned:
			all = l.memory(p, path, all)
		}
	}
	return all
}

// memory adds that of the slice at p.
func (l *leaf) memory(p unsafe.Pointer, path string, all []Memory) []Memory {
	s := *(*[]byte)(p) // any slice
	return append(all, Memory{path, unsafe.Pointer(unsafe.SliceData(s)), uintptr(cap(s)), l.target()})
}

// Size returns the size of m in bytes.
func (m Memory) Size() uintptr { return m.n * m.shape.size }

// SizeOf returns the size of all of the memory in bytes.
func SizeOf(all []Memory) (size uintptr) {
	for _, m := range all {
		size += m.Size()
	}
	return size
}

// Data returns where m begins.
func (m Memory) Data() unsafe.Pointer { return m.data }

// At returns m as it is at another address. At nil it does not keep the memory
// alive.
func (m Memory) At(data unsafe.Pointer) Memory {
	m.data = data
	return m
}

// Head returns the first elements of m, of at most the given size in bytes.
func (m Memory) Head(size uintptr) Memory {
	if m.shape.size > 0 {
		m.n = min(m.n, size/m.shape.size)
	}
	return m
}

// Poison overwrites m as [Shape.Poison] overwrites an object. The race detector
// does not see it if the elements are plain: it remembers four accesses of a
// word, and writes to single bytes would displace those of a late user.
//
//go:norace
func (m Memory) Poison() {
	if m.shape.solid {
		b := unsafe.Slice((*byte)(m.data), m.Size())
		if !race.Enabled {
			fill(b, m.shape.fill)
			return
		}
		for i := range b {
			b[i] = m.shape.fill
		}
		return
	}
	for i := range m.n {
		m.shape.Poison(unsafe.Add(m.data, i*m.shape.size))
	}
}

// Verify names the first element of m that no longer holds the poison.
func (m Memory) Verify() (found Finding, ok bool) {
	i := uintptr(0)
	if m.shape.solid {
		i = span(m.data, m.Size(), m.shape.fill) / m.shape.size
	} else {
		for i < m.n && len(m.shape.Verify(unsafe.Add(m.data, i*m.shape.size))) == 0 {
			i++
		}
	}
	if i == m.n {
		return Finding{}, false
	}
	return Finding{Path: fmt.Sprintf("%s[%d]", m.path, i), Offset: i * m.shape.size, What: writtenLate}, true
}
