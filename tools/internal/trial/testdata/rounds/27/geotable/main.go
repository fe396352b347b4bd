// truth: leak line 52 callee

// Geotable loads points into an Arrow struct column, and reports their bounds.
package main

import (
	"fmt"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

type point struct{ lon, lat float64 }

type loader struct{ alloc memory.Allocator }

func (l *loader) ordinates(points []point, of func(point) float64) arrow.Array {
	b := array.NewFloat64Builder(l.alloc)
	defer b.Release()
	b.Reserve(len(points))
	for _, p := range points {
		b.Append(of(p))
	}
	return b.NewArray()
}

func (l *loader) names(points []point) arrow.Array {
	b := array.NewStringBuilder(l.alloc)
	defer b.Release()
	for _, p := range points {
		half := "N"
		if p.lat < 0 {
			half = "S"
		}
		b.Append(half)
	}
	return b.NewArray()
}

// load returns a record that the caller releases.
func (l *loader) load(points []point) (arrow.RecordBatch, error) {
	lon := l.ordinates(points, func(p point) float64 { return p.lon })
	defer lon.Release()
	lat := l.ordinates(points, func(p point) float64 { return p.lat })
	defer lat.Release()
	xy, err := array.NewStructArray([]arrow.Array{lon, lat}, []string{"lon", "lat"})
	if err != nil {
		return nil, err
	}
	defer xy.Release()
	half := l.names(points)
	schema := arrow.NewSchema([]arrow.Field{
		{Name: "position", Type: xy.DataType()},
		{Name: "half", Type: half.DataType()},
	}, nil)
	return array.NewRecordBatch(schema, []arrow.Array{xy, half}, int64(len(points))), nil
}

type bounds struct{ min, max float64 }

func boundsOf(column *array.Float64) bounds {
	var b bounds
	for i := range column.Len() {
		v := column.Value(i)
		if i == 0 || v < b.min {
			b.min = v
		}
		if i == 0 || v > b.max {
			b.max = v
		}
	}
	return b
}

func report(batch arrow.RecordBatch) {
	xy := batch.Column(0).(*array.Struct)
	fmt.Println(batch.NumRows(), boundsOf(xy.Field(0).(*array.Float64)), boundsOf(xy.Field(1).(*array.Float64)), batch.Column(1))
}

func main() {
	alloc := memory.NewCheckedAllocator(memory.NewGoAllocator())
	l := &loader{alloc}
	for _, points := range [][]point{
		{{13.4, 52.5}, {-0.1, 51.5}, {151.2, -33.9}},
		{{-74, 40.7}},
	} {
		batch, err := l.load(points)
		if err != nil {
			fmt.Println(err)
			continue
		}
		report(batch)
		batch.Release()
	}
	fmt.Println("bytes in use:", alloc.CurrentAlloc())
}
