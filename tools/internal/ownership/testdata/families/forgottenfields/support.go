// Package forgottenfields has structs that own objects in more than one field, and are
// closed.
package forgottenfields

import (
	"sync/atomic"

	"github.com/rcpool/rcpool"
)

type Stats struct{ In, Out int }

var statsPool = rcpool.Pool[Stats]{Name: "stats"}

type Header struct{ Name string }

var headers = rcpool.Pool[Header]{Name: "headers"}

// A page counts its references itself.
type page struct {
	refs atomic.Int32
	data []byte
}

func NewPage(n int) *page {
	p := &page{data: make([]byte, n)}
	p.refs.Store(1)
	return p
}

func (p *page) Retain() { p.refs.Add(1) }

func (p *page) Release() {
	if p.refs.Add(-1) == 0 {
		p.data = nil
	}
}

func (p *page) size() int { return len(p.data) }
