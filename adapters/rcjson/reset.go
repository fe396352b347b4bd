package rcjson

import (
	"encoding"
	"encoding/json"
	"reflect"
	"sync"
	"unsafe"
)

// Reset empties the object, and then releases the bodies that it holds. It is the
// Reset of a pool of objects with a [Body]:
//
//	var orders = rcpool.Pool[order]{Name: "orders", Reset: rcjson.Reset[order]}
//
// All fields become zero, but slices and maps that JSON can set keep their memory,
// which is cleared. A slice of more than 64 KiB, a map of more than 256 entries, a
// slice of bytes, and what an UnmarshalJSON or UnmarshalText decodes, becomes nil.
//
// So these slices and maps must belong to the object alone: do not assign memory to
// them that somebody else uses. If the object owns something else, such as a Ref, or
// if other fields are to keep their memory, wrap Reset:
//
//	Reset: func(o *order) {
//		rcpool.Drop(&o.customer)
//		rcjson.Reset(o)
//	}
func Reset[T any, P interface {
	*T
	Object
}](o *T) {
	planOf(reflect.TypeFor[T]()).clear(unsafe.Pointer(o))
	b := P(o).held()
	for i := range b.blocks {
		b.blocks[i].Release()
	}
	clear(b.blocks)
	b.blocks, b.ready = b.blocks[:0], true
}

const (
	keepSlice = 64 << 10 // bytes
	keepMap   = 256      // entries
)

// A plan knows the fields of a type, and the fields of the structs in it.
type plan struct {
	settable []field // by JSON
	others   []field // but no Body
}

// A field is a part of an object.
type field struct {
	offset uintptr
	of     reflect.Type
	reuse  reflect.Kind // Slice or Map, if its memory is kept
}

func (f field) in(object unsafe.Pointer) reflect.Value {
	return reflect.NewAt(f.of, unsafe.Add(object, f.offset)).Elem()
}

// plans has the plan of each type that was decoded, by reflect.Type. It never
// shrinks, because types are never unloaded.
var plans sync.Map

func planOf(t reflect.Type) *plan {
	if known, ok := plans.Load(t); ok {
		return known.(*plan)
	}
	p := new(plan)
	if t.Kind() == reflect.Struct && !decodesItself(t) {
		p.add(t, 0)
	} else {
		p.settable = append(p.settable, field{of: t})
	}
	known, _ := plans.LoadOrStore(t, p)
	return known.(*plan)
}

func (p *plan) add(t reflect.Type, offset uintptr) {
	for i := range t.NumField() {
		f := t.Field(i)
		part := field{offset: offset + f.Offset, of: f.Type}
		kind := f.Type.Kind()
		switch {
		case f.Type == reflect.TypeFor[Body]():
		case f.Tag.Get("json") == "-":
			p.others = append(p.others, part)
		case f.IsExported() && decodesItself(f.Type):
			p.settable = append(p.settable, part)
		case kind == reflect.Struct && (f.IsExported() || f.Anonymous):
			p.add(f.Type, part.offset)
		case kind == reflect.Pointer && f.Anonymous: // JSON can set what it points to
			p.settable = append(p.settable, part)
		case !f.IsExported():
			p.others = append(p.others, part)
		default:
			if kind == reflect.Map || kind == reflect.Slice && f.Type.Elem().Kind() != reflect.Uint8 {
				part.reuse = kind
			}
			p.settable = append(p.settable, part)
		}
	}
}

// decodesItself reports whether a method of t decodes JSON into a t.
func decodesItself(t reflect.Type) bool {
	p := reflect.PointerTo(t)
	return p.Implements(reflect.TypeFor[json.Unmarshaler]()) || p.Implements(reflect.TypeFor[encoding.TextUnmarshaler]())
}

// clear empties the object, except for its Body.
func (p *plan) clear(object unsafe.Pointer) {
	p.empty(object)
	for _, f := range p.others {
		f.in(object).SetZero()
	}
}

// empty empties what JSON can set. The elements behind the end of a slice are
// cleared too: a list that shrank within one body has used elements there.
func (p *plan) empty(object unsafe.Pointer) {
	for _, f := range p.settable {
		v := f.in(object)
		switch {
		case f.reuse == reflect.Slice && v.Cap() > 0 && uintptr(v.Cap())*f.of.Elem().Size() <= keepSlice:
			v.SetLen(v.Cap())
			v.Clear()
			v.SetLen(0)
		case f.reuse == reflect.Map && v.Len() <= keepMap:
			v.Clear()
		default:
			v.SetZero()
		}
	}
}

// finish sets slices that the JSON left out to nil, as in a new object. (An empty
// list in the JSON becomes a slice without capacity.)
func (p *plan) finish(object unsafe.Pointer) {
	for _, f := range p.settable {
		if f.reuse == reflect.Slice {
			if v := f.in(object); v.Len() == 0 && v.Cap() > 0 {
				v.SetZero()
			}
		}
	}
}
