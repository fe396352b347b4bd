package pools

import (
	"bytes"
	"encoding/binary"
	"reflect"

	"github.com/bytedance/gopkg/lang/mcache"
	bufferpool "github.com/libp2p/go-buffer-pool"
	"github.com/oxtoacart/bpool"
	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/stdpool"
	"github.com/valyala/bytebufferpool"
	"github.com/valyala/fasthttp"
	"google.golang.org/grpc/mem"
)

// Size is how many bytes are leased. (grpc does not pool buffers of up to 1 KiB.)
const Size = 4096

func bytePools() []Peer {
	return []Peer{
		{Name: "bytebufferpool", Title: "valyala/bytebufferpool", Module: "github.com/valyala/bytebufferpool", Open: openByteBuffer, Bytes: true, Clean: true},
		{Name: "fasthttp", Title: "fasthttp.Request", Module: "github.com/valyala/fasthttp", Open: openFasthttp, Bytes: true, Clean: true},
		{Name: "bpool", Title: "bpool.BufferPool", Module: "github.com/oxtoacart/bpool", Open: openBpool, Bytes: true, Clean: true},
		{Name: "bpool-bytes", Title: "bpool.BytePool", Module: "github.com/oxtoacart/bpool", Open: openBytePool, Bytes: true},
		{Name: "libp2p", Title: "libp2p/go-buffer-pool", Module: "github.com/libp2p/go-buffer-pool", Open: openLibp2p, Bytes: true},
		{Name: "mcache", Title: "bytedance mcache", Module: "github.com/bytedance/gopkg", Open: openMcache, Bytes: true},
		{Name: "grpc", Title: "grpc mem.Buffer", Module: "google.golang.org/grpc", Open: openGrpc, Counted: true, Bytes: true, Clean: true},
		{Name: "stdpool", Title: "rcpool/stdpool", Open: openStdpool, Counted: true, Bytes: true, Clean: true, Ours: true, Sampled: true},
		{Name: "stdpool-checked", Title: "the same, every lease checked", Open: openStdpoolChecked, Counted: true, Bytes: true, Clean: true, Ours: true},
	}
}

// A memory is bytes that a careless user keeps.
type memory []byte

func (m memory) Write(v uint64) { binary.LittleEndian.PutUint64(m, v) }
func (m memory) Read() uint64   { return binary.LittleEndian.Uint64(m) }

// found returns what is in bytes that the user has not written to yet.
func found(b []byte) uint64 {
	if len(b) < 8 {
		return 0
	}
	return memory(b).Read()
}

// Pools of slices.

type slicePool struct {
	get    func(n int) []byte
	put    func([]byte)
	native any
}

func (p slicePool) Get() Lease  { return &sliceLease{p.get(Size), p} }
func (p slicePool) Native() any { return p.native }

func (p slicePool) PutForeign() Memory {
	own := make([]byte, Size)
	p.put(own)
	return memory(own)
}

type sliceLease struct {
	bytes []byte
	pool  slicePool
}

func (l *sliceLease) Put()           { l.pool.put(l.bytes) }
func (l *sliceLease) Write(v uint64) { memory(l.bytes).Write(v) }
func (l *sliceLease) Read() uint64   { return memory(l.bytes).Read() }
func (l *sliceLease) Memory() Memory { return memory(l.bytes) }
func (l *sliceLease) Leave(v uint64) { l.Write(v) }
func (l *sliceLease) Found() uint64  { return found(l.bytes) }

func (l *sliceLease) Grow(n int) {
	l.pool.put(l.bytes)
	l.bytes = l.pool.get(n)
}

func openMcache() Pool {
	return slicePool{func(n int) []byte { return mcache.Malloc(n) }, mcache.Free, nil}
}

func openLibp2p() Pool {
	p := new(bufferpool.BufferPool)
	return slicePool{p.Get, p.Put, p}
}

func openBytePool() Pool {
	p := bpool.NewBytePool(64, Size)
	return bytePool{slicePool{func(int) []byte { return p.Get() }, p.Put, p}}
}

// bytePool has one size: a user that needs more appends, and puts the result.
type bytePool struct{ slicePool }

func (p bytePool) Get() Lease {
	return bytePoolLease{p.slicePool.Get().(*sliceLease)}
}

type bytePoolLease struct{ *sliceLease }

func (l bytePoolLease) Grow(n int) { l.bytes = append(l.bytes, make([]byte, n)...) }

// bytebufferpool.

type byteBufferPool struct{ pool *bytebufferpool.Pool }

func openByteBuffer() Pool { return byteBufferPool{new(bytebufferpool.Pool)} }

func (p byteBufferPool) Get() Lease  { return byteBufferLease{p.pool.Get(), p} }
func (p byteBufferPool) Native() any { return p.pool }

func (p byteBufferPool) PutForeign() Memory {
	own := make([]byte, Size)
	p.pool.Put(&bytebufferpool.ByteBuffer{B: own})
	return memory(own)
}

type byteBufferLease struct {
	buffer *bytebufferpool.ByteBuffer
	pool   byteBufferPool
}

func (l byteBufferLease) Put() { l.pool.pool.Put(l.buffer) }

func (l byteBufferLease) Write(v uint64) {
	l.buffer.Reset()
	l.buffer.Write(binary.LittleEndian.AppendUint64(nil, v))
}

func (l byteBufferLease) Read() uint64   { return found(l.buffer.B) }
func (l byteBufferLease) Memory() Memory { return memory(l.buffer.B) }
func (l byteBufferLease) Leave(v uint64) { l.Write(v) }
func (l byteBufferLease) Found() uint64  { return found(l.buffer.B) }
func (l byteBufferLease) Grow(n int)     { l.buffer.Set(make([]byte, n)) }

