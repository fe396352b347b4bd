package rcarrow_test

import (
	"fmt"
	"strings"

	"github.com/apache/arrow-go/v18/arrow/array"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/adapters/rcarrow"
)

func Example() {
	allocator := &rcarrow.Allocator{Name: "columns"}

	builder := array.NewInt64Builder(allocator)
	for i := range 1000 {
		builder.Append(int64(i))
	}
	column := builder.NewInt64Array()
	builder.Release()
	fmt.Println(column.Len(), "values")
	column.Release() // returns its memory to the pool

	inUse := uint64(0)
	for _, s := range rcpool.AllStats() {
		if strings.HasPrefix(s.Name, "columns.") {
			inUse += s.InUse
		}
	}
	fmt.Println(inUse, "in use")
	// Output:
	// 1000 values
	// 0 in use
}
