package passedfills

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"sync"
)

// A record has what the functions add that fill it.
type record struct {
	actor  string
	amount int
	attrs  []string
}

var records = sync.Pool{New: func() any { return new(record) }}

// What was added to the attributes is never cut off.
func (r *record) reset() { // want "reset: "
	r.actor = ""
	r.amount = 0
}

func (r *record) with(key, value string) *record {
	r.attrs = append(r.attrs, key+"="+value)
	return r
}

func (r *record) writeTo(w io.Writer) {
	fmt.Fprintf(w, "%s %d %s\n", r.actor, r.amount, strings.Join(r.attrs, ","))
}

func log(w io.Writer, actor string, fill func(*record)) {
	r := records.Get().(*record)
	defer func() {
		r.reset()
		records.Put(r)
	}()
	r.actor = actor
	if fill != nil {
		fill(r)
	}
	r.writeTo(w)
}

func logs(w io.Writer) {
	log(w, "a", func(r *record) { r.with("card", "1").with("note", "2") })
	log(w, "b", nil)
}

// A notice is final, and stays so.
type notice struct {
	to    string
	lines []string
	final bool
	body  strings.Builder
}

var notices = sync.Pool{New: func() any { return new(notice) }}

// The flag is not cleared where the other fields are.
func (n *notice) clear() { // want "reset: "
	n.to = ""
	n.lines = n.lines[:0]
	n.body.Reset()
}

func (n *notice) add(line string, days int) {
	n.lines = append(n.lines, line)
	if days > 60 {
		n.final = true
	}
}

func (n *notice) render() string {
	if n.final {
		n.body.WriteString("FINAL ")
	}
	for _, l := range n.lines {
		n.body.WriteString(l)
	}
	return n.body.String()
}

func remind(to string, days ...int) string {
	n := notices.Get().(*notice)
	defer func() {
		n.clear()
		notices.Put(n)
	}()
	n.to = to
	for _, d := range days {
		n.add("pay", d)
	}
	return n.render()
}

// A page is strict once somebody wants it to be.
type page struct {
	title  string
	strict bool
	text   bytes.Buffer
}

var pages = sync.Pool{New: func() any { return new(page) }}

func (p *page) done() {
	p.title = ""
	p.text.Reset()
	pages.Put(p)
}

// The function that puts the page back has no such name.
func write(title string, options int) string {
	p := pages.Get().(*page) // want "reset: "
	defer p.done()
	p.title = title
	if options > 1 {
		p.strict = true
	}
	p.print()
	return p.text.String()
}

func (p *page) print() {
	if p.strict {
		p.text.WriteString("strict ")
	}
	p.text.WriteString(p.title)
}
