// truth: use-after-release line 77 callee

// Pgwire encodes the messages of the PostgreSQL protocol for a client that
// counts what it sends.
package main

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"sync"
)

// An encoder builds one message: a type, a length, a body.
type encoder struct{ buf []byte }

var encoders = sync.Pool{New: func() any { return &encoder{buf: make([]byte, 0, 256)} }}

func message(kind byte) *encoder {
	e := encoders.Get().(*encoder)
	e.buf = append(e.buf[:0], kind, 0, 0, 0, 0)
	return e
}

func (e *encoder) cstring(s string) *encoder {
	e.buf = append(append(e.buf, s...), 0)
	return e
}

func (e *encoder) int16(n int) *encoder {
	e.buf = binary.BigEndian.AppendUint16(e.buf, uint16(n))
	return e
}

func (e *encoder) bytes(p []byte) *encoder {
	e.buf = binary.BigEndian.AppendUint32(e.buf, uint32(len(p)))
	e.buf = append(e.buf, p...)
	return e
}

// finish writes the message. The encoder is done with.
func (e *encoder) finish(w io.Writer) error {
	defer encoders.Put(e)
	binary.BigEndian.PutUint32(e.buf[1:], uint32(len(e.buf)-1))
	_, err := w.Write(e.buf)
	return err
}

type conn struct {
	w     io.Writer
	sent  map[byte]int
	bytes int
}

func (c *conn) send(e *encoder) error {
	c.sent[e.buf[0]]++
	c.bytes += len(e.buf)
	return e.finish(c.w)
}

func (c *conn) prepare(name, sql string, params int) error {
	e := message('P').cstring(name).cstring(sql).int16(params)
	for range params {
		e.int16(0).int16(25)
	}
	return c.send(e)
}

func (c *conn) bind(name string, args ...string) error {
	e := message('B').cstring("").cstring(name).int16(0).int16(len(args))
	for _, arg := range args {
		e.bytes([]byte(arg))
	}
	e.int16(0)
	if err := c.send(e); err != nil {
		return fmt.Errorf("bind %s: message of %d bytes: %w", name, binary.BigEndian.Uint32(e.buf[1:]), err)
	}
	return nil
}

func (c *conn) sync() error { return c.send(message('S')) }

type limited struct {
	bytes.Buffer
	max int
}

func (l *limited) Write(p []byte) (int, error) {
	if l.Len()+len(p) > l.max {
		return 0, io.ErrShortWrite
	}
	return l.Buffer.Write(p)
}

func main() {
	c := &conn{w: &limited{max: 120}, sent: map[byte]int{}}
	fmt.Println(c.prepare("q1", "select * from t where id = $1", 1))
	fmt.Println(c.bind("q1", "42"), c.sync())
	fmt.Println(c.bind("q1", "a much longer argument that does not fit any more"))
	fmt.Println(c.sent['B'], c.bytes)
}
