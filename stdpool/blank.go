package stdpool

import (
	"encoding"
	"encoding/json"
	"reflect"
	"sync"
)

// A blank knows which parts of a struct json.Unmarshal can set. It resets them
// to what they are in a new struct, except that slices keep their memory.
type blank struct {
	zeroed [][]int // fields to set to zero, by index; see reflect.Value.FieldByIndex
	reused [][]int // slices to empty
	whole  bool    // set the whole object to zero instead
}

// blanks has the blank of each type that was decoded, by reflect.Type. It never
// shrinks, because types are never unloaded.
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
		case kind == reflect.Pointer && f.Anonymous && !f.IsExported(): // json.Unmarshal can set what it points to, but not the pointer
			b.whole = true
		case !f.IsExported():
		case kind == reflect.Slice && emptyIsNew(f.Type):
			b.reused = append(b.reused, index)
		default:
			b.zeroed = append(b.zeroed, index)
		}
	}
}

// decodesItself reports whether a method of t decodes JSON into a t.
func decodesItself(t reflect.Type) bool {
	p := reflect.PointerTo(t)
	return p.Implements(reflect.TypeFor[json.Unmarshaler]()) || p.Implements(reflect.TypeFor[encoding.TextUnmarshaler]())
}

// emptyIsNew reports whether json.Unmarshal decodes an empty value into a new
// slice of type t instead of truncating the existing one. Only then does after
// see which slices the JSON left out, which have to become nil. (With
// GOEXPERIMENT=jsonv2 an empty string truncates a slice of bytes.)
func emptyIsNew(t reflect.Type) bool {
	for _, empty := range []string{`[]`, `""`} {
		s := reflect.New(t)
		s.Elem().Set(reflect.MakeSlice(t, 0, 1))
		if json.Unmarshal([]byte(empty), s.Interface()) == nil && s.Elem().Cap() > 0 {
			return false
		}
	}
	return true
}

// before prepares the object, a *T, for json.Unmarshal.
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
		if s.Cap() == 0 { // nil, or empty and not nil
			s.SetZero()
			continue
		}
		s.SetLen(s.Cap())
		s.Clear()
		s.SetLen(0)
	}
}

// after sets the slices that the JSON left out to nil, as in a new object.
func (b *blank) after(object any) {
	v := reflect.ValueOf(object).Elem()
	for _, index := range b.reused {
		if s := v.FieldByIndex(index); s.Len() == 0 && s.Cap() > 0 {
			s.SetZero()
		}
	}
}
