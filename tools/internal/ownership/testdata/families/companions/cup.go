// Package companions has variables that are assigned together with a reference. They tell
// whether there is one.
package companions

import (
	"sync"

	"github.com/rcpool/rcpool"
)

type cup struct{ size int }

var cups rcpool.Pool[cup]

func get(size int) rcpool.Ref[cup] {
	c := cups.Get()
	c.Value().size = size
	return c
}

type buffer struct{ data []byte }

var buffers = sync.Pool{New: func() any { return new(buffer) }}
