// Package sticky has pooled structs with flags.
package sticky

import (
	"errors"
	"fmt"
	"io"
	"sync"
)

// An event has the stack only if that was asked for.
type event struct {
	text  []byte
	stack bool
}

var events = &sync.Pool{New: func() any { return new(event) }}

func (e *event) withStack() *event {
	if e != nil {
		e.stack = true
	}
	return e
}

func (e *event) fail(err error) {
	e.text = append(e.text, err.Error()...)
	if e.stack {
		e.text = append(e.text, "main.main"...)
	}
}

func (e *event) send(w io.Writer) error {
	_, err := w.Write(e.text)
	events.Put(e)
	return err
}

// An Options is filled in by other packages.
type Options struct {
	Strict, Verbose bool
	Depth           int
}

var options = sync.Pool{New: func() any { return new(Options) }}

func (o *Options) describe() string {
	s := fmt.Sprint(o.Depth)
	if o.Strict {
		s += " strict"
	}
	if o.Verbose {
		s += " verbose"
	}
	return s
}

// A pool is like a sync.Pool.
type pool interface {
	Get() any
	Put(any)
}

type server struct{ requests pool }

type request struct {
	path string
	deep bool
}

func (r *request) parents() { r.deep = true }

func (r *request) depth() int {
	if r.deep {
		return len(r.path)
	}
	return 1
}

func (s *server) free(r *request) { s.requests.Put(r) }

// An entry is printed from a copy.
type entry struct {
	line  string
	quiet bool
}

var entries sync.Pool

func (e *entry) hush() { e.quiet = true }

func (e entry) print(w io.Writer) {
	if !e.quiet {
		fmt.Fprintln(w, e.line)
	}
}

// A message is cleared before it goes back.
type message struct {
	body   []byte
	urgent bool
}

var messages = sync.Pool{New: func() any { return new(message) }}

func (m *message) hurry() { m.urgent = true }

func (m *message) priority() int {
	if m.urgent {
		return 1
	}
	return 9
}

func (m *message) free() {
	m.body = m.body[:0]
	m.urgent = false
	messages.Put(m)
}

// A conn that failed does not go back.
type conn struct {
	peer   string
	failed bool
}

var conns = sync.Pool{New: func() any { return new(conn) }}

func (c *conn) write(p []byte) error {
	if len(p) > 1<<16 {
		c.failed = true
		return errors.New("too long")
	}
	return nil
}

func (c *conn) free() {
	if c.failed {
		return
	}
	c.peer = ""
	conns.Put(c)
}

// A table is filled once.
type table struct {
	name  string
	ready bool
	cells [256]byte
}

var tables = sync.Pool{New: func() any { return new(table) }}

func (t *table) fill() {
	for i := range t.cells {
		t.cells[i] = byte(255 - i)
	}
	t.ready = true
}

func (t *table) at(i byte) byte {
	if !t.ready {
		t.fill()
	}
	return t.cells[i]
}

// A printer is what its constructor has made it.
type printer struct {
	prefix string
	color  bool
}

var printers = sync.Pool{New: func() any { return newPrinter() }}

func newPrinter() *printer {
	p := new(printer)
	p.colored()
	return p
}

func (p *printer) colored() { p.color = true }

func (p *printer) line(s string) string {
	if p.color {
		return "\x1b[1m" + p.prefix + s + "\x1b[0m"
	}
	return p.prefix + s
}

// A task has a flag that only tasks have which are not pooled.
type task struct {
	name string
	late bool
}

var tasks = sync.Pool{New: func() any { return new(task) }}

func newTask(name string) *task { return &task{name: name} }

func (t *task) delay() { t.late = true }

func (t *task) String() string {
	if t.late {
		return t.name + " (late)"
	}
	return t.name
}

// A span is made by a function of its own, if there is none in the pool.
type span struct {
	name  string
	error bool
}

var spans sync.Pool

func makeSpan() *span { return new(span) }

func (s *span) fail() { s.error = true }

func (s *span) end(w io.Writer) {
	if s.error {
		fmt.Fprintln(w, "error:", s.name)
	}
	spans.Put(s)
}

// A request context is cleared before it goes back, but for the flag.
type requestContext struct {
	path   string
	vary   []string
	bypass bool
}

var contexts = sync.Pool{New: func() any { return new(requestContext) }}

func newContext(path string) *requestContext {
	c := contexts.Get().(*requestContext)
	c.path = path
	return c
}

func (c *requestContext) skipCache(reason string) {
	c.bypass = true
	c.vary = append(c.vary, reason)
}

func serve(path string, steps ...func(*requestContext)) bool {
	c := newContext(path)
	defer c.free()
	for _, step := range steps {
		step(c)
	}
	return c.bypass
}

func (c *requestContext) free() {
	c.clear()
	contexts.Put(c)
}

// A session is cleared, with its flag.
type session struct {
	user  string
	items []string
	dirty bool
}

var sessions = sync.Pool{New: func() any { return new(session) }}

func (s *session) add(item string) {
	s.items = append(s.items, item)
	s.dirty = true
}

func shop(user string, items ...string) bool {
	s := sessions.Get().(*session)
	s.user = user
	for _, item := range items {
		s.add(item)
	}
	changed := s.dirty
	s.reset()
	sessions.Put(s)
	return changed
}
