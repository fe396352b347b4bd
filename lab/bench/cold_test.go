package bench_test

import (
	"runtime"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/rcpool/rcpool"
)

// What is not on the path of a lease that finds an idle object.

// BenchmarkMiss is a lease that finds no idle object, beside what allocates one
// and forgets it. Keep refuses every object, so that no lease finds one. If the
// pool has a Free, each object gets a finalizer.
func BenchmarkMiss(b *testing.B) {
	b.Run("pool=none", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			made = new(event)
			made.ID = 1
		}
	})
	b.Run("pool=rcpool", func(b *testing.B) {
		p := rcpool.Pool[event]{Keep: func(*event) bool { return false }}
		b.ReportAllocs()
		for b.Loop() {
			leaseRef(&p)
		}
	})
	b.Run("pool=free", func(b *testing.B) {
		p := rcpool.Pool[event]{Reset: func(e *event) { *e = event{} }, Keep: func(*event) bool { return false }, Free: func(*event) {}}
		b.ReportAllocs()
		for b.Loop() {
			leaseRef(&p)
		}
	})
	b.Run("pool=finalizer", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			made = new(event)
			made.ID = 1
			runtime.SetFinalizer(made, func(*event) {})
		}
	})
}

var made *event

// BenchmarkStats reads the counts of a pool that has objects in use.
func BenchmarkStats(b *testing.B) {
	for _, objects := range []int{1, 10_000} {
		b.Run("objects="+strconv.Itoa(objects), func(b *testing.B) {
			var p rcpool.Pool[event]
			refs := make([]rcpool.Ref[event], objects)
			for i := range refs {
				refs[i] = p.Get()
			}
			b.ReportAllocs()
			for b.Loop() {
				p.Stats()
			}
			for _, r := range refs {
				r.Release()
			}
		})
	}
}

// BenchmarkMissDuringStats is 20 leases of new objects, for which the pool makes a
// chunk of counters or two, while another goroutine reads the counts of the
// million objects in use, again and again. Each is timed by itself.
func BenchmarkMissDuringStats(b *testing.B) {
	var p rcpool.Pool[event]
	refs := make([]rcpool.Ref[event], 1_000_000, 2_000_000)
	for i := range refs {
		refs[i] = p.Get()
	}
	stop, stopped := make(chan bool), make(chan bool)
	go func() {
		defer close(stopped)
		for {
			select {
			case <-stop:
				return
			default:
				p.Stats()
			}
		}
	}()
	var took []time.Duration
	for b.Loop() {
		start := time.Now()
		for range 20 {
			refs = append(refs, p.Get())
		}
		took = append(took, time.Since(start))
		time.Sleep(time.Millisecond) // so that it meets Stats at any point
	}
	close(stop)
	<-stopped
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Nanoseconds()), "ns-median")
	b.ReportMetric(float64(took[len(took)*9/10].Nanoseconds()), "ns-p90")
	for _, r := range refs {
		r.Release()
	}
}

// BenchmarkAllStats reads the counts of 100,000 pools.
func BenchmarkAllStats(b *testing.B) {
	pools := make([]rcpool.Pool[event], 100_000)
	for i := range pools {
		pools[i].Get().Release()
	}
	b.ReportAllocs()
	for b.Loop() {
		rcpool.AllStats()
	}
	pools[0].Get().Release() // they are reachable until here
}

// BenchmarkTotals sums the counts of 100,000 pools by name.
func BenchmarkTotals(b *testing.B) {
	for _, names := range []int{1, 100_000} {
		b.Run("names="+strconv.Itoa(names), func(b *testing.B) {
			pools := make([]rcpool.Pool[event], 100_000)
			for i := range pools {
				pools[i].Name = strconv.Itoa(i % names)
				pools[i].Get().Release()
			}
			b.ReportAllocs()
			for b.Loop() {
				rcpool.Totals()
			}
			pools[0].Get().Release() // they are reachable until here
		})
	}
}
