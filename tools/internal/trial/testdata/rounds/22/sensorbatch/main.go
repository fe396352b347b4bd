// truth: correct

// Command sensorbatch turns sensor readings into Arrow records.
package main

import (
	"errors"
	"fmt"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

type reading struct {
	sensor string
	values []float64
}

var errNoSensor = errors.New("reading without sensor")

func releaseAll[T interface{ Release() }](all []T) {
	for _, x := range all {
		x.Release()
	}
}

func names(pool memory.Allocator, in []reading) (arrow.Array, error) {
	b := array.NewStringBuilder(pool)
	defer b.Release()
	for _, r := range in {
		if r.sensor == "" {
			return nil, errNoSensor
		}
		b.Append(r.sensor)
	}
	return b.NewArray(), nil
}

func column(pool memory.Allocator, in []reading, i int) (arrow.Array, error) {
	b := array.NewFloat64Builder(pool)
	defer b.Release()
	for _, r := range in {
		if i >= len(r.values) {
			return nil, fmt.Errorf("%s has no value %d", r.sensor, i)
		}
		b.Append(r.values[i])
	}
	return b.NewArray(), nil
}

func build(pool memory.Allocator, in []reading, width int) (arrow.Record, error) {
	fields := []arrow.Field{{Name: "sensor", Type: arrow.BinaryTypes.String}}
	cols := make([]arrow.Array, 0, width+1)
	defer func() { releaseAll(cols) }() // the record has references of its own
	first, err := names(pool, in)
	if err != nil {
		return nil, err
	}
	cols = append(cols, first)
	for i := range width {
		c, err := column(pool, in, i)
		if err != nil {
			return nil, err
		}
		cols = append(cols, c)
		fields = append(fields, arrow.Field{Name: fmt.Sprint("v", i), Type: arrow.PrimitiveTypes.Float64})
	}
	return array.NewRecord(arrow.NewSchema(fields, nil), cols, int64(len(in))), nil
}

func halves(rec arrow.Record) []arrow.Record {
	mid := rec.NumRows() / 2
	return []arrow.Record{rec.NewSlice(0, mid), rec.NewSlice(mid, rec.NumRows())}
}

func process(pool memory.Allocator, in []reading, width int) error {
	rec, err := build(pool, in, width)
	if err != nil {
		return err
	}
	parts := halves(rec)
	rec.Release()
	defer releaseAll(parts)
	for _, p := range parts {
		last := p.Column(int(p.NumCols()) - 1).(*array.Float64)
		sum := 0.0
		for _, v := range last.Float64Values() {
			sum += v
		}
		fmt.Println(p.NumRows(), p.ColumnName(0), sum)
	}
	return nil
}

func main() {
	pool := memory.NewCheckedAllocator(memory.NewGoAllocator())
	good := []reading{{"a", []float64{1, 2}}, {"b", []float64{3, 4}}, {"c", []float64{5, 6}}}
	fmt.Println(process(pool, good, 2))
	fmt.Println(process(pool, good, 3))
	fmt.Println(process(pool, append(good, reading{}), 1))
	fmt.Println(pool.CurrentAlloc())
}
