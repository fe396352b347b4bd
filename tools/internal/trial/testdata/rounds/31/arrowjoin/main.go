// truth: leak line 67,69 hard

// Command arrowjoin projects columns by expressions, such as a sum of two.
package main

import (
	"fmt"
	"strings"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

type projector struct {
	alloc memory.Allocator
}

func (p *projector) find(batch arrow.RecordBatch, name string) (*array.Int64, error) {
	for i := range int(batch.NumCols()) {
		if batch.ColumnName(i) == name {
			return batch.Column(i).(*array.Int64), nil
		}
	}
	return nil, fmt.Errorf("no column %q", name)
}

// add returns the sum of two columns.
func (p *projector) add(a, b *array.Int64) arrow.Array {
	out := array.NewInt64Builder(p.alloc)
	defer out.Release()
	out.Reserve(a.Len())
	for i := range a.Len() {
		if a.IsNull(i) || b.IsNull(i) {
			out.AppendNull()
			continue
		}
		out.Append(a.Value(i) + b.Value(i))
	}
	return out.NewArray()
}

// eval returns the column of an expression, such as "a" or "a+b", with a
// reference for the caller.
func (p *projector) eval(batch arrow.RecordBatch, expr string) (arrow.Array, error) {
	left, right, sum := strings.Cut(expr, "+")
	a, err := p.find(batch, left)
	if err != nil {
		return nil, err
	}
	if !sum {
		a.Retain()
		return a, nil
	}
	b, err := p.find(batch, right)
	if err != nil {
		return nil, err
	}
	return p.add(a, b), nil
}

// project returns a batch with a column for each expression.
func (p *projector) project(batch arrow.RecordBatch, exprs ...string) (arrow.RecordBatch, error) {
	var fields []arrow.Field
	var cols []arrow.Array
	for _, expr := range exprs {
		col, err := p.eval(batch, expr)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", expr, err)
		}
		fields = append(fields, arrow.Field{Name: expr, Type: col.DataType(), Nullable: true})
		cols = append(cols, col)
	}
	out := array.NewRecordBatch(arrow.NewSchema(fields, nil), cols, batch.NumRows())
	for _, col := range cols {
		col.Release()
	}
	return out, nil
}

func (p *projector) load(names string, rows ...[]int64) arrow.RecordBatch {
	var fields []arrow.Field
	for _, name := range strings.Fields(names) {
		fields = append(fields, arrow.Field{Name: name, Type: arrow.PrimitiveTypes.Int64, Nullable: true})
	}
	b := array.NewRecordBuilder(p.alloc, arrow.NewSchema(fields, nil))
	defer b.Release()
	for _, row := range rows {
		for i, v := range row {
			b.Field(i).(*array.Int64Builder).Append(v)
		}
	}
	return b.NewRecordBatch()
}

func main() {
	alloc := memory.NewCheckedAllocator(memory.DefaultAllocator)
	p := &projector{alloc: alloc}
	batch := p.load("a b c", []int64{1, 2, 3}, []int64{10, 20, 30})
	for _, exprs := range [][]string{{"a", "a+b"}, {"c+b", "c+d"}, {"x"}} {
		out, err := p.project(batch, exprs...)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(out.Column(1))
		out.Release()
	}
	batch.Release()
	fmt.Println("bytes left", alloc.CurrentAlloc())
}
