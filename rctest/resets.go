package rctest

import (
	"fmt"
	"iter"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"github.com/rcpool/rcpool"
)

// Resets fails the test if something survives the pool's reset. It leases an
// object from a pool with the fields of p, fills every field of it, also those
// that are not exported, with values that are not zero, through nested
// structs, pointers, slices and maps; releases it; and compares what is left
// with a fresh object. It names the paths of what survived.
//
// Capacity may survive: a slice of length 0 that can hold a thousand elements
// is as good as nil. So may a pointer to something that is itself empty, such
// as a buffer that is kept for the next lease.
//
// Some fields are neither filled nor looked at, with all that they lead to:
// those with the tag `rcpool:"keep"`, which survive on purpose; blank ones,
// which no Reset can reach; and those of types from the packages sync and
// sync/atomic. What a pointer that New has set leads to is not filled: others
// may share it.
//
// Every rcpool.Ref, also in a slice or a map, is left zero, since only a pool
// of its type could lease one. Release it with rcpool.Drop, which allows that.
// Whether it is released at all, NoLeaks can tell, and Resets can not.
//
// Resets does not call p.Keep, and counts nothing in p.
func Resets[T any](t testing.TB, p *rcpool.Pool[T]) {
	t.Helper()
	alone(t, "Resets")
	before := rcpool.Checking()
	rcpool.SetChecking(0) // the object must not be buried
	defer rcpool.SetChecking(before)

	mirror := rcpool.Pool[T]{Name: p.Name, New: p.New, Reset: p.Reset}
	ref := mirror.Get()
	object := ref.Value()
	fresh := look(reflect.ValueOf(object).Elem())
	filler{}.fill(reflect.ValueOf(object).Elem(), 0)
	if problem := release(ref); problem != nil {
		t.Errorf("rctest.Resets: the reset of pool %s panicked for an object with every field filled: %v\n%s", mirror.Stats().Name, problem, cure(problem))
		return
	}

	var survivors []string
	//rcpool:ignore the mistake is on purpose
	for _, leaf := range look(reflect.ValueOf(object).Elem()) {
		if !contains(fresh, leaf) {
			survivors = append(survivors, "\t"+leaf.path+": "+leaf.what)
		}
	}
	if len(survivors) > 0 {
		t.Errorf("rctest.Resets: %s survived the reset of pool %s, and the next owner would see it:\n%s\nClear it in Reset.",
			count(len(survivors), "field"), mirror.Stats().Name, strings.Join(survivors, "\n"))
	}
}

func release[T any](ref rcpool.Ref[T]) (problem any) {
	defer func() { problem = recover() }()
	ref.Release()
	return nil
}

func cure(problem any) string {
	if m, ok := problem.(*rcpool.Misuse); ok && m.Kind == rcpool.ZeroRef {
		return "Every Ref was left zero: release it with rcpool.Drop, which allows that."
	}
	return "Make it work for an object in any state."
}

// A leaf is a part of an object that is not empty.
type leaf struct {
	path  string
	what  string
	value string // to compare, not to show
}

func contains(fresh []leaf, l leaf) bool {
	for _, f := range fresh {
		if f.path == l.path && f.value == l.value {
			return true
		}
	}
	return false
}

// look lists the parts of v that are not empty.
func look(v reflect.Value) []leaf {
	l := looker{seen: map[unsafe.Pointer]bool{}}
	l.look("", v, 0)
	return l.leaves
}

type looker struct {
	leaves []leaf
	seen   map[unsafe.Pointer]bool
}

const maxDepth = 8

