// Package buffergetters has helpers that return the memory of a buffer which they are given.
package buffergetters

import (
	"bufio"
	"bytes"
	"sync"

	"github.com/rcpool/rcpool"
)

var buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

func contents(b *bytes.Buffer) []byte { return b.Bytes() }

func trimmed(b *bytes.Buffer) []byte { return bytes.TrimRight(b.Bytes(), "<") }

func cloned(b *bytes.Buffer) []byte { return bytes.Clone(b.Bytes()) }

func tail(b *bytes.Buffer) []byte {
	all := contents(b)
	return all[bytes.LastIndexByte(all, '\n')+1:]
}

func header(b *bytes.Buffer) ([]byte, bool) {
	if b.Len() < 4 {
		return []byte{0}, false
	}
	return b.Bytes()[:4], true
}

func taken(b *bytes.Buffer) []byte {
	data := b.Bytes()
	*b = bytes.Buffer{}
	return data
}

type page struct {
	title string
	body  bytes.Buffer
}

func (p *page) Reset() {
	p.title = ""
	p.body.Reset()
}

func (p *page) text() []byte { return p.body.Bytes() }

func (p *page) take() []byte {
	data := p.body.Bytes()
	p.body = bytes.Buffer{}
	return data
}

func (p *page) renew() []byte {
	data := p.body.Bytes()
	*p = page{title: p.title}
	return data
}

var (
	pages      = sync.Pool{New: func() any { return new(page) }}
	typedPages = rcpool.Pool[page]{Name: "pages"}
)

type label struct{ code []byte }

var readers = sync.Pool{New: func() any { return bufio.NewReader(nil) }}

func line(br *bufio.Reader) []byte {
	l, _ := br.ReadSlice('\n')
	return bytes.TrimSpace(l)
}
