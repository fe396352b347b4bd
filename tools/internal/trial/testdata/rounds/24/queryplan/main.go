// truth: escape line 60 plain

// Command queryplan renders query plans as text and keeps the recent ones for
// a debug page.
package main

import (
	"bytes"
	"fmt"
	"strings"
	"sync"
)

type plan struct {
	op    string
	cost  float64
	kids  []*plan
	attrs map[string]string
}

var pages = sync.Pool{New: func() any { return new(bytes.Buffer) }}

func indent(buf *bytes.Buffer, depth int) {
	for range depth {
		buf.WriteString("  ")
	}
}

func (p *plan) render(buf *bytes.Buffer, depth int) {
	indent(buf, depth)
	fmt.Fprintf(buf, "%s (cost %.1f)", p.op, p.total())
	if table, ok := p.attrs["table"]; ok {
		buf.WriteString(" on ")
		buf.WriteString(table)
	}
	buf.WriteByte('\n')
	for _, kid := range p.kids {
		kid.render(buf, depth+1)
	}
}

func (p *plan) total() float64 {
	sum := p.cost
	for _, kid := range p.kids {
		sum += kid.total()
	}
	return sum
}

// explain returns the plan as text.
func explain(p *plan, verbose bool) []byte {
	buf := pages.Get().(*bytes.Buffer)
	buf.Reset()
	defer pages.Put(buf)
	if !verbose {
		fmt.Fprintf(buf, "%s: %.1f", p.op, p.total())
		return bytes.Clone(buf.Bytes())
	}
	p.render(buf, 0)
	return bytes.TrimRight(buf.Bytes(), "\n")
}

type history struct {
	mu    sync.Mutex
	texts [][]byte
	next  int
}

func newHistory(n int) *history { return &history{texts: make([][]byte, n)} }

func (h *history) add(text []byte) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.texts[h.next%len(h.texts)] = text
	h.next++
}

func (h *history) page() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	var b strings.Builder
	for i, text := range h.texts {
		fmt.Fprintf(&b, "#%d\n%s\n", i, text)
	}
	return b.String()
}

func scan(table string, cost float64) *plan {
	return &plan{op: "scan", cost: cost, attrs: map[string]string{"table": table}}
}

func main() {
	h := newHistory(3)
	plans := []*plan{
		scan("users", 12),
		{op: "hash join", cost: 4, kids: []*plan{scan("users", 12), scan("orders", 90)}},
		{op: "sort", cost: 30, kids: []*plan{{op: "filter", cost: 1, kids: []*plan{scan("items", 7)}}}},
	}
	for i, p := range plans {
		h.add(explain(p, i > 0))
	}
	fmt.Print(h.page())
}
