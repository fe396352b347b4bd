// Package manycleanups has functions that return one function which releases several
// things.
package manycleanups

import (
	"bytes"
	"sync"

	"github.com/rcpool/rcpool"
)

// A Row is an example.
type Row struct{ N int }

var (
	rows    = rcpool.Pool[Row]{Name: "rows"}
	buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}
)

func two() (a, b rcpool.Ref[Row], free func()) {
	a, b = rows.Get(), rows.Get()
	return a, b, func() {
		b.Release()
		a.Release()
	}
}

func rowAndBuffer() (*Row, *bytes.Buffer, func()) {
	row := rows.Get()
	buffer := buffers.Get().(*bytes.Buffer)
	buffer.Reset()
	return row.Value(), buffer, func() {
		buffers.Put(buffer)
		row.Release()
	}
}

// A closer calls functions when it is closed.
type closer interface{ OnClose(func()) }
