package pools_test

import (
	"bytes"
	"sync"
	"testing"

	"github.com/bytedance/gopkg/lang/mcache"
	"github.com/bytedance/gopkg/lang/syncx"
	"github.com/colega/zeropool"
	bufferpool "github.com/libp2p/go-buffer-pool"
	"github.com/oxtoacart/bpool"
	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/classic"
	"github.com/rcpool/rcpool/lab/bench/design2014"
	"github.com/rcpool/rcpool/lab/bench/design2017"
	"github.com/rcpool/rcpool/lab/bench/peers/pools"
	"github.com/rcpool/rcpool/stdpool"
	"github.com/valyala/bytebufferpool"
	"github.com/valyala/fasthttp"
	"google.golang.org/grpc/mem"
)

// An event is what is pooled: some 100 bytes, a few of them pointers.
type event struct {
	ID      uint64
	Name    string
	User    string
	Kind    int
	Payload [6]uint64
}

type (
	event2014 struct {
		design2014.Count
		event
	}
	event2017 struct {
		design2017.Counter
		event
	}
	eventClassic struct {
		classic.ReferenceCounter
		event
	}
)

// A bench is the work of one peer: to lease, write, reset and put, at once or
// in two goroutines.
type bench struct {
	peer     string
	cycle    func()
	handOver func(*testing.B)
}

// of makes a bench of a peer that gives an L and takes it back.
func of[L any](peer string, get func() L, write func(L), put func(L)) bench {
	return bench{
		peer:  peer,
		cycle: func() { l := get(); write(l); put(l) },
		handOver: func(b *testing.B) {
			mail := make(chan L, 128)
			done := make(chan struct{})
			go func() {
				defer close(done)
				for l := range mail {
					put(l)
				}
			}()
			for b.Loop() {
				l := get()
				write(l)
				mail <- l
			}
			close(mail)
			<-done
		},
	}
}

func (x bench) alone(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		x.cycle()
	}
}

func (x bench) allCores(b *testing.B) {
	b.ReportAllocs()
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			x.cycle()
		}
	})
}

func each(b *testing.B, benches []bench, run func(bench, *testing.B)) {
	for _, x := range benches {
		b.Run("peer="+x.peer, func(b *testing.B) { run(x, b) })
	}
}

func handOver(x bench, b *testing.B) {
	b.ReportAllocs()
	x.handOver(b)
}

// BenchmarkObject leases an event, writes to it, resets it and puts it back.
func BenchmarkObject(b *testing.B)         { each(b, objects(), bench.alone) }
func BenchmarkObjectAllCores(b *testing.B) { each(b, objects(), bench.allCores) }
func BenchmarkObjectHandOver(b *testing.B) { each(b, objects(), handOver) }

// BenchmarkBytes leases pools.Size bytes, writes to all of them, and puts them
// back.
func BenchmarkBytes(b *testing.B)         { each(b, byteSlices(), bench.alone) }
func BenchmarkBytesAllCores(b *testing.B) { each(b, byteSlices(), bench.allCores) }
func BenchmarkBytesHandOver(b *testing.B) { each(b, byteSlices(), handOver) }

var sinkEvent *event

func objects() []bench {
	write := func(e *event) { e.ID = 1 }
	syncPool := &sync.Pool{New: func() any { return new(event) }}
	syncxPool := &syncx.Pool{New: func() any { return new(event) }}
	zero := zeropool.New(func() *event { return new(event) })
	p2014 := design2014.New(func() design2014.Countable { return new(event2014) })
	p2017 := design2017.New(
		func(c design2017.Counter) design2017.Countable { return &event2017{Counter: c} },
		func(o any) error { o.(*event2017).event = event{}; return nil })
	pClassic := classic.NewReferenceCountedPool(
		func(c classic.ReferenceCounter) classic.ReferenceCountable { return &eventClassic{ReferenceCounter: c} },
		func(o any) error { o.(*eventClassic).event = event{}; return nil })
	refs := new(rcpool.Pool[event])
	return []bench{
		of("none", func() *event { return new(event) }, write, func(e *event) { sinkEvent = e }),
		of("sync", func() *event { return syncPool.Get().(*event) }, write, func(e *event) { *e = event{}; syncPool.Put(e) }),
		of("zeropool", zero.Get, write, func(e *event) { *e = event{}; zero.Put(e) }),
		of("syncx", func() *event { return syncxPool.Get().(*event) }, write, func(e *event) { *e = event{}; syncxPool.Put(e) }),
		of("2014", func() *event2014 { return p2014.Get().(*event2014) }, func(e *event2014) { e.ID = 1 }, func(e *event2014) { e.event = event{}; e.Decr() }),
		of("2017", func() *event2017 { return p2017.Get().(*event2017) }, func(e *event2017) { e.ID = 1 }, func(e *event2017) { e.DecrementReferenceCount() }),
		of("classic", func() *eventClassic { return pClassic.Get().(*eventClassic) }, func(e *eventClassic) { e.ID = 1 }, func(e *eventClassic) { e.DecrementReferenceCount() }),
		of("rcpool", refs.Get, func(r rcpool.Ref[event]) { r.Value().ID = 1 }, rcpool.Ref[event].Release),
	}
}

var (
	text      = bytes.Repeat([]byte{'x'}, pools.Size)
	sinkBytes []byte
)

func byteSlices() []bench {
	write := func(s []byte) { copy(s, text) }
	syncPool := &sync.Pool{New: func() any { s := make([]byte, pools.Size); return &s }}
	byteBuffers := new(bytebufferpool.Pool)
	buffers := bpool.NewBufferPool(64)
	bytePool := bpool.NewBytePool(64, pools.Size)
	libp2p := new(bufferpool.BufferPool)
	grpc := mem.DefaultBufferPool()
	std := new(stdpool.Pools)
	return []bench{
		of("none", func() []byte { return make([]byte, pools.Size) }, write, func(s []byte) { sinkBytes = s }),
		of("sync", func() *[]byte { return syncPool.Get().(*[]byte) }, func(s *[]byte) { copy(*s, text) }, func(s *[]byte) { syncPool.Put(s) }),
		of("bytebufferpool", byteBuffers.Get, func(s *bytebufferpool.ByteBuffer) { s.Write(text) }, byteBuffers.Put),
		of("fasthttp", fasthttp.AcquireRequest, func(r *fasthttp.Request) { r.SetBody(text) }, fasthttp.ReleaseRequest),
		of("bpool", buffers.Get, func(s *bytes.Buffer) { s.Write(text) }, buffers.Put),
		of("bpool-bytes", bytePool.Get, write, bytePool.Put),
		of("libp2p", func() []byte { return libp2p.Get(pools.Size) }, write, libp2p.Put),
		of("mcache", func() []byte { return mcache.Malloc(pools.Size) }, write, mcache.Free),
		of("grpc", func() *[]byte { return grpc.Get(pools.Size) }, func(s *[]byte) { copy(*s, text) }, func(s *[]byte) { mem.NewBuffer(s, grpc).Free() }),
		of("stdpool", func() stdpool.ByteRef { return std.Bytes(pools.Size) }, func(s stdpool.ByteRef) { copy(s.Value(), text) }, func(s stdpool.ByteRef) { s.Release() }),
	}
}
