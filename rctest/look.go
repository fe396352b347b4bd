package rctest

import (
	"fmt"
	"iter"
	"reflect"
	"slices"
	"strings"
	"unsafe"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/internal/shape"
)

// A leaf is a part of an object that is not empty.
type leaf struct {
	path     string
	what     string
	value    string // to compare, not to show
	scalar   bool   // a number, a bool or a string
	measures bool   // it is the length of a slice that is kept

	elements []string // of a slice: their values
}

// How far a look goes: this many pointers in a row, and so on.
const (
	maxDepth    = 8
	maxLeaves   = 10_000
	maxElements = 64 // of a slice, which are compared one by one
)

// look returns the parts of v that are not empty.
func look(v reflect.Value) []leaf {
	l := looker{seen: map[unsafe.Pointer]bool{}}
	l.look("", v, 0, false)
	return l.leaves
}

type looker struct {
	leaves []leaf
	seen   map[unsafe.Pointer]bool
}

// look adds the parts of v. If v is private to another module, it may lead to what
// others use at the same time, so no pointer of it is followed.
func (l *looker) look(path string, v reflect.Value, depth int, private bool) {
	if depth > maxDepth || synchronizes(v.Type()) || len(l.leaves) == maxLeaves {
		return
	}
	found := func(what string) {
		if path == "" {
			path = "(the object)"
		}
		l.leaves = append(l.leaves, leaf{path: path, what: what, value: text(v, 0), scalar: isScalar(v.Kind())})
	}
	switch v.Kind() {
	case reflect.Struct:
		for f, field := range fields(v) {
			before := len(l.leaves)
			l.look(path+"."+f.Name, field, depth, private || !f.IsExported() && shape.Foreign(v.Type().PkgPath()))
			if isInteger(field.Kind()) && len(l.leaves) > before {
				l.leaves[before].measures = measures(v, field)
			}
		}
	case reflect.Array:
		for i := range v.Len() {
			l.look(fmt.Sprintf("%s[%d]", path, i), v.Index(i), depth, private)
		}
	case reflect.Pointer:
		if v.IsNil() || private || l.seen[v.UnsafePointer()] {
			return
		}
		l.seen[v.UnsafePointer()] = true
		l.look("(*"+path+")", v.Elem(), depth+1, false)
	case reflect.Interface:
		if !v.IsNil() && !private {
			found("holds a " + v.Elem().Type().String())
		}
	case reflect.Slice, reflect.Map:
		if v.Len() == 0 || zeros(v) || private && refers(v.Type()) {
			return
		}
		found(fmt.Sprintf("has length %d", v.Len()))
		if v.Kind() == reflect.Slice {
			last := &l.leaves[len(l.leaves)-1]
			for i := range min(v.Len(), maxElements) {
				last.elements = append(last.elements, text(v.Index(i), 0))
			}
		}
	case reflect.String:
		if v.Len() > 0 {
			found(fmt.Sprintf("has length %d", v.Len()))
		}
	case reflect.Chan, reflect.Func, reflect.UnsafePointer:
		if !v.IsNil() && !private {
			found("is not nil")
		}
	default:
		if !v.IsZero() {
			found("is not zero")
		}
	}
}

// isScalar reports whether a value of kind k is written as a whole.
func isScalar(k reflect.Kind) bool { return k == reflect.String || isNumber(k) }

func isNumber(k reflect.Kind) bool { return reflect.Bool <= k && k <= reflect.Complex128 }

func isInteger(k reflect.Kind) bool { return reflect.Int <= k && k <= reflect.Uintptr }

// measures reports whether a number in a struct is the length of a slice in it
// that Resets has made, and the reset has kept and zeroed.
func measures(in, number reflect.Value) bool {
	for _, v := range fields(in) {
		if v.Kind() == reflect.Slice && v.Len() == filledLength && zeros(v) && fmt.Sprint(number) == fmt.Sprint(filledLength) {
			return true
		}
	}
	return false
}

// zeros reports whether v is a slice of elements that are all empty, such as the
// memory of a ring. References are not: see fields.
func zeros(v reflect.Value) bool {
	if v.Kind() != reflect.Slice || hasRefs(v.Type().Elem()) {
		return false
	}
	for i := range v.Len() {
		if len(look(v.Index(i))) > 0 {
			return false
		}
	}
	return true
}

// hasRefs reports whether there is a reference in a value of type t.
func hasRefs(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Array:
		return hasRefs(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			if f := t.Field(i); f.PkgPath == rcpoolPath || hasRefs(f.Type) {
				return true
			}
		}
	}
	return false
}

// refers reports whether a slice or map of type t has more than numbers in it.
func refers(t reflect.Type) bool { return t.Kind() == reflect.Map || !isNumber(t.Elem().Kind()) }

// text formats v like fmt, without the fields that Resets skips.
func text(v reflect.Value, depth int) string {
	if depth++; depth > maxDepth {
		return ""
	}
	var parts []string
	switch v.Kind() {
	case reflect.Struct:
		for _, field := range fields(v) {
			parts = append(parts, text(field, depth))
		}
	case reflect.Array, reflect.Slice:
		if v.Kind() == reflect.Slice && v.Type().Elem().Kind() == reflect.Uint8 {
			return string(v.Bytes())
		}
		for i := range v.Len() {
			parts = append(parts, text(v.Index(i), depth))
		}
	case reflect.Map:
		for key, element := range v.Seq2() {
			parts = append(parts, text(key, depth)+":"+text(element, depth))
		}
		slices.Sort(parts)
	case reflect.Interface:
		if v.IsNil() {
			return "nil"
		}
		return v.Elem().Type().String() + " " + text(v.Elem(), depth)
	case reflect.Pointer:
		return fmt.Sprint(v.UnsafePointer()) // fmt would follow it
	default:
		return fmt.Sprint(v)
	}
	return fmt.Sprint(parts)
}

// fields yields the fields of a struct that Resets looks at. It skips fields that
// are kept on purpose, blank fields, and the fields of a Ref, because the Release
// of a made-up Ref would crash.
func fields(v reflect.Value) iter.Seq2[reflect.StructField, reflect.Value] {
	return func(yield func(reflect.StructField, reflect.Value) bool) {
		for i := range v.NumField() {
			f := v.Type().Field(i)
			option, _, _ := strings.Cut(f.Tag.Get("rcpool"), ",")
			if option == "keep" || f.Name == "_" || f.PkgPath == rcpoolPath {
				continue
			}
			if !yield(f, v.Field(i)) {
				return
			}
		}
	}
}

var rcpoolPath = reflect.TypeFor[rcpool.Stats]().PkgPath()

// synchronizes reports whether t is a type of sync or sync/atomic. Filling a
// Mutex would lock it, and Reset would deadlock.
func synchronizes(t reflect.Type) bool {
	return t.PkgPath() == "sync" || t.PkgPath() == "sync/atomic"
}
