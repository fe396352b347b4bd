// truth: correct
package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"google.golang.org/grpc/mem"
)

var errTooBig = errors.New("message too big")

// encode returns a header and the message. The caller frees both.
func encode(msg []byte, pool mem.BufferPool) mem.BufferSlice {
	head := binary.BigEndian.AppendUint32([]byte{0}, uint32(len(msg)))
	return mem.BufferSlice{mem.SliceBuffer(head), mem.Copy(msg, pool)}
}

// send writes the buffers and keeps its own references while it does.
func send(w io.Writer, data mem.BufferSlice) error {
	data.Ref()
	defer data.Free()
	for _, b := range data {
		if _, err := w.Write(b.ReadOnlyData()); err != nil {
			return err
		}
	}
	return nil
}

// receive reads one message. The caller frees it.
func receive(r io.Reader, limit int, pool mem.BufferPool) (mem.Buffer, error) {
	var head [5]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return nil, err
	}
	size := int(binary.BigEndian.Uint32(head[1:]))
	if size > limit {
		return nil, fmt.Errorf("%d bytes: %w", size, errTooBig)
	}
	data := pool.Get(size)
	if _, err := io.ReadFull(r, *data); err != nil {
		pool.Put(data)
		return nil, err
	}
	return mem.NewBuffer(data, pool), nil
}

type cache struct{ last mem.Buffer }

func (c *cache) keep(b mem.Buffer) {
	b.Ref()
	if c.last != nil {
		c.last.Free()
	}
	c.last = b
}

func main() {
	pool := mem.DefaultBufferPool()
	var wire bytes.Buffer
	for _, size := range []int{10, 3000, 9000, 5000} {
		data := encode(bytes.Repeat([]byte{'m'}, size), pool)
		if err := send(&wire, data); err != nil {
			fmt.Println(err)
		}
		data.Free()
	}
	wire.Truncate(wire.Len() - 1)
	var c cache
	for {
		msg, err := receive(&wire, 8000, pool)
		if errors.Is(err, errTooBig) {
			fmt.Println(err)
			wire.Next(9000)
			continue
		}
		if err != nil {
			fmt.Println(err)
			break
		}
		c.keep(msg)
		rd := mem.BufferSlice{msg}.Reader()
		first, _ := rd.ReadByte()
		rd.Close()
		fmt.Println(msg.Len(), string(first))
		msg.Free()
	}
	fmt.Println("kept", c.last.Len())
	c.last.Free()
}
