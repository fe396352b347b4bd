package rcpool

import (
	"bytes"
	"fmt"
	"hash/maphash"
	"math/bits"
	"reflect"
	"runtime/debug"
	"slices"
	"sort"
	"strings"
	"sync"
	"unsafe"
)

// A shape is what a checked lease knows about the memory of a type: where its
// fields are and of what kind. With it the lease
//
//   - poisons an object whose lease has ended (poison), and later sees who
//     wrote to it all the same (verify);
//   - takes a trace of an object before the lease and after the reset
//     (observe), and sees what the reset forgot or took away (survived).
//
// A shape never calls code of the user: no method, no map iteration. It is
// safe for concurrent use; the objects are as safe as the caller makes them.
//
// Fields that neither poison nor the traces concern are no part of the shape:
// padding, blank fields, and what comes from the packages sync and sync/atomic
// (a stale Lock would hang on a poisoned mutex).
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
// then a finding missed, never a false one.
//
// Reading is done in functions marked go:norace. What is behind the pointers
// of an object may rightly belong to other goroutines, and who wrote to the
// object late is unsynchronised by definition: the race detector would blame
// this file. Such reads are still harmless. Of memory that others may write,
// only words are used, and a word is never torn; a pointer among them is
// followed as any Go code may. Strings and slices, whose words can be of two
// different values if somebody writes to an object he does not own, are read
// with faults turned into panics (debug.SetPanicOnFault), which are recovered.
// Since such a range need not lie in one allocation, those functions are
// marked go:nocheckptr too.
type shape struct {
	size   uintptr
	leaves []leaf // by offset
	solid  bool   // every byte is plain, poisoned alike, and traced
	fill   byte   // the poison of a solid shape
}

// A leaf is a field that has no fields of its own, or an array.
type leaf struct {
	path         string // such as .User.Name
	offset, size uintptr
	kind         leafKind
	untraced     bool // no concern of traces: see private and kept

	fill   byte          // plainLeaf: the poison
	elem   *shape        // arrayLeaf, and plainLeaf if it is an array
	unit   uintptr       // the same: the size of the elements that findings count
	target func() *shape // pointerLeaf, sliceLeaf: what is behind it; made on demand, for types can be recursive
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

// poisonString is a variable so that it has one address, by which it is
// recognised.
var poisonString = "rcpool: used after release"

// shapeOf makes the shape of t.
func shapeOf(t reflect.Type) *shape {
	s := &shape{size: t.Size()}
	s.add(t, "", 0, false)
	s.solid, s.fill = s.filling()
	return s
}

func (s *shape) add(t reflect.Type, path string, offset uintptr, untraced bool) {
	l := leaf{path: path, offset: offset, size: t.Size(), fill: poisonByte, untraced: untraced}
	if l.size == 0 {
		return
	}
	switch t.Kind() {
	case reflect.Struct:
		if !synchronises(t) {
			for i := range t.NumField() {
				if f := t.Field(i); f.Name != "_" {
					s.add(f.Type, path+"."+f.Name, offset+f.Offset, untraced || private(t, f) || kept(f))
				}
			}
		}
		return
	case reflect.Array:
		l.elem = shapeOf(t.Elem())
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
		l.target = sync.OnceValue(func() *shape { return shapeOf(t.Elem()) })
	case reflect.Chan, reflect.Func, reflect.UnsafePointer:
		l.kind = opaqueLeaf
	case reflect.Interface:
		l.kind = interfaceLeaf
	}
	s.leaves = append(s.leaves, l)
}

// private says that the field f of t is nobody's business but that of the
// package that declares it: the user of the pool can not clear it, and what
// the package keeps there from one use to the next is its own affair, such as
// the tables of a compressor or the scratch block of a hash. Two types are
// known to hold only what somebody has put there.
func private(t reflect.Type, f reflect.StructField) bool {
	if f.PkgPath == "" || t == reflect.TypeFor[bytes.Buffer]() || t == reflect.TypeFor[strings.Builder]() {
		return false
	}
	return reusable(t)
}

// kept says that the tag of a field lets it survive the reset:
//
//	encoder *json.Encoder `rcpool:"keep"`
//
// rcgen and rctest.Resets read it too.
func kept(f reflect.StructField) bool {
	option, _, _ := strings.Cut(f.Tag.Get("rcpool"), ",")
	return option == "keep"
}

// reusable says that a type comes from another module, and is made to be used
// again: it has a method Reset.
func reusable(t reflect.Type) bool {
	if t.PkgPath() == "" || !foreign(t.PkgPath()) {
		return false
	}
	_, ok := reflect.PointerTo(t).MethodByName("Reset")
	return ok
}

// foreign says that a package is not one of the program's own module.
func foreign(pkg string) bool {
	own := ownModule()
	pkg = strings.TrimSuffix(pkg, "_test")
	if own == "" { // nobody knows: only the standard library, whose paths have no dot, is foreign
		first, _, _ := strings.Cut(pkg, "/")
		return pkg != "main" && !strings.Contains(first, ".")
	}
	return pkg != "main" && pkg != own && !strings.HasPrefix(pkg, own+"/")
}

var ownModule = sync.OnceValue(func() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	return info.Main.Path
})

