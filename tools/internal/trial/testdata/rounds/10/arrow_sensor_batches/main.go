// truth: correct
package main

import (
	"errors"
	"fmt"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

type reading struct {
	room string
	temp float64
	ok   bool
}

var schema = arrow.NewSchema([]arrow.Field{
	{Name: "room", Type: arrow.BinaryTypes.String},
	{Name: "temp", Type: arrow.PrimitiveTypes.Float64, Nullable: true},
}, nil)

var errEmpty = errors.New("no readings")

// toRecord returns the readings as columns. The caller releases the record.
func toRecord(mem memory.Allocator, rs []reading) (arrow.Record, error) {
	b := array.NewRecordBuilder(mem, schema)
	defer b.Release()
	if len(rs) == 0 {
		return nil, errEmpty
	}
	for _, r := range rs {
		b.Field(0).(*array.StringBuilder).Append(r.room)
		if t := b.Field(1).(*array.Float64Builder); r.ok {
			t.Append(r.temp)
		} else {
			t.AppendNull()
		}
	}
	return b.NewRecord(), nil
}

// hottest looks at a part of the record.
func hottest(rec arrow.Record, from int64) (room string, temp float64) {
	part := rec.NewSlice(from, rec.NumRows())
	defer part.Release()
	rooms, temps := part.Column(0).(*array.String), part.Column(1).(*array.Float64)
	for i := range temps.Len() {
		if temps.IsValid(i) && temps.Value(i) > temp {
			room, temp = string([]byte(rooms.Value(i))), temps.Value(i)
		}
	}
	return room, temp
}

func main() {
	mem := memory.NewCheckedAllocator(memory.NewGoAllocator())
	rec, err := toRecord(mem, []reading{{"attic", 31, true}, {"bath", 24, true}, {"cellar", 0, false}, {"den", 22.5, true}})
	if err != nil {
		panic(err)
	}
	for from := int64(0); from < rec.NumRows(); from++ {
		room, temp := hottest(rec, from)
		fmt.Println(from, room, temp)
	}
	kept := rec.Column(1)
	kept.Retain()
	rec.Release()
	fmt.Println(kept.Len(), kept.NullN())
	kept.Release()
	if _, err := toRecord(mem, nil); err != nil {
		fmt.Println(err)
	}
	if n := mem.CurrentAlloc(); n != 0 {
		panic(fmt.Sprint(n, " bytes leaked"))
	}
}
