// Package ringslots has rings into which a method puts one reference after the other.
package ringslots

import (
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"

	"github.com/rcpool/rcpool"
)

type frame struct{ n int }

func (f *frame) Reset() { f.n = 0 }

var frames rcpool.Pool[frame]

func newFrame(n int) rcpool.Ref[frame] {
	r := frames.Get()
	r.Value().n = n
	return r
}

func newColumn(n int64) *array.Int64 {
	b := array.NewInt64Builder(memory.DefaultAllocator)
	defer b.Release()
	b.Append(n)
	return b.NewInt64Array()
}
