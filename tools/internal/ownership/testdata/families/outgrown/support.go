// Package outgrown has buffers that begin with pooled memory, and leave it when they grow.
package outgrown

import (
	"sync"

	"github.com/rcpool/rcpool"
)

var seeds = sync.Pool{New: func() any { return make([]byte, 0, 512) }}

func get() []byte { return seeds.Get().([]byte)[:0] }

func put(b []byte) {
	seeds.Put(b) //nolint:staticcheck // SA6002: it is short
}

func mask(b []byte) {
	for i := range b {
		b[i] ^= 0xff
	}
}

// A Frame has memory of its own, until it is too small.
type Frame struct{ data []byte }

var frames = rcpool.Pool[Frame]{Name: "frames", Reset: func(f *Frame) { f.data = f.data[:0] }}
