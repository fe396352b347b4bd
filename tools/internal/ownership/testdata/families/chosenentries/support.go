package chosenentries

import (
	"bytes"
	"sync"

	"github.com/rcpool/rcpool"
)

type Tile struct{ Pixels []byte }

var tiles rcpool.Pool[Tile]

var buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

func buffer() *bytes.Buffer {
	b := buffers.Get().(*bytes.Buffer)
	b.Reset()
	return b
}
