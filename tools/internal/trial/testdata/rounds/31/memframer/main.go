// truth: correct

// Command memframer reads length-prefixed messages from the buffers of a
// transport, as they come.
package main

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"google.golang.org/grpc/mem"
)

var errTooLarge = errors.New("message is too large")

// A framer owns the buffers that it was fed until they are read.
type framer struct {
	pool   mem.BufferPool
	queued mem.BufferSlice
	size   int
	max    int
}

// feed takes the buffer over.
func (f *framer) feed(b mem.Buffer) {
	f.queued = append(f.queued, b)
	f.size += b.Len()
}

// cut removes the first n bytes; the caller owns them.
func (f *framer) cut(n int) mem.BufferSlice {
	var head mem.BufferSlice
	f.size -= n
	for n > 0 {
		first := f.queued[0]
		if first.Len() <= n {
			n -= first.Len()
			head = append(head, first)
			f.queued = f.queued[1:]
			continue
		}
		head = append(head, first.Slice(0, n))
		f.queued[0] = first.Slice(n, first.Len())
		first.Free()
		n = 0
	}
	return head
}

// next returns a message that the caller must free, or false if there is none
// yet.
func (f *framer) next() (mem.BufferSlice, bool, error) {
	if f.size < 4 {
		return nil, false, nil
	}
	var head [4]byte
	r := f.queued.Reader()
	_, err := io.ReadFull(r, head[:])
	r.Close()
	if err != nil {
		return nil, false, err
	}
	n := int(binary.BigEndian.Uint32(head[:]))
	if n > f.max {
		return nil, false, fmt.Errorf("%w: %d bytes", errTooLarge, n)
	}
	if f.size < 4+n {
		return nil, false, nil
	}
	prefix := f.cut(4)
	prefix.Free()
	return f.cut(n), true, nil
}

func (f *framer) close() {
	f.queued.Free()
	f.queued, f.size = nil, 0
}

// checksum borrows the message.
func checksum(msg mem.BufferSlice) (sum byte) {
	for _, b := range msg {
		for _, c := range b.ReadOnlyData() {
			sum ^= c
		}
	}
	return sum
}

func consume(pool mem.BufferPool, stream []byte, step, limit int) (n int, err error) {
	f := &framer{pool: pool, max: limit}
	defer f.close()
	for len(stream) > 0 {
		k := min(step, len(stream))
		f.feed(mem.Copy(stream[:k], pool))
		stream = stream[k:]
		for {
			msg, ok, err := f.next()
			if err != nil {
				return n, err
			}
			if !ok {
				break
			}
			whole := msg.MaterializeToBuffer(pool)
			if checksum(msg) != checksum(mem.BufferSlice{whole}) {
				err = errors.New("torn message")
			}
			n += whole.Len()
			whole.Free()
			msg.Free()
			if err != nil {
				return n, err
			}
		}
	}
	if f.size > 0 {
		return n, io.ErrUnexpectedEOF
	}
	return n, nil
}

func main() {
	var stream []byte
	for i := range 6 {
		body := make([]byte, i*900)
		for k := range body {
			body[k] = byte(i * k)
		}
		stream = binary.BigEndian.AppendUint32(stream, uint32(len(body)))
		stream = append(stream, body...)
	}
	pool := mem.DefaultBufferPool()
	fmt.Println(consume(pool, stream, 1500, 1<<16))
	fmt.Println(consume(pool, stream, 7000, 1<<16))
	fmt.Println(consume(pool, stream[:len(stream)-3], 2048, 1<<16))
	fmt.Println(consume(pool, stream, 4096, 2000))
}
