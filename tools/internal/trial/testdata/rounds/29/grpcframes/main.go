// truth: correct

// Command grpcframes splits a stream of chunks into length-prefixed messages,
// which share the memory of the chunks.
package main

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"google.golang.org/grpc/mem"
)

const headerSize = 5

var (
	errTooLarge = errors.New("message is too large")
	errFlags    = errors.New("unknown flags")
)

type deframer struct {
	pool  mem.BufferPool
	queue mem.BufferSlice // what was received and not consumed
	limit int
}

// receive takes over a chunk.
func (d *deframer) receive(chunk mem.Buffer) {
	if chunk.Len() == 0 {
		chunk.Free()
		return
	}
	d.queue = append(d.queue, chunk)
}

// take removes n bytes from the queue. The caller owns the result.
func (d *deframer) take(n int) mem.BufferSlice {
	var out mem.BufferSlice
	for n > 0 {
		head := d.queue[0]
		if head.Len() <= n {
			n -= head.Len()
			out = append(out, head)
			d.queue = d.queue[1:]
			continue
		}
		left, right := mem.SplitUnsafe(head, n)
		out = append(out, left)
		d.queue[0] = right
		n = 0
	}
	return out
}

func (d *deframer) peekHeader() (flags byte, size int, ok bool) {
	if d.queue.Len() < headerSize {
		return 0, 0, false
	}
	var header [headerSize]byte
	d.queue.CopyTo(header[:])
	return header[0], int(binary.BigEndian.Uint32(header[1:])), true
}

// next returns the next message, which the caller owns, or io.EOF if there is
// none yet.
func (d *deframer) next() (mem.Buffer, error) {
	flags, size, ok := d.peekHeader()
	switch {
	case !ok:
		return nil, io.EOF
	case flags != 0:
		return nil, errFlags
	case size > d.limit:
		return nil, errTooLarge
	case d.queue.Len() < headerSize+size:
		return nil, io.EOF
	}
	header := d.take(headerSize)
	header.Free()
	body := d.take(size)
	defer body.Free()
	return body.MaterializeToBuffer(d.pool), nil
}

func (d *deframer) close() {
	d.queue.Free()
	d.queue = nil
}

func frame(parts ...string) (wire []byte) {
	for _, p := range parts {
		wire = append(wire, 0)
		wire = binary.BigEndian.AppendUint32(wire, uint32(len(p)))
		wire = append(wire, p...)
	}
	return wire
}

func receiveAll(pool mem.BufferPool, wire []byte, chunk int) (messages []string, err error) {
	d := &deframer{pool: pool, limit: 4096}
	defer d.close()
	for len(wire) > 0 {
		n := min(chunk, len(wire))
		d.receive(mem.Copy(wire[:n], pool))
		wire = wire[n:]
		for {
			m, err := d.next()
			if err == io.EOF {
				break
			}
			if err != nil {
				return messages, err
			}
			messages = append(messages, string(m.ReadOnlyData()))
			m.Free()
		}
	}
	return messages, nil
}

func main() {
	pool := mem.NewTieredBufferPool(64, 2048, 8192)
	long := make([]byte, 3000)
	for i := range long {
		long[i] = 'a' + byte(i%26)
	}
	wire := frame("hello", "", string(long), "world")
	for _, chunk := range []int{11, 300, 1500, 1 << 16} {
		messages, err := receiveAll(pool, wire, chunk)
		total := 0
		for _, m := range messages {
			total += len(m)
		}
		fmt.Println(chunk, len(messages), total, err)
	}
	_, err := receiveAll(pool, append(frame("ok"), 7, 0, 0, 0, 0), 1500)
	fmt.Println(err)
}
