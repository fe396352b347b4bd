package bytebufferpool

import (
	"io"

	"github.com/valyala/bytebufferpool"
)

// render returns the memory of a buffer that is put back by defer.
func render(title string) []byte {
	b := bytebufferpool.Get()
	defer bytebufferpool.Put(b)
	header(b, title)
	return b.B // want "^escape: "
}

// fill leaves the memory of the buffer in the page.
func (p *page) fill(title string) {
	b := bytebufferpool.Get()
	header(b, title)
	p.html = b.Bytes() // want "^escape: "
	bytebufferpool.Put(b)
}

// write writes the memory of a buffer that is back in its pool.
func write(w io.Writer, title string) error {
	b := bytebufferpool.Get()
	b.B = append(b.B, title...)
	out := b.B
	bytebufferpool.Put(b)
	_, err := w.Write(out) // want "^use-after-release: "
	return err
}

// twice puts on the error path and at the end.
func twice(w io.Writer, title string) error {
	b := bytebufferpool.Get()
	header(b, title)
	err := flush(w, b)
	if err != nil {
		bytebufferpool.Put(b)
	}
	bytebufferpool.Put(b) // want "^double-release: "
	return err
}

// mixed puts into another pool than it got from.
func mixed(w io.Writer, title string) error {
	b := requests.Get()
	header(b, title)
	err := flush(w, b)
	responses.Put(b) // want "^wrong-pool: "
	return err
}

// lost takes a buffer and forgets it.
func lost(w io.Writer, title string) error {
	b := bytebufferpool.Get() // want "^leak: "
	header(b, title)
	return flush(w, b)
}
