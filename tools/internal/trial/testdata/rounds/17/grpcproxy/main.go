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

var errTooLarge = errors.New("message too large")

type codec struct {
	pool mem.BufferPool
	max  int
}

// read returns the next message, which the caller frees.
func (c *codec) read(r io.Reader) (mem.BufferSlice, error) {
	var head [5]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return nil, err
	}
	n := int(binary.BigEndian.Uint32(head[1:]))
	if n > c.max {
		return nil, fmt.Errorf("%d bytes: %w", n, errTooLarge)
	}
	msg, err := mem.ReadAll(io.LimitReader(r, int64(n)), c.pool)
	if err == nil && msg.Len() < n {
		err = io.ErrUnexpectedEOF
	}
	if err != nil {
		msg.Free()
		return nil, err
	}
	return msg, nil
}

type tap struct {
	kept []mem.BufferSlice
	max  int
}

func (t *tap) observe(msg mem.BufferSlice) {
	msg.Ref()
	if len(t.kept) == t.max {
		t.kept[0].Free()
		copy(t.kept, t.kept[1:])
		t.kept = t.kept[:t.max-1]
	}
	t.kept = append(t.kept, msg)
}

func (t *tap) close() (sum int) {
	for _, msg := range t.kept {
		sum += msg.Len()
		msg.Free()
	}
	t.kept = nil
	return sum
}

func proxy(c *codec, t *tap, in io.Reader, out io.Writer) (int, error) {
	for n := 0; ; n++ {
		msg, err := c.read(in)
		if err == io.EOF {
			return n, nil
		}
		if err != nil {
			return n, fmt.Errorf("message %d: %w", n, err)
		}
		t.observe(msg)
		rd := msg.Reader()
		msg.Free()
		_, err = io.Copy(out, rd)
		rd.Close()
		if err != nil {
			return n, err
		}
	}
}

func frame(n int) []byte {
	b := make([]byte, 5+n)
	binary.BigEndian.PutUint32(b[1:], uint32(n))
	return b
}

func main() {
	c := &codec{pool: mem.DefaultBufferPool(), max: 1 << 20}
	t := &tap{max: 2}
	var out bytes.Buffer
	fmt.Println(proxy(c, t, bytes.NewReader(bytes.Join([][]byte{frame(10), frame(70000), frame(3)}, nil)), &out))
	fmt.Println(proxy(c, t, bytes.NewReader(frame(100)[:50]), &out))
	fmt.Println(proxy(c, t, bytes.NewReader(frame(2<<20)), &out))
	fmt.Println(out.Len(), t.close())
}
