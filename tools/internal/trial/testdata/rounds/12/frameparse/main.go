// truth: double-release line 55 callee

package main

import (
	"encoding/binary"
	"errors"
	"fmt"
	"sync"
)

type wsFrame struct {
	op      byte
	masked  bool
	payload []byte
}

var framePool = sync.Pool{New: func() any { return &wsFrame{payload: make([]byte, 0, 256)} }}

var (
	errReserved = errors.New("reserved opcode")
	errShort    = errors.New("short frame")
)

func (f *wsFrame) recycle() {
	f.op, f.masked = 0, false
	f.payload = f.payload[:0]
	framePool.Put(f)
}

func (f *wsFrame) decode(b []byte) error {
	if len(b) < 3 {
		return errShort
	}
	f.op = b[0] & 0x0f
	if op := f.op; op > 10 {
		f.recycle()
		return fmt.Errorf("opcode %d: %w", op, errReserved)
	}
	n := int(binary.BigEndian.Uint16(b[1:]))
	if len(b)-3 < n {
		return fmt.Errorf("want %d, have %d: %w", n, len(b)-3, errShort)
	}
	f.payload = append(f.payload, b[3:3+n]...)
	return nil
}

type conn struct {
	texts  []string
	closed bool
}

func (c *conn) onMessage(b []byte) error {
	f := framePool.Get().(*wsFrame)
	defer f.recycle()
	if err := f.decode(b); err != nil {
		c.closed = errors.Is(err, errReserved)
		return err
	}
	switch f.op {
	case 1:
		c.texts = append(c.texts, string(f.payload))
	case 8:
		c.closed = true
	}
	return nil
}

func frame(op byte, s string) []byte {
	b := []byte{0x80 | op}
	b = binary.BigEndian.AppendUint16(b, uint16(len(s)))
	return append(b, s...)
}

func main() {
	c := &conn{}
	for _, b := range [][]byte{frame(1, "hi"), frame(12, "??"), frame(1, "there"), frame(1, "cut")[:4], frame(8, "")} {
		if err := c.onMessage(b); err != nil {
			fmt.Println(err)
		}
	}
	fmt.Println(c.texts, c.closed)
}
