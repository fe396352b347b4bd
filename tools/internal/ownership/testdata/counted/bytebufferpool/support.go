// Package bytebufferpool holds the cases for valyala's byte buffers.
package bytebufferpool

import (
	"io"

	"github.com/valyala/bytebufferpool"
)

var requests, responses bytebufferpool.Pool

type page struct {
	html []byte
}

// header writes to the buffer; it keeps nothing.
func header(b *bytebufferpool.ByteBuffer, title string) {
	b.WriteString("<h1>")
	b.WriteString(title)
	b.WriteString("</h1>")
}

func flush(w io.Writer, b *bytebufferpool.ByteBuffer) error {
	_, err := b.WriteTo(w)
	return err
}
