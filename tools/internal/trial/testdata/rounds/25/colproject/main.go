// truth: double-release line 59,76 hard

// Command colproject evaluates projections over column arrays.
package main

import (
	"fmt"
	"strings"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

type frame struct {
	alloc memory.Allocator
	names []string
	cols  map[string]arrow.Array
}

func newFrame(alloc memory.Allocator) *frame {
	return &frame{alloc: alloc, cols: map[string]arrow.Array{}}
}

func (f *frame) addInts(name string, vs ...int64) {
	b := array.NewInt64Builder(f.alloc)
	defer b.Release()
	b.AppendValues(vs, nil)
	if old, ok := f.cols[name]; ok {
		old.Release()
	} else {
		f.names = append(f.names, name)
	}
	f.cols[name] = b.NewArray()
}

func (f *frame) Release() {
	for _, name := range f.names {
		f.cols[name].Release()
	}
	f.names, f.cols = nil, nil
}

func double(alloc memory.Allocator, in *array.Int64) arrow.Array {
	b := array.NewInt64Builder(alloc)
	defer b.Release()
	for _, v := range in.Int64Values() {
		b.Append(2 * v)
	}
	return b.NewArray()
}

// project evaluates expressions such as "a" and "2*a".
func (f *frame) project(exprs ...string) (arrow.RecordBatch, error) {
	var fields []arrow.Field
	var out []arrow.Array
	defer func() {
		for _, a := range out {
			a.Release()
		}
	}()
	rows := int64(-1)
	for _, e := range exprs {
		name, twice := strings.CutPrefix(e, "2*")
		col, ok := f.cols[name]
		if !ok {
			return nil, fmt.Errorf("no column %q", name)
		}
		if rows >= 0 && rows != int64(col.Len()) {
			return nil, fmt.Errorf("column %q has %d rows", name, col.Len())
		}
		rows = int64(col.Len())
		if twice {
			out = append(out, double(f.alloc, col.(*array.Int64)))
		} else {
			out = append(out, col)
		}
		fields = append(fields, arrow.Field{Name: e, Type: arrow.PrimitiveTypes.Int64})
	}
	return array.NewRecordBatch(arrow.NewSchema(fields, nil), out, rows), nil
}

func main() {
	alloc := memory.NewCheckedAllocator(memory.DefaultAllocator)
	f := newFrame(alloc)
	f.addInts("a", 1, 2, 3)
	f.addInts("b", 7)
	f.addInts("b", 4, 5, 6)
	_, err := f.project("2*a", "c")
	fmt.Println(err)
	rec, err := f.project("2*a", "b")
	if err != nil {
		panic(err)
	}
	fmt.Println(rec.Column(0), rec.Column(1))
	rec.Release()
	defer func() { fmt.Println("frame:", recover(), alloc.CurrentAlloc()) }()
	f.Release()
}
