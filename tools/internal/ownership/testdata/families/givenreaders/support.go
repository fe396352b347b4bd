// Package givenreaders has readers that code of the standard library reads from, and that borrow a
// buffer for a while.
package givenreaders

import (
	"bytes"
	"errors"
	"io"
	"sync"
)

var errShort = errors.New("short")

var buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

func getBuffer() *bytes.Buffer { return buffers.Get().(*bytes.Buffer) }

func putBuffer(b *bytes.Buffer) {
	b.Reset()
	buffers.Put(b)
}

// A decoder counts what is read.
type decoder struct {
	from io.Reader
	left int
}

func (d *decoder) Read(p []byte) (int, error) {
	n, err := d.from.Read(p)
	d.left -= n
	return n, err
}

func (d *decoder) number() int {
	var b [1]byte
	if _, err := io.ReadFull(d, b[:]); err != nil {
		d.left = 0
	}
	return int(b[0])
}

// fill reads all that there is.
func fill(b *bytes.Buffer, r io.Reader) error {
	_, err := b.ReadFrom(r)
	return err
}

// A session has a decoder.
type session struct {
	now    *decoder
	reader io.Reader
}

var open = map[string]*decoder{}