// bpool.

type bufferPool struct{ pool *bpool.BufferPool }

func openBpool() Pool { return bufferPool{bpool.NewBufferPool(64)} }

func (p bufferPool) Get() Lease  { return bufferLease{p.pool.Get(), p} }
func (p bufferPool) Native() any { return p.pool }

func (p bufferPool) PutForeign() Memory {
	own := make([]byte, Size)
	p.pool.Put(bytes.NewBuffer(own))
	return memory(own)
}

type bufferLease struct {
	buffer *bytes.Buffer
	pool   bufferPool
}

func (l bufferLease) Put() { l.pool.pool.Put(l.buffer) }

func (l bufferLease) Write(v uint64) {
	l.buffer.Reset()
	l.buffer.Write(binary.LittleEndian.AppendUint64(nil, v))
}

func (l bufferLease) Read() uint64   { return found(l.buffer.Bytes()) }
func (l bufferLease) Memory() Memory { return memory(l.buffer.Bytes()) }
func (l bufferLease) Leave(v uint64) { l.Write(v) }
func (l bufferLease) Found() uint64  { return found(l.buffer.Bytes()) }
func (l bufferLease) Grow(n int)     { l.buffer.Write(make([]byte, n)) }

// fasthttp's requests, for their bodies.

type fasthttpPool struct{}

func openFasthttp() Pool { return fasthttpPool{} }

func (fasthttpPool) Get() Lease  { return fasthttpLease{fasthttp.AcquireRequest()} }
func (fasthttpPool) Native() any { return nil }

func (fasthttpPool) PutForeign() Memory {
	own := new(fasthttp.Request)
	fasthttp.ReleaseRequest(own)
	return fasthttpLease{own} //rcpool:ignore the caller goes on using it: that is the mistake
}

type fasthttpLease struct{ request *fasthttp.Request }

func (l fasthttpLease) Put() { fasthttp.ReleaseRequest(l.request) }

func (l fasthttpLease) Write(v uint64) {
	l.request.SetBody(binary.LittleEndian.AppendUint64(nil, v))
}

func (l fasthttpLease) Read() uint64   { return found(l.request.Body()) }
func (l fasthttpLease) Memory() Memory { return memory(l.request.Body()) }
func (l fasthttpLease) Leave(v uint64) { l.Write(v) }
func (l fasthttpLease) Found() uint64  { return found(l.request.Body()) }
func (l fasthttpLease) Grow(n int)     { l.request.SetBody(make([]byte, n)) }

// grpc.

type grpcPool struct{ pool mem.BufferPool }

func openGrpc() Pool { return grpcPool{mem.DefaultBufferPool()} }

func (p grpcPool) Get() Lease  { return p.lease(Size) }
func (p grpcPool) Native() any { return p.pool }

func (p grpcPool) lease(n int) *grpcLease {
	return &grpcLease{mem.NewBuffer(p.pool.Get(n), p.pool), p}
}

func (p grpcPool) PutForeign() Memory {
	own := make([]byte, Size)
	p.pool.Put(&own)
	return memory(own)
}

type grpcLease struct {
	buffer mem.Buffer
	pool   grpcPool
}

func (l *grpcLease) Put() { l.buffer.Free() }

// Write writes to what ReadOnlyData returns, which is forbidden. Without that
// there would be nothing to compare.
func (l *grpcLease) Write(v uint64) { memory(l.buffer.ReadOnlyData()).Write(v) }

func (l *grpcLease) Read() uint64   { return memory(l.buffer.ReadOnlyData()).Read() }
func (l *grpcLease) Memory() Memory { return memory(l.buffer.ReadOnlyData()) }
func (l *grpcLease) Leave(v uint64) { l.Write(v) }
func (l *grpcLease) Found() uint64  { return found(l.buffer.ReadOnlyData()) }

// Handle is the address of the mem.Buffer.
func (l *grpcLease) Handle() uintptr { return reflect.ValueOf(l.buffer).Pointer() }

func (l *grpcLease) Retain() Lease {
	l.buffer.Ref()
	return &grpcLease{l.buffer, l.pool}
}

func (l *grpcLease) Grow(n int) {
	l.buffer.Free()
	l.buffer = l.pool.lease(n).buffer
}

// stdpool.

type stdPool struct{ pools *stdpool.Pools }

func openStdpool() Pool { return stdPool{new(stdpool.Pools)} }

func openStdpoolChecked() Pool {
	rcpool.SetChecking(1)
	return openStdpool()
}

func (p stdPool) Get() Lease  { return &stdLease{p.pools.Bytes(Size)} }
func (p stdPool) Native() any { return p.pools }

func (p stdPool) Lost() (lost uint64) {
	for _, s := range rcpool.AllStats() {
		lost += s.Lost
	}
	return lost
}

type stdLease struct{ bytes stdpool.ByteRef }

func (l *stdLease) Put()           { l.bytes.Release() }
func (l *stdLease) Write(v uint64) { memory(l.bytes.Value()).Write(v) }
func (l *stdLease) Read() uint64   { return memory(l.bytes.Value()).Read() }
func (l *stdLease) Memory() Memory { return memory(l.bytes.Value()) }
func (l *stdLease) Leave(v uint64) { l.Write(v) }
func (l *stdLease) Found() uint64  { return found(l.bytes.Value()) }
func (l *stdLease) Retain() Lease  { return &stdLease{l.bytes.Retain()} }
func (l *stdLease) Grow(n int)     { l.bytes.Grow(n) }
