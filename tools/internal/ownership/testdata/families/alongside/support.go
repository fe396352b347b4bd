// Package alongside has structs that other packages make and close, with two fields of objects.
package alongside

import (
	"sync/atomic"

	"github.com/rcpool/rcpool"
)

type Stats struct{ In, Out int }

var statsPool = rcpool.Pool[Stats]{Name: "stats"}

type Header struct{ Name string }

var headers = rcpool.Pool[Header]{Name: "headers"}

// A Page counts its references itself.
type Page struct {
	refs atomic.Int32
	data []byte
}

func NewPage(n int) *Page {
	p := &Page{data: make([]byte, n)}
	p.refs.Add(1)
	return p
}

func (p *Page) Retain() { p.refs.Add(1) }

func (p *Page) Release() {
	if p.refs.Add(-1) == 0 {
		p.data = nil
	}
}

func (p *Page) size() int { return len(p.data) }
