package putbackparams

import (
	"bytes"

	"github.com/valyala/bytebufferpool"
	"github.com/valyala/fasthttp"
)

// The line is memory of the buffer.
func line(b *bytebufferpool.ByteBuffer) []byte {
	defer bytebufferpool.Put(b)
	return b.B // want "escape: "
}

// It is cut before the buffer goes back, and read afterwards.
func lastOf(b *bytebufferpool.ByteBuffer) string {
	last := b.B[bytes.LastIndexByte(b.B, '\n')+1:]
	bytebufferpool.Put(b)
	return string(last) // want "use-after-release: "
}

// The receiver reads what the next owner writes.
func sent(b *bytebufferpool.ByteBuffer, out chan []byte) {
	out <- b.B // want "escape: "
	bytebufferpool.Put(b)
}

// The bytes are read after the buffer went back.
func first(b *bytes.Buffer) byte {
	all := b.Bytes()
	putBuffer(b)
	return all[0] // want "use-after-release: "
}

// The body goes back with its response.
func body(resp *fasthttp.Response) []byte {
	all := resp.Body()
	fasthttp.ReleaseResponse(resp)
	return all // want "use-after-release: "
}

// So does a header with its request.
func trace(req *fasthttp.Request, out chan []byte) {
	defer fasthttp.ReleaseRequest(req)
	out <- req.Header.Peek("X-Trace") // want "escape: "
}

// The page is somebody else's from then on.
func shared(p *[]byte, out chan []byte) {
	page := *p
	pages.Put(p)
	out <- page // want "use-after-release: "
}

// Nobody else has a reference to the frame.
func opened() []byte {
	f := newFrame()
	return view(f)
}

func view(f *frame) []byte {
	v := f.Bytes()
	f.Release()
	return v // want "use-after-release: "
}

// The view stays.
func (c *cache) scan(b *bytes.Buffer) (n int) {
	c.view = b.Bytes() // want "escape: "
	n = bytes.Count(c.view, newline)
	putBuffer(b)
	return n
}

// Nobody else has a reference to the frame that is sent.
func announced(out chan []byte) {
	announce(newFrame(), out)
}

func announce(f *frame, out chan []byte) {
	out <- f.Bytes() // want "escape: "
	f.Release()
}
