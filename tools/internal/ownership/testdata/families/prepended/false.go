package prepended

import (
	"bytes"

	"github.com/valyala/bytebufferpool"
)

// The cache has a copy.
func (c *cache) itemCopy(page *bytebufferpool.ByteBuffer, key string) {
	b := bytebufferpool.Get()
	defer bytebufferpool.Put(b)
	render(b, key)
	c.putCopy(key, b.B)
	page.Write(b.B)
}

// The history is forgotten before the buffer goes back.
func (h *history) during(text string, show func([][]byte)) {
	b := scratch.Get().(*bytes.Buffer)
	b.Reset()
	b.WriteString(text)
	h.note(b.Bytes())
	show(h.lines)
	h.forget()
	scratch.Put(b)
}

// What was pushed is popped, and put back.
func (s *stack) nest(text string) int {
	b := scratch.Get().(*bytes.Buffer)
	b.Reset()
	s.push(b)
	s.all[0].WriteString(text)
	b = s.pop()
	n := b.Len()
	scratch.Put(b)
	return n
}

// The page has memory of its own.
func (p *page) title(text string) {
	b := bytebufferpool.Get()
	defer bytebufferpool.Put(b)
	render(b, text)
	p.first("title", []byte(b.String()))
}

// The hook has a text of its own.
func (a *app) doWell(text string) int {
	b := scratch.Get().(*bytes.Buffer)
	defer scratch.Put(b)
	b.Reset()
	b.WriteString(text)
	did := b.String()
	a.atExit(1, func() string { return "did " + did })
	a.name(0, b.Bytes())
	return b.Len()
}

// The hooks run before the buffer goes back.
func (a *app) run(text string) []string {
	b := scratch.Get().(*bytes.Buffer)
	defer scratch.Put(b)
	b.Reset()
	b.WriteString(text)
	a.atExit(1, func() string { return "did " + b.String() })
	return a.shutdown()
}
