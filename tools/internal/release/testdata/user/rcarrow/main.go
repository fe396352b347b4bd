// Command rcarrow builds an Arrow array in memory from rcpool.
package main

import (
	"fmt"

	"github.com/apache/arrow-go/v18/arrow/array"

	"github.com/rcpool/rcpool/adapters/rcarrow"
)

func main() {
	builder := array.NewInt64Builder(new(rcarrow.Allocator))
	defer builder.Release()
	for i := range 1000 {
		builder.Append(int64(i))
	}
	column := builder.NewInt64Array()
	defer column.Release()
	fmt.Println(column.Len(), "values")
}
