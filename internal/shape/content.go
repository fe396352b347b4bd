package shape

import (
	"reflect"
	"sync"
	"unsafe"

	"github.com/rcpool/rcpool/internal/race"
)

// A content is what the next owner would find in a field, or behind it.
type content struct {
	full  bool   // there is something
	apart bool   // it can be nobody's data: the same in every lease
	key   uint64 // if apart: what tells one such thing from another
	at    uint64 // of a pointer: the address, for what is there changes
}

// or returns which of two contents tells more.
func (c content) or(other content) content {
	if other.full && (!c.full || c.apart && !other.apart) {
		return other
	}
	return c
}

// content looks at the field of a leaf at p, of which t is the trace. A pointer to
// something empty is empty, and so is a slice in which all elements are alike: it
// was filled when it was made.
//
// The words of a slice or an interface were the same at the end of the lease and
// after the reset, so they belong together, and what they point to is there.
//
//go:norace
func (l *leaf) content(p unsafe.Pointer, t trace) (c content) {
	defer c.endContent()
	switch l.kind {
	case plainLeaf:
		return content{full: true, apart: l.part() <= wordSize || l.filled(p), key: t.sum}
	case sliceLeaf:
		if s := *(*[]byte)(p); address(p) == t.at && uint64(len(s)) == t.n {
			return l.target().elements(unsafe.Pointer(unsafe.SliceData(s)), uintptr(len(s)))
		}
		return content{}
	case pointerLeaf:
		return content{full: !l.looksBlank(p), apart: true, key: l.target().key(*(*unsafe.Pointer)(p)), at: t.at}
	case interfaceLeaf:
		if address(p) == t.at && address(unsafe.Add(p, wordSize)) == t.sum {
			return l.dynamic(p)
		}
		return content{}
	case opaqueLeaf:
		return l.opaque(p)
	}
	return content{full: true}
}

// endContent recovers from a look at an address where there is no memory.
func (c *content) endContent() {
	if recover() != nil {
		*c = content{}
	}
}

// filled reports whether all elements of a part of an array are alike.
//
//go:norace
//go:nocheckptr
func (l *leaf) filled(p unsafe.Pointer) bool {
	n := l.part()
	for i := l.unit; i < n; i++ {
		if *(*byte)(unsafe.Add(p, i)) != *(*byte)(unsafe.Add(p, i-l.unit)) {
			return false
		}
	}
	return n > l.unit
}

// opaque looks at a channel with something in it, or at a function. The first
// word of a function is the address of its code; if there is a second, it is what
// the function captured first.
//
//go:norace
//go:nocheckptr
func (l *leaf) opaque(p unsafe.Pointer) content {
	switch l.typ.Kind() {
	case reflect.Chan:
		return content{full: chanLen(p) > 0}
	case reflect.Func:
		f := *(*unsafe.Pointer)(p)
		captured := address(unsafe.Add(f, wordSize))
		return content{full: true, apart: true, key: mix(address(f), captured), at: captured}
	}
	return content{}
}

// refersTo reports whether a word is an address in the object, or of something
// that the object points to.
//
//go:norace
//go:nocheckptr
func (s *Shape) refersTo(object unsafe.Pointer, word uint64) bool {
	if word-uint64(uintptr(object)) < uint64(s.size) {
		return true
	}
	for i := range s.leaves {
		if l := &s.leaves[i]; l.kind == pointerLeaf && address(unsafe.Add(object, l.offset)) == word {
			return true
		}
	}
	return false
}

// dynamic looks at the value of an interface. An error is always somebody's.
//
//go:norace
//go:nocheckptr
func (l *leaf) dynamic(p unsafe.Pointer) content {
	t := l.dynamicType(p)
	data := unsafe.Add(p, wordSize)
	switch isPointer, known := isPointer(t); {
	case !known:
		return content{}
	case !isPointer:
		data = *(*unsafe.Pointer)(data)
	}
	s := dynamicShape(t)
	if len(s.leaves) == 0 || s.leaves[0].untraced {
		return content{}
	}
	words, key := lookWords, s.key(data)
	if only := &s.leaves[0]; only.kind == pointerLeaf {
		key = only.target().key(*(*unsafe.Pointer)(data))
	}
	return content{full: !s.blank(data, lookDepth, &words), apart: l.typ != errorType, key: mix(address(p), key), at: address(unsafe.Add(p, wordSize))}
}

// dynamicType returns the type of what is in an interface. It does not look at
// the value.
//
//go:norace
func (l *leaf) dynamicType(p unsafe.Pointer) reflect.Type {
	words := [2]unsafe.Pointer{*(*unsafe.Pointer)(p)}
	if l.typ.NumMethod() == 0 {
		return reflect.TypeOf(*(*any)(unsafe.Pointer(&words)))
	}
	return reflect.TypeOf(*(*interface{ M() })(unsafe.Pointer(&words))) // all interfaces with methods convert in the same way
}

