// Package watch finds who uses an object after its lease has ended.
//
// The object is retired and filled with a pattern, which a reader stumbles over.
// The pattern is verified when nobody can write any more: by a finalizer, which
// the runtime calls when the last pointer to the object is gone. So there is no
// limit to how late a write is caught, and no other way to look at an object at
// that time.
//
// A finalizer needs an object that was allocated on its own, that has no
// finalizer yet, and whose own pointers do not lead back to it. That is known
// only of objects that were made with new(T) and whose pointers the pattern
// cleared. Of the others, the latest are held, and verified when they make room
// for later ones.
package watch

import (
	"reflect"
	"runtime"
	"unsafe"

	"github.com/rcpool/rcpool/internal/race"
	"github.com/rcpool/rcpool/internal/shape"
)

// Retired watches an object whose lease has ended, and the memory behind it,
// which the object alone owns; a part of the object itself is ignored. s is the
// shape of T, and isNew reports whether the object was made with new(T). The
// caller owns the object and gives it up.
//
// Late writes are reported once: report runs on a goroutine of the runtime, or
// on one that calls Retired, and must not refer to the object.
func Retired[T any](object *T, isNew bool, s *shape.Shape, memory []byte, report func([]shape.Finding)) {
	r := retired{shape: s, memory: memory, report: report}
	address := unsafe.Pointer(object)
	if inside := uintptr(unsafe.Pointer(unsafe.SliceData(memory))) - uintptr(address); inside < s.Size() {
		r.memory, memory = nil, nil // of the object itself: a finalizer that holds it would never run
	}
	alone := isNew && s.Size() >= 16 && !shape.LeavesPointers(reflect.TypeFor[T]()) // smaller ones share an allocation
	if alone {
		runtime.SetFinalizer(object, func(object *T) { r.verify(unsafe.Pointer(object)) })
	}
	r.overwrite(address)
	if !alone && !race.Enabled { // under the race detector the write itself is a race
		latest.add(r, address)
	}
}

// overwrite fills the object with the pattern.
//
// Under the race detector the end of the lease becomes a write to the whole
// object, after the pattern has filled it. It is done in a goroutine of its own,
// so that nothing that comes later is ordered after it, neither in other
// goroutines nor in the one that released: each stale read or write of the
// object is a race with this write, and the report names the Release that began
// the goroutine.
//
// The write comes last, because the detector remembers four accesses of a word,
// and a read by the address of its first byte: the pattern's writes to single
// bytes would displace that one. Nothing after the write may synchronize with
// anything.
func (r retired) overwrite(object unsafe.Pointer) {
	if !race.Enabled {
		r.fill(object)
		return
	}
	go func() {
		r.fill(object)
		race.WriteRange(object, r.shape.Size())
		race.WriteRange(unsafe.Pointer(unsafe.SliceData(r.memory)), uintptr(len(r.memory)))
	}()
}
