// Package unflushed has pooled writers with a buffer that must be flushed before they go
// back.
package unflushed

import (
	"bufio"
	"io"
	"sync"

	"github.com/rcpool/rcpool"
)

var writers = sync.Pool{New: func() any { return bufio.NewWriterSize(nil, 4096) }}

var counted = rcpool.Pool[bufio.Writer]{Name: "writers", New: func() *bufio.Writer { return bufio.NewWriter(nil) }}

func getWriter(w io.Writer) *bufio.Writer {
	out := writers.Get().(*bufio.Writer)
	out.Reset(w)
	return out
}

// putWriter says nothing of what is buffered.
func putWriter(out *bufio.Writer) {
	out.Reset(nil)
	writers.Put(out)
}

// finish flushes.
func finish(out *bufio.Writer) error {
	defer putWriter(out)
	return out.Flush()
}

// A response writes into its buffer until it is ended.
type response struct {
	out    *bufio.Writer
	status int
}

func (r *response) end() error { return r.out.Flush() }
