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

// The hook reads the buffer when the program ends.
func (a *app) do(text string) int {
	b := scratch.Get().(*bytes.Buffer)
	defer scratch.Put(b)
	b.Reset()
	b.WriteString(text)
	a.atExit(1, func() string { return "did " + b.String() }) // want "escape: "
	return b.Len()
}

// The list has the line.
func (a *app) line(text string) {
	b := bytebufferpool.Get()
	render(b, text)
	a.insert(len(a.lines)/2, b.B) // want "escape: "
	bytebufferpool.Put(b)
}
