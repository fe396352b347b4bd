package listedapis

import (
	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/valyala/fasthttp"
)

// Both ways give up the list builder; the builder of the values is its own.
func buildLists(mem memory.Allocator, sizes []int) (arrow.Array, error) {
	lists := array.NewListBuilder(mem, arrow.PrimitiveTypes.Int64)
	defer lists.Release()
	values := lists.ValueBuilder().(*array.Int64Builder)
	for _, n := range sizes {
		if n == 0 {
			return nil, errEmpty
		}
		lists.Append(true)
		values.AppendValues(make([]int64, n), nil)
	}
	return lists.NewArray(), nil
}

// A column of a builder outlives the function with the builder.
type columns struct {
	lists  *array.ListBuilder
	values array.Builder
}

func newColumns(mem memory.Allocator) *columns {
	lists := array.NewListBuilder(mem, arrow.PrimitiveTypes.Int64)
	return &columns{lists: lists, values: lists.ValueBuilder()}
}

// The record is written, and released on both ways.
func writeAll(mem memory.Allocator, schema *arrow.Schema, to *ipc.Writer) error {
	b := array.NewRecordBuilder(mem, schema)
	defer b.Release()
	rec := b.NewRecordBatch()
	err := to.Write(rec)
	rec.Release()
	return err
}

// The stream is closed, and the request goes back once.
func closeAndRelease(url string) string {
	req := fasthttp.AcquireRequest()
	req.SetRequestURI(url)
	req.CloseBodyStream()
	text := req.URI().String()
	fasthttp.ReleaseRequest(req)
	return text
}
