// truth: correct
package main

import (
	"errors"
	"fmt"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

var schema = arrow.NewSchema([]arrow.Field{
	{Name: "device", Type: arrow.BinaryTypes.String},
	{Name: "temp", Type: arrow.PrimitiveTypes.Float64, Nullable: true},
}, nil)

type sample struct {
	device string
	temp   float64
	ok     bool
}

type sink interface {
	write(arrow.Record) error
}

// Batcher turns samples into records and gives them to a sink.
type Batcher struct {
	b    *array.RecordBuilder
	n    int
	size int
	out  sink
}

func NewBatcher(mem memory.Allocator, size int, out sink) *Batcher {
	return &Batcher{b: array.NewRecordBuilder(mem, schema), size: size, out: out}
}

func (t *Batcher) Add(s sample) error {
	t.b.Field(0).(*array.StringBuilder).Append(s.device)
	temp := t.b.Field(1).(*array.Float64Builder)
	if s.ok {
		temp.Append(s.temp)
	} else {
		temp.AppendNull()
	}
	t.n++
	if t.n < t.size {
		return nil
	}
	return t.Flush()
}

func (t *Batcher) Flush() error {
	if t.n == 0 {
		return nil
	}
	t.n = 0
	rec := t.b.NewRecord()
	defer rec.Release()
	return t.out.write(rec)
}

func (t *Batcher) Close() error {
	defer t.b.Release()
	return t.Flush()
}

// keeper keeps the records with many nulls for a second look.
type keeper struct {
	kept []arrow.Record
	rows int64
}

func (k *keeper) write(rec arrow.Record) error {
	temps := rec.Column(1).(*array.Float64)
	for i := range temps.Len() {
		if temps.IsValid(i) && temps.Value(i) > 100 {
			return errors.New("device on fire")
		}
	}
	k.rows += rec.NumRows()
	if temps.NullN() > 1 {
		rec.Retain()
		k.kept = append(k.kept, rec)
	}
	return nil
}

func (k *keeper) Close() {
	for _, rec := range k.kept {
		rec.Release()
	}
	k.kept = nil
}

func main() {
	mem := memory.NewCheckedAllocator(memory.NewGoAllocator())
	k := &keeper{}
	b := NewBatcher(mem, 4, k)
	for i := range 18 {
		s := sample{fmt.Sprint("dev", i%3), float64(i * 6), i%5 > 1}
		if err := b.Add(s); err != nil {
			fmt.Println(err)
		}
	}
	if err := b.Close(); err != nil {
		fmt.Println(err)
	}
	fmt.Println(k.rows, len(k.kept))
	k.Close()
	fmt.Println(mem.CurrentAlloc())
}
