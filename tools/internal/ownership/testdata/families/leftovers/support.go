// Package leftovers has rings and queues that count beside their lists which elements are in
// use, and leave in the list what was released.
package leftovers

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/rcpool/rcpool"
)

type Record struct {
	No   int
	Text []byte
}

var (
	records = rcpool.Pool[Record]{Name: "records"}
	buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}
	errFull = errors.New("full")
)

func get(no int) rcpool.Ref[Record] {
	r := records.Get()
	r.Value().No = no
	return r
}

func print(w io.Writer, r *Record) error {
	if r.No < 0 {
		return errFull
	}
	_, err := fmt.Fprintln(w, r.No)
	return err
}

func column(n int) arrow.Array {
	b := array.NewInt64Builder(memory.NewGoAllocator())
	defer b.Release()
	b.Append(int64(n))
	return b.NewArray()
}
