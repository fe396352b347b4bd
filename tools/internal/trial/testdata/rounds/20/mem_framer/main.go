// truth: correct

// Messages of a file sync protocol are framed in the buffers of gRPC.
package main

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"google.golang.org/grpc/mem"
)

var pool = mem.DefaultBufferPool()

type message struct {
	kind byte
	body mem.BufferSlice
}

func (m *message) free() {
	m.body.Free()
	m.body = nil
}

var errKind = errors.New("unknown kind")

// encode returns the frame of m, which the caller frees. The body is shared.
func encode(m *message) mem.BufferSlice {
	head := make(mem.SliceBuffer, 5)
	head[0] = m.kind
	binary.BigEndian.PutUint32(head[1:], uint32(m.body.Len()))
	m.body.Ref()
	return append(mem.BufferSlice{head}, m.body...)
}

func decode(frame mem.BufferSlice) (*message, error) {
	r := frame.Reader()
	defer r.Close()
	var head [5]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return nil, err
	}
	m := &message{kind: head[0]}
	for left := int(binary.BigEndian.Uint32(head[1:])); left > 0; {
		n := min(left, 4<<10)
		buf := pool.Get(n)
		if _, err := io.ReadFull(r, *buf); err != nil {
			pool.Put(buf)
			m.free()
			return nil, fmt.Errorf("body: %w", err)
		}
		m.body = append(m.body, mem.NewBuffer(buf, pool))
		left -= n
	}
	if m.kind > 3 {
		m.free()
		return nil, errKind
	}
	return m, nil
}

func send(kind byte, text []byte, cut int) error {
	m := &message{kind: kind, body: mem.BufferSlice{mem.Copy(text, pool), mem.Copy(text, pool)}}
	frame := encode(m)
	m.free()
	defer frame.Free()
	wire := frame
	if cut > 0 {
		wire = frame[:cut]
	}
	got, err := decode(wire)
	if err != nil {
		return err
	}
	defer got.free()
	whole := got.body.MaterializeToBuffer(pool)
	defer whole.Free()
	fmt.Println(got.kind, len(got.body), whole.Len())
	return nil
}

func main() {
	for i, size := range []int{10, 1500, 6000} {
		text := make([]byte, size)
		for _, kind := range []byte{byte(i), 9} {
			if err := send(kind, text, 0); err != nil {
				fmt.Println(size, err)
			}
		}
		if err := send(1, text, 2); err != nil {
			fmt.Println(size, err)
		}
	}
}
