package rcpool

import (
	"fmt"
	"reflect"
	"runtime"
	"slices"
	"sync"
	"unsafe"
)

// bury makes sure that whoever still has a *T to the object of a lease that
// has ended gives himself away. The object is filled with a pattern, which a
// reader stumbles over, and which is verified when nobody can write any more:
// by a finalizer, which the runtime calls when the last pointer to the object
// is gone. So the time to be caught in is without bounds, and there is no
// other way to look at an object then.
//
// A finalizer needs that the object was allocated on its own, that it has
// none yet, and that no pointers of its own lead back to it. That is known
// only of objects that the pool made with new(T) and whose pointers the
// pattern cleared. The others lie in state: the latest of them are held, and
// verified when their time is over.
func (p *Pool[T]) bury(object *T, memory []byte, r *record) {
	if r.guard != nil {
		protectGuarded(r.guard)
		return
	}
	g := grave{shape: p.shape(), memory: memory, record: r}
	address := unsafe.Pointer(object)
	if inside := uintptr(unsafe.Pointer(unsafe.SliceData(memory))) - uintptr(address); inside < g.shape.size {
		g.memory, memory = nil, nil // of the object itself: a finalizer that holds it would never run
	}
	alone := p.New == nil && g.shape.size >= 16 && !hidesPointers(reflect.TypeFor[T]()) // smaller ones share an allocation
	if alone {
		runtime.SetFinalizer(object, func(object *T) { g.verify(unsafe.Pointer(object)) })
	}
	spoil(address, g.shape.size, memory, func() { g.fill(address) })
	if !alone && !raceEnabled { // under the race detector the write itself is a race
		lying.add(g, address)
	}
}

// hidesPointers says that an object of type t has pointers that its shape
// leaves alone.
func hidesPointers(t reflect.Type) bool {
	switch {
	case synchronises(t):
		return !pointerFree(t)
	case t.Kind() == reflect.Array:
		return t.Len() > 0 && hidesPointers(t.Elem())
	case t.Kind() == reflect.Struct:
		for i := range t.NumField() {
			f := t.Field(i)
			if f.Name == "_" && !pointerFree(f.Type) || hidesPointers(f.Type) {
				return true
			}
		}
	}
	return false
}

// A grave is what is needed to verify an object after its lease.
type grave struct {
	shape  *shape
	memory []byte // behind the object, its own
	record *record
}

// fill overwrites the object and its memory with the pattern. The race detector
// does not see it: it remembers four accesses of a word, and writing single
// bytes would push those of the culprit out before the write that is to find
// them (see check_race.go).
//
//go:norace
func (g grave) fill(object unsafe.Pointer) {
	g.shape.poison(object)
	for i := range g.memory {
		g.memory[i] = poisonByte
	}
}

// verify reports what was written after the lease.
func (g grave) verify(object unsafe.Pointer) {
	fields := g.shape.verify(object)
	for i, b := range g.memory {
		if b != poisonByte {
			fields = append(fields, Field{Path: fmt.Sprintf("memory[%d]", i), Offset: uintptr(i), What: "written after the lease"})
			break
		}
	}
	if len(fields) > 0 {
		reports.file(Report{Kind: LateWrite, Pool: g.record.pool, Acquired: g.record.acquired, Released: g.record.ended, Fields: fields})
	}
}

// lying are the objects that can have no finalizer.
var lying wake

// A wake holds on to the latest objects, within bounds.
type wake struct {
	mu     sync.Mutex
	bodies []body // the oldest first
	size   uintptr
}

type body struct {
	grave
	object unsafe.Pointer
}

const (
	maxBodies   = 1024
	maxBodySize = 16 << 20 // bytes, of all
)

func (w *wake) add(g grave, object unsafe.Pointer) {
	w.mu.Lock()
	w.bodies = append(w.bodies, body{g, object})
	w.size += g.space()
	n := 0
	for len(w.bodies)-n > maxBodies || w.size > maxBodySize && n < len(w.bodies) {
		w.size -= w.bodies[n].space()
		n++
	}
	over := slices.Clone(w.bodies[:n])
	w.bodies = slices.Delete(w.bodies, 0, n)
	w.mu.Unlock()
	for _, b := range over {
		b.verify(b.object)
	}
}

func (g grave) space() uintptr { return g.shape.size + uintptr(len(g.memory)) }
