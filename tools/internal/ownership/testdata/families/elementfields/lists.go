package elementfields

import (
	"bytes"
	"sync"

	"github.com/rcpool/rcpool"
)

var buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

type term struct {
	text []byte
	docs []int
	hits int
	next *term
}

type index struct {
	terms []term
	by    map[string]int
}

type packet struct {
	data []byte
	seq  int
}

var packets rcpool.Pool[packet]

type slot struct {
	ref   rcpool.Ref[packet]
	tries int
}
