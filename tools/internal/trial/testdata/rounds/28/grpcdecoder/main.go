// truth: use-after-release line 82 callee

// Command grpcdecoder splits the length-prefixed messages of a gRPC body, which
// arrive in buffers of any size, and counts them by type.
package main

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"google.golang.org/grpc/mem"
)

const headerLen = 5

type header struct {
	compressed bool
	size       int
}

var errTooLarge = errors.New("message is too large")

// Frames gathers buffers until they hold a message.
type Frames struct {
	pool    mem.BufferPool
	pending mem.BufferSlice // owned
	max     int
}

// Write takes b over.
func (f *Frames) Write(b mem.Buffer) { f.pending = append(f.pending, b) }

// flatten makes one buffer of what is pending; the caller frees it.
func (f *Frames) flatten() mem.Buffer {
	all := f.pending
	f.pending = nil
	data := f.pool.Get(all.Len())
	all.CopyTo(*data)
	all.Free()
	return mem.NewBuffer(data, f.pool)
}

func peek(b []byte) (h header, ok bool) {
	if len(b) < headerLen {
		return h, false
	}
	return header{b[0] == 1, int(binary.BigEndian.Uint32(b[1:]))}, true
}

// putBack keeps what follows the first n bytes of b for the next message. It
// frees b.
func (f *Frames) putBack(b mem.Buffer, n int) {
	if n < b.Len() {
		f.pending = append(mem.BufferSlice{mem.Copy(b.ReadOnlyData()[n:], f.pool)}, f.pending...)
	}
	b.Free()
}

// Next calls handle with the next message, or returns io.ErrShortBuffer.
func (f *Frames) Next(handle func(h header, msg []byte)) error {
	if len(f.pending) == 0 {
		return io.ErrShortBuffer
	}
	b := f.flatten()
	h, ok := peek(b.ReadOnlyData())
	if !ok {
		f.putBack(b, 0)
		return io.ErrShortBuffer
	}
	if h.size > f.max {
		b.Free()
		return fmt.Errorf("%w: %d bytes", errTooLarge, h.size)
	}
	end := headerLen + h.size
	if b.Len() < end {
		f.putBack(b, 0)
		return io.ErrShortBuffer
	}
	f.putBack(b, end)
	handle(h, b.ReadOnlyData()[headerLen:end])
	return nil
}

func (f *Frames) Close() int {
	n := f.pending.Len()
	f.pending.Free()
	f.pending = nil
	return n
}

func encode(kind byte, size int) []byte {
	b := binary.BigEndian.AppendUint32([]byte{0}, uint32(size))
	for range size {
		b = append(b, kind)
	}
	return b
}

func main() {
	pool := mem.DefaultBufferPool()
	f := &Frames{pool: pool, max: 3000}
	var body []byte
	for i, size := range []int{10, 2000, 1, 2500} {
		body = append(body, encode('a'+byte(i), size)...)
	}
	body = append(body, encode('z', 9000)...)
	counts := map[byte]int{}
	for len(body) > 0 {
		n := min(len(body), 1100)
		f.Write(mem.Copy(body[:n], pool))
		body = body[n:]
		for {
			err := f.Next(func(h header, msg []byte) {
				if h.size > 0 {
					counts[msg[0]] += len(msg)
				}
			})
			if errors.Is(err, io.ErrShortBuffer) {
				break
			}
			if err != nil {
				fmt.Println(err)
				body = nil
				break
			}
		}
	}
	fmt.Println(len(counts), f.Close())
}
