// truth: double-release line 68,84 hard

// Command selfjoin projects columns of record batches: by name, renamed, or the
// same one several times.
package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

var errNoColumn = errors.New("no such column")

type expr struct {
	column string
	as     string
	double bool
}

func parse(list string) (out []expr) {
	for _, part := range strings.Split(list, ",") {
		e := expr{}
		e.column, e.as, _ = strings.Cut(strings.TrimSpace(part), ":")
		e.column, e.double = strings.CutPrefix(e.column, "2*")
		if e.as == "" {
			e.as = e.column
		}
		out = append(out, e)
	}
	return out
}

type projector struct {
	alloc memory.Allocator
	exprs []expr
}

// doubled returns an array of its own.
func (p *projector) doubled(col *array.Int64) arrow.Array {
	b := array.NewInt64Builder(p.alloc)
	defer b.Release()
	for _, v := range col.Int64Values() {
		b.Append(2 * v)
	}
	return b.NewArray()
}

func find(rec arrow.RecordBatch, name string) (*array.Int64, error) {
	for i, f := range rec.Schema().Fields() {
		if ints, ok := rec.Column(i).(*array.Int64); ok && f.Name == name {
			return ints, nil
		}
	}
	return nil, fmt.Errorf("%q: %w", name, errNoColumn)
}

// project returns a new batch, which the caller owns if the error is nil.
func (p *projector) project(rec arrow.RecordBatch) (arrow.RecordBatch, error) {
	var fields []arrow.Field
	var cols []arrow.Array
	defer func() {
		for _, c := range cols {
			c.Release()
		}
	}()
	computed := map[string]arrow.Array{}
	for _, e := range p.exprs {
		src, err := find(rec, e.column)
		if err != nil {
			return nil, err
		}
		fields = append(fields, arrow.Field{Name: e.as, Type: arrow.PrimitiveTypes.Int64})
		if !e.double {
			src.Retain()
			cols = append(cols, src)
			continue
		}
		if known, ok := computed[e.column]; ok {
			cols = append(cols, known)
			continue
		}
		fresh := p.doubled(src)
		computed[e.column] = fresh
		cols = append(cols, fresh)
	}
	return array.NewRecordBatch(arrow.NewSchema(fields, nil), cols, rec.NumRows()), nil
}

func build(alloc memory.Allocator) arrow.RecordBatch {
	b := array.NewRecordBuilder(alloc, arrow.NewSchema([]arrow.Field{
		{Name: "id", Type: arrow.PrimitiveTypes.Int64},
		{Name: "size", Type: arrow.PrimitiveTypes.Int64},
	}, nil))
	defer b.Release()
	b.Field(0).(*array.Int64Builder).AppendValues([]int64{1, 2, 3}, nil)
	b.Field(1).(*array.Int64Builder).AppendValues([]int64{10, 20, 30}, nil)
	return b.NewRecordBatch()
}

func main() {
	alloc := memory.NewCheckedAllocator(memory.DefaultAllocator)
	rec := build(alloc)
	for _, list := range []string{"id, size:bytes, id:again", "2*size, nothing", "id, 2*size:s, 2*size:t"} {
		p := &projector{alloc: alloc, exprs: parse(list)}
		out, err := p.project(rec)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(out.NumCols(), out.NumRows())
		out.Release()
	}
	rec.Release()
	fmt.Println(alloc.CurrentAlloc())
}