// isPointer reports whether the data word of an interface is the value itself,
// as for pointers, and not its address. It is not known of a struct or an array
// of one word.
func isPointer(t reflect.Type) (is, known bool) {
	switch t.Kind() {
	case reflect.Pointer, reflect.Map, reflect.Chan, reflect.Func, reflect.UnsafePointer:
		return true, true
	case reflect.Struct, reflect.Array:
		return false, t.Size() != wordSize
	}
	return false, true
}

// dynamicShapes has the shapes of types that were seen in interfaces.
var dynamicShapes sync.Map

// dynamicShape returns the shape of t. The race detector must not take this for
// synchronization between leases.
func dynamicShape(t reflect.Type) *Shape {
	race.Disable()
	defer race.Enable()
	s, ok := dynamicShapes.Load(t)
	if !ok {
		s, _ = dynamicShapes.LoadOrStore(t, Of(t))
	}
	return s.(*Shape)
}

var errorType = reflect.TypeFor[error]()

// elements looks at the elements of a slice, which have shape s: at those at the
// two ends, if there are many.
//
//go:norace
//go:nocheckptr
func (s *Shape) elements(elements unsafe.Pointer, n uintptr) content {
	var c content
	alike, first := n > 3, s.digestOne(elements, 0, true)
	for i := uintptr(0); i < n; i++ {
		if i == endElements && n > 2*endElements {
			i = n - endElements
		}
		element := unsafe.Add(elements, i*s.size)
		alike = alike && s.digestOne(element, 0, true) == first
		c = c.or(s.element(element))
	}
	if alike {
		return content{}
	}
	return c
}

// element looks at one.
//
//go:norace
//go:nocheckptr
func (s *Shape) element(element unsafe.Pointer) (c content) {
	for i := range s.leaves {
		l := &s.leaves[i]
		p, words := unsafe.Add(element, l.offset), lookWords
		if l.untraced || l.blank(p, 0, &words) && l.kind != pointerLeaf {
			continue
		}
		in := content{full: true}
		switch l.kind {
		case arrayLeaf:
			in = content{}
			for n := uintptr(0); n < l.size; n += l.elem.size {
				in = in.or(l.elem.element(unsafe.Add(p, n)))
			}
		case pointerLeaf:
			if address(p) == 0 {
				continue
			}
			in = l.content(p, trace{})
		case interfaceLeaf: // whose words need not belong together
			in = content{full: true, apart: l.typ != errorType, key: address(p)}
			if is, known := isPointer(l.dynamicType(p)); known && !is {
				in.key = mix(in.key, address(unsafe.Add(p, wordSize)))
			}
		case opaqueLeaf:
			in = l.opaque(p)
		}
		c = c.or(in)
	}
	return c
}

// key returns a sum of what is in an object: of numbers and texts, also in
// slices, but not of addresses.
//
//go:norace
//go:nocheckptr
func (s *Shape) key(object unsafe.Pointer) uint64 {
	words := lookWords
	return s.addKey(object, 0, &words)
}

//go:norace
//go:nocheckptr
func (s *Shape) addKey(object unsafe.Pointer, sum uint64, words *int) uint64 {
	if object == nil {
		return sum
	}
	for i := range s.leaves {
		l := &s.leaves[i]
		if *words--; *words < 0 {
			break
		}
		p := unsafe.Add(object, l.offset)
		switch {
		case l.untraced:
		case l.kind == plainLeaf:
			sum = mix(sum, plainSum(p, min(l.size, lookWords*wordSize)))
		case l.kind == arrayLeaf:
			for n := uintptr(0); n < l.size && *words > 0; n += l.elem.size {
				sum = l.elem.addKey(unsafe.Add(p, n), sum, words)
			}
		case l.kind == stringLeaf:
			text := *(*string)(p)
			sum = mix(sum, endSum(unsafe.Pointer(unsafe.StringData(text)), uintptr(len(text))))
		case l.kind == sliceLeaf:
			inner := *(*[]byte)(p)
			sum = mix(sum, uint64(len(inner)))
			if of := l.target(); of.solid {
				sum = mix(sum, endSum(unsafe.Pointer(unsafe.SliceData(inner)), uintptr(len(inner))*of.size))
			}
		case l.kind == mapLeaf:
			sum = mix(sum, uint64(mapLen(p)))
		default:
			sum = mix(sum, min(1, address(p)))
		}
	}
	return sum
}
