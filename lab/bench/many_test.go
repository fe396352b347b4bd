package bench_test

import (
	"fmt"
	"testing"

	"github.com/rcpool/rcpool"
)

// BenchmarkShareAfterMany is one more reference, and its release, to an object
// that had more references before than its state word identifies, such as an
// entry of a cache.
func BenchmarkShareAfterMany(b *testing.B) {
	const before = 20
	b.Run("pool=rcpool", func(b *testing.B) {
		ref := new(rcpool.Pool[event]).Get()
		defer ref.Release()
		for range before {
			ref.Retain().Release()
		}
		for b.Loop() {
			ref.Retain().Release()
		}
	})
	b.Run("pool=2017", func(b *testing.B) {
		e := new2017().Get()
		for b.Loop() {
			e.IncrementReferenceCount()
			e.DecrementReferenceCount()
		}
	})
	b.Run("pool=2014", func(b *testing.B) {
		e := new2014().Get()
		for b.Loop() {
			e.Incr()
			e.Decr()
		}
	})
}

// BenchmarkValueAfterMany borrows the object from such a reference.
func BenchmarkValueAfterMany(b *testing.B) {
	refs := manyReferences(30)
	defer releaseAll(refs)
	for b.Loop() {
		refs[29].Value().ID++
	}
}

// BenchmarkBroadcast hands one object to many receivers, the first of which is
// the first to be done.
func BenchmarkBroadcast(b *testing.B) {
	for _, receivers := range []int{100, 1000, 30_000} {
		b.Run(fmt.Sprintf("receivers=%d", receivers), func(b *testing.B) {
			var p rcpool.Pool[event]
			refs := make([]rcpool.Ref[event], receivers)
			for b.Loop() {
				ref := p.Get()
				for i := range refs {
					refs[i] = ref.Retain()
				}
				ref.Release()
				releaseAll(refs)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(receivers), "ns/receiver")
		})
	}
}

// BenchmarkOverlap keeps a number of references to one object alive, the oldest
// of which is released for each new one.
func BenchmarkOverlap(b *testing.B) {
	for _, alive := range []int{50, 1000, 30_000} {
		b.Run(fmt.Sprintf("alive=%d", alive), func(b *testing.B) {
			refs := manyReferences(alive)
			defer releaseAll(refs)
			for i := 0; b.Loop(); i++ {
				oldest := &refs[i%alive]
				fresh := oldest.Retain()
				oldest.Release()
				*oldest = fresh
			}
		})
	}
}

// manyReferences returns references to one object.
func manyReferences(n int) []rcpool.Ref[event] {
	refs := []rcpool.Ref[event]{new(rcpool.Pool[event]).Get()}
	for len(refs) < n {
		refs = append(refs, refs[0].Retain())
	}
	return refs
}

func releaseAll(refs []rcpool.Ref[event]) {
	for _, r := range refs {
		r.Release()
	}
}
