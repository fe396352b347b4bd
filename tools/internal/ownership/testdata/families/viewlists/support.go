// Package viewlists has structs with a list of parts of the memory that they own.
package viewlists

import (
	"bytes"
	"sync"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/stdpool"
)

type view struct {
	tag  byte
	data []byte
}

// A packet owns a block, and finds its parts.
type packet struct {
	block stdpool.ByteRef
	views []view
}

func newPacket(raw []byte) *packet {
	p := &packet{block: stdpool.Bytes(len(raw))}
	copy(p.block.Value(), raw)
	return p
}

func (p *packet) parse() error {
	data := p.block.Value()
	for len(data) > 2 {
		n := int(data[1])
		p.views = append(p.views, view{data[0], data[2 : 2+n]})
		data = data[2+n:]
	}
	return nil
}

// parseTwo finds two views, and has the longer one first.
func (p *packet) parseTwo(n int) {
	data := p.block.Value()
	first, second := view{1, data[:n]}, view{2, data[n:]}
	if len(first.data) < len(second.data) {
		first, second = second, first
	}
	p.views = append(p.views, first, second)
}

func (p *packet) find(tag byte) []byte {
	for _, v := range p.views {
		if v.tag == tag {
			return v.data
		}
	}
	return nil
}

func (p *packet) copyOf(tag byte) []byte {
	for _, v := range p.views {
		if v.tag == tag {
			return bytes.Clone(v.data)
		}
	}
	return nil
}

func (p *packet) free() { p.block.Release() }

var sources = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// A scanner has the words of a pooled buffer.
type scanner struct {
	src   *bytes.Buffer
	words [][]byte
}

func newScanner(text string) *scanner {
	src := sources.Get().(*bytes.Buffer)
	src.Reset()
	src.WriteString(text)
	return &scanner{src: src}
}

func (s *scanner) scan() {
	for _, word := range bytes.Fields(s.src.Bytes()) {
		s.words = append(s.words, bytes.TrimRight(word, ","))
	}
}

func (s *scanner) word(i int) []byte {
	if i >= len(s.words) {
		return nil
	}
	return s.words[i]
}

func (s *scanner) close() {
	sources.Put(s.src)
	s.src = nil
}

// A document owns its text, and has lines of it or of defaults.
type document struct {
	text  rcpool.Ref[bytes.Buffer]
	lines [][]byte
}

var defaults = []byte("none\n")

func (d *document) split() {
	d.lines = append(d.lines, d.text.Value().Bytes())
}

func (d *document) setDefault() { d.lines = append(d.lines, defaults) }

func (d *document) line(i int) []byte { return d.lines[i] }

func (d *document) close() { d.text.Release() }
