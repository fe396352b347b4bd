// Package api has mistakes with objects of two APIs; the leaks of one of them are not
// reported.
package api

import (
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"google.golang.org/grpc/mem"
)

func column(m memory.Allocator, values []int64) int {
	b := array.NewInt64Builder(m)
	b.AppendValues(values, nil)
	return b.Len()
}

func columnTwice(m memory.Allocator) {
	b := array.NewInt64Builder(m)
	b.Release()
	b.Release() // want "double-release: "
}

func message(data []byte) int {
	b := mem.NewBuffer(&data, nil) // want "leak: "
	return b.Len()
}
