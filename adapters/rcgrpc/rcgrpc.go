// Package rcgrpc provides the buffers of grpc-go from rcpool: a BufferPool is a
// mem.BufferPool whose buffers are counted and checked like any other lease.
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
// Get hands a buffer over to the caller. Put takes it back, as the *[]byte that
// Get returned or another pointer to the same buffer, with any length.
// mem.NewBuffer takes a buffer over, and the last Free of the mem.Buffer calls
// Put. Every *[]byte belongs to one Get. Put leaves it with length and capacity 0.
//
// # What is caught
//
//   - A second Put of a *[]byte panics with an *rcpool.Misuse (DoubleRelease) at
//     any time, even after its memory was leased again, and affects no other
//     buffer. A Put of the same buffer through another *[]byte panics until the
//     buffer is leased again.
//   - An access through the *[]byte after Put is out of range and panics.
//   - Using a copy of the slice after Put is caught in checked leases: a read sees
//     a pattern, a write is reported as LateWrite, and under the race detector
//     both are races. Every lease is checked under the race detector, and a sample
//     in production.
//   - A buffer that is never put back is garbage collected and counted as lost. In
//     a checked lease it is reported as Leak. It may not be your mistake: grpc
//     leaves data to the garbage collector if it arrives for a call that is then
//     canceled or times out (seen with v1.85.0). The stack of such a report has
//     only frames of google.golang.org/grpc/internal/transport.
//
// grpc itself panics if a mem.Buffer is freed twice, until the mem.Buffer, which
// is pooled too, has another owner.
//
// Put ignores slices that this pool did not lease and slices that were cut at the
// start; the garbage collector frees them.
//
// # What it costs
//
// Buffers of up to 1 KiB are allocated and are not leases, because grpc never puts
// them back. Get allocates the *[]byte, 24 bytes, so that no two leases share one.
// That is why a second Put is always caught.
//
// For buffers of up to 32 KiB grpc's own pool, which catches nothing, is faster by
// that allocation and the cost of a lease, which is small compared with a call.
// Between 32 KiB and 1 MiB grpc's pool leases and clears 1 MiB for every buffer;
// there this pool is many times faster.
package rcgrpc

import (
	"cmp"
	"sync"

	"google.golang.org/grpc/mem"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/adapters/internal/slicepool"
)

// Reports name the caller of this package.
func init() { rcpool.HideFrames("github.com/rcpool/rcpool/adapters/rcgrpc") }

// A BufferPool is a mem.BufferPool that leases buffers from rcpool. The zero
// BufferPool is ready to use. Set the fields before first use, and do not copy a
// BufferPool after that. It is safe for concurrent use.
type BufferPool struct {
	// Name is the prefix of the names of the pools in stats and reports. "" means
	// "grpc": grpc.Buffer(16384) has the buffers of up to 16 KiB.
	Name string
	// MaxBytes is the largest size in bytes of a buffer that is kept. Larger buffers
	// are leased, and left to the garbage collector after Put. 0 means 1 MiB.
	MaxBytes int
	// Dirty makes Get return buffers with the content that their last owner left,
	// instead of zeroed buffers, as the default pool of grpc returns.
	Dirty bool

	once   sync.Once
	slices slicepool.Pool[byte]
}

var _ mem.BufferPool = (*BufferPool)(nil)

// Get leases a buffer of length bytes. The caller owns it until it passes it to
// Put or mem.NewBuffer. Get panics if length is negative.
func (p *BufferPool) Get(length int) *[]byte {
	var buffer []byte
	if mem.IsBelowBufferPoolingThreshold(length) {
		buffer = make([]byte, length)
	} else {
		buffer = p.ready().Get(length)
	}
	return &buffer
}

// Put ends the lease of buffer and leaves *buffer empty. Put ignores buffer if p
// did not lease it. It panics with an *rcpool.Misuse (DoubleRelease) if buffer was
// put before.
func (p *BufferPool) Put(buffer *[]byte) {
	slices := p.ready()
	if cap(*buffer) == 0 {
		slices.Returned(*buffer)
	} else if slices.Put(*buffer) {
		*buffer = (*buffer)[:0:0] // keeps the address, so that a second Put is caught
	}
}

func (p *BufferPool) ready() *slicepool.Pool[byte] {
	p.once.Do(func() {
		p.slices.Name = cmp.Or(p.Name, "grpc") + ".Buffer"
		p.slices.Min = 1 << 10
		p.slices.Max = cmp.Or(p.MaxBytes, 1<<20)
		p.slices.Zero = !p.Dirty
	})
	return &p.slices
}
