// truth: double-release line 64 callee

package main

import (
	"bytes"
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"sync"
)

type encoder struct {
	buf  bytes.Buffer
	sent int
}

var encoders = sync.Pool{New: func() any { return new(encoder) }}

func getEncoder() *encoder { return encoders.Get().(*encoder) }

func putEncoder(e *encoder) {
	e.buf.Reset()
	e.sent = 0
	encoders.Put(e)
}

type conn struct {
	w      io.Writer
	closed bool
	bytes  int
}

var errClosed = errors.New("connection is closed")

func (c *conn) fail(e *encoder, err error) error {
	c.closed = true
	putEncoder(e)
	return fmt.Errorf("send: %w", err)
}

func (c *conn) write(e *encoder) error {
	for e.sent < e.buf.Len() {
		n, err := c.w.Write(e.buf.Bytes()[e.sent:])
		e.sent += n
		if err != nil {
			return err
		}
	}
	return nil
}

func (c *conn) Send(v any) error {
	if c.closed {
		return errClosed
	}
	e := getEncoder()
	defer putEncoder(e)
	if err := gob.NewEncoder(&e.buf).Encode(v); err != nil {
		return err
	}
	if err := c.write(e); err != nil {
		return c.fail(e, err)
	}
	c.bytes += e.sent
	return nil
}

type broken struct{}

func (broken) Write(p []byte) (int, error) { return len(p) / 2, io.ErrClosedPipe }

func main() {
	good := &conn{w: io.Discard}
	fmt.Println(good.Send("hello"), good.bytes > 0)
	fmt.Println(good.Send(make(chan int)) != nil)
	for range 30 {
		bad := &conn{w: broken{}}
		if bad.Send([]int{1, 2, 3}) == nil || !errors.Is(bad.Send(1), errClosed) {
			panic("sent")
		}
		a, b := getEncoder(), getEncoder()
		if a == b {
			panic("two owners have the same encoder")
		}
		putEncoder(a)
		putEncoder(b)
	}
}
