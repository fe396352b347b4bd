// Package afterunknown has objects that pass through functions which nobody can
// follow: methods of interfaces, functions in fields and in parameters.
package afterunknown

import (
	"bytes"
	"io"
	"sync"

	"github.com/rcpool/rcpool"
)

// A Record is written somewhere.
type Record struct {
	ID   int
	Text string
}

var (
	records = rcpool.Pool[Record]{Name: "records"}
	buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}
)

func getBuffer() *bytes.Buffer {
	buf := buffers.Get().(*bytes.Buffer)
	buf.Reset()
	return buf
}

// An encoder encodes a value into a buffer that it borrows.
type encoder interface {
	encode(buf *bytes.Buffer, v any) error
}

// A sink takes records that it borrows.
type sink interface {
	write(r *Record) error
}

// A store has functions in fields.
type store struct {
	enc    encoder
	out    io.Writer
	before func(*bytes.Buffer)
	audit  func(*Record)
	sinks  []sink
}
