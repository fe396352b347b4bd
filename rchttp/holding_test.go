package rchttp

import (
	"reflect"
	"testing"

	"github.com/rcpool/rcpool"
)

// Erasing the type of a Ref is safe because Refs of all types have the same
// layout.
func TestHolding_RefsOfAllTypesAreTheSameStruct(t *testing.T) {
	want := reflect.TypeFor[rcpool.Ref[erased]]()
	for _, got := range []reflect.Type{reflect.TypeFor[rcpool.Ref[int]](), reflect.TypeFor[rcpool.Ref[[100]string]]()} {
		if got.NumField() != want.NumField() || got.Size() != want.Size() {
			t.Fatalf("%v has other fields than %v", got, want)
		}
		for i := range got.NumField() {
			g, w := got.Field(i), want.Field(i)
			if typeOnly := g.Type.Size() == 0 && w.Type.Size() == 0; typeOnly && g.Offset == w.Offset {
				continue // it keeps a Ref[T] from converting to a Ref[U]
			}
			if g.Type != w.Type || g.Offset != w.Offset {
				t.Errorf("%v.%s is a %v at %d, want %v at %d", got, g.Name, g.Type, g.Offset, w.Type, w.Offset)
			}
		}
	}
}
