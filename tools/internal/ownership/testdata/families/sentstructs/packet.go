// Package sentstructs has structs with a reference that are sent, as values.
package sentstructs

import (
	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/stdpool"
)

type body struct{ n int }

type packet struct {
	id   int
	data rcpool.Ref[body]
}

func (p *packet) release() { p.data.Release() }

type frame struct {
	id   int
	data stdpool.ByteRef
}

type queue struct {
	packets chan packet
	frames  chan frame
	lost    int
}
