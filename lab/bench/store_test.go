package bench_test

import (
	"sync"
	"testing"
	"unsafe"

	"github.com/rcpool/rcpool/internal/store"
)

// Here is measured what keeps idle objects, without leases: a sync.Pool, and the
// store that rcpool has.

func getSync(p *sync.Pool) *event {
	if e, ok := p.Get().(*event); ok {
		return e
	}
	return new(event)
}

func getStore(s *store.Store) *event {
	if e := (*event)(s.Get()); e != nil {
		return e
	}
	return new(event)
}

// BenchmarkStore gets an object and puts it.
func BenchmarkStore(b *testing.B) {
	b.Run("store=sync", func(b *testing.B) {
		var p sync.Pool
		for b.Loop() {
			p.Put(getSync(&p))
		}
	})
	b.Run("store=rcpool", func(b *testing.B) {
		var s store.Store
		for b.Loop() {
			s.Put(unsafe.Pointer(getStore(&s)))
		}
	})
}

// BenchmarkStoreAllCores is the same on every core at once.
func BenchmarkStoreAllCores(b *testing.B) {
	b.Run("store=sync", func(b *testing.B) {
		var p sync.Pool
		b.RunParallel(func(pb *testing.PB) {
			for pb.Next() {
				p.Put(getSync(&p))
			}
		})
	})
	b.Run("store=rcpool", func(b *testing.B) {
		var s store.Store
		b.RunParallel(func(pb *testing.PB) {
			for pb.Next() {
				s.Put(unsafe.Pointer(getStore(&s)))
			}
		})
	})
}

// BenchmarkStoreBurst gets 256 objects and then puts them.
func BenchmarkStoreBurst(b *testing.B) {
	var held [256]*event
	b.Run("store=sync", func(b *testing.B) {
		var p sync.Pool
		for n := 0; n < b.N; n += len(held) {
			for i := range held {
				held[i] = getSync(&p)
			}
			for _, e := range held {
				p.Put(e)
			}
		}
	})
	b.Run("store=rcpool", func(b *testing.B) {
		var s store.Store
		for n := 0; n < b.N; n += len(held) {
			for i := range held {
				held[i] = getStore(&s)
			}
			for _, e := range held {
				s.Put(unsafe.Pointer(e))
			}
		}
	})
}

// BenchmarkStoreHandOver gets objects on one goroutine and puts them on another,
// which receives 64 at a time.
func BenchmarkStoreHandOver(b *testing.B) {
	b.Run("store=sync", func(b *testing.B) {
		var p sync.Pool
		handOverBatches(b, func() *event { return getSync(&p) }, func(e *event) { p.Put(e) })
	})
	b.Run("store=rcpool", func(b *testing.B) {
		var s store.Store
		handOverBatches(b, func() *event { return getStore(&s) }, func(e *event) { s.Put(unsafe.Pointer(e)) })
	})
}

// handOverBatches is handOver with so many objects in a message that what the
// channel costs does not hide what get and release cost.
func handOverBatches[L any](b *testing.B, get func() L, release func(L)) {
	const messages = 8
	mail, back := make(chan *[64]L, messages), make(chan *[64]L, messages)
	for range messages {
		back <- new([64]L)
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		for batch := range mail {
			for _, l := range batch {
				release(l)
			}
			back <- batch
		}
	}()
	b.ReportAllocs()
	b.ResetTimer()
	for n := 0; n < b.N; n += 64 {
		batch := <-back
		for i := range batch {
			batch[i] = get()
		}
		mail <- batch
	}
	close(mail)
	<-done
}
