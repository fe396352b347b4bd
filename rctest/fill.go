package rctest

import (
	"bytes"
	"math/big"
	"net/url"
	"reflect"
	"strings"
	"time"
	"unsafe"

	"github.com/rcpool/rcpool/internal/shape"
)

// A filler sets every part of a value to something that is not zero.
type filler struct {
	home  string                 // the package whose structs it may fill, whatever they have
	only  func(path string) bool // selects the units to fill
	units []unit                 // all there are, selected or not
	on    map[reflect.Type]int   // how often a type was entered through a pointer, a slice or a map
}

// A unit is a field of an object that is filled as a whole.
type unit struct {
	path   string
	parent string // the path of the struct that it is in
	number bool   // it is an integer
	long   bool   // it is no number and no string
}

func parentOf(path string) string { return path[:max(0, strings.LastIndexByte(path, '.'))] }

// fillerOf returns the filler for objects of type t. It may fill the structs of
// the package that t belongs to, because that package resets them. Other modules
// do not: Resets is not there to test them.
func fillerOf(t reflect.Type) *filler {
	for t.Name() == "" && (t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice || t.Kind() == reflect.Array || t.Kind() == reflect.Map) {
		t = t.Elem()
	}
	f := &filler{on: map[reflect.Type]int{}}
	if !shape.Foreign(t.PkgPath()) {
		f.home = t.PkgPath()
	}
	return f
}

// foreign reports whether t is a struct of another package with fields that only
// that package may set. An invented time.Timer, for instance, breaks the
// runtime when it is stopped.
func (f *filler) foreign(t reflect.Type) bool {
	if t.Kind() != reflect.Struct || t.PkgPath() == "" || t.PkgPath() == f.home {
		return false
	}
	for i := range t.NumField() {
		if field := t.Field(i); !field.IsExported() && field.Name != "_" {
			return true
		}
	}
	return false
}

// foreignTarget reports whether a pointer to t is not to be set.
func (f *filler) foreignTarget(t reflect.Type) bool {
	_, isKnown := known[t]
	return f.foreign(t) && !isKnown
}

// maxNesting bounds how often a type is filled in itself: a tree gets some nodes,
// and not all that fit into the depth.
const maxNesting = 2

// enter calls fill unless a type is nested too deep, and reports whether it did.
func (f *filler) enter(t reflect.Type, fill func()) bool {
	if f.on[t] == maxNesting {
		return false
	}
	f.on[t]++
	fill()
	f.on[t]--
	return true
}

// fill fills v, which is depth pointers, slices and maps away from the object.
func (f *filler) fill(path string, v reflect.Value, depth int) {
	if depth > maxDepth || synchronizes(v.Type()) {
		return
	}
	if !v.CanSet() { // unexported: reflect refuses to set it, but the object is ours
		v = reflect.NewAt(v.Type(), unsafe.Pointer(v.UnsafeAddr())).Elem()
	}
	_, isKnown := known[v.Type()]
	if v.Kind() == reflect.Struct && !isKnown {
		if !f.foreign(v.Type()) {
			for field, value := range fields(v) {
				f.fill(path+"."+field.Name, value, depth)
			}
		}
		return
	}
	if depth == 0 {
		f.units = append(f.units, unit{path: path, parent: parentOf(path), long: !isScalar(v.Kind()), number: isInteger(v.Kind())})
		if !f.only(path) {
			return
		}
		depth = 1 // what is in an array belongs to the unit
	}
	if fillKnown(v) || fillNumber(v) {
		return
	}
	f.fillOther(path, v, depth)
}

// filledLength is how many elements a slice has. Numbers are the same, unless
// they are that already: if one of them is the number of elements in use, all are.
const filledLength = 1

