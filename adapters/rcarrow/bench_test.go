package rcarrow_test

import (
	"fmt"
	"testing"

	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"

	"github.com/rcpool/rcpool/adapters/rcarrow"
)

var allocators = []struct {
	name string
	memory.Allocator
}{
	{"default", memory.NewGoAllocator()},
	{"rcpool", &rcarrow.Allocator{Name: "bench"}},
	{"rcpool-dirty", &rcarrow.Allocator{Name: "dirty", Dirty: true}},
}

// BenchmarkColumn builds a column of integers, with or without knowing their
// number in advance, and releases it.
func BenchmarkColumn(b *testing.B) {
	for _, rows := range []int{10, 1000, 100_000} {
		for _, reserve := range []bool{false, true} {
			for _, a := range allocators {
				b.Run(fmt.Sprintf("rows=%d/reserved=%v/pool=%s", rows, reserve, a.name), func(b *testing.B) {
					values := make([]int64, 10)
					b.ReportAllocs()
					for b.Loop() {
						builder := array.NewInt64Builder(a)
						if reserve {
							builder.Reserve(rows)
						}
						for range rows / 10 {
							builder.AppendValues(values, nil)
						}
						builder.NewInt64Array().Release()
						builder.Release()
					}
				})
			}
		}
	}
}

// BenchmarkMemory allocates and frees memory.
func BenchmarkMemory(b *testing.B) {
	for _, size := range []int{64, 1 << 10, 16 << 10, 1 << 20} {
		for _, a := range allocators {
			b.Run(fmt.Sprintf("size=%d/pool=%s", size, a.name), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					memory := a.Allocate(size)
					memory[0] = 1
					a.Free(memory)
				}
			})
		}
	}
}
