package rcpool

import (
	"reflect"
	"runtime"
	"unsafe"

	"github.com/rcpool/rcpool/internal/delivery"
	"github.com/rcpool/rcpool/internal/ledger"
	"github.com/rcpool/rcpool/internal/shape"
	"github.com/rcpool/rcpool/internal/watch"
)

// A freer calls Pool.Free, by a finalizer of each object. Nothing else in Go does
// all of this: it notices that the idle store or a leak has dropped an object, it
// waits until nobody can reach the object, and then it has the object as it is. A
// copy made earlier would not have what a late user of the object did to it, and
// memory would be freed twice.
//
// What a finalizer refers to is reachable. So the freer must not refer to the pool,
// which holds the idle objects.
type freer struct {
	of     reflect.Type
	free   func(object unsafe.Pointer)
	small  bool           // the runtime may put several objects into one block
	ledger *ledger.Ledger // counts
}

// frees makes the calls of Free. It has a goroutine of its own, so that a call that
// takes long, or waits for the program, holds up no finalizer.
var frees delivery.Queue

//go:norace
func newFreer(t reflect.Type, free func(object unsafe.Pointer), l *ledger.Ledger) *freer {
	return &freer{of: t, free: free, small: shape.Tiny(t), ledger: l}
}

// A block is memory that no other object shares.
type block [shape.BlockSize]byte

// adopt returns the object that New has just made. From now on it will be freed.
func (f *freer) adopt(object unsafe.Pointer) unsafe.Pointer {
	if !f.small {
		if !watch.OnHeap(object) {
			panic("rcpool: New of the pool " + f.ledger.Name() + ", which has a Free, returned an object that is not in Go's heap: nobody can tell when it is out of use")
		}
		runtime.SetFinalizer(reflect.NewAt(f.of, object).Interface(), nil) // if New has set one, a second one would end the program
	}
	return f.follow(object)
}

// follow returns the object, which has no finalizer. From now on it will be freed.
// A small object is moved to a block of its own, or it would be freed only with
// others.
func (f *freer) follow(object unsafe.Pointer) unsafe.Pointer {
	if f.small {
		own := unsafe.Pointer(new(block))
		reflect.NewAt(f.of, own).Elem().Set(reflect.NewAt(f.of, object).Elem())
		object = own
	}
	runtime.SetFinalizer(reflect.NewAt(f.of, object).Interface(), f.finalize)
	f.ledger.Made.Add(1)
	return object
}

// adopting returns a function that calls fresh and adopts the object, if there is
// one. If fresh is nil, so is the result.
//
//go:norace
func (f *freer) adopting(fresh func() unsafe.Pointer) func() unsafe.Pointer {
	if fresh == nil {
		return nil
	}
	return func() unsafe.Pointer {
		object := fresh()
		if object != nil {
			object = f.adopt(object)
		}
		return object
	}
}

// disown undoes follow: the object has a new owner, who will free it.
func (f *freer) disown(object unsafe.Pointer) {
	runtime.SetFinalizer(reflect.NewAt(f.of, object).Interface(), nil)
	f.ledger.Freed.Add(1)
}

func (f *freer) finalize(object any) {
	frees.Call(func(int) {
		defer f.ledger.Freed.Add(1)
		f.free(reflect.ValueOf(object).UnsafePointer())
	})
}
