package shape

import "reflect"

// PointerFree reports whether objects of type t hold no pointer, so that the
// garbage collector need not look into them.
func PointerFree(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Bool,
		reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr,
		reflect.Float32, reflect.Float64, reflect.Complex64, reflect.Complex128:
		return true
	case reflect.Array:
		return t.Len() == 0 || PointerFree(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			if !PointerFree(t.Field(i).Type) {
				return false
			}
		}
		return true
	}
	return false
}

// Tiny reports whether the runtime may put several objects of type t into one
// block of memory, which stays as long as one of them is in use.
func Tiny(t reflect.Type) bool { return t.Size() < BlockSize && PointerFree(t) }

// BlockSize is the size of these blocks. An object that is not smaller has its
// memory for itself.
const BlockSize = 16

// LeavesPointers reports whether a poisoned object of type t can still hold
// pointers: in fields that are no part of its shape.
func LeavesPointers(t reflect.Type) bool {
	switch {
	case synchronizes(t):
		return !PointerFree(t)
	case t.Kind() == reflect.Array:
		return t.Len() > 0 && LeavesPointers(t.Elem())
	case t.Kind() == reflect.Struct:
		for i := range t.NumField() {
			f := t.Field(i)
			if f.Name == "_" && !PointerFree(f.Type) || LeavesPointers(f.Type) {
				return true
			}
		}
	}
	return false
}
