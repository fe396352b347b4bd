// Package svg writes SVG.
package svg

import (
	"bytes"
	"fmt"
)

// Canvas builds a drawing.
type Canvas struct {
	buf   bytes.Buffer
	Depth int
}

func (c *Canvas) Reset() { c.buf.Reset(); c.Depth = 0 }

func (c *Canvas) Open(tag string, attrs ...any) {
	fmt.Fprintf(&c.buf, "<%s", tag)
	for i := 0; i+1 < len(attrs); i += 2 {
		fmt.Fprintf(&c.buf, ` %v="%v"`, attrs[i], attrs[i+1])
	}
	c.buf.WriteByte('>')
	c.Depth++
}

func (c *Canvas) Close(tag string) {
	fmt.Fprintf(&c.buf, "</%s>", tag)
	c.Depth--
}

// Document is the drawing without its trailing space.
func (c *Canvas) Document() []byte {
	return bytes.TrimRight(c.buf.Bytes(), " \n")
}
