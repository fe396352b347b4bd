package rcgrpc_test

import (
	"context"
	"fmt"
	"testing"

	"google.golang.org/grpc/mem"

	"github.com/rcpool/rcpool/adapters/rcgrpc"
)

// pools are the pools to compare. none is mem.NopBufferPool, which allocates.
var pools = []struct {
	name string
	pool mem.BufferPool
}{
	{"none", mem.NopBufferPool{}},
	{"default", mem.DefaultBufferPool()},
	{"rcpool", &rcgrpc.BufferPool{Name: "bench"}},
	{"rcpool-dirty", &rcgrpc.BufferPool{Name: "dirty", Dirty: true}},
}

// BenchmarkCall calls an echo server in the same process.
func BenchmarkCall(b *testing.B) {
	for _, size := range []int{512, 8 << 10, 64 << 10} {
		for _, p := range pools {
			b.Run(fmt.Sprintf("size=%d/pool=%s", size, p.name), func(b *testing.B) {
				conn := dial(b, p.pool)
				message := pattern(size, 1)
				b.ReportAllocs()
				for b.Loop() {
					if _, err := call(context.Background(), conn, message); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

// BenchmarkBuffer does with a buffer what grpc does for each message.
func BenchmarkBuffer(b *testing.B) {
	for _, size := range []int{2000, 16 << 10, 64 << 10} {
		data := pattern(size, 1)
		for _, p := range pools {
			b.Run(fmt.Sprintf("size=%d/pool=%s", size, p.name), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					mem.Copy(data, p.pool).Free()
				}
			})
		}
	}
}
