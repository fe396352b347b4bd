// Package endedparts has functions that return a list of the memory of elements, and release these.
package endedparts

import (
	"sync"

	"github.com/rcpool/rcpool"
)

type fragment struct {
	index int
	data  []byte
}

var fragments = sync.Pool{New: func() any { return &fragment{data: make([]byte, 0, 512)} }}

func newFragment(data []byte) *fragment {
	f := fragments.Get().(*fragment)
	f.data = append(f.data, data...)
	return f
}

func put(f *fragment) {
	f.index = 0
	f.data = f.data[:0]
	fragments.Put(f)
}

type Row struct {
	No    int
	Cells []string
}

func (r *Row) Reset() {
	clear(r.Cells)
	*r = Row{Cells: r.Cells[:0]}
}

var rows = rcpool.Pool[Row]{Name: "rows"}

func newRow(no int, cells ...string) rcpool.Ref[Row] {
	ref := rows.Get()
	ref.Value().No = no
	ref.Value().Cells = append(ref.Value().Cells, cells...)
	return ref
}
