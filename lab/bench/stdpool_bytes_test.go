package bench_test

import (
	"fmt"
	"sync"
	"testing"

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
