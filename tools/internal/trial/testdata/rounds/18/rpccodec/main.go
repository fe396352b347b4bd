// truth: correct
package main

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"google.golang.org/grpc/mem"
)

var (
	buffers  = mem.NewTieredBufferPool(1<<10, 4<<10, 64<<10)
	errShort = errors.New("frame is cut short")
)

// encode puts a header before the message. The result belongs to the caller,
// as does the message still.
func encode(kind byte, message mem.BufferSlice) mem.BufferSlice {
	h := buffers.Get(5)
	(*h)[0] = kind
	binary.BigEndian.PutUint32((*h)[1:], uint32(message.Len()))
	out := mem.BufferSlice{mem.NewBuffer(h, buffers)}
	message.Ref()
	return append(out, message...)
}

// decode reads one frame; the message belongs to the caller.
func decode(r *mem.Reader) (byte, mem.Buffer, error) {
	var head [5]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return 0, nil, err
	}
	n := int(binary.BigEndian.Uint32(head[1:]))
	if n > r.Remaining() {
		return 0, nil, errShort
	}
	body := buffers.Get(n)
	if _, err := io.ReadFull(r, *body); err != nil {
		buffers.Put(body)
		return 0, nil, err
	}
	return head[0], mem.NewBuffer(body, buffers), nil
}

type conn struct {
	wire mem.BufferSlice
}

func (c *conn) write(frame mem.BufferSlice) {
	c.wire = append(c.wire, frame...)
}

// readAll handles every frame of the wire and empties it.
func (c *conn) readAll(handle func(kind byte, b mem.Buffer) error) error {
	r := c.wire.Reader()
	c.wire.Free()
	c.wire = nil
	defer r.Close()
	for {
		kind, body, err := decode(r)
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		err = handle(kind, body)
		body.Free()
		if err != nil {
			return fmt.Errorf("frame %d: %w", kind, err)
		}
	}
}

func main() {
	c := &conn{}
	msg := mem.BufferSlice{mem.Copy(make([]byte, 3000), buffers), mem.Copy([]byte("tail"), buffers)}
	for kind := range byte(3) {
		c.write(encode(kind, msg))
	}
	msg.Free()
	var kept []mem.Buffer
	err := c.readAll(func(kind byte, b mem.Buffer) error {
		if kind == 1 {
			b.Ref()
			kept = append(kept, b)
		}
		return nil
	})
	fmt.Println(err, len(kept), kept[0].Len())
	for _, b := range kept {
		b.Free()
	}
	c.write(encode(7, mem.BufferSlice{mem.SliceBuffer("x")}))
	c.write(mem.BufferSlice{mem.SliceBuffer{9, 0, 0, 0, 200}})
	fmt.Println(c.readAll(func(kind byte, b mem.Buffer) error { return nil }))
}
