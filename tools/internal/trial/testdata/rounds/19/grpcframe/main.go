// truth: correct
package main

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"google.golang.org/grpc/mem"
)

var errTooLarge = errors.New("frame too large")

// A decoder cuts a stream of chunks into frames with a length prefix.
type decoder struct {
	pool   mem.BufferPool
	chunks mem.BufferSlice
	max    int
}

// feed takes the chunk over.
func (d *decoder) feed(chunk mem.Buffer) {
	if chunk.Len() == 0 {
		chunk.Free()
		return
	}
	d.chunks = append(d.chunks, chunk)
}

// frame returns the next frame, which the caller frees, or io.EOF if there is
// none yet.
func (d *decoder) frame() (mem.Buffer, error) {
	if d.chunks.Len() < 4 {
		return nil, io.EOF
	}
	var head [4]byte
	d.chunks.CopyTo(head[:])
	n := int(binary.BigEndian.Uint32(head[:]))
	if n > d.max {
		return nil, fmt.Errorf("%w: %d", errTooLarge, n)
	}
	if d.chunks.Len() < 4+n {
		return nil, io.EOF
	}
	all := d.chunks.MaterializeToBuffer(d.pool)
	defer all.Free()
	d.chunks.Free()
	d.chunks = nil
	data := all.ReadOnlyData()
	if rest := data[4+n:]; len(rest) > 0 {
		d.chunks = mem.BufferSlice{mem.Copy(rest, d.pool)}
	}
	return mem.Copy(data[4:4+n], d.pool), nil
}

func (d *decoder) close() {
	d.chunks.Free()
	d.chunks = nil
}

// counting counts what is out, to show that everything comes back.
type counting struct {
	mem.BufferPool
	out int
}

func (c *counting) Get(n int) *[]byte { c.out++; return c.BufferPool.Get(n) }
func (c *counting) Put(b *[]byte)     { c.out--; c.BufferPool.Put(b) }

func encode(words ...string) []byte {
	var b []byte
	for _, w := range words {
		b = binary.BigEndian.AppendUint32(b, uint32(len(w)))
		b = append(b, w...)
	}
	return b
}

func main() {
	pool := &counting{BufferPool: mem.DefaultBufferPool()}
	long := string(make([]byte, 3000))
	stream := encode("hello", long, "", "world", long+long+long)
	d := &decoder{pool: pool, max: 8000}
	defer d.close()
	var sizes []int
	for len(stream) > 0 {
		n := min(1100, len(stream))
		d.feed(mem.Copy(stream[:n], pool))
		stream = stream[n:]
		for {
			f, err := d.frame()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				d.close()
				fmt.Println(sizes, err, pool.out)
				return
			}
			sizes = append(sizes, f.Len())
			f.Free()
		}
	}
	fmt.Println(sizes)
}
