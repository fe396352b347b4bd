// Package givenbackfields has objects whose memory is from a pool, and goes back there with the last
// reference.
package givenbackfields

import (
	"sync"
	"sync/atomic"
)

var pages = sync.Pool{New: func() any { p := make([]byte, 4096); return &p }}

func getPage(n int) []byte { return (*pages.Get().(*[]byte))[:n] }

func putPage(p []byte) {
	if cap(p) < 4096 {
		return
	}
	p = p[:cap(p)]
	pages.Put(&p)
}

// A block counts its references.
type block struct {
	refs atomic.Int32
	data []byte
	name []byte
}

func newBlock(name string, n int) *block {
	b := &block{data: getPage(n), name: []byte(name)}
	b.refs.Store(1)
	return b
}

// IncRef adds a reference.
func (b *block) IncRef() { b.refs.Add(1) }

// DecRef gives one up.
func (b *block) DecRef() {
	if b.refs.Add(-1) == 0 {
		putPage(b.data)
		b.data = nil
	}
}

// Data is memory of the block.
func (b *block) Data() []byte { return b.data }

// take takes the memory out.
func (b *block) take() []byte {
	data := b.data
	b.data = nil
	return data
}

type index struct{ names [][]byte }
