// Package sample is completed by the property test of package reset: it adds
// random types and what rcgen generates for them.
package sample

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"unsafe"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/rctest"
)

// limit is that of the generated file.
const limit = 256

// check resets random values of T, and looks at what is left. It knows nothing
// of how rcgen works: it goes by the documentation, with reflection.
func check[T any](t *testing.T) {
	if !hasKeptOrBlank(reflect.TypeFor[T]()) {
		rctest.Resets(t, new(rcpool.Pool[T]))
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range 60 {
		object := new(T)
		v := reflect.ValueOf(object).Elem()
		filler{random}.fill(v, 0)
		before := &witness{t: t, places: map[string]place{}}
		before.visit("", v, tag{})
		any(object).(interface{ Reset() }).Reset()
		after := &witness{t: t, places: before.places, after: true}
		after.visit("", v, tag{})
		if t.Failed() {
			return
		}
	}
}

// rctest knows no tags, and fills blank fields, which no Reset can reach.
func hasKeptOrBlank(t reflect.Type) bool {
	if t.PkgPath() != "" && t.PkgPath() != own {
		return false
	}
	switch t.Kind() {
	case reflect.Array, reflect.Pointer:
		return hasKeptOrBlank(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			if f := t.Field(i); f.Name == "_" || f.Tag.Get("rcpool") == "keep" || hasKeptOrBlank(f.Type) {
				return true
			}
		}
	}
	return false
}

var own = reflect.TypeFor[witness]().PkgPath()

// A filler fills a value with random parts, some of them empty.
type filler struct{ *rand.Rand }

func (f filler) fill(v reflect.Value, depth int) {
	v = settable(v)
	if depth > 5 || v.Kind() == reflect.Pointer && f.IntN(5) == 0 {
		return
	}
	switch p := v.Addr().Interface().(type) {
	case *sync.Once:
		p.Do(func() {})
		return
	case *sync.Map:
		p.Store(1, new(int))
		return
	case *atomic.Bool:
		p.Store(true)
		return
	case *atomic.Value:
		p.Store("value")
		return
	case *atomic.Pointer[int]:
		p.Store(new(int))
		return
	}
	if v.Type().PkgPath() == "sync" {
		return
	}
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(1 + f.Int64N(100))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		v.SetUint(1 + f.Uint64N(100))
	case reflect.Float32, reflect.Float64:
		v.SetFloat(1 + f.Float64())
	case reflect.Complex64, reflect.Complex128:
		v.SetComplex(complex(1, f.Float64()))
	case reflect.String:
		v.SetString(strconv.Itoa(f.Int()))
	case reflect.Struct:
		for i := range v.NumField() {
			f.fill(v.Field(i), depth)
		}
	case reflect.Array:
		for i := range v.Len() {
			f.fill(v.Index(i), depth+1)
		}
	case reflect.Slice:
		capacity := f.IntN(8 - min(depth, 5))
		if depth < 3 && f.IntN(4) == 0 { // over the limit
			capacity = min(f.overLimit()/max(1, int(v.Type().Elem().Size()))+f.IntN(4), 4*limit)
		}
		s := reflect.MakeSlice(v.Type(), capacity, capacity)
		for i := range capacity {
			f.fill(s.Index(i), depth+1)
		}
		v.Set(s.Slice(0, f.IntN(capacity+1))) // what is behind the length is as dirty
	case reflect.Map:
		m := reflect.MakeMap(v.Type())
		entries := f.IntN(8 - min(depth, 5))
		if depth < 3 && f.IntN(4) == 0 {
			entries = f.overLimit()/max(1, int(v.Type().Key().Size()+v.Type().Elem().Size())) + f.IntN(4)
		}
		for range entries {
			key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
			f.fill(key, depth+1)
			f.fill(value, depth+1)
			if key.Comparable() {
				m.SetMapIndex(key, value)
			}
		}
		if f.IntN(6) > 0 {
			v.Set(m)
		}
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		f.fill(v.Elem(), depth+1)
	case reflect.Chan:
		v.Set(reflect.MakeChan(v.Type(), 1))
	case reflect.Func:
		v.Set(reflect.MakeFunc(v.Type(), nil))
	case reflect.UnsafePointer:
		v.SetPointer(unsafe.Pointer(new(int)))
	case reflect.Interface:
		if err := reflect.ValueOf(errors.New("text")); err.Type().Implements(v.Type()) {
			v.Set(err)
		}
		if b := reflect.ValueOf(bytes.NewBufferString("text")); b.Type().Implements(v.Type()) {
			v.Set(b)
		}
	}
}

// overLimit is what one of the limits of the sample lets pass just so.
func (f filler) overLimit() int { return []int{64, limit, 1024}[f.IntN(3)] }

func settable(v reflect.Value) reflect.Value {
	return reflect.NewAt(v.Type(), unsafe.Pointer(v.UnsafeAddr())).Elem()
}

// A tag is rcpool:"…".
type tag struct {
	keep, drop, owned bool
	limit             int // 0: the default; -1: none
}

func readTag(f reflect.StructField) (t tag) {
	for word := range strings.SplitSeq(f.Tag.Get("rcpool"), ",") {
		t.keep = t.keep || word == "keep"
		t.drop = t.drop || word == "drop"
		t.owned = t.owned || word == "owned"
		if size, ok := strings.CutPrefix(word, "limit="); ok {
			t.limit = map[string]int{"64": 64, "1KiB": 1024, "none": -1}[size]
		}
	}
	return t
}

