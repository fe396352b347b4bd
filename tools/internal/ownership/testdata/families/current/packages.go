// Package current has mistakes that are in public modules today, shortened, and
// how the functions would be right. Each case names the file.
package current

import (
	"errors"
	"sync"
	"sync/atomic"

	"google.golang.org/grpc/mem"
)

var errUnsupported = errors.New("unsupported")

// live counts the counted objects.
var live atomic.Int64

// count is the number of references to an object.
type count struct{ n atomic.Int64 }

func (c *count) init() {
	c.n.Store(1)
	live.Add(1)
}

func (c *count) inc() { c.n.Add(1) }

func (c *count) dec() bool {
	switch n := c.n.Add(-1); {
	case n < 0:
		panic("double DecRef")
	case n == 0:
		live.Add(-1)
		return true
	}
	return false
}

// A PacketBuffer of gVisor is counted.
type PacketBuffer struct {
	refs count
	data []byte
}

// NewPacketBuffer returns a packet with one reference.
func NewPacketBuffer(data []byte) *PacketBuffer {
	p := &PacketBuffer{data: data}
	p.refs.init()
	return p
}

// IncRef adds a reference.
func (p *PacketBuffer) IncRef() *PacketBuffer {
	p.refs.inc()
	return p
}

// DecRef gives a reference up.
func (p *PacketBuffer) DecRef() { p.refs.dec() }

// An endpoint takes references of its own, and gives them up.
type endpoint struct{ seen int }

func (e *endpoint) injectInbound(protocol int, p *PacketBuffer) {
	p = p.IncRef()
	defer p.DecRef()
	e.seen += len(p.data)
}

// An inode of gVisor's cgroupfs is counted.
type inode struct {
	refs     count
	name     string
	writable bool
}

func (i *inode) IncRef() { i.refs.inc() }

func (i *inode) DecRef() { i.refs.dec() }

// A directory owns a reference to each of its inodes.
type directory struct{ children map[string]*inode }

// Lookup returns the inode with a reference for the caller.
func (d *directory) Lookup(name string) (*inode, error) {
	i := d.children[name]
	if i == nil {
		return nil, errUnsupported
	}
	i.IncRef()
	return i, nil
}

// A Buffer of sing is counted, and has memory of a pool.
type Buffer struct {
	refs count
	data []byte
	end  int
}

var memory = sync.Pool{New: func() any { return new([64]byte) }}

// NewSize returns a buffer with one reference.
func NewSize(n int) *Buffer {
	b := &Buffer{data: memory.Get().(*[64]byte)[:n]}
	b.refs.init()
	return b
}

// IncRef adds a reference.
func (b *Buffer) IncRef() { b.refs.inc() }

// DecRef gives a reference up, but does not release the memory.
func (b *Buffer) DecRef() { b.refs.n.Add(-1) }

// Release gives a reference up, and the memory with the last one.
func (b *Buffer) Release() {
	if b.refs.dec() {
		memory.Put((*[64]byte)(b.data[:64]))
		b.data = nil
	}
}

// Write appends p.
func (b *Buffer) Write(p []byte) (int, error) {
	n := copy(b.data[b.end:], p)
	b.end += n
	return n, nil
}

// Bytes are the buffer's.
func (b *Buffer) Bytes() []byte { return b.data[:b.end] }

// decode reads a message, whose memory it does not keep.
func decode(data []byte, v any) error {
	if len(data) == 0 {
		return errUnsupported
	}
	return nil
}

// A tracked pool counts its buffers.
type tracked struct{ out atomic.Int64 }

var pool tracked

func (p *tracked) Get(n int) *[]byte {
	p.out.Add(1)
	b := make([]byte, n)
	return &b
}

func (p *tracked) Put(*[]byte) { p.out.Add(-1) }

var _ mem.BufferPool = &pool

// dns: a server reads messages into buffers of a pool.

const headerSize = 12

type dnsServer struct {
	size    int
	buffers sync.Pool
	read    func() ([]byte, error)
	invalid func(m []byte, err error)
	handle  func(m []byte)
}
