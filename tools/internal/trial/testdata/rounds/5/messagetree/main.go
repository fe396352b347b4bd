// truth: correct
package main

import (
	"fmt"
	"strings"

	"github.com/rcpool/rcpool"
)

type Header struct {
	Topic string
	Trace string
}

// Message owns a reference to its header, which many messages share.
type Message struct {
	Header rcpool.Ref[Header]
	Parts  []rcpool.Ref[Part]
}

type Part struct{ Text string }

func (m *Message) Reset() {
	rcpool.Drop(&m.Header)
	for i := range m.Parts {
		rcpool.Drop(&m.Parts[i])
	}
	m.Parts = m.Parts[:0]
}

var (
	headers  rcpool.Pool[Header]
	messages rcpool.Pool[Message]
	parts    rcpool.Pool[Part]
)

func compose(h *rcpool.Ref[Header], texts ...string) rcpool.Ref[Message] {
	m := messages.Get()
	v := m.Value()
	v.Header = h.Retain()
	for _, text := range texts {
		p := parts.Get()
		p.Value().Text = text
		v.Parts = append(v.Parts, p)
	}
	return m
}

func (m *Message) String() string {
	var b strings.Builder
	b.WriteString(m.Header.Value().Topic)
	for _, p := range m.Parts {
		b.WriteString(" " + p.Value().Text)
	}
	return b.String()
}

func main() {
	h := headers.Get()
	h.Value().Topic, h.Value().Trace = "news", "t-1"
	queue := []rcpool.Ref[Message]{
		compose(&h, "one"),
		compose(&h, "two", "three"),
		compose(&h),
	}
	h.Release()
	for _, m := range queue {
		fmt.Println(m.Value().String())
		m.Release()
	}
	fmt.Println(headers.Stats().InUse, parts.Stats().InUse)
}
