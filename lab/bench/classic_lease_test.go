package bench_test

import (
	"testing"

	"github.com/rcpool/rcpool/classic"
	"github.com/rcpool/rcpool/lab/bench/design2017"
)

// The benchmarks of package classic, each beside the design whose API it has.

type eventClassic struct {
	classic.ReferenceCounter
	event
}

func newClassic() *classic.ReferenceCountedPool {
	return classic.NewReferenceCountedPool(
		func(c classic.ReferenceCounter) classic.ReferenceCountable { return &eventClassic{ReferenceCounter: c} },
		func(object interface{}) error { object.(*eventClassic).event = event{}; return nil },
	)
}

func leaseClassic(p *classic.ReferenceCountedPool) {
	e := p.Get().(*eventClassic)
	e.ID = 1
	e.DecrementReferenceCount()
}

// BenchmarkClassicLease is one lease that nobody shares: get, write, reset, put.
func BenchmarkClassicLease(b *testing.B) {
	b.Run("pool=2017", func(b *testing.B) {
		p := new2017()
		b.ReportAllocs()
		for b.Loop() {
			lease2017(p)
		}
	})
	b.Run("pool=classic", func(b *testing.B) {
		p := newClassic()
		b.ReportAllocs()
		for b.Loop() {
			leaseClassic(p)
		}
	})
}

// BenchmarkClassicLeaseAllCores is the same on every core at once.
func BenchmarkClassicLeaseAllCores(b *testing.B) {
	b.Run("pool=2017", func(b *testing.B) {
		p := new2017()
		b.RunParallel(func(pb *testing.PB) {
			for pb.Next() {
				lease2017(p)
			}
		})
	})
	b.Run("pool=classic", func(b *testing.B) {
		p := newClassic()
		b.RunParallel(func(pb *testing.PB) {
			for pb.Next() {
				leaseClassic(p)
			}
		})
	})
}

// BenchmarkClassicShare is a lease with one more reference.
func BenchmarkClassicShare(b *testing.B) {
	b.Run("pool=2017", func(b *testing.B) {
		p := new2017()
		for b.Loop() {
			share2017(p)
		}
	})
	b.Run("pool=classic", func(b *testing.B) {
		p := newClassic()
		for b.Loop() {
			shareClassic(p)
		}
	})
}

// BenchmarkClassicShareAllCores is the same on every core at once, each with
// objects of its own.
func BenchmarkClassicShareAllCores(b *testing.B) {
	b.Run("pool=2017", func(b *testing.B) {
		p := new2017()
		b.RunParallel(func(pb *testing.PB) {
			for pb.Next() {
				share2017(p)
			}
		})
	})
	b.Run("pool=classic", func(b *testing.B) {
		p := newClassic()
		b.RunParallel(func(pb *testing.PB) {
			for pb.Next() {
				shareClassic(p)
			}
		})
	})
}

func share2017(p *design2017.Pool) {
	e := p.Get().(*event2017)
	e.IncrementReferenceCount()
	e.DecrementReferenceCount()
	e.DecrementReferenceCount()
}

func shareClassic(p *classic.ReferenceCountedPool) {
	e := p.Get().(*eventClassic)
	e.IncrementReferenceCount()
	e.DecrementReferenceCount()
	e.DecrementReferenceCount()
}

// BenchmarkClassicOneObjectAllCores is every core sharing one object.
func BenchmarkClassicOneObjectAllCores(b *testing.B) {
	b.Run("pool=2017", func(b *testing.B) {
		e := new2017().Get()
		b.RunParallel(func(pb *testing.PB) {
			for pb.Next() {
				e.IncrementReferenceCount()
				e.DecrementReferenceCount()
			}
		})
	})
	b.Run("pool=classic", func(b *testing.B) {
		e := newClassic().Get()
		defer e.DecrementReferenceCount()
		b.RunParallel(func(pb *testing.PB) {
			for pb.Next() {
				e.IncrementReferenceCount()
				e.DecrementReferenceCount()
			}
		})
	})
}

// BenchmarkClassicHandOver leases on one goroutine and releases on another.
func BenchmarkClassicHandOver(b *testing.B) {
	b.Run("pool=2017", func(b *testing.B) {
		handOver(b, new2017().Get, design2017.Countable.DecrementReferenceCount)
	})
	b.Run("pool=classic", func(b *testing.B) {
		handOver(b, newClassic().Get, classic.ReferenceCountable.DecrementReferenceCount)
	})
}
