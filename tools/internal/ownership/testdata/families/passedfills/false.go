package passedfills

import (
	"fmt"
	"io"
	"strings"
	"sync"
)

// An entry is reset as a whole.
type entry struct {
	actor string
	attrs []string
}

var entries = sync.Pool{New: func() any { return new(entry) }}

func (e *entry) reset() {
	e.actor = ""
	e.attrs = e.attrs[:0]
}

func (e *entry) with(key string) { e.attrs = append(e.attrs, key) }

// The attributes are cut off with the rest.
func logEntry(w io.Writer, fill func(*entry)) {
	e := entries.Get().(*entry)
	defer func() {
		e.reset()
		entries.Put(e)
	}()
	e.actor = "a"
	fill(e)
	fmt.Fprintln(w, e.actor, strings.Join(e.attrs, ","))
}

func logEntries(w io.Writer) { logEntry(w, func(e *entry) { e.with("card") }) }

// A span is emptied by the function that it is given to.
type span struct {
	name string
	tags []string
}

var spans = sync.Pool{New: func() any { return new(span) }}

func traced(w io.Writer, use func(*span)) {
	s := spans.Get().(*span)
	defer spans.Put(s)
	s.name = "a"
	use(s)
	fmt.Fprintln(w, s.name, strings.Join(s.tags, ","))
}

// Who adds tags starts anew.
func traces(w io.Writer) {
	traced(w, func(s *span) { s.tags = append(s.tags[:0], "a") })
	traced(w, func(s *span) { s.tags = s.tags[:0] })
}

// A draft is final only for its owner.
type draft struct {
	to    string
	final bool
	body  strings.Builder
}

var drafts = sync.Pool{New: func() any { return new(draft) }}

func (d *draft) clear() {
	d.to, d.final = "", false
	d.body.Reset()
}

// The flag is cleared as well.
func drafted(to string, days int) string {
	d := drafts.Get().(*draft)
	defer func() {
		d.clear()
		drafts.Put(d)
	}()
	d.to = to
	if days > 60 {
		d.final = true
	}
	if d.final {
		d.body.WriteString("FINAL ")
	}
	d.body.WriteString(to)
	return d.body.String()
}
