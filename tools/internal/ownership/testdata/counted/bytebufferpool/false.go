package bytebufferpool

import (
	"io"

	"github.com/valyala/bytebufferpool"
)

// renderCopy returns a copy of the buffer.
func renderCopy(title string) []byte {
	b := bytebufferpool.Get()
	defer bytebufferpool.Put(b)
	header(b, title)
	return append([]byte(nil), b.B...)
}

// fillCopy appends to the page's own memory.
func (p *page) fillCopy(title string) {
	b := bytebufferpool.Get()
	header(b, title)
	p.html = append(p.html[:0], b.Bytes()...)
	bytebufferpool.Put(b)
}

// unreset leaves the reset to Put, which does it.
func unreset(w io.Writer, title string) error {
	b := bytebufferpool.Get()
	b.B = append(b.B, title...)
	_, err := w.Write(b.B)
	bytebufferpool.Put(b)
	return err
}

// once puts once on either path.
func once(w io.Writer, title string) error {
	b := bytebufferpool.Get()
	header(b, title)
	if err := flush(w, b); err != nil {
		bytebufferpool.Put(b)
		return err
	}
	bytebufferpool.Put(b)
	return nil
}

// own puts into the pool it got from.
func own(w io.Writer, title string) error {
	b := requests.Get()
	defer requests.Put(b)
	header(b, title)
	return flush(w, b)
}

// dropped keeps huge buffers out of the pool.
func dropped(r io.Reader) (string, error) {
	b := bytebufferpool.Get()
	_, err := b.ReadFrom(r)
	s := b.String()
	if cap(b.B) <= 1<<20 {
		bytebufferpool.Put(b)
	}
	return s, err
}
