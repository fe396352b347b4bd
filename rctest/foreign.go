package rctest

import (
	"bytes"
	"math/big"
	"net/url"
	"reflect"
	"strings"
	"time"
)

// fillerOf returns the filler for objects of type t. It may fill the structs of
// the package that t belongs to, because that package resets them. The standard
// library does not: Resets is not there to test it.
func fillerOf(t reflect.Type) filler {
	for t.Name() == "" && (t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice || t.Kind() == reflect.Array || t.Kind() == reflect.Map) {
		t = t.Elem()
	}
	home := t.PkgPath()
	if first, _, _ := strings.Cut(home, "/"); strings.Contains(" "+standard+" ", " "+first+" ") {
		home = ""
	}
	return filler{home}
}

// standard has the first elements of the import paths of the standard library.
const standard = "archive bufio bytes cmp compress container context crypto database debug embed encoding errors expvar " +
	"flag fmt go hash html image index internal io iter log maps math mime net os path plugin reflect regexp runtime " +
	"slices sort strconv strings structs sync syscall testing text time unicode unique unsafe vendor weak"

// foreign reports whether t is a struct of another package with fields that only
// that package may set. An invented time.Timer, for instance, breaks the
// runtime when it is stopped.
func (f filler) foreign(t reflect.Type) bool {
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
func (f filler) foreignTarget(t reflect.Type) bool {
	_, isKnown := known[t]
	return f.foreign(t) && !isKnown
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
