// Package deletedsome has containers that own what is in them, and functions of the standard library
// that remove some of it, copy it, sort it, or go over it.
package deletedsome

import (
	"errors"
	"sync/atomic"

	"github.com/rcpool/rcpool"
)

// A Part counts its references.
type Part struct {
	refs atomic.Int32
	no   int
	rows []string
}

func NewPart(no int) *Part {
	p := &Part{no: no}
	p.refs.Store(1)
	return p
}

func (p *Part) Retain() { p.refs.Add(1) }

func (p *Part) Release() {
	if p.refs.Add(-1) == 0 {
		p.rows = nil
	}
}

type Call struct {
	URL   string
	Tries int
}

var calls = rcpool.Pool[Call]{Name: "calls"}

func newCall(url string) rcpool.Ref[Call] {
	c := calls.Get()
	c.Value().URL = url
	return c
}

type item struct {
	due int
	ref rcpool.Ref[Call]
}

type byDue []item

func (b byDue) Len() int           { return len(b) }
func (b byDue) Less(i, j int) bool { return b[i].due < b[j].due }
func (b byDue) Swap(i, j int)      { b[i], b[j] = b[j], b[i] }
func (b *byDue) Push(x any)        { *b = append(*b, x.(item)) }
func (b *byDue) Pop() any {
	last := len(*b) - 1
	it := (*b)[last]
	*b = (*b)[:last]
	return it
}

var errEmpty = errors.New("empty payload")
