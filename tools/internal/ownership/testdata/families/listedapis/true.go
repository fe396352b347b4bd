package listedapis

import (
	"errors"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/valyala/fasthttp"
)

var errEmpty = errors.New("empty")

// The builder of the values is a part of the list builder, which is forgotten.
func leakBuilder(mem memory.Allocator, sizes []int) (arrow.Array, error) {
	lists := array.NewListBuilder(mem, arrow.PrimitiveTypes.Int64) // want "leak: "
	values := lists.ValueBuilder().(*array.Int64Builder)
	for _, n := range sizes {
		if n == 0 {
			return nil, errEmpty
		}
		lists.Append(true)
		values.AppendValues(make([]int64, n), nil)
	}
	all := lists.NewArray()
	lists.Release()
	return all, nil
}

// A writer keeps nothing of a record.
func leakWritten(mem memory.Allocator, schema *arrow.Schema, to *ipc.Writer) error {
	b := array.NewRecordBuilder(mem, schema)
	defer b.Release()
	rec := b.NewRecordBatch() // want "leak: "
	if err := to.Write(rec); err != nil {
		return err
	}
	rec.Release()
	return nil
}

// A stream that is closed is not the request.
func releaseTwice(url string) string {
	req := fasthttp.AcquireRequest()
	req.SetRequestURI(url)
	req.CloseBodyStream()
	text := req.URI().String()
	fasthttp.ReleaseRequest(req)
	fasthttp.ReleaseRequest(req) // want "double-release: "
	return text
}
