// Package rchttputil gives the copy buffers of httputil.ReverseProxy to rcpool.
//
//	proxy := httputil.NewSingleHostReverseProxy(target)
//	proxy.BufferPool = new(rchttputil.BufferPool)
//
// # Who owns what
//
// Get hands a buffer over, and Put takes it back: the slice that Get has
// returned, of any length from its start. The proxy puts every buffer back,
// also when a copy fails.
//
// # What is noticed
//
//   - A second Put panics with a *rcpool.Misuse (DoubleRelease), as long as the
//     buffer was not leased again. After that a slice does not tell whose it
//     is: the second Put ends the lease of the next owner, and it is his Put that
//     panics. The buffers of checked leases, which are all under the race
//     detector and a sample in production, are never leased again.
//   - A slice that is used after the Put is noticed in checked leases: a read
//     sees a pattern, a write is reported as LateWrite, and both are races.
//   - A buffer that is never put back is collected, and counted as lost; of a
//     checked lease it is reported as Leak.
//
// Put leaves alone what this pool did not lend, and what was cut at its
// beginning: the garbage collector takes it.
//
// # What it costs
//
// A lease costs some 100 ns and allocates nothing; without a pool, the proxy
// allocates and clears 32 KiB for every response. The buffers are handed
// out as their last owner left them: the proxy writes before it reads.
//
// The proxy does not use a pool for upgraded connections, such as WebSockets.
package rchttputil

import (
	"cmp"
	"net/http/httputil"
	"sync"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/adapters/internal/lent"
)

// Reports name the caller of this package.
func init() { rcpool.HideFrames("github.com/rcpool/rcpool/adapters/rchttputil") }

// A BufferPool is an httputil.BufferPool on top of rcpool. The zero BufferPool
// is ready to use. Fields are set before first use; a BufferPool must not be
// copied after it. It is safe for concurrent use.
type BufferPool struct {
	// Name begins the name of the pool in stats and reports. The default is
	// "httputil": httputil.Buffer(32768).
	Name string
	// Size is the size of the buffers in bytes. The default, for 0, is the 32 KiB
	// that the proxy uses without a pool.
	Size int

	once   sync.Once
	size   int
	slices lent.Slices[byte]
}

var _ httputil.BufferPool = (*BufferPool)(nil)

// Get leases a buffer. The caller owns it until he gives it to Put.
func (p *BufferPool) Get() []byte { return p.ready().Get(p.size) }

// Put ends the lease of buffer. What was not lent by p is left alone. Put
// panics with a *rcpool.Misuse (DoubleRelease) if the buffer is not leased.
func (p *BufferPool) Put(buffer []byte) { p.ready().Put(buffer) }

func (p *BufferPool) ready() *lent.Slices[byte] {
	p.once.Do(func() {
		p.size = cmp.Or(p.Size, 32<<10)
		p.slices.Name = cmp.Or(p.Name, "httputil") + ".Buffer"
		p.slices.Min = 1 << 10
		p.slices.Max = p.size
	})
	return &p.slices
}
