package shape

import (
	"reflect"
	"sync"
	"sync/atomic"
	"testing"
	"time"
	"unsafe"
)

// The collector must agree that what we call pointer-free has no pointers:
// whatever it allocates without looking into is, and nothing else.
func TestPointerFree_AgreesWithTheCollector(t *testing.T) {
	for _, typ := range []reflect.Type{
		reflect.TypeFor[sync.Mutex](), reflect.TypeFor[sync.RWMutex](), reflect.TypeFor[sync.Once](),
		reflect.TypeFor[sync.WaitGroup](), reflect.TypeFor[sync.Cond](), reflect.TypeFor[sync.Pool](),
		reflect.TypeFor[atomic.Bool](), reflect.TypeFor[atomic.Value](), reflect.TypeFor[atomic.Pointer[int]](),
		reflect.TypeFor[time.Time](), reflect.TypeFor[time.Duration](), reflect.TypeFor[reflect.Value](),
		reflect.TypeFor[struct {
			a [0]string
			_ func()
		}](),
		reflect.TypeFor[struct {
			a [0]string
			b [3]struct{ c [2]int16 }
		}](),
	} {
		// The second word of the runtime's type is how many bytes at the start
		// of an object can hold pointers.
		type runtimeType struct{ size, pointerBytes uintptr }
		collector := (*[2]*runtimeType)(unsafe.Pointer(&typ))[1].pointerBytes == 0
		if got := PointerFree(typ); got != collector {
			t.Errorf("PointerFree(%v) = %v, the collector says %v", typ, got, collector)
		}
	}
}

func TestTiny(t *testing.T) {
	for _, test := range []struct {
		of   any
		want bool
	}{
		{struct{}{}, true}, {[0]*int{}, true}, {int8(0), true}, {[BlockSize - 1]byte{}, true},
		{[BlockSize]byte{}, false}, {new(int), false}, {struct{ p *int }{}, false},
	} {
		if got := Tiny(reflect.TypeOf(test.of)); got != test.want {
			t.Errorf("%T: %v", test.of, got)
		}
	}
}
