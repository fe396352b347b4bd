package putbackparams

import (
	"bytes"

	"github.com/valyala/bytebufferpool"
	"github.com/valyala/fasthttp"
)

// The line is a copy.
func copied(b *bytebufferpool.ByteBuffer) []byte {
	defer bytebufferpool.Put(b)
	return append([]byte(nil), b.B...)
}

// The text is a copy.
func text(b *bytebufferpool.ByteBuffer) string {
	s := string(b.B)
	bytebufferpool.Put(b)
	return s
}

// The memory is taken out before the rest goes back.
func taken(b *bytebufferpool.ByteBuffer) []byte {
	line := b.B
	b.B = nil
	bytebufferpool.Put(b)
	return line
}

// The length is no memory of the buffer.
func measured(b *bytes.Buffer) int {
	n := len(b.Bytes())
	putBuffer(b)
	return n
}

// The body is exchanged for nothing.
func swapped(resp *fasthttp.Response) []byte {
	body := resp.SwapBody(nil)
	fasthttp.ReleaseResponse(resp)
	return body
}

// The receiver of the copy has it for itself.
func forwarded(req *fasthttp.Request, out chan []byte) {
	defer fasthttp.ReleaseRequest(req)
	out <- bytes.Clone(req.Header.Peek("X-Trace"))
}

// The page is a new one from then on.
func renewed(p *[]byte, out chan []byte) {
	page := *p
	*p = make([]byte, 0, 512)
	pages.Put(p)
	out <- page
}

// The caller has a reference of its own.
func (c *cache) peeked(name string) []byte {
	f := c.frames[name]
	f.Retain()
	return viewed(f)
}

func viewed(f *frame) []byte {
	v := f.Bytes()
	f.Release()
	return v
}

// The view is over before the buffer goes back.
func (c *cache) scanned(b *bytes.Buffer) (n int) {
	c.view = b.Bytes()
	n = bytes.Count(c.view, newline)
	c.view = nil
	putBuffer(b)
	return n
}

// The caller of publish has a reference of its own, too.
func (c *cache) published(name string, out chan []byte) {
	f := newFrame()
	c.frames[name] = f
	f.Retain()
	publish(f, out)
}

func publish(f *frame, out chan []byte) {
	out <- f.Bytes()
	f.Release()
}
