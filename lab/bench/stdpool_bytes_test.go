package bench_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"runtime/metrics"
	"sync"
	"testing"
	"time"

	"github.com/valyala/bytebufferpool"

	"github.com/rcpool/rcpool/stdpool"
)

// BenchmarkStdpoolBytes leases n bytes and writes to all of them. Those of
// pool=none and pool=rcpool are zero before, those of the others are not.
func BenchmarkStdpoolBytes(b *testing.B) {
	dirty := &stdpool.Pools{Name: "dirty", Dirty: true}
	for _, n := range []int{100, 1000, 4000, 32_000, 256_000} {
		data := make([]byte, n)
		b.Run(fmt.Sprintf("size=%d", n), func(b *testing.B) {
			run(b, "none", func() {
				sink = make([]byte, n)
				copy(sink, data)
			})
			pool := sync.Pool{New: func() any { s := make([]byte, n); return &s }}
			run(b, "sync", func() {
				s := pool.Get().(*[]byte)
				copy(*s, data)
				pool.Put(s)
			})
			var byteBuffers bytebufferpool.Pool // its own, since it calibrates itself to one size
			run(b, "bytebufferpool", func() {
				s := byteBuffers.Get()
				s.Write(data)
				byteBuffers.Put(s)
			})
			run(b, "rcpool", func() {
				s := stdpool.Bytes(n)
				copy(s.Value(), data)
				s.Release()
			})
			run(b, "rcpool-dirty", func() {
				s := dirty.Bytes(n)
				copy(s.Value(), data)
				s.Release()
			})
		})
	}
}

var sink []byte

// BenchmarkStdpoolAppend builds 4 KiB of chunks of 64 bytes.
func BenchmarkStdpoolAppend(b *testing.B) {
	chunk := page[:64]
	run(b, "none", func() {
		var s []byte
		for range 64 {
			s = append(s, chunk...)
		}
		sink = s
	})
	pool := sync.Pool{New: func() any { return new([]byte) }}
	run(b, "sync", func() {
		s := pool.Get().(*[]byte)
		for range 64 {
			*s = append(*s, chunk...)
		}
		*s = (*s)[:0]
		pool.Put(s)
	})
	var byteBuffers bytebufferpool.Pool
	run(b, "bytebufferpool", func() {
		s := byteBuffers.Get()
		for range 64 {
			s.Write(chunk)
		}
		byteBuffers.Put(s)
	})
	run(b, "rcpool", func() {
		s := stdpool.Bytes(0)
		for range 64 {
			s.Append(chunk...)
		}
		s.Release()
	})
	run(b, "rcpool-grown", func() {
		s := stdpool.Bytes(0)
		s.Grow(4096)
		for range 64 {
			s.Append(chunk...)
		}
		s.Release()
	})
}

// settledHeap returns the heap after two collections without use.
func settledHeap() float64 {
	for range 2 {
		runtime.GC()
		time.Sleep(10 * time.Millisecond) // the store hears of a collection a little later
	}
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(sample)
	return float64(sample[0].Value.Uint64())
}

// BenchmarkStdpoolSlice gives a part of 4 KiB to somebody else: by reference,
// or as a copy.
func BenchmarkStdpoolSlice(b *testing.B) {
	for _, n := range []int{64, 1024, 4096} {
		b.Run(fmt.Sprintf("size=%d", n), func(b *testing.B) {
			whole := page[:4096]
			run(b, "none", func() { sink = append([]byte(nil), whole[:n]...) })
			ref := stdpool.Bytes(4096)
			run(b, "rcpool", func() {
				part := ref.Slice(0, n)
				part.Release()
			})
			ref.Release()
		})
	}
}

// BenchmarkStdpoolBuild builds data of unknown size of chunks of up to 64 bytes. It
// tells how much memory is in use for each of 1,000 that are open at once
// ("open-B/op").
func BenchmarkStdpoolBuild(b *testing.B) {
	draws := rand.New(rand.NewPCG(1, 2))
	for _, sizes := range []struct {
		name string
		draw func() int
	}{
		{"100", func() int { return 100 }},
		{"16to16K", func() int { return int(16 * math.Exp2(10*draws.Float64())) }}, // as many in each power of two
		{"100or64K", func() int { return []int{100, 64 << 10}[draws.IntN(2)] }},
		{"rarely64K", func() int { return []int{100, 64 << 10}[draws.IntN(20)/19] }},
	} {
		var drawn [1000]int
		for i := range drawn {
			drawn[i] = sizes.draw()
		}
		b.Run("sizes="+sizes.name, func(b *testing.B) { benchmarkBuild(b, drawn[:]) })
	}
}

func benchmarkBuild(b *testing.B, sizes []int) {
	build(b, "none", sizes, func() []byte { return nil },
		func(s *[]byte, p []byte) { *s = append(*s, p...) }, func([]byte) {})
	pool := sync.Pool{New: func() any { return new([]byte) }}
	build(b, "sync", sizes, func() *[]byte { return pool.Get().(*[]byte) },
		func(s **[]byte, p []byte) { **s = append(**s, p...) }, func(s *[]byte) { *s = (*s)[:0]; pool.Put(s) })
	var byteBuffers bytebufferpool.Pool
	build(b, "bytebufferpool", sizes, byteBuffers.Get,
		func(s **bytebufferpool.ByteBuffer, p []byte) { (*s).Write(p) }, byteBuffers.Put)
	pools := &stdpool.Pools{Name: "build"}
	build(b, "rcpool", sizes, func() stdpool.ByteRef { return pools.Bytes(0) },
		func(s *stdpool.ByteRef, p []byte) { s.Append(p...) }, func(s stdpool.ByteRef) { s.Release() })
}

func build[B any](b *testing.B, pool string, sizes []int, get func() B, add func(*B, []byte), put func(B)) {
	s := new(B)
	fill := func(n int) B {
		*s = get()
		for ; n > 0; n -= 64 {
			add(s, page[:min(n, 64)])
		}
		return *s
	}
	b.Run("pool="+pool, func(b *testing.B) {
		b.ReportAllocs()
		next := 0
		for b.Loop() {
			put(fill(sizes[next]))
			next = (next + 1) % len(sizes)
		}
		before := settledHeap()
		open := make([]B, len(sizes))
		for i, n := range sizes {
			open[i] = fill(n)
		}
		b.ReportMetric((settledHeap()-before)/float64(len(sizes)), "open-B/op")
		for _, s := range open {
			put(s)
		}
	})
}
