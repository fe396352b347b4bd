package stdpool

import (
	"bytes"
	"cmp"

	"github.com/rcpool/rcpool"
)

// Buffer leases an empty bytes.Buffer from [Default]. See Pools.Buffer.
func Buffer() rcpool.Ref[bytes.Buffer] { return Default().Buffer() }

// Buffer leases an empty bytes.Buffer. The caller owns the reference.
//
// The slice that (*bytes.Buffer).Bytes returns is memory of the buffer: do not
// use it after the release. The string that String returns is a copy, which the
// caller may keep. A buffer that has grown beyond p.MaxBuffer is not kept.
func (p *Pools) Buffer() rcpool.Ref[bytes.Buffer] { return p.ready().buffers.Get() }

func (p *Pools) openBuffers() {
	limit := cmp.Or(p.MaxBuffer, defaultMaxBuffer)
	p.buffers.Name = p.named("Buffer")
	p.buffers.Keep = func(b *bytes.Buffer) bool { return b.Cap() <= limit }
}
