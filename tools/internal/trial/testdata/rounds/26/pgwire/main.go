// truth: wrong-pool line 78 plain

// Command pgwire encodes messages of a database protocol in two sizes of buffers.
package main

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
)

const (
	smallSize = 256
	largeSize = 8 << 10
)

var (
	smallBufs = sync.Pool{New: func() any { b := make([]byte, 0, smallSize); return &b }}
	largeBufs = sync.Pool{New: func() any { b := make([]byte, 0, largeSize); return &b }}
)

type column struct {
	name string
	oid  uint32
}

type conn struct {
	w    io.Writer
	sent int
}

var errTooLarge = errors.New("row too large")

func (c *conn) send(kind byte, body []byte) error {
	var head [5]byte
	head[0] = kind
	binary.BigEndian.PutUint32(head[1:], uint32(4+len(body)))
	if _, err := c.w.Write(head[:]); err != nil {
		return err
	}
	_, err := c.w.Write(body)
	c.sent++
	return err
}

func (c *conn) rowDescription(cols []column) error {
	buf := smallBufs.Get().(*[]byte)
	defer smallBufs.Put(buf)
	b := binary.BigEndian.AppendUint16((*buf)[:0], uint16(len(cols)))
	for _, col := range cols {
		b = append(b, col.name...)
		b = append(b, 0)
		b = binary.BigEndian.AppendUint32(b, col.oid)
	}
	*buf = b
	return c.send('T', b)
}

func (c *conn) dataRow(cells []string) error {
	size := 2
	for _, cell := range cells {
		size += 4 + len(cell)
	}
	if size > largeSize {
		return errTooLarge
	}
	buf := largeBufs.Get().(*[]byte)
	b := binary.BigEndian.AppendUint16((*buf)[:0], uint16(len(cells)))
	for _, cell := range cells {
		b = binary.BigEndian.AppendUint32(b, uint32(len(cell)))
		b = append(b, cell...)
	}
	*buf = b
	err := c.send('D', b)
	smallBufs.Put(buf)
	return err
}

func main() {
	var out strings.Builder
	c := &conn{w: &out}
	fmt.Println(c.rowDescription([]column{{"id", 23}, {"name", 25}}))
	for i := range 3 {
		if err := c.dataRow([]string{fmt.Sprint(i), strings.Repeat("n", i*100)}); err != nil {
			fmt.Println(err)
		}
	}
	fmt.Println(c.dataRow([]string{strings.Repeat("x", 10_000)}))
	fmt.Println(c.sent, out.Len())
}
