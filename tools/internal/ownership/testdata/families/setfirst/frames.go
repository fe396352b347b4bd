package setfirst

import "sync"

// A frame is final or not, which only those say who ask for it. Others assign the whole
// frame when they are done.
type frame struct {
	buf   []byte
	final bool
}

var frames = sync.Pool{New: func() any { return new(frame) }}

func (f *frame) reset() { *f = frame{buf: f.buf[:0]} }

func (f *frame) add(texts ...string) {
	for _, text := range texts {
		f.buf = append(f.buf, text...)
	}
}

// A packet is like a frame, but its header tells whether it is final.
type packet struct {
	buf   []byte
	final bool
}

var packets = sync.Pool{New: func() any { return new(packet) }}

func (p *packet) reset() { *p = packet{buf: p.buf[:0]} }

func (p *packet) header() byte {
	if p.final {
		return 1
	}
	return 0
}

func headerOf(text string) (byte, int) {
	p := packets.Get().(*packet)
	p.buf = append(p.buf, text...)
	h, n := p.header(), len(p.buf)
	p.reset()
	packets.Put(p)
	return h, n
}

// A block is given to a function that may look at all of it.
type block struct {
	buf   []byte
	final bool
}

var blocks = sync.Pool{New: func() any { return new(block) }}

func withBlock(use func(*block)) {
	b := blocks.Get().(*block)
	b.buf = append(b.buf, '<')
	use(b)
	*b = block{buf: b.buf[:0]}
	blocks.Put(b)
}

func isFinal() (final bool) {
	withBlock(func(b *block) { final = b.final })
	return final
}

// A cell is copied as a whole.
type cell struct {
	n     int
	final bool
}

var cells = sync.Pool{New: func() any { return new(cell) }}

func copyOf(n int) cell {
	c := cells.Get().(*cell)
	c.n = n
	all := *c
	*c = cell{}
	cells.Put(c)
	return all
}
