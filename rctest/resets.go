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

// Resets fails the test if the reset of p leaves data in an object. It leases an
// object from a pool with the New and Reset of p and sets every field to a value
// that is not zero, including unexported fields and the content of nested
// structs, pointers, slices and maps. Then it releases the object and compares
// it with a fresh one. The error lists the paths of the fields with data.
//
// Capacity may survive: a slice of length 0 counts as empty, whatever its
// capacity. So does a pointer to something empty, such as a buffer that is kept
// for the next lease.
//
// Resets skips fields with the tag `rcpool:"keep"`, which survive on purpose,
// blank fields, which no Reset can reach, and fields of types from packages sync
// and sync/atomic. It does not fill what a pointer set by New points to, because
// it may be shared.
//
// Resets leaves every rcpool.Ref zero, also in slices and maps, because it has no
// pool to lease one from. A Reset that releases references with rcpool.Drop
// accepts the zero Ref. Resets cannot tell whether a Reset releases its
// references; NoLeaks can.
//
// Resets sets nothing in a struct of another package that has unexported fields,
// such as a time.Timer or an os.File, because only that package knows what may be
// in them, and it leaves nil pointers to such structs nil. It does fill a
// bytes.Buffer, a strings.Builder, a time.Time, a big.Int and the like by their
// own methods. A function that it sets does nothing and returns zero values.
//
// Resets does not call p.Keep and does not change the counts of p.
func Resets[T any](t testing.TB, p *rcpool.Pool[T]) {
	t.Helper()
	mirror := rcpool.Pool[T]{Name: p.Name, New: p.New, Reset: p.Reset}
	mirror.SetChecking(0) // it must not poison the object after the release
	ref := mirror.Get()
	object := ref.Value()
	fresh := look(reflect.ValueOf(object).Elem())
	fillerOf(reflect.TypeFor[T]()).fill(reflect.ValueOf(object).Elem(), 0)
	if problem := release(ref); problem != nil {
		t.Errorf("rctest.Resets: the reset of pool %s panicked on an object with every field set: %v\n%s", mirror.Stats().Name, problem, cure(problem))
		return
	}

	var survivors []string
	//rcpool:ignore the use after the release is on purpose
	for _, leaf := range look(reflect.ValueOf(object).Elem()) {
		if !contains(fresh, leaf) {
			survivors = append(survivors, "\t"+leaf.path+": "+leaf.what)
		}
	}
	if len(survivors) > 0 {
		t.Errorf("rctest.Resets: %s kept data after the reset of pool %s, and the next owner would see it:\n%s\nClear it in Reset.",
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
		return "Resets leaves every Ref zero. Release it with rcpool.Drop, which accepts the zero Ref."
	}
	return "Make Reset work on an object in any state."
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

// look returns the parts of v that are not empty.
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

// text formats v like fmt, without the fields that Resets skips.
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

// A filler sets every part of a value to something that is not zero.
type filler struct{ home string } // the package whose structs it may fill, whatever they have

func (f filler) fill(v reflect.Value, depth int) {
	if depth > maxDepth || synchronizes(v.Type()) {
		return
	}
	if !v.CanSet() { // unexported: reflect refuses to set it, but the object is ours
		v = reflect.NewAt(v.Type(), unsafe.Pointer(v.UnsafeAddr())).Elem()
	}
	if fillKnown(v) || f.foreign(v.Type()) {
		return
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
		if v.IsNil() && !f.foreignTarget(v.Type().Elem()) { // what New has set may be shared
			v.Set(reflect.New(v.Type().Elem()))
			f.fill(v.Elem(), depth+1)
		}
	case reflect.Chan:
		if v.IsNil() && v.Type().ChanDir() == reflect.BothDir {
			v.Set(reflect.MakeChan(v.Type(), 1))
		}
	case reflect.Func:
		if v.IsNil() {
			v.Set(reflect.MakeFunc(v.Type(), func([]reflect.Value) (results []reflect.Value) {
				for i := range v.Type().NumOut() {
					results = append(results, reflect.Zero(v.Type().Out(i)))
				}
				return results
			}))
		}
	case reflect.Interface:
		if v.IsNil() && v.NumMethod() == 0 {
			v.Set(reflect.ValueOf("rctest"))
		}
	}
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
