package stdpool

import (
	"encoding"
	"encoding/json"
	"reflect"
	"sync"
)

// A blank knows which parts of a struct json.Unmarshal can set, and makes them
// what they are in a new struct, except that slices keep their memory.
type blank struct {
	zeroed [][]int // the fields to set to zero, by index; see reflect.Value.FieldByIndex
	reused [][]int // the slices to empty
	whole  bool    // instead, all of the object is set to zero
}

// blanks are those of all types that were decoded, by reflect.Type. Types are
// never unloaded, so there is nothing to forget.
var blanks sync.Map

func blankOf[T any]() *blank {
	t := reflect.TypeFor[T]()
	if known, ok := blanks.Load(t); ok {
		return known.(*blank)
	}
	b := new(blank)
	if t.Kind() == reflect.Struct && !decodesItself(t) {
		b.add(t, nil)
	} else {
		b.whole = true
	}
	known, _ := blanks.LoadOrStore(t, b)
	return known.(*blank)
}

func (b *blank) add(t reflect.Type, path []int) {
	for i := range t.NumField() {
		f := t.Field(i)
		index := append(path[:len(path):len(path)], i)
		kind := f.Type.Kind()
		switch {
		case f.Tag.Get("json") == "-":
		case f.IsExported() && decodesItself(f.Type):
			b.zeroed = append(b.zeroed, index)
		case kind == reflect.Struct && (f.IsExported() || f.Anonymous):
			b.add(f.Type, index)
		case kind == reflect.Pointer && f.Anonymous && !f.IsExported(): // what it points to can be set, and it can not
			b.whole = true
		case !f.IsExported():
		case kind == reflect.Slice && emptyArrayIsNew():
			b.reused = append(b.reused, index)
		default:
			b.zeroed = append(b.zeroed, index)
		}
	}
}

// decodesItself says that it is code of t that decodes JSON into a t.
func decodesItself(t reflect.Type) bool {
	p := reflect.PointerTo(t)
	return p.Implements(reflect.TypeFor[json.Unmarshaler]()) || p.Implements(reflect.TypeFor[encoding.TextUnmarshaler]())
}

// emptyArrayIsNew says that json.Unmarshal makes a slice of an empty array,
// instead of emptying the one it finds. Only then a slice that was mentioned
// can be told from one that was not, which has to become nil. (The encoding/json
// that GOEXPERIMENT=jsonv2 selects empties it.)
var emptyArrayIsNew = sync.OnceValue(func() bool {
	s := make([]int, 0, 1)
	return json.Unmarshal([]byte("[]"), &s) == nil && cap(s) == 0
})

// before readies the object, a *T, for json.Unmarshal.
func (b *blank) before(object any) {
	v := reflect.ValueOf(object).Elem()
	if b.whole {
		v.SetZero()
		return
	}
	for _, index := range b.zeroed {
		v.FieldByIndex(index).SetZero()
	}
	for _, index := range b.reused {
		s := v.FieldByIndex(index)
		if s.Cap() == 0 { // nil, or an empty one that is not
			s.SetZero()
			continue
		}
		s.SetLen(s.Cap())
		s.Clear()
		s.SetLen(0)
	}
}

// after makes slices that JSON did not mention nil, as they are in a new
// object.
func (b *blank) after(object any) {
	v := reflect.ValueOf(object).Elem()
	for _, index := range b.reused {
		if s := v.FieldByIndex(index); s.Len() == 0 && s.Cap() > 0 {
			s.SetZero()
		}
	}
}
