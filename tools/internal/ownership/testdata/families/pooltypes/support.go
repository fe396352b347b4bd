// Package pooltypes has pools of objects of one type, and of several.
package pooltypes

import (
	"bytes"
	"io"
	"sync"
)

type encoder struct {
	to      io.Writer
	written int
}

func (e *encoder) close() error {
	_, err := e.to.Write([]byte{0})
	return err
}

type decoder struct{ from io.Reader }

func (d *decoder) reset(from io.Reader) { d.from = from }

var (
	encoders = sync.Pool{New: func() any { return new(encoder) }}
	decoders sync.Pool
)

func newDecoder(from io.Reader) *decoder {
	if d, ok := decoders.Get().(*decoder); ok {
		d.reset(from)
		return d
	}
	return &decoder{from: from}
}

// A reader has a decoder of the pool.
type reader struct{ d *decoder }

// A writer has an encoder of the pool.
type writer struct{ e *encoder }

func newWriter(to io.Writer) *writer {
	e := encoders.Get().(*encoder)
	*e = encoder{to: to}
	return &writer{e}
}

// A codec has a pool of buffers.
type codec struct {
	buffers sync.Pool
	outputs sync.Pool
	texts   [2]sync.Pool
}

func (c *codec) get() *bytes.Buffer {
	if b, ok := c.buffers.Get().(*bytes.Buffer); ok {
		b.Reset()
		return b
	}
	return new(bytes.Buffer)
}

func (c *codec) output() io.Writer {
	if w, ok := c.outputs.Get().(io.Writer); ok {
		return w
	}
	return io.Discard
}

// scratch has pages and lines.
var scratch sync.Pool

type (
	page struct{ lines []string }
	line struct{ text string }
)

func length() int {
	switch x := scratch.Get().(type) {
	case *page:
		defer scratch.Put(x)
		return len(x.lines)
	case *line:
		defer scratch.Put(x)
		return len(x.text)
	}
	return 0
}

// shared is taken from by a function that returns what it took.
var shared sync.Pool

func take() any { return shared.Get() }

func takePage() *page {
	p, _ := shared.Get().(*page)
	return p
}
