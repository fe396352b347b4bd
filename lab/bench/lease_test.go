package bench_test

import (
	"sync"
	"testing"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/lab/bench/design2014"
	"github.com/rcpool/rcpool/lab/bench/design2017"
)

// An event is what the article pools: some 100 bytes, a few of them pointers.
type event struct {
	ID      uint64
	Name    string
	User    string
	Kind    int
	Payload [6]uint64
}

// The same event, as each design wants it.
type (
	eventWithMethod struct{ event }
	event2014       struct {
		design2014.Count
		event
	}
	event2017 struct {
		design2017.Counter
		event
	}
)

func (e *eventWithMethod) Reset() { e.event = event{} }

func newSync() *sync.Pool { return &sync.Pool{New: func() any { return new(event) }} }

func new2014() *design2014.Pool {
	return design2014.New(func() design2014.Countable { return new(event2014) })
}

func new2017() *design2017.Pool {
	return design2017.New(
		func(c design2017.Counter) design2017.Countable { return &event2017{Counter: c} },
		func(object any) error { object.(*event2017).event = event{}; return nil },
	)
}

// BenchmarkLease is one lease that nobody shares: get, write, reset, put.
func BenchmarkLease(b *testing.B) {
	b.Run("pool=sync", func(b *testing.B) {
		p := newSync()
		b.ReportAllocs()
		for b.Loop() {
			leaseSync(p)
		}
	})
	b.Run("pool=rcpool", func(b *testing.B) {
		var p rcpool.Pool[event]
		b.ReportAllocs()
		for b.Loop() {
			leaseRef(&p)
		}
	})
	b.Run("pool=2017", func(b *testing.B) {
		p := new2017()
		b.ReportAllocs()
		for b.Loop() {
			lease2017(p)
		}
	})
	b.Run("pool=2014", func(b *testing.B) {
		p := new2014()
		b.ReportAllocs()
		for b.Loop() {
			lease2014(p)
		}
	})
}

// BenchmarkLeaseAllCores is the same on every core at once.
func BenchmarkLeaseAllCores(b *testing.B) {
	all := func(lease func()) func(*testing.B) {
		return func(b *testing.B) {
			b.ReportAllocs()
			b.RunParallel(func(pb *testing.PB) {
				for pb.Next() {
					lease()
				}
			})
		}
	}
	{
		p := newSync()
		b.Run("pool=sync", all(func() { leaseSync(p) }))
	}
	{
		var p rcpool.Pool[event]
		b.Run("pool=rcpool", all(func() { leaseRef(&p) }))
	}
	{
		p := new2017()
		b.Run("pool=2017", all(func() { lease2017(p) }))
	}
	{
		p := new2014()
		b.Run("pool=2014", all(func() { lease2014(p) }))
	}
}

func leaseSync(p *sync.Pool) {
	e := p.Get().(*event)
	e.ID = 1
	*e = event{}
	p.Put(e)
}

func leaseRef(p *rcpool.Pool[event]) {
	ref := p.Get()
	ref.Value().ID = 1
	ref.Release()
}

func lease2017(p *design2017.Pool) {
	e := p.Get().(*event2017)
	e.ID = 1
	e.DecrementReferenceCount()
}

func lease2014(p *design2014.Pool) {
	e := p.Get().(*event2014)
	e.ID = 1
	e.event = event{}
	e.Decr()
}

// Resets that the compiler cannot put in line, since they might change.
var (
	resetMethod = (*eventWithMethod).Reset
	resetFunc   = func(e *event) { *e = event{} }
)

// BenchmarkReset is a lease with each way to reset. Where one pool has all of it
// in the loop, so has the other: a function around it takes 1 ns. The compiler puts
// a reset as short as this in line where it is written behind a sync.Pool. A pool
// that is given the reset has to call it, so "called" is a sync.Pool that does.
func BenchmarkReset(b *testing.B) {
	b.Run("reset=zero", func(b *testing.B) {
		b.Run("pool=sync", func(b *testing.B) {
			p := newSync()
			for b.Loop() {
				leaseSync(p)
			}
		})
		b.Run("pool=rcpool", func(b *testing.B) {
			var p rcpool.Pool[event]
			for b.Loop() {
				leaseRef(&p)
			}
		})
	})
	b.Run("reset=method", func(b *testing.B) {
		b.Run("pool=sync", func(b *testing.B) {
			p := sync.Pool{New: func() any { return new(eventWithMethod) }}
			for b.Loop() {
				e := p.Get().(*eventWithMethod)
				e.ID = 1
				e.Reset()
				p.Put(e)
			}
		})
		b.Run("pool=called", func(b *testing.B) {
			p := sync.Pool{New: func() any { return new(eventWithMethod) }}
			for b.Loop() {
				e := p.Get().(*eventWithMethod)
				e.ID = 1
				resetMethod(e)
				p.Put(e)
			}
		})
		b.Run("pool=rcpool", func(b *testing.B) {
			var p rcpool.Pool[eventWithMethod]
			for b.Loop() {
				ref := p.Get()
				ref.Value().ID = 1
				ref.Release()
			}
		})
	})
	b.Run("reset=func", func(b *testing.B) {
		b.Run("pool=sync", func(b *testing.B) {
			p := newSync()
			reset := func(e *event) { *e = event{} }
			for b.Loop() {
				e := p.Get().(*event)
				e.ID = 1
				reset(e)
				p.Put(e)
			}
		})
		b.Run("pool=called", func(b *testing.B) {
			p := newSync()
			for b.Loop() {
				e := p.Get().(*event)
				e.ID = 1
				resetFunc(e)
				p.Put(e)
			}
		})
		b.Run("pool=rcpool", func(b *testing.B) {
			p := rcpool.Pool[event]{Reset: resetFunc}
			for b.Loop() {
				ref := p.Get()
				ref.Value().ID = 1
				ref.Release()
			}
		})
	})
	b.Run("reset=keep", func(b *testing.B) {
		keep := func(e *event) bool { return len(e.Name) < 1<<20 }
		b.Run("pool=sync", func(b *testing.B) {
			p := newSync()
			for b.Loop() {
				e := p.Get().(*event)
				e.ID = 1
				*e = event{}
				if keep(e) {
					p.Put(e)
				}
			}
		})
		b.Run("pool=rcpool", func(b *testing.B) {
			p := rcpool.Pool[event]{Keep: keep}
			for b.Loop() {
				ref := p.Get()
				ref.Value().ID = 1
				ref.Release()
			}
		})
	})
}

