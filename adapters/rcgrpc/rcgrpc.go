// Package rcgrpc gives the buffers of grpc-go to rcpool: a BufferPool is a
// mem.BufferPool, whose buffers are counted, watched and checked like any other
// lease.
//
//	pool := new(rcgrpc.BufferPool)
//	server := grpc.NewServer(experimental.BufferPool(pool))
//	conn, err := grpc.NewClient(target, experimental.WithBufferPool(pool), …)
//
// The protobuf codec takes its buffers from the default pool, which can only be
// set while the program starts:
//
//	func init() { experimental.SetDefaultBufferPool(pool) }
//
// # Who owns what
//
// Get hands a buffer over, and Put takes it back: the *[]byte that Get has
// returned, or another one to the same buffer, of any length from its start.
// mem.NewBuffer takes the buffer over, and the last Free of the mem.Buffer is
// its Put. Every *[]byte belongs to one Get. After its Put it has neither length
// nor capacity.
//
// # What is noticed
//
//   - A second Put of a *[]byte panics with a *rcpool.Misuse (DoubleRelease), at
//     any time, also after its memory was leased again; nobody else's buffer is
//     affected. So does a Put of the same buffer through another *[]byte, as long
//     as it was not leased again.
//   - An access through the *[]byte after the Put is out of range, and panics.
//   - The copy of the slice that somebody keeps is noticed in checked leases,
//     which are all leases under the race detector and a sample in production:
//     there a read sees a pattern, a write is reported as LateWrite, and both
//     are races.
//   - A buffer that is never put back is collected, and counted as lost; of a
//     checked lease it is reported as Leak. It need not be a fault of yours: what
//     has arrived for a call that is then cancelled, or runs out of time, grpc
//     leaves to the garbage collector (seen with v1.85.0). The stack of such a
//     report has only frames of google.golang.org/grpc/internal/transport.
//
// A mem.Buffer is noticed by grpc itself, which panics when it is freed twice,
// as long as nobody else has the mem.Buffer by then: it is pooled too.
//
// Put leaves alone what this pool did not lend, and what was cut at its
// beginning: the garbage collector takes it.
//
// # What it costs
//
// The buffers up to 1 KiB, which grpc never puts back, are allocated, and are
// no leases. Get allocates 24 bytes, the *[]byte, so that no two leases share
// one; that is how a second Put is always known.
//
// For buffers up to 32 KiB grpc's own pool, which notices nothing, is quicker by
// that much and the price of a lease, which is little beside a call. Between 32
// KiB and 1 MiB it leases and clears 1 MiB for every buffer; there this pool is
// many times quicker.
package rcgrpc

import (
	"cmp"
	"sync"

	"google.golang.org/grpc/mem"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/adapters/internal/lent"
)

// Reports name the caller of this package.
func init() { rcpool.HideFrames("github.com/rcpool/rcpool/adapters/rcgrpc") }

// A BufferPool is a mem.BufferPool on top of rcpool. The zero BufferPool is
// ready to use. Fields are set before first use; a BufferPool must not be
// copied after it. It is safe for concurrent use.
type BufferPool struct {
	// Name begins the names of the pools in stats and reports. The default is
	// "grpc": grpc.Buffer(16384) has the buffers of up to 16 KiB.
	Name string
	// MaxSize is the size in bytes up to which buffers are kept; larger ones are
	// leased and left to the garbage collector. The default, for 0, is 1 MiB.
	MaxSize int
	// Dirty has Get return buffers as their last owner left them, instead of
	// zeroed, as those of grpc's default pool are.
	Dirty bool

	once   sync.Once
	slices lent.Slices[byte]
}

var _ mem.BufferPool = (*BufferPool)(nil)

// Get leases a buffer of the given length in bytes. The caller owns it until he
// gives it to Put or to mem.NewBuffer. Get panics if length is negative.
func (p *BufferPool) Get(length int) *[]byte {
	var buffer []byte
	if mem.IsBelowBufferPoolingThreshold(length) {
		buffer = make([]byte, length)
	} else {
		buffer = p.ready().Get(length)
	}
	return &buffer
}

// Put ends the lease of buffer, and leaves the caller with an empty one. What
// was not lent by p stays as it is. Put panics with a *rcpool.Misuse
// (DoubleRelease) if buffer was put before.
func (p *BufferPool) Put(buffer *[]byte) {
	slices := p.ready()
	if cap(*buffer) == 0 {
		slices.Returned(*buffer)
	} else if slices.Put(*buffer) {
		*buffer = (*buffer)[:0:0] // still at that address, by which it is known if it is put again
	}
}

func (p *BufferPool) ready() *lent.Slices[byte] {
	p.once.Do(func() {
		p.slices.Name = cmp.Or(p.Name, "grpc") + ".Buffer"
		p.slices.Min = 1 << 10
		p.slices.Max = cmp.Or(p.MaxSize, 1<<20)
		p.slices.Zero = !p.Dirty
	})
	return &p.slices
}
