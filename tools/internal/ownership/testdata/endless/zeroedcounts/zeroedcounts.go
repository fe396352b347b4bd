// Package zeroedcounts has a counter that is set to the zero value of its struct.
package zeroedcounts

import (
	"sync"
	"sync/atomic"
)

type page struct {
	refs atomic.Int32
	data []byte
}

var pages = sync.Pool{New: func() any { return new(page) }}

func newPage() *page {
	p := pages.Get().(*page)
	p.refs = atomic.Int32{}
	p.refs.Store(1)
	return p
}

func (p *page) Retain() { p.refs.Add(1) }

func (p *page) Release() {
	if p.refs.Add(-1) == 0 {
		p.data = p.data[:0]
		pages.Put(p)
	}
}
