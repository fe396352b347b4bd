package rchttp

import (
	"reflect"
	"testing"

	"github.com/rcpool/rcpool"
)

// What makes it safe to erase the type of a Ref: the types differ only in their
// names, and in a field that takes no memory.
func TestHolding_RefsOfAllTypesAreTheSameStruct(t *testing.T) {
	want := reflect.TypeFor[rcpool.Ref[erased]]()
	for _, got := range []reflect.Type{reflect.TypeFor[rcpool.Ref[int]](), reflect.TypeFor[rcpool.Ref[[100]string]]()} {
		if got.NumField() != want.NumField() || got.Size() != want.Size() {
			t.Fatalf("%v has other fields than %v", got, want)
		}
		for i := range got.NumField() {
			g, w := got.Field(i), want.Field(i)
			empty := g.Type.Size() == 0 && w.Type.Size() == 0
			if g.Offset != w.Offset || g.Type != w.Type && !empty {
				t.Errorf("%v.%s is a %v at %d, want %v at %d", got, g.Name, g.Type, g.Offset, w.Type, w.Offset)
			}
		}
	}
}
