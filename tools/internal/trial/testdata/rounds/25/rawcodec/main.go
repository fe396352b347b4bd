// truth: correct

// Command rawcodec is a gRPC codec that passes messages through as bytes.
package main

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"google.golang.org/grpc/mem"
)

var errType = errors.New("rawcodec: unknown type")

// Frame owns its payload.
type Frame struct {
	Stream  uint32
	Payload mem.Buffer
}

func (f *Frame) Free() {
	if f.Payload != nil {
		f.Payload.Free()
		f.Payload = nil
	}
}

type codec struct{ pool mem.BufferPool }

func (codec) Name() string { return "raw" }

// Marshal returns buffers with references for the caller.
func (c codec) Marshal(v any) (mem.BufferSlice, error) {
	switch m := v.(type) {
	case *Frame:
		head := c.pool.Get(8)
		binary.BigEndian.PutUint32(*head, m.Stream)
		binary.BigEndian.PutUint32((*head)[4:], uint32(m.Payload.Len()))
		m.Payload.Ref()
		return mem.BufferSlice{mem.NewBuffer(head, c.pool), m.Payload}, nil
	case string:
		return mem.BufferSlice{mem.Copy([]byte(m), c.pool)}, nil
	}
	return nil, fmt.Errorf("%w %T", errType, v)
}

// Unmarshal borrows data.
func (c codec) Unmarshal(data mem.BufferSlice, v any) error {
	f, ok := v.(*Frame)
	if !ok {
		return fmt.Errorf("%w %T", errType, v)
	}
	r := data.Reader()
	defer r.Close()
	var head [8]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return err
	}
	size := int(binary.BigEndian.Uint32(head[4:]))
	if size != r.Remaining() {
		return io.ErrUnexpectedEOF
	}
	body := c.pool.Get(size)
	if _, err := io.ReadFull(r, *body); err != nil {
		c.pool.Put(body)
		return err
	}
	f.Free()
	f.Stream = binary.BigEndian.Uint32(head[:])
	f.Payload = mem.NewBuffer(body, c.pool)
	return nil
}

type transport struct{ inbox chan mem.BufferSlice }

// send takes the buffers over.
func (t *transport) send(s mem.BufferSlice) error {
	select {
	case t.inbox <- s:
		return nil
	default:
		s.Free()
		return errors.New("flow control")
	}
}

func (c codec) call(t *transport, in, out *Frame) error {
	s, err := c.Marshal(in)
	if err != nil {
		return err
	}
	if err := t.send(s); err != nil {
		return err
	}
	got := <-t.inbox
	defer got.Free()
	return c.Unmarshal(got, out)
}

func main() {
	c := codec{mem.NewTieredBufferPool(64, 2048)}
	t := &transport{make(chan mem.BufferSlice, 1)}
	var out Frame
	defer out.Free()
	for i := range 3 {
		in := Frame{uint32(i), mem.Copy(make([]byte, 1000*i+10), c.pool)}
		err := c.call(t, &in, &out)
		in.Free()
		fmt.Println(out.Stream, out.Payload.Len(), err)
	}
	s, _ := c.Marshal("short")
	fmt.Println(c.Unmarshal(s, &out))
	s.Free()
	_, err := c.Marshal(7)
	fmt.Println(err)
}