// synchronises says that t is a mutex or the like.
func synchronises(t reflect.Type) bool {
	switch t.PkgPath() {
	case "sync", "sync/atomic", "internal/sync":
		return true
	}
	return false
}

func (s *shape) filling() (solid bool, fill byte) {
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

// unit is what findings in an array of s count: its elements, or theirs if
// they are arrays.
func (s *shape) unit() uintptr {
	if l := &s.leaves[0]; len(s.leaves) == 1 && l.elem != nil {
		return l.unit
	}
	return s.size
}

// poison overwrites the object, which nobody should see any more, so that a
// late reader notices and a late writer is noticed. Numbers get a pattern,
// strings a text that says so, everything else becomes nil. Memory behind the
// object is not touched.
func (s *shape) poison(object unsafe.Pointer) {
	for i := range s.leaves {
		l := &s.leaves[i]
		p := unsafe.Add(object, l.offset)
		switch l.kind {
		case plainLeaf:
			fill(unsafe.Slice((*byte)(p), l.size), l.fill)
		case arrayLeaf:
			for at := uintptr(0); at < l.size; at += l.elem.size {
				l.elem.poison(unsafe.Add(p, at))
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

// fill is memset: what it has filled, up to a block that stays in the
// processor's cache, it copies on.
func fill(b []byte, with byte) {
	n := min(len(b), 16)
	for i := range n {
		b[i] = with
	}
	for n < len(b) {
		n += copy(b[n:], b[:min(n, 4096)])
	}
}

// verify names the fields of a poisoned object that no longer hold the poison.
// A late write of what the poison is, such as true or nil, goes unnoticed.
func (s *shape) verify(object unsafe.Pointer) []Field {
	f := findings{shape: s}
	s.damage(object, 0, &f)
	return f.list()
}

//go:norace
func (s *shape) damage(object unsafe.Pointer, base uintptr, f *findings) {
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

// span says how many of n bytes are the given one, up to the first that is
// not. It compares words, not arrays: to compare arrays the compiler can call
// a function, and tells the race detector even in go:norace.
//
//go:norace
//go:nocheckptr
func span(p unsafe.Pointer, n uintptr, of byte) uintptr {
	word := 0x0101_0101_0101_0101 * uint64(of)
	for i := uintptr(0); i < n; {
		q := unsafe.Add(p, i)
		switch aligned := uintptr(q)%8 == 0; {
		case aligned && i+32 <= n && *(*uint64)(q) == word && *(*uint64)(unsafe.Add(q, 8)) == word &&
			*(*uint64)(unsafe.Add(q, 16)) == word && *(*uint64)(unsafe.Add(q, 24)) == word:
			i += 32
		case aligned && i+8 <= n && *(*uint64)(q) == word:
			i += 8
		case *(*byte)(q) == of:
			i++
		default:
			return i
		}
	}
	return n
}

// Traces are what observe saw: one for each traced field that is not empty, by
// offset. No traces are those of a zeroed object, such as new(T).
type traces []trace

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

// unreadable is the sum of a string or slice that is no memory.
const unreadable = 0xDEAD

var traceSeed = maphash.MakeSeed()

// observe takes the traces of an object.
func (s *shape) observe(object unsafe.Pointer) traces {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	return s.trace(object, 0, nil)
}

//go:norace
func (s *shape) trace(object unsafe.Pointer, base uintptr, found traces) traces {
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
				found = make(traces, 0, min(len(s.leaves)-i, 32))
			}
			found = append(found, t)
		}
	}
	return found
}

const wordSize = unsafe.Sizeof(uintptr(0))

// address is the pointer at p, as a number.
//
//go:norace
//go:nocheckptr
func address(p unsafe.Pointer) uint64 { return uint64(*(*uintptr)(p)) }

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

// endLook recovers from a look at what is no memory. Nothing else can panic
// there.
func (t *trace) endLook() {
	if recover() != nil {
		t.sum, t.held = unreadable, 1
	}
}

// mapLen is the length of the map at p. The builtin len reads it from the head
// of the map, which is the same for all types of maps.
//
//go:norace
//go:nocheckptr
func mapLen(p unsafe.Pointer) int { return len(*(*map[int]int)(p)) }

// digest sums up n elements of a slice, which have shape s. It follows no
// pointer: if the words of the slice do not belong together, there may be
// none.
//
//go:norace
//go:nocheckptr
func (s *shape) digest(elements unsafe.Pointer, n uintptr, t *trace) {
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
func (s *shape) digestOne(element unsafe.Pointer, t *trace) {
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

// How far a look goes behind a pointer: so many pointers in a row, and so many
// words in all. What lies beyond counts as empty, so that no object is accused
// unseen.
const (
	lookDepth = 3
	lookWords = 4096
)

//go:norace
func (l *leaf) looksBlank(p unsafe.Pointer) bool {
	words := lookWords
	return l.blank(p, lookDepth, &words)
}

// blank says that what is at p is empty, and so is everything that it points
// to: numbers are zero, strings and slices have no length, and so on. Only
// words are read, no content of strings and slices.
//
//go:norace
//go:nocheckptr
func (s *shape) blank(p unsafe.Pointer, depth int, words *int) bool {
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

// sumOf is a sum of n bytes that says nothing about them outside this process.
// The reading is done by the runtime, of which the race detector knows nothing.
//
//go:norace
//go:nocheckptr
func sumOf(p unsafe.Pointer, n uintptr) uint64 {
	return maphash.Bytes(traceSeed, unsafe.Slice((*byte)(p), n))
}

func mix(sum, x uint64) uint64 {
	return (bits.RotateLeft64(sum, 5) ^ x) * 0x9E37_79B9_7F4A_7C15
}

// survived compares the traces of an object before its lease with those after
// the reset. It names the fields that are neither empty nor what they were,
// and those that had something, built by New, and are empty now, for the next
// owner would not find what a fresh object has. The latter does not concern
// numbers and strings.
func (s *shape) survived(before, after traces) []Field {
	f := findings{shape: s}
	for len(before) > 0 || len(after) > 0 {
		var b, a trace
		if len(after) == 0 || len(before) > 0 && before[0].at <= after[0].at {
			b, before = before[0], before[1:]
		}
		if len(after) > 0 && (b == trace{} || after[0].at == b.at) {
			a, after = after[0], after[1:]
		}
		at := max(a.at, b.at)
		l, _ := s.find(at, true, nil)
		if what := l.verdict(b, a); what != "" {
			f.add(at, true, what)
		}
	}
	return f.list()
}

// What findings say. They reveal no value.
const (
	writtenLate   = "was written after the release"
	otherValue    = "is not zero, and not what it was before the lease"
	otherString   = "holds another text than before the lease"
	otherLength   = "is not empty, and has another length than before the lease"
	otherElements = "has the same length as before the lease, but other elements"
	otherTarget   = "points to something else than before the lease, which is not empty"
	otherContent  = "holds something else than before the lease"
	isEmpty       = "is empty, and was not before the lease: what New built is gone"
	isNil         = "is nil, and was not before the lease: what New built is gone"
)

// verdict compares the traces of a leaf; "" means that all is well.
func (l *leaf) verdict(before, after trace) string {
	if before == after {
		return ""
	}
	switch l.kind {
	case plainLeaf:
		if after.id != 0 {
			return otherValue
		}
	case stringLeaf:
		if after.id != 0 {
			return otherString
		}
	case sliceLeaf:
		switch {
		case after.id == 0:
			return isEmpty
		case after.id != before.id:
			return otherLength
		case after.sum != before.sum, after.held > before.held:
			return otherElements
		}
	case mapLeaf:
		switch {
		case after.id == 0:
			return isNil
		case after.id > 1:
			return otherLength
		case before.id > 1:
			return isEmpty
		}
	case pointerLeaf:
		switch {
		case after.id == 0:
			return isNil
		case after.id != before.id && after.held > 0:
			return otherTarget
		}
	case interfaceLeaf:
		switch {
		case after.id == 0:
			return isNil
		case after.id != before.id: // of another type; the same may hold another value: a reset may make one anew
			return otherContent
		}
	default:
		switch {
		case after.id == 0:
			return isNil
		case before.id == 0:
			return otherContent
		}
	}
	return ""
}

const maxFindings = 8

// Findings are fields, at most maxFindings: one for each field of the object,
// and of an array the first element and how many there are.
type findings struct {
	shape  *shape
	fields []Field

	array   *leaf   // that the last finding is in
	element uintptr // of the array, that the last finding is in
	more    int     // elements of the array after the first
}

// add is called in the order of the offsets. whole says that what is wrong is
// the leaf at the offset; otherwise it is the number at the offset, which can
// be an element of the leaf.
func (f *findings) add(at uintptr, whole bool, what string) {
	l := f.shape.leafAt(at)
	element := uintptr(0)
	if l.elem != nil {
		element = (at - l.offset) / l.unit
	}
	if l.elem != nil && l == f.array {
		if element != f.element {
			f.element = element
			f.more++
		}
		return
	}
	f.endArray()
	if len(f.fields) == maxFindings {
		return
	}
	if l.elem != nil {
		f.array, f.element = l, element
	}
	var path strings.Builder
	_, start := f.shape.find(at, whole, &path)
	f.fields = append(f.fields, Field{Path: path.String(), Offset: start, What: what})
}

func (f *findings) endArray() {
	if f.more > 0 {
		last := &f.fields[len(f.fields)-1]
		last.What = fmt.Sprintf("%s; %d more elements of the array too", last.What, f.more)
		if f.more == 1 {
			last.What = strings.Replace(last.What, "elements", "element", 1)
		}
	}
	f.array, f.more = nil, 0
}

func (f *findings) list() []Field {
	f.endArray()
	return slices.Clip(f.fields)
}

// leafAt is the leaf of s that the byte at the offset belongs to.
func (s *shape) leafAt(offset uintptr) *leaf {
	return &s.leaves[sort.Search(len(s.leaves), func(i int) bool { return s.leaves[i].offset > offset })-1]
}

// find goes down to the leaf that the byte at the offset belongs to, through
// the elements of arrays, and says where it starts. Unless it looks for whole
// leaves, it goes on to the number in a plain array. It writes the path, if
// there is somewhere to write it.
func (s *shape) find(offset uintptr, whole bool, path *strings.Builder) (*leaf, uintptr) {
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
