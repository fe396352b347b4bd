// Package finders has functions that only find a place, or what is there, for others that release
// it.
package finders

import (
	"bytes"
	"sync"

	"github.com/rcpool/rcpool"
)

type Record struct {
	No   int
	Text []byte
}

func (r *Record) Reset() { r.No, r.Text = 0, r.Text[:0] }

var (
	records = rcpool.Pool[Record]{Name: "records"}
	buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}
)

func get(no int) rcpool.Ref[Record] {
	r := records.Get()
	r.Value().No = no
	return r
}
