// truth: leak line 53,65 hard

// Recordqueue gathers Arrow record batches until they are worth a row group,
// and writes the group to a table file.
package main

import (
	"errors"
	"fmt"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

var schema = arrow.NewSchema([]arrow.Field{{Name: "id", Type: arrow.PrimitiveTypes.Int64}}, nil)

var errDisk = errors.New("disk full")

type file struct {
	rows  []int64
	space int
}

func (f *file) writeGroup(batches []arrow.RecordBatch) error {
	n := 0
	for _, b := range batches {
		n += int(b.NumRows())
	}
	if n > f.space {
		return fmt.Errorf("row group of %d rows: %w", n, errDisk)
	}
	f.space -= n
	for _, b := range batches {
		f.rows = append(f.rows, b.Column(0).(*array.Int64).Int64Values()...)
	}
	return nil
}

type queue struct {
	alloc   memory.Allocator
	pending []arrow.RecordBatch
	rows    int64
	group   int64
	out     *file
	lost    int64
}

func (q *queue) add(ids ...int64) error {
	b := array.NewRecordBuilder(q.alloc, schema)
	defer b.Release()
	b.Field(0).(*array.Int64Builder).AppendValues(ids, nil)
	batch := b.NewRecordBatch()
	q.pending = append(q.pending, batch)
	q.rows += batch.NumRows()
	if q.rows < q.group {
		return nil
	}
	return q.flush()
}

func (q *queue) flush() error {
	if err := q.out.writeGroup(q.pending); err != nil {
		q.lost += q.rows
		q.pending, q.rows = q.pending[:0], 0
		return err
	}
	for _, batch := range q.pending {
		batch.Release()
	}
	q.pending, q.rows = q.pending[:0], 0
	return nil
}

func (q *queue) close() error {
	if len(q.pending) == 0 {
		return nil
	}
	return q.flush()
}

func main() {
	alloc := memory.NewCheckedAllocator(memory.NewGoAllocator())
	q := &queue{alloc: alloc, group: 4, out: &file{space: 9}}
	for i := range int64(7) {
		if err := q.add(i*10, i*10+1); err != nil {
			fmt.Println(err)
		}
	}
	fmt.Println(q.close(), len(q.out.rows), "lost", q.lost, "in use", alloc.CurrentAlloc() > 0)
}
