package firstelement

import "sync/atomic"

type part struct {
	refs atomic.Int32
	rows int
}

func (p *part) Retain() { p.refs.Add(1) }

func (p *part) Release() { p.refs.Add(-1) }

func newPart(rows int) *part {
	p := &part{rows: rows}
	p.refs.Store(1)
	return p
}

func (p *part) slice(from int) *part { return newPart(p.rows - from) }

type window struct {
	parts     []*part
	rows, max int
}