// BenchmarkShare is one more reference to a leased object, and its release.
func BenchmarkShare(b *testing.B) {
	b.Run("pool=rcpool", func(b *testing.B) {
		var p rcpool.Pool[event]
		for b.Loop() {
			ref := p.Get()
			second := ref.Retain()
			second.Release()
			ref.Release()
		}
	})
	b.Run("pool=2017", func(b *testing.B) {
		p := new2017()
		for b.Loop() {
			e := p.Get().(*event2017)
			e.IncrementReferenceCount()
			e.DecrementReferenceCount()
			e.DecrementReferenceCount()
		}
	})
	b.Run("pool=2014", func(b *testing.B) {
		p := new2014()
		for b.Loop() {
			e := p.Get().(*event2014)
			e.Incr()
			e.Decr()
			e.event = event{}
			e.Decr()
		}
	})
}

// BenchmarkShareAllCores is every core sharing one object.
func BenchmarkShareAllCores(b *testing.B) {
	b.Run("pool=rcpool", func(b *testing.B) {
		var p rcpool.Pool[event]
		ref := p.Get()
		b.RunParallel(func(pb *testing.PB) {
			for pb.Next() {
				ref.Retain().Release()
			}
		})
		ref.Release()
	})
	b.Run("pool=2017", func(b *testing.B) {
		e := new2017().Get()
		b.RunParallel(func(pb *testing.PB) {
			for pb.Next() {
				e.IncrementReferenceCount()
				e.DecrementReferenceCount()
			}
		})
	})
	b.Run("pool=2014", func(b *testing.B) {
		e := new2014().Get()
		b.RunParallel(func(pb *testing.PB) {
			for pb.Next() {
				e.Incr()
				e.Decr()
			}
		})
	})
}

// BenchmarkHandOver leases on one goroutine, which writes to the object, and
// releases on another.
func BenchmarkHandOver(b *testing.B) {
	handOverEach(b, false)
}

// BenchmarkHandOverBatches is the same, 64 leases at a time.
func BenchmarkHandOverBatches(b *testing.B) {
	handOverEach(b, true)
}

func handOverEach(b *testing.B, batches bool) {
	b.Run("pool=sync", func(b *testing.B) {
		p := newSync()
		handOverAs(b, batches, func() *event {
			e := p.Get().(*event)
			e.ID = 1
			return e
		}, func(e *event) {
			*e = event{}
			p.Put(e)
		})
	})
	b.Run("pool=rcpool", func(b *testing.B) {
		var p rcpool.Pool[event]
		handOverAs(b, batches, func() rcpool.Ref[event] {
			ref := p.Get()
			ref.Value().ID = 1
			return ref
		}, rcpool.Ref[event].Release)
	})
	b.Run("pool=2017", func(b *testing.B) {
		p := new2017()
		handOverAs(b, batches, func() *event2017 {
			e := p.Get().(*event2017)
			e.ID = 1
			return e
		}, func(e *event2017) { e.DecrementReferenceCount() })
	})
	b.Run("pool=2014", func(b *testing.B) {
		p := new2014()
		handOverAs(b, batches, func() *event2014 {
			e := p.Get().(*event2014)
			e.ID = 1
			return e
		}, func(e *event2014) {
			e.event = event{}
			e.Decr()
		})
	})
}

func handOverAs[L any](b *testing.B, batches bool, get func() L, release func(L)) {
	if batches {
		handOverBatches(b, get, release)
	} else {
		handOver(b, get, release)
	}
}

// handOver hands over leases that get returns and release ends.
func handOver[L any](b *testing.B, get func() L, release func(L)) {
	mail := make(chan L, 128)
	done := make(chan struct{})
	go func() {
		defer close(done)
		for l := range mail {
			release(l)
		}
	}()
	b.ReportAllocs()
	for b.Loop() {
		mail <- get()
	}
	close(mail)
	<-done
}

// benchmarkChecking is a lease with checking off, with checking on but no lease
// drawn, with one lease in 1024 checked, which is the default, and with every
// lease checked.
func benchmarkChecking(b *testing.B) {
	for _, check := range []struct {
		name  string
		oneIn int
	}{{"off", 0}, {"never", 1 << 30}, {"1024", 1024}, {"every", 1}} {
		b.Run("check="+check.name, func(b *testing.B) {
			defer rcpool.SetChecking(check.oneIn)()
			var p rcpool.Pool[event]
			for b.Loop() {
				leaseRef(&p)
			}
		})
	}
}
