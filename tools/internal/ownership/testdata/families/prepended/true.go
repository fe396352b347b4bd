package prepended

import (
	"bytes"

	"github.com/valyala/bytebufferpool"
)

// The cache has the memory of the buffer.
func (c *cache) item(page *bytebufferpool.ByteBuffer, key string) {
	b := bytebufferpool.Get()
	defer bytebufferpool.Put(b)
	render(b, key)
	c.put(key, b.B) // want "escape: "
	page.Write(b.B)
}

// The history has it.
func (h *history) log(text string) int {
	b := scratch.Get().(*bytes.Buffer)
	b.Reset()
	b.WriteString(text)
	h.note(b.Bytes()) // want "escape: "
	n := b.Len()
	scratch.Put(b)
	return n
}

// A global list has it.
func publish(text string) {
	b := bytebufferpool.Get()
	render(b, text)
	remember(fragment{text, b.B}) // want "escape: "
	bytebufferpool.Put(b)
}

// The function puts it there itself.
func (c *cache) direct(key string) {
	b := bytebufferpool.Get()
	defer bytebufferpool.Put(b)
	render(b, key)
	c.items = append([]fragment{{key, b.B}}, c.items...) // want "escape: "
}
