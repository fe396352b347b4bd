// Package conversions converts structs of two packages that have such a struct.
package conversions

import (
	"sync"

	"test/endless/conversions/parts"
)

type B struct {
	N *parts.Node[int]
	F bool
}
type obj struct {
	on  bool
	buf []byte
}

var p = sync.Pool{New: func() any { return new(obj) }}

func Conv(x parts.A) B    { return B(x) }
func PConv(x *parts.A) *B { return (*B)(x) }

func Use(y parts.A) int {
	o := p.Get().(*obj)
	if o.on {
		return 1
	}
	b := Conv(y)
	_ = b
	p.Put(o)
	return len(o.buf)
}
