package bench_test

import (
	"testing"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/lab/bench/auction"
	"github.com/rcpool/rcpool/rctest"
)

// BenchmarkGenerated is a lease, its use and its release: with the Reset that
// rcgen wrote, and with *v = T{}, after which the next use allocates what
// it needs:
//
//	use=full    fills the event as a request does
//	use=touch   writes one field, of events that were full once
//	use=grown   the same, of events that were large once: 64 KiB of strings
//	use=tiny    a type with nothing to keep
//
// reset=none fills an event from new, without any pool.
// Compare with benchstat -col /reset.
func BenchmarkGenerated(b *testing.B) {
	zero := func(e *auction.Event) { *e = auction.Event{} }
	b.Run("use=full/reset=zero", func(b *testing.B) { lease(b, zero, (*auction.Event).Fill) })
	b.Run("use=full/reset=rcgen", func(b *testing.B) { lease(b, nil, (*auction.Event).Fill) })
	touch := func(e *auction.Event) { e.ID = "7f1c9b52" }
	touchFull := func(e *auction.Event) {
		if touch(e); e.Payload == nil {
			e.Fill()
		}
	}
	b.Run("use=touch/reset=zero", func(b *testing.B) { lease(b, zero, touch) })
	b.Run("use=touch/reset=rcgen", func(b *testing.B) { lease(b, nil, touchFull) })
	grown := func(e *auction.Event) {
		if touch(e); e.Blocked == nil {
			e.Blocked = make([]string, 0, 4096)
		}
	}
	b.Run("use=grown/reset=zero", func(b *testing.B) { lease(b, zero, touch) })
	b.Run("use=grown/reset=rcgen", func(b *testing.B) { lease(b, nil, grown) })
	b.Run("use=tiny/reset=zero", func(b *testing.B) {
		lease(b, func(c *auction.Click) { *c = auction.Click{} }, (*auction.Click).Fill)
	})
	b.Run("use=tiny/reset=rcgen", func(b *testing.B) { lease(b, nil, (*auction.Click).Fill) })
	b.Run("use=full/reset=none", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			fresh = new(auction.Event)
			fresh.Fill()
		}
	})
}

var fresh *auction.Event // so that it is on the heap

func lease[T any](b *testing.B, reset, use func(*T)) {
	pool := rcpool.Pool[T]{Reset: reset}
	b.ReportAllocs()
	for b.Loop() {
		ref := pool.Get()
		use(ref.Value())
		ref.Release()
	}
}

func TestGenerated_ComesOutClean(t *testing.T) {
	rctest.Resets(t, new(rcpool.Pool[auction.Event]))
	rctest.Resets(t, new(rcpool.Pool[auction.Click]))
}
