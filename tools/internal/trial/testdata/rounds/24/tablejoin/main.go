// truth: correct

// Command tablejoin merges the chunks of a column and gathers rows by index,
// as the probe side of a hash join does.
package main

import (
	"fmt"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

type builder struct {
	mem    memory.Allocator
	chunks []arrow.Array
}

func (b *builder) addInts(values ...int64) {
	ib := array.NewInt64Builder(b.mem)
	defer ib.Release()
	ib.AppendValues(values, nil)
	b.chunks = append(b.chunks, ib.NewArray())
}

// finish returns one array of all chunks, which the caller owns, and forgets
// the chunks.
func (b *builder) finish() (*array.Int64, error) {
	defer func() {
		for _, c := range b.chunks {
			c.Release()
		}
		b.chunks = nil
	}()
	if len(b.chunks) == 1 {
		only := b.chunks[0].(*array.Int64)
		only.Retain()
		return only, nil
	}
	all, err := array.Concatenate(b.chunks, b.mem)
	if err != nil {
		return nil, err
	}
	return all.(*array.Int64), nil
}

// gather returns the values at the positions. The caller owns the result.
func gather(mem memory.Allocator, from *array.Int64, at []int) arrow.Array {
	ib := array.NewInt64Builder(mem)
	defer ib.Release()
	ib.Reserve(len(at))
	for _, i := range at {
		if i < 0 {
			ib.AppendNull()
		} else {
			ib.UnsafeAppend(from.Value(i))
		}
	}
	return ib.NewArray()
}

type joiner struct {
	mem   memory.Allocator
	keys  *array.Int64 // owned
	index map[int64]int
}

// newJoiner takes keys over.
func newJoiner(mem memory.Allocator, keys *array.Int64) *joiner {
	j := &joiner{mem: mem, keys: keys, index: make(map[int64]int, keys.Len())}
	for i, key := range keys.Int64Values() {
		j.index[key] = i
	}
	return j
}

func (j *joiner) Release() { j.keys.Release() }

// probe returns a batch with both sides; the caller owns it.
func (j *joiner) probe(left *array.Int64) arrow.RecordBatch {
	at := make([]int, left.Len())
	for i, key := range left.Int64Values() {
		pos, ok := j.index[key]
		if !ok {
			pos = -1
		}
		at[i] = pos
	}
	right := gather(j.mem, j.keys, at)
	defer right.Release()
	schema := arrow.NewSchema([]arrow.Field{
		{Name: "left", Type: arrow.PrimitiveTypes.Int64},
		{Name: "right", Type: arrow.PrimitiveTypes.Int64, Nullable: true},
	}, nil)
	return array.NewRecordBatch(schema, []arrow.Array{left, right}, int64(left.Len()))
}

func run(mem memory.Allocator) error {
	b := &builder{mem: mem}
	b.addInts(10, 20, 30)
	b.addInts(40)
	keys, err := b.finish()
	if err != nil {
		return err
	}
	j := newJoiner(mem, keys)
	defer j.Release()

	b.addInts(20, 25, 40, 10)
	left, err := b.finish()
	if err != nil {
		return err
	}
	defer left.Release()
	joined := j.probe(left)
	defer joined.Release()
	fmt.Println(joined.Column(0), joined.Column(1))
	return nil
}

func main() {
	mem := memory.NewCheckedAllocator(memory.NewGoAllocator())
	if err := run(mem); err != nil {
		panic(err)
	}
	fmt.Println("bytes left:", mem.CurrentAlloc())
}
