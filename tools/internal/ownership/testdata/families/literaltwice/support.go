// Package literaltwice releases what it owns in function literals that are called more than once.
package literaltwice

import (
	"errors"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/rcpool/rcpool"
)

var errEmpty = errors.New("empty")

// A Page is a part of a file.
type Page struct{ No int }

var pages rcpool.Pool[Page]

type cursor struct {
	page rcpool.Ref[Page]
	next *cursor
}

func newArray(values ...int64) arrow.Array {
	b := array.NewInt64Builder(memory.DefaultAllocator)
	defer b.Release()
	b.AppendValues(values, nil)
	return b.NewArray()
}
