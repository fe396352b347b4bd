package main

import (
	"encoding/binary"
	"io"
)

// encoder builds one message in memory that it keeps for the next.
type encoder struct {
	buf  []byte
	refs []int // where lengths have to be filled in
}

func (e *encoder) open() {
	e.refs = append(e.refs, len(e.buf))
	e.buf = append(e.buf, 0, 0, 0, 0)
}

func (e *encoder) close() {
	at := e.refs[len(e.refs)-1]
	e.refs = e.refs[:len(e.refs)-1]
	binary.BigEndian.PutUint32(e.buf[at:], uint32(len(e.buf)-at-4))
}

func (e *encoder) text(s string) {
	e.open()
	e.buf = append(e.buf, s...)
	e.close()
}

// flush writes the message and begins the next one.
func (e *encoder) flush(w io.Writer) error {
	_, err := w.Write(e.buf)
	e.buf, e.refs = e.buf[:0], e.refs[:0]
	return err
}
