package summary

import (
	"encoding/binary"
	"fmt"
	"reflect"
)

// identity returns what is equal for equal values of one type: of numbers, texts, structs and slices.
// The outcomes of all paths of a function are compared by it. Package fmt would write down much more.
func identity[T any](v *T) string { return string(appendIdentity(nil, reflect.ValueOf(v).Elem())) }

func appendIdentity(to []byte, v reflect.Value) []byte {
	switch v.Kind() {
	case reflect.Bool:
		if v.Bool() {
			return append(to, 1)
		}
		return append(to, 0)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return binary.AppendVarint(to, v.Int())
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return binary.AppendUvarint(to, v.Uint())
	case reflect.String:
		to = binary.AppendUvarint(to, uint64(v.Len()))
		return append(to, v.String()...)
	case reflect.Struct:
		for i := range v.NumField() {
			to = appendIdentity(to, v.Field(i))
		}
		return to
	case reflect.Slice:
		if v.IsNil() {
			return append(to, 0)
		}
		to = binary.AppendUvarint(to, uint64(v.Len())+1)
		for i := range v.Len() {
			to = appendIdentity(to, v.Index(i))
		}
		return to
	}
	panic(fmt.Sprintf("identity of %v", v.Type()))
}