func fillNumber(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		if v.Int() == filledLength {
			v.SetInt(filledLength + 1)
		} else {
			v.SetInt(filledLength)
		}
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		if v.Uint() == filledLength {
			v.SetUint(filledLength + 1)
		} else {
			v.SetUint(filledLength)
		}
	case reflect.Float32, reflect.Float64:
		v.SetFloat(7.7)
	case reflect.Complex64, reflect.Complex128:
		v.SetComplex(7.7i)
	default:
		return false
	}
	return true
}

func (f *filler) fillOther(path string, v reflect.Value, depth int) {
	switch v.Kind() {
	case reflect.String:
		v.SetString("rctest")
	case reflect.Array:
		for i := range v.Len() {
			f.fill(path, v.Index(i), depth)
		}
	case reflect.Slice:
		if v.Len() == 0 {
			v.Set(reflect.MakeSlice(v.Type(), filledLength, 4))
		}
		f.enter(v.Type(), func() {
			for i := range v.Len() {
				f.fill(path, v.Index(i), depth+1)
			}
		})
	case reflect.Map:
		f.fillMap(path, v, depth)
	case reflect.Pointer:
		if v.IsNil() && !f.foreignTarget(v.Type().Elem()) { // what New has set may be shared
			f.enter(v.Type(), func() {
				v.Set(reflect.New(v.Type().Elem()))
				f.fill(path, v.Elem(), depth+1)
			})
		}
	case reflect.Chan:
		if v.IsNil() && v.Type().ChanDir() == reflect.BothDir {
			v.Set(reflect.MakeChan(v.Type(), 1))
		}
	case reflect.Func:
		if v.IsNil() {
			v.Set(idle(v.Type()))
		}
	case reflect.Interface:
		if v.IsNil() && v.NumMethod() == 0 {
			v.Set(reflect.ValueOf("rctest"))
		}
	}
}

func (f *filler) fillMap(path string, v reflect.Value, depth int) {
	if v.IsNil() {
		v.Set(reflect.MakeMap(v.Type()))
	}
	f.enter(v.Type(), func() {
		key, element := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
		f.fill(path, key, depth+1)
		f.fill(path, element, depth+1)
		if key.Comparable() {
			v.SetMapIndex(key, element)
		}
	})
}

// idle returns a function of type t that does nothing and returns zero values.
func idle(t reflect.Type) reflect.Value {
	return reflect.MakeFunc(t, func([]reflect.Value) (results []reflect.Value) {
		for i := range t.NumOut() {
			results = append(results, reflect.Zero(t.Out(i)))
		}
		return results
	})
}

// known are types of the standard library that are often parts of pooled
// objects, with functions that set them through their own methods.
var known = map[reflect.Type]func(any){
	reflect.TypeFor[bytes.Buffer]():    func(v any) { v.(*bytes.Buffer).WriteString("rctest") },
	reflect.TypeFor[bytes.Reader]():    func(v any) { v.(*bytes.Reader).Reset([]byte("rctest")) },
	reflect.TypeFor[strings.Builder](): func(v any) { v.(*strings.Builder).WriteString("rctest") },
	reflect.TypeFor[strings.Reader]():  func(v any) { v.(*strings.Reader).Reset("rctest") },
	reflect.TypeFor[time.Time]():       func(v any) { *v.(*time.Time) = time.Unix(77, 7) },
	reflect.TypeFor[big.Int]():         func(v any) { v.(*big.Int).SetInt64(77) },
	reflect.TypeFor[big.Float]():       func(v any) { v.(*big.Float).SetFloat64(7.7) },
	reflect.TypeFor[big.Rat]():         func(v any) { v.(*big.Rat).SetInt64(77) },
	reflect.TypeFor[url.Userinfo]():    func(v any) { *v.(*url.Userinfo) = *url.User("rctest") },
}

// fillKnown fills v if it is of a known type, and reports whether it is.
func fillKnown(v reflect.Value) bool {
	fill, ok := known[v.Type()]
	if ok {
		fill(v.Addr().Interface())
	}
	return ok
}
