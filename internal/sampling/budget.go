package sampling

import (
	"runtime/metrics"
	"time"

	"github.com/rcpool/rcpool/internal/race"
)

// The objects of checked leases are not used again, so sampling costs memory:
// what replaces them, and what is left of them until the garbage collector has
// taken them. Both are bounded, in proportion to the heap.
const (
	minShare  = 1 << 20 // bytes, of a small heap
	heapShare = 64      // of a larger one, one byte in so many of the live heap

	// MaxWeight is the number of bytes of the largest object that is sampled. It
	// bounds how long one lease is held up, to some milliseconds.
	MaxWeight = 4 << 20
)

// A budget bounds the bytes of objects whose leases are sampled.
type budget struct {
	pinned race.Int64 // bytes that are watched, and not known to be collected or kept
	paid   race.Int64 // when the bytes of the past are paid off, in nanoseconds since started

	share   race.Int64
	renewed race.Int64 // when the share was read, in nanoseconds since started; 0 for never
}

var bytes budget

// Afford reports whether the lease of an object that keeps n bytes alive may be
// sampled. Both the objects sampled in a second and those that are watched at
// the same time may take 1 MiB, or a 64th of the live heap if that is more. A
// larger object is never sampled, nor is one of more than MaxWeight.
func Afford(n uintptr) bool { return bytes.afford(int64(n), int64(time.Since(started))) }

// Pin counts n bytes as watched, until Unpin.
func Pin(n uintptr) { bytes.pinned.Add(int64(n)) }

// Unpin ends what Pin began.
func Unpin(n uintptr) { bytes.pinned.Add(-int64(n)) }

func (b *budget) afford(n, now int64) bool {
	share := b.shareAt(now)
	if n > min(share, MaxWeight) || b.pinned.Load()+n > share {
		return false
	}
	paid := b.paid.Load()
	next := max(paid, now) + int64(float64(n)/float64(share)*float64(time.Second))
	return next <= now+int64(time.Second) && b.paid.CompareAndSwap(paid, next)
}

// shareAt returns the number of bytes that are allowed now, which is renewed
// once in a second.
func (b *budget) shareAt(now int64) int64 {
	renewed := b.renewed.Load()
	if renewed != 0 && now-renewed < int64(time.Second) || !b.renewed.CompareAndSwap(renewed, now) {
		return max(minShare, b.share.Load())
	}
	share := max(minShare, liveHeap()/heapShare)
	b.share.Store(share)
	return share
}

// liveHeap returns the bytes that the last garbage collection has left.
func liveHeap() int64 {
	race.Disable() // the runtime has a lock
	defer race.Enable()
	sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	if metrics.Read(sample); sample[0].Value.Kind() != metrics.KindUint64 {
		return 0
	}
	return int64(sample[0].Value.Uint64())
}
