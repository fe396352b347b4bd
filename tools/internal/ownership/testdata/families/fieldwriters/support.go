// Package fieldwriters has writers in fields: one method writes, and another one releases.
package fieldwriters

import (
	"bufio"
	"compress/gzip"
	"fmt"
	"io"
	"strings"
	"sync"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/stdpool"
)

var writers = sync.Pool{New: func() any { return bufio.NewWriter(io.Discard) }}

var compressors = sync.Pool{New: func() any { return gzip.NewWriter(io.Discard) }}

func putWriter(w *bufio.Writer) {
	w.Reset(io.Discard)
	writers.Put(w)
}

// A table has a row for each call.
type table struct {
	out  rcpool.Ref[bufio.Writer]
	rows int
}

func newTable(w io.Writer, names ...string) *table {
	t := &table{out: stdpool.BufioWriter(w)}
	for _, name := range names {
		t.out.Value().WriteString(name)
	}
	return t
}

func (t *table) row(cells ...any) {
	w := t.out.Value()
	for _, cell := range cells {
		fmt.Fprint(w, cell)
	}
	t.rows++
}

// A log has lines.
type log struct {
	w *bufio.Writer
	n int
}

func newLog(to io.Writer) *log {
	w := writers.Get().(*bufio.Writer)
	w.Reset(to)
	return &log{w: w}
}

func (l *log) line(s string) {
	l.n++
	l.w.WriteString(s)
}

// A report is given a writer from outside.
type report struct{ w *bufio.Writer }

func (r *report) add(s string) { r.w.WriteString(s) }

// An archive is compressed.
type archive struct {
	mu sync.Mutex
	gz *gzip.Writer
}

func (a *archive) open(to io.Writer) {
	a.gz = compressors.Get().(*gzip.Writer)
	a.gz.Reset(to)
}

func (a *archive) add(b []byte) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	_, err := a.gz.Write(b)
	return err
}

// A bundle is compressed, too.
type bundle struct{ gz *gzip.Writer }

func (b *bundle) open(to io.Writer) {
	b.gz = compressors.Get().(*gzip.Writer)
	b.gz.Reset(to)
}

func (b *bundle) add(p []byte) error {
	_, err := b.gz.Write(p)
	return err
}

// A page flushes where it is done.
type page struct{ out rcpool.Ref[bufio.Writer] }

func newPage(w io.Writer) *page { return &page{out: stdpool.BufioWriter(w)} }

func (p *page) text(s string) { p.out.Value().WriteString(s) }

func (p *page) flush() error { return p.out.Value().Flush() }

// A feed gives its writer to others.
type feed struct{ w *bufio.Writer }

func newFeed(to io.Writer) *feed {
	w := writers.Get().(*bufio.Writer)
	w.Reset(to)
	return &feed{w}
}

func (f *feed) item(s string) { f.w.WriteString(s) }

// Writer is for those who write more.
func (f *feed) Writer() *bufio.Writer { return f.w }

// A counter only counts what is written.
type counter struct {
	w *bufio.Writer
	n int
}

func newCounter(to io.Writer) *counter {
	w := writers.Get().(*bufio.Writer)
	w.Reset(to)
	return &counter{w: w}
}

func (c *counter) free() int { return c.w.Available() }

// A sink writes in a loop of its own.
type sink struct {
	w     *bufio.Writer
	lines chan string
}

func newSink(to io.Writer) *sink {
	s := &sink{lines: make(chan string)}
	s.w = writers.Get().(*bufio.Writer)
	s.w.Reset(to)
	return s
}

func (s *sink) run() {
	for line := range s.lines {
		emit(s.w, line)
	}
	s.finish()
}

func emit(w *bufio.Writer, line string) {
	w.WriteString(line)
	w.WriteByte('\n')
}

// An editor writes what it has.
type editor struct {
	out  rcpool.Ref[bufio.Writer]
	text string
}

func edit(w io.Writer) (e editor) {
	e.out = stdpool.BufioWriter(w)
	return e
}

func (e *editor) insert(s string) {
	e.text += s
	io.Copy(e.out.Value(), strings.NewReader(s))
}
