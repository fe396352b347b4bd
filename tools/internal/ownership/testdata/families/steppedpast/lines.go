// Package steppedpast has loops whose first turn is known by an index that grows from turn to
// turn.
package steppedpast

import "github.com/rcpool/rcpool/stdpool"

type point struct {
	name stdpool.ByteRef
	tags []stdpool.ByteRef
}

func (p *point) release() {
	p.name.Drop()
	for i := range p.tags {
		p.tags[i].Drop()
	}
	p.tags = p.tags[:0]
}
