package breakeven_test

import (
	"fmt"
	"runtime"
	"testing"
)

//go:generate go run generate.go

// BenchmarkBreakeven is one use of an object: to get one that is zero, to write
// to it, and to be done with it, which in a pool includes the reset. The object
// is on the heap, as one is that is handed to others.
//
// With heap=1M the program keeps a million pointers to objects of 16 bytes,
// which each garbage collection has to follow; with heap=small it keeps nothing.
func BenchmarkBreakeven(b *testing.B) {
	for _, heap := range []struct {
		name     string
		pointers int
	}{{"small", 0}, {"1M", 1_000_000}} {
		b.Run("heap="+heap.name, func(b *testing.B) {
			live := make([]*[16]byte, heap.pointers)
			for i := range live {
				live[i] = new([16]byte)
			}
			for _, object := range sized {
				b.Run(fmt.Sprintf("size=%d", object.size), func(b *testing.B) {
					runtime.GC() // each begins with what it keeps, and nothing else
					object.run(b)
				})
			}
			runtime.KeepAlive(live)
		})
	}
}
