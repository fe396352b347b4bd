// Package calledfields has calls of functions in fields, each of which holds one function only.
package calledfields

import "sync"

type frame struct {
	id   int
	data []byte
}

var frames = sync.Pool{New: func() any { return new(frame) }}

func newFrame(id int) *frame {
	f := frames.Get().(*frame)
	f.id, f.data = id, f.data[:0]
	return f
}
