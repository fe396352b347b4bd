// truth: double-release line 51 callee
package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"sync"
)

var packets = sync.Pool{New: func() any { return new(bytes.Buffer) }}

func newPacket(method uint16) *bytes.Buffer {
	p := packets.Get().(*bytes.Buffer)
	p.Reset()
	p.Write(binary.BigEndian.AppendUint16(nil, method))
	return p
}

func freePacket(p *bytes.Buffer) {
	if p.Cap() < 1<<16 {
		packets.Put(p)
	}
}

type peer struct {
	w    io.Writer
	sent int
}

func (c *peer) transmit(p *bytes.Buffer) error {
	defer freePacket(p)
	n, err := c.w.Write(p.Bytes())
	c.sent += n
	return err
}

func (c *peer) call(method uint16, args ...string) error {
	p := newPacket(method)
	for _, arg := range args {
		if len(arg) > 255 {
			freePacket(p)
			return errors.New("argument too long")
		}
		p.WriteByte(byte(len(arg)))
		p.WriteString(arg)
	}
	if err := c.transmit(p); err != nil {
		freePacket(p)
		return fmt.Errorf("method %d: %w", method, err)
	}
	return nil
}

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

func main() {
	ok := &peer{w: io.Discard}
	fmt.Println(ok.call(1, "a", "b"), ok.sent)
	fmt.Println(ok.call(2, string(make([]byte, 300))))
	bad := &peer{w: broken{}}
	for range 20 {
		if bad.call(3, "x") == nil {
			panic("no error")
		}
		a, b := newPacket(4), newPacket(5)
		if a == b {
			panic("two packets share a buffer")
		}
	}
}
