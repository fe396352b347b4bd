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
	{Name: "host", Type: arrow.BinaryTypes.String},
	{Name: "ms", Type: arrow.PrimitiveTypes.Int64},
}, nil)

var errRow = errors.New("negative latency")

type row struct {
	host string
	ms   int64
}

func buildRecord(mem memory.Allocator, rows []row) (arrow.Record, error) {
	b := array.NewRecordBuilder(mem, schema)
	defer b.Release()
	for _, r := range rows {
		if r.ms < 0 {
			return nil, fmt.Errorf("%s: %w", r.host, errRow)
		}
		b.Field(0).(*array.StringBuilder).Append(r.host)
		b.Field(1).(*array.Int64Builder).Append(r.ms)
	}
	return b.NewRecord(), nil
}

type window struct {
	recs []arrow.Record
	keep int
}

func (w *window) push(rec arrow.Record) {
	rec.Retain()
	w.recs = append(w.recs, rec)
	if len(w.recs) > w.keep {
		w.recs[0].Release()
		w.recs[0] = nil
		w.recs = w.recs[1:]
	}
}

func (w *window) total() (sum int64, err error) {
	if len(w.recs) == 0 {
		return 0, nil
	}
	table := array.NewTableFromRecords(schema, w.recs)
	defer table.Release()
	reader := array.NewTableReader(table, 2)
	defer reader.Release()
	for reader.Next() {
		ms := reader.Record().Column(1).(*array.Int64)
		for i := range ms.Len() {
			sum += ms.Value(i)
		}
	}
	return sum, reader.Err()
}

func (w *window) Close() {
	for _, rec := range w.recs {
		rec.Release()
	}
	w.recs = nil
}

func run(mem memory.Allocator) error {
	w := &window{keep: 2}
	defer w.Close()
	for i := range 5 {
		rows := []row{{"a", int64(i)}, {"b", int64(10 * i)}, {"c", 1}}
		if i == 3 {
			rows = append(rows, row{"d", -1})
		}
		rec, err := buildRecord(mem, rows)
		if errors.Is(err, errRow) {
			fmt.Println("skip:", err)
			continue
		}
		if err != nil {
			return err
		}
		w.push(rec)
		rec.Release()
		sum, err := w.total()
		if err != nil {
			return err
		}
		fmt.Println(i, sum)
	}
	return nil
}

func main() {
	mem := memory.NewCheckedAllocator(memory.NewGoAllocator())
	if err := run(mem); err != nil {
		fmt.Println(err)
	}
	fmt.Println("left", mem.CurrentAlloc())
}
