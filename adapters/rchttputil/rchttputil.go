// Package rchttputil provides the copy buffers of httputil.ReverseProxy from
// rcpool.
//
//	proxy := httputil.NewSingleHostReverseProxy(target)
//	proxy.BufferPool = new(rchttputil.BufferPool)
//
// # Who owns what
//
// Get hands a buffer over to the caller. Put takes it back, as the slice that Get
// returned, with any length. The proxy puts every buffer back, even if a copy
// fails.
//
// # What is caught
//
//   - A second Put panics with an *rcpool.Misuse (DoubleRelease) until the buffer
//     is leased again. After that the slice does not say which lease it belongs
//     to: the second Put ends the lease of the next owner, whose Put then panics.
//     The buffer of a checked lease is never leased again. Every lease is checked
//     under the race detector, and a sample in production.
//   - Using a slice after Put is caught in checked leases: a read sees a pattern,
//     a write is reported as LateWrite, and under the race detector both are
//     races.
//   - A buffer that is never put back is garbage collected and counted as lost. In
//     a checked lease it is reported as Leak.
//
// Put ignores slices that this pool did not lease and slices that were cut at the
// start; the garbage collector frees them.
//
// # What it costs
//
// A lease takes about 100 ns and allocates nothing. Without a pool, the proxy
// allocates and clears 32 KiB for every response. The pool does not clear buffers,
// because the proxy writes before it reads.
//
// The proxy does not use a pool for upgraded connections, such as WebSockets.
package rchttputil

import (
	"cmp"
	"net/http/httputil"
	"sync"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/adapters/internal/slicepool"
)

// Reports name the caller of this package.
func init() { rcpool.HideFrames("github.com/rcpool/rcpool/adapters/rchttputil") }

// A BufferPool is an httputil.BufferPool that leases buffers from rcpool. The zero
// BufferPool is ready to use. Set the fields before first use, and do not copy a
// BufferPool after that. It is safe for concurrent use.
type BufferPool struct {
	// Name is the prefix of the name of the pool in stats and reports. "" means
	// "httputil": the pool is httputil.Buffer(32768).
	Name string
	// Size is the size of the buffers in bytes. 0 means 32 KiB, which the proxy uses
	// without a pool.
	Size int

	once   sync.Once
	size   int
	slices slicepool.Pool[byte]
}

var _ httputil.BufferPool = (*BufferPool)(nil)

// Get leases a buffer of p.Size bytes with any content. The caller owns it until
// it passes it to Put.
func (p *BufferPool) Get() []byte { return p.ready().Get(p.size) }

// Put ends the lease of buffer. The caller must not use buffer afterwards. Put
// ignores buffer if p did not lease it. It panics with an *rcpool.Misuse
// (DoubleRelease) if the lease of buffer has ended.
func (p *BufferPool) Put(buffer []byte) { p.ready().Put(buffer) }

func (p *BufferPool) ready() *slicepool.Pool[byte] {
	p.once.Do(func() {
		p.size = cmp.Or(p.Size, 32<<10)
		p.slices.Name = cmp.Or(p.Name, "httputil") + ".Buffer"
		p.slices.Min = 1 << 10
		p.slices.Max = p.size
	})
	return &p.slices
}
