//go:build race

package race

import (
	"sync"
	"sync/atomic"
)

// A Uint64 is an atomic.Uint64 that the race detector does not see.
type Uint64 struct{ v atomic.Uint64 }

func (x *Uint64) Load() uint64 {
	Disable()
	defer Enable()
	return x.v.Load()
}

func (x *Uint64) Store(v uint64) {
	Disable()
	defer Enable()
	x.v.Store(v)
}

func (x *Uint64) CompareAndSwap(old, new uint64) bool {
	Disable()
	defer Enable()
	return x.v.CompareAndSwap(old, new)
}

func (x *Uint64) Add(delta uint64) uint64 {
	Disable()
	defer Enable()
	return x.v.Add(delta)
}

// A Uint32 is an atomic.Uint32 that the race detector does not see.
type Uint32 struct{ v atomic.Uint32 }

func (x *Uint32) Load() uint32 {
	Disable()
	defer Enable()
	return x.v.Load()
}

func (x *Uint32) Store(v uint32) {
	Disable()
	defer Enable()
	x.v.Store(v)
}

func (x *Uint32) CompareAndSwap(old, new uint32) bool {
	Disable()
	defer Enable()
	return x.v.CompareAndSwap(old, new)
}

func (x *Uint32) Add(delta uint32) uint32 {
	Disable()
	defer Enable()
	return x.v.Add(delta)
}

// An Int64 is an atomic.Int64 that the race detector does not see.
type Int64 struct{ v atomic.Int64 }

func (x *Int64) Load() int64 {
	Disable()
	defer Enable()
	return x.v.Load()
}

func (x *Int64) Store(v int64) {
	Disable()
	defer Enable()
	x.v.Store(v)
}

func (x *Int64) CompareAndSwap(old, new int64) bool {
	Disable()
	defer Enable()
	return x.v.CompareAndSwap(old, new)
}

func (x *Int64) Add(delta int64) int64 {
	Disable()
	defer Enable()
	return x.v.Add(delta)
}

// A Bool is an atomic.Bool that the race detector does not see.
type Bool struct{ v atomic.Bool }

func (x *Bool) Load() bool {
	Disable()
	defer Enable()
	return x.v.Load()
}

func (x *Bool) Store(v bool) {
	Disable()
	defer Enable()
	x.v.Store(v)
}

func (x *Bool) CompareAndSwap(old, new bool) bool {
	Disable()
	defer Enable()
	return x.v.CompareAndSwap(old, new)
}

// A Pointer is an atomic.Pointer that the race detector does not see.
type Pointer[T any] struct{ v atomic.Pointer[T] }

func (x *Pointer[T]) Load() *T {
	Disable()
	defer Enable()
	return x.v.Load()
}

func (x *Pointer[T]) Store(v *T) {
	Disable()
	defer Enable()
	x.v.Store(v)
}

func (x *Pointer[T]) Swap(v *T) *T {
	Disable()
	defer Enable()
	return x.v.Swap(v)
}

func (x *Pointer[T]) CompareAndSwap(old, new *T) bool {
	Disable()
	defer Enable()
	return x.v.CompareAndSwap(old, new)
}

// A Mutex is a sync.Mutex that the race detector does not see.
type Mutex struct{ mu sync.Mutex }

func (x *Mutex) Lock() {
	Disable()
	defer Enable()
	x.mu.Lock()
}

func (x *Mutex) Unlock() {
	Disable()
	defer Enable()
	x.mu.Unlock()
}