func (t tag) exceededBy(size int) bool {
	if t.limit == 0 {
		return size > limit
	}
	return t.limit > 0 && size > t.limit
}

// A witness remembers what memory an object has before its reset, and
// compares it with what it has after it.
type witness struct {
	t      *testing.T
	places map[string]place
	after  bool
}

type place struct {
	memory   unsafe.Pointer
	capacity int
	content  string
}

func (w *witness) want(ok bool, path, what string) {
	if w.after && !ok {
		w.t.Errorf("%s: %s", path, what)
	}
}

// same remembers a place, or compares it.
func (w *witness) same(path string, p place) {
	if !w.after {
		w.places[path] = p
		return
	}
	w.want(p == w.places[path], path, "is not what it was: promised to be kept")
}

func (w *witness) visit(path string, v reflect.Value, o tag) {
	v = settable(v)
	t := v.Type()
	switch {
	case o.keep:
		w.same(path, place{content: string(unsafe.Slice((*byte)(unsafe.Pointer(v.UnsafeAddr())), t.Size()))})
		return
	case o.drop:
		w.want(v.IsZero(), path, "is not dropped")
		return
	case t.PkgPath() == "sync":
		switch p := v.Addr().Interface().(type) {
		case *sync.Once:
			w.want(v.IsZero(), path, "is done")
		case *sync.Map:
			p.Range(func(any, any) bool {
				w.want(false, path, "is not empty")
				return false
			})
		}
		return
	case t == reflect.TypeFor[bytes.Buffer]():
		b := v.Addr().Interface().(*bytes.Buffer)
		if !w.after {
			w.places[path] = place{capacity: b.Cap()}
			return
		}
		w.want(b.Len() == 0, path, "is not empty")
		want := w.places[path].capacity
		if o.exceededBy(want) {
			want = 0
		}
		w.want(b.Cap() == want, path, fmt.Sprint("has the capacity ", b.Cap(), ", want ", want))
		return
	}
	switch v.Kind() {
	case reflect.Struct:
		if t.PkgPath() != "" && t.PkgPath() != own {
			w.want(v.IsZero(), path, "is not zero")
			return
		}
		for i := range v.NumField() {
			if f := t.Field(i); f.Name != "_" {
				w.visit(path+"."+f.Name, v.Field(i), readTag(f))
			}
		}
	case reflect.Array:
		for i := range v.Len() {
			w.visit(fmt.Sprint(path, "[", i, "]"), v.Index(i), o)
		}
	case reflect.Slice:
		w.slice(path, v, o)
	case reflect.Map:
		size := int(t.Key().Size() + t.Elem().Size())
		if !w.after {
			w.places[path] = place{v.UnsafePointer(), v.Len() * size, ""}
			return
		}
		w.want(v.Len() == 0, path, "is not empty")
		old := w.places[path]
		w.want(v.IsNil() == (old.memory == nil), path, "must be nil if it was, and must not otherwise")
		w.want(v.UnsafePointer() == old.memory != o.exceededBy(old.capacity), path, fmt.Sprint("another map ought to be there only above the limit, had ", old.capacity))
	case reflect.Pointer:
		if !o.owned {
			w.want(v.IsNil(), path, "is not nil")
			return
		}
		w.same(path, place{memory: v.UnsafePointer()})
		if !v.IsNil() {
			w.visit("*"+path, v.Elem(), o)
		}
	case reflect.Interface:
		if !o.owned {
			w.want(v.IsNil(), path, "is not nil")
			return
		}
		w.want(v.IsNil() || v.Interface().(*bytes.Buffer).Len() == 0, path, "was not reset")
		w.want(!v.IsNil(), path, "is nil")
	default:
		w.want(v.IsZero(), path, "is not zero")
	}
}

func (w *witness) slice(path string, v reflect.Value, o tag) {
	now := place{capacity: v.Cap()}
	if v.Cap() > 0 {
		now.memory = v.UnsafePointer()
	}
	if !w.after {
		w.places[path] = now
	} else {
		old := w.places[path]
		if o.exceededBy(old.capacity * int(v.Type().Elem().Size())) {
			w.want(v.IsNil(), path, "is over the limit, and not dropped")
			return
		}
		w.want(v.Len() == 0, path, "is not empty")
		w.same(path, now)
	}
	all := v.Slice(0, v.Cap())
	for i := range all.Len() {
		element, at := all.Index(i), fmt.Sprint(path, "[", i, "]")
		switch {
		case o.owned && leads(v.Type().Elem()):
			w.visit(at, element, o)
		case o.owned && v.Type().Elem().Kind() > reflect.Complex128:
			w.visit(at, element, tag{})
		case holdsPointers(v.Type().Elem()):
			w.want(element.IsZero(), at, "keeps something alive in the capacity")
		}
	}
}

func leads(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Interface:
		return true
	case reflect.Array:
		return leads(t.Elem())
	}
	return false
}

func holdsPointers(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Struct:
		for i := range t.NumField() {
			if holdsPointers(t.Field(i).Type) {
				return true
			}
		}
		return false
	case reflect.Array:
		return t.Len() > 0 && holdsPointers(t.Elem())
	}
	return t.Kind() > reflect.Complex128
}
