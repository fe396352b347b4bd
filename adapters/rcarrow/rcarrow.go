// Package rcarrow gives the memory of Arrow's buffers to rcpool: an Allocator
// is a memory.Allocator for github.com/apache/arrow-go.
//
//	allocator := new(rcarrow.Allocator)
//	builder := array.NewInt64Builder(allocator)
//
// # Who owns what
//
// Allocate hands memory over, and Free takes it back: the slice that Allocate
// or Reallocate has returned, of any length from its start. Reallocate takes
// back the one it is given. Arrow's own reference counts decide when: the last
// Release of a memory.Buffer is its Free.
//
// So with this allocator the Retain and Release of arrays and records have to
// be right. With Arrow's default allocator one Release too many goes unnoticed;
// here it gives memory that is in use to somebody else, as with Arrow's C
// allocators. What is noticed of it is the following.
//
// # What is noticed
//
//   - A second Free, and a Reallocate of what is free, panic with a
//     *rcpool.Misuse (DoubleRelease), as long as the memory was not leased again.
//     After that a slice does not tell whose it is: the second Free ends the
//     lease of the next owner. The memory of checked leases, which are all under
//     the race detector and a sample in production, is never leased again.
//   - Memory that is used after the Free is noticed in checked leases: a read
//     sees a pattern, a write is reported as LateWrite, and both are races.
//   - Memory that is never freed is collected, and counted as lost; of a checked
//     lease it is reported as Leak, with the place where it was allocated.
//
// Free leaves alone what this allocator did not lend, and what was cut at its
// beginning: the garbage collector takes it. Arrow does not notice by itself
// that a buffer is released too often, unless it is built with the tag assert.
//
// # What it costs
//
// All memory is aligned to 64 bytes, and zeroed. A lease costs some 100 ns, and
// the zeroing: about as much as a fresh allocation of 64 bytes, and a fraction
// of one of some kilobytes. So it pays for columns of many values that are built
// and released again and again; for those of a few values it does no harm.
package rcarrow

import (
	"cmp"
	"sync"

	"github.com/apache/arrow-go/v18/arrow/memory"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/adapters/internal/lent"
)

// Reports name the caller of this package.
func init() { rcpool.HideFrames("github.com/rcpool/rcpool/adapters/rcarrow") }

// An Allocator is a memory.Allocator on top of rcpool. The zero Allocator is
// ready to use. Fields are set before first use; an Allocator must not be
// copied after it. It is safe for concurrent use.
type Allocator struct {
	// Name begins the names of the pools in stats and reports. The default is
	// "arrow": arrow.Memory(4096) has the memory of up to 4 KiB.
	Name string
	// MaxSize is the size in bytes up to which memory is kept; larger pieces are
	// leased and left to the garbage collector. The default, for 0, is 16 MiB.
	MaxSize int
	// Dirty has Allocate return memory as its last owner left it, instead of
	// zeroed, as that of Arrow's Go allocator is. Arrow promises its users
	// neither.
	Dirty bool

	once   sync.Once
	slices lent.Slices[byte]
}

var _ memory.Allocator = (*Allocator)(nil)

const alignment = 64 // the one that the format recommends

// Allocate leases size bytes, aligned to 64 bytes. The caller owns them until
// he gives them to Free or Reallocate. It panics if size is negative.
func (a *Allocator) Allocate(size int) []byte {
	if size == 0 {
		return []byte{}
	}
	return a.ready().Get(size)
}

// Reallocate leases size bytes that begin with those of b, as far as there are,
// and takes b back. If there is room, b becomes the result, and what it is
// longer by is zero. It panics like Free if b is not leased.
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

// Free ends the lease of b. What was not lent by a is left alone. Free panics
// with a *rcpool.Misuse (DoubleRelease) if the memory is not leased.
func (a *Allocator) Free(b []byte) { a.ready().Put(b) }

func (a *Allocator) ready() *lent.Slices[byte] {
	a.once.Do(func() {
		a.slices.Name = cmp.Or(a.Name, "arrow") + ".Memory"
		a.slices.Min = 64
		a.slices.Max = cmp.Or(a.MaxSize, 16<<20)
		a.slices.Align = alignment
		a.slices.Zero = !a.Dirty
	})
	return &a.slices
}
