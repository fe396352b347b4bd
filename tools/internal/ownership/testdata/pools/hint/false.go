package hint

import (
	"bytes"
	"fmt"
	"io"
)

// oversize drops a buffer that has grown too large for the pool.
func oversize(v fmt.Stringer) string {
	buf := getBuf()
	buf.WriteString(v.String())
	s := buf.String()
	if buf.Cap() > 64<<10 {
		return s
	}
	bufs.Put(buf)
	return s
}

// onErrorLost leaves the buffer to the collector when something fails.
func onErrorLost(w io.Writer, r io.Reader) error {
	buf := getBuf()
	if _, err := buf.ReadFrom(r); err != nil {
		return fmt.Errorf("read: %w", err)
	}
	if _, err := buf.WriteTo(w); err != nil {
		return fmt.Errorf("write: %w", err)
	}
	putBuf(buf)
	return nil
}

// inClosure puts in a deferred closure.
func inClosure(w io.Writer, v fmt.Stringer) error {
	buf := getBuf()
	defer func() {
		if buf.Cap() < 1<<16 {
			bufs.Put(buf)
		}
	}()
	buf.WriteString(v.String())
	_, err := buf.WriteTo(w)
	return err
}

// inCallback puts when the other side says that it is done.
func inCallback(send func(p []byte, done func()), v fmt.Stringer) {
	buf := getBuf()
	buf.WriteString(v.String())
	send(buf.Bytes(), func() { putBuf(buf) })
}

// orNew makes an event when the pool has none.
func orNew(id int, name string) *event {
	if v := bare.Get(); v != nil {
		e := v.(*event)
		e.id, e.name = id, name
		return e
	}
	return &event{id: id, name: name}
}

// switchOn puts back what it knows and drops what it does not.
func switchOn(w io.Writer) error {
	switch v := bare.Get().(type) {
	case *event:
		_, err := fmt.Fprintln(w, v.id, v.name)
		bare.Put(v)
		return err
	case *bytes.Buffer:
		_, err := v.WriteTo(w)
		return err
	default:
		return nil
	}
}

// open keeps the buffer in the connection, which puts it on close.
func open(w io.Writer) *conn {
	return &conn{w: w, buf: getBuf()}
}

func (c *conn) close() error {
	_, err := c.buf.WriteTo(c.w)
	putBuf(c.buf)
	c.buf = nil
	return err
}

// give hands the event to whoever implements sink.
func give(s sink, id int, name string) {
	e := events.Get().(*event)
	e.id, e.name = id, name
	s.take(e)
}