func (l *looker) look(path string, v reflect.Value, depth int) {
	if depth > maxDepth || synchronizes(v.Type()) {
		return
	}
	found := func(what string) {
		if path == "" {
			path = "(the object)"
		}
		l.leaves = append(l.leaves, leaf{path, what, text(v)})
	}
	switch v.Kind() {
	case reflect.Struct:
		for f, field := range fields(v) {
			l.look(path+"."+f.Name, field, depth)
		}
	case reflect.Array:
		for i := range v.Len() {
			l.look(fmt.Sprintf("%s[%d]", path, i), v.Index(i), depth)
		}
	case reflect.Pointer:
		if v.IsNil() || l.seen[v.UnsafePointer()] {
			return
		}
		l.seen[v.UnsafePointer()] = true
		l.look("(*"+path+")", v.Elem(), depth+1)
	case reflect.Interface:
		if !v.IsNil() {
			found("holds a " + v.Elem().Type().String())
		}
	case reflect.Slice, reflect.Map, reflect.String:
		if v.Len() > 0 {
			found(fmt.Sprintf("has length %d", v.Len()))
		}
	case reflect.Chan, reflect.Func, reflect.UnsafePointer:
		if !v.IsNil() {
			found("is not nil")
		}
	default:
		if !v.IsZero() {
			found("is not zero")
		}
	}
}

// text is what fmt would write, without the fields that do not count.
func text(v reflect.Value) string {
	var parts []string
	switch v.Kind() {
	case reflect.Struct:
		for _, field := range fields(v) {
			parts = append(parts, text(field))
		}
	case reflect.Array, reflect.Slice:
		for i := range v.Len() {
			parts = append(parts, text(v.Index(i)))
		}
	case reflect.Map:
		for key, element := range v.Seq2() {
			parts = append(parts, text(key)+":"+text(element))
		}
		slices.Sort(parts)
	case reflect.Interface:
		if v.IsNil() {
			return "nil"
		}
		return v.Elem().Type().String() + " " + text(v.Elem())
	default:
		return fmt.Sprint(v)
	}
	return fmt.Sprint(parts)
}

// A filler gives every part of a value something that is not zero.
type filler struct{}

func (f filler) fill(v reflect.Value, depth int) {
	if depth > maxDepth || synchronizes(v.Type()) {
		return
	}
	if !v.CanSet() { // not exported: reflect lets nobody set it, but it is our object
		v = reflect.NewAt(v.Type(), unsafe.Pointer(v.UnsafeAddr())).Elem()
	}
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(77)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		v.SetUint(77)
	case reflect.Float32, reflect.Float64:
		v.SetFloat(7.7)
	case reflect.Complex64, reflect.Complex128:
		v.SetComplex(7.7i)
	case reflect.String:
		v.SetString("rctest")
	case reflect.Struct:
		for _, field := range fields(v) {
			f.fill(field, depth)
		}
	case reflect.Array:
		for i := range v.Len() {
			f.fill(v.Index(i), depth)
		}
	case reflect.Slice:
		if v.Len() == 0 {
			v.Set(reflect.MakeSlice(v.Type(), 2, 4))
		}
		for i := range v.Len() {
			f.fill(v.Index(i), depth+1)
		}
	case reflect.Map:
		if v.IsNil() {
			v.Set(reflect.MakeMap(v.Type()))
		}
		key, element := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
		f.fill(key, depth+1)
		f.fill(element, depth+1)
		if key.Comparable() {
			v.SetMapIndex(key, element)
		}
	case reflect.Pointer:
		if v.IsNil() { // what New has set may be shared with others
			v.Set(reflect.New(v.Type().Elem()))
			f.fill(v.Elem(), depth+1)
		}
	case reflect.Chan:
		if v.IsNil() && v.Type().ChanDir() == reflect.BothDir {
			v.Set(reflect.MakeChan(v.Type(), 1))
		}
	case reflect.Func:
		if v.IsNil() {
			v.Set(reflect.MakeFunc(v.Type(), func([]reflect.Value) []reflect.Value {
				panic("rctest: a function that Resets filled in was called")
			}))
		}
	case reflect.Interface:
		if v.IsNil() && v.NumMethod() == 0 {
			v.Set(reflect.ValueOf("rctest"))
		}
	}
}

// fields are the fields of a struct that count: not what is kept on purpose,
// not what no code can reach, and not what only rcpool can set, of which a Ref
// is made: the Release of a slot that was made up would crash.
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

// synchronizes says that t is a type of sync or sync/atomic: a locked Mutex in
// a reset object would be a trap, not a test.
func synchronizes(t reflect.Type) bool {
	return t.PkgPath() == "sync" || t.PkgPath() == "sync/atomic"
}
