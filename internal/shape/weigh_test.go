package shape

import (
	"reflect"
	"sync/atomic"
	"testing"
	"unsafe"
)

func weigh[T any](object *T, most uintptr) uintptr {
	return Of(reflect.TypeFor[T]()).Weigh(unsafe.Pointer(object), most)
}

func TestWeigh(t *testing.T) {
	type part struct{ b []byte }
	type whole struct {
		name   string
		parts  []part
		next   *whole
		index  map[int]int
		hidden atomic.Pointer[[1 << 20]byte]
		array  [2]part
	}
	const most = 1 << 30
	size := unsafe.Sizeof(whole{})
	parts := make([]part, 100, 200)
	for i := range parts {
		parts[i].b = make([]byte, 10, 1000)
	}
	hidden := new(whole)
	hidden.hidden.Store(new([1 << 20]byte))
	self := new(whole)
	self.next = self
	for _, test := range []struct {
		name   string
		object *whole
		want   uintptr
	}{
		{"nothing", &whole{}, size},
		{"a string", &whole{name: "12345"}, size + 5},
		{"slices in a slice", &whole{parts: parts}, size + 200*unsafe.Sizeof(part{}) + 100*1000},
		{"a pointer", &whole{next: &whole{name: "12345"}}, 2*size + 5},
		{"a map", &whole{index: map[int]int{1: 1, 2: 2}}, size + 2*weightOfEntry},
		{"an array", &whole{array: [2]part{{make([]byte, 10)}, {make([]byte, 20)}}}, size + 30},
		{"what nobody can see", hidden, size},
		{"itself", self, (1 + weighDepth) * size},
	} {
		if got := weigh(test.object, most); got != test.want {
			t.Errorf("%s: %d bytes, want %d", test.name, got, test.want)
		}
	}
}

// The weighing itself is bounded.
func TestWeigh_StopsAboveTheMost(t *testing.T) {
	type node struct {
		next *node
		b    []byte
	}
	many := make([]*node, 1<<16)
	for i := range many {
		many[i] = &node{b: make([]byte, 1)}
	}
	if got := weigh(&many, 1000); got < 1000 || got > 1<<20 {
		t.Errorf("%d bytes", got)
	}
	huge := make([]byte, 1<<20)
	if got := weigh(&huge, 1000); got < 1000 {
		t.Errorf("%d bytes", got)
	}
}
