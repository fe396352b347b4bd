package service

import (
	"bytes"
	"sync/atomic"
)

// Growth is how often pooled buffers had to grow. A pool can report every object
// as used again while each of them is too small and allocates. What a new buffer
// grows by counts, too.
type Growth struct {
	Leases uint64 `json:"leases"` // in which a buffer grew
	Bytes  uint64 `json:"bytes"`  // of capacity that they gained
}

// growth counts.
type growth struct{ leases, bytes atomic.Uint64 }

func (g *growth) add(bytes int) {
	if bytes > 0 {
		g.leases.Add(1)
		g.bytes.Add(uint64(bytes))
	}
}

func (g *growth) seen() Growth { return Growth{Leases: g.leases.Load(), Bytes: g.bytes.Load()} }

// sizedBuffer is a buffer that knows how large it was.
type sizedBuffer struct {
	bytes.Buffer
	size int // its capacity when grown was called last
}

// grown returns by how much the capacity has grown since the last time.
func (b *sizedBuffer) grown() int {
	more := b.Cap() - b.size
	b.size = b.Cap()
	return more
}
