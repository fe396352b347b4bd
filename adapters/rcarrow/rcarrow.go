// Package rcarrow provides Arrow memory from rcpool: an Allocator is a
// memory.Allocator for github.com/apache/arrow-go.
//
//	allocator := new(rcarrow.Allocator)
//	builder := array.NewInt64Builder(allocator)
//
// # Who owns what
//
// Allocate hands memory over to the caller. Free takes it back, as the slice that
// Allocate or Reallocate returned, with any length. Reallocate takes back the
// slice that it is given. The reference counts of Arrow decide when: the last
// Release of a memory.Buffer calls Free.
//
// So the Retain and Release calls of arrays and records must be right. With the
// default allocator of Arrow an extra Release goes unnoticed. Here it gives memory
// that is in use to another owner, as with the C allocators of Arrow. The next
// section says when that is caught.
//
// # What is caught
//
//   - A second Free, or a Reallocate after Free, panics with an *rcpool.Misuse
//     (DoubleRelease) until the memory is leased again. After that the slice does
//     not say which lease it belongs to: a second Free ends the lease of the next
//     owner. The memory of a checked lease is never leased again. Every lease is
//     checked under the race detector, and a sample in production.
//   - Using memory after Free is caught in checked leases: a read sees a pattern,
//     a write is reported as LateWrite, and under the race detector both are
//     races.
//   - Memory that is never freed is garbage collected and counted as lost. In a
//     checked lease it is reported as Leak, with the call site of Allocate.
//
// Free ignores slices that this allocator did not lease and slices that were cut
// at the start; the garbage collector frees them. Arrow itself notices an extra
// Release only if it is built with the tag assert.
//
// # What it costs
//
// All memory is zeroed and aligned to 64 bytes. A lease takes about 100 ns plus
// the time for zeroing. That is about as much as an allocation of 64 bytes, and a
// fraction of an allocation of several KiB. So the allocator pays for columns of
// many values that are built and released repeatedly, and does no harm for
// columns of a few values.
package rcarrow

import (
	"cmp"
	"sync"

	"github.com/apache/arrow-go/v18/arrow/memory"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/adapters/internal/slicepool"
)

// Reports name the caller of this package.
func init() { rcpool.HideFrames("github.com/rcpool/rcpool/adapters/rcarrow") }

// An Allocator is a memory.Allocator that leases memory from rcpool. The zero
// Allocator is ready to use. Set the fields before first use, and do not copy an
// Allocator after that. It is safe for concurrent use.
type Allocator struct {
	// Name is the prefix of the names of the pools in stats and reports. "" means
	// "arrow": arrow.Memory(4096) has the memory of up to 4 KiB.
	Name string
	// MaxBytes is the largest size in bytes of memory that is kept. Larger memory
	// is leased, and left to the garbage collector after Free. 0 means 16 MiB.
	MaxBytes int
	// Dirty makes Allocate return memory with the content that its last owner left,
	// instead of zeroed memory. The Go allocator of Arrow returns zeroed memory,
	// but Arrow does not promise it.
	Dirty bool

	once   sync.Once
	slices slicepool.Pool[byte]
}

var _ memory.Allocator = (*Allocator)(nil)

const alignment = 64 // what the Arrow format recommends

// Allocate leases size bytes, aligned to 64 bytes. The caller owns them until it
// passes them to Free or Reallocate. Allocate panics if size is negative.
func (a *Allocator) Allocate(size int) []byte {
	if size == 0 {
		return []byte{}
	}
	return a.ready().Get(size)
}

// Reallocate takes b back and leases size bytes that begin with the content of b,
// cut to size. The caller owns the result and no longer owns b. If the memory of b
// is large enough, the result uses it. Unless a.Dirty is set, the bytes beyond the
// content of b are zero. Reallocate panics like Allocate and Free.
func (a *Allocator) Reallocate(size int, b []byte) []byte {
	if size == 0 {
		a.Free(b)
		return []byte{}
	}
	slices := a.ready()
	if resized, ok := slices.Resize(b, size); ok {
		return resized
	}
	moved := slices.Get(size)
	copy(moved, b)
	slices.Put(b)
	return moved
}

// Free ends the lease of b. The caller must not use b afterwards. Free ignores b if
// a did not lease it. It panics with an *rcpool.Misuse (DoubleRelease) if the
// lease of b has ended.
func (a *Allocator) Free(b []byte) { a.ready().Put(b) }

func (a *Allocator) ready() *slicepool.Pool[byte] {
	a.once.Do(func() {
		a.slices.Name = cmp.Or(a.Name, "arrow") + ".Memory"
		a.slices.Min = 64
		a.slices.Max = cmp.Or(a.MaxBytes, 16<<20)
		a.slices.Align = alignment
		a.slices.Zero = !a.Dirty
	})
	return &a.slices
}
