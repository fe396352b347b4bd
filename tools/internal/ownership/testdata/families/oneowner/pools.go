// Package oneowner has pooled structs with flags that are about one owner alone, and with
// flags that say what the object keeps.
package oneowner

import (
	"errors"
	"sync"
	"sync/atomic"
)

// A scratch has a flag that is set if the request asks for it.
type scratch struct {
	ids     []int
	scores  map[int]float64
	explain bool
	notes   []string
}

var scratches = sync.Pool{New: func() any { return &scratch{scores: map[int]float64{}} }}

func (s *scratch) score(id int) float64 {
	if s.explain {
		s.notes = append(s.notes, "scored")
	}
	return s.scores[id]
}

// A call is tried twice.
type call struct {
	method  string
	body    []byte
	err     error
	retried bool
}

var calls = sync.Pool{New: func() any { return new(call) }}

func (c *call) clearMeta() { c.err = nil }

func (c *call) text() string { return c.method + string(c.body) }

// A page is marked where it is filled.
type page struct {
	title  string
	rows   []string
	gzip   bool
	writes int
}

var pages = sync.Pool{New: func() any { return new(page) }}

func (p *page) put() {
	p.title, p.writes = "", 0
	p.rows = p.rows[:0]
	pages.Put(p)
}

// A frame has memory that is made once.
type frame struct {
	seq   int
	data  []byte
	ready bool
}

var frames = sync.Pool{New: func() any { return new(frame) }}

func (f *frame) put() {
	f.seq = 0
	f.data = f.data[:0]
	frames.Put(f)
}

// A conn that broke does not go back.
type conn struct {
	peer    string
	pending []string
	broken  bool
}

var conns = sync.Pool{New: func() any { return new(conn) }}

func (c *conn) put() {
	c.peer = ""
	c.pending = c.pending[:0]
	conns.Put(c)
}

// A probe has a function that is called when it is collected.
type probe struct {
	name   string
	values []int
	listed bool
}

var (
	probes    = sync.Pool{New: func() any { return new(probe) }}
	collected atomic.Int64
)

func (p *probe) collected() { collected.Add(1) }

func (p *probe) put() {
	p.name = ""
	p.values = p.values[:0]
	probes.Put(p)
}

// A job counts whether its object was used before.
type job struct {
	name string
	args []string
	warm bool
}

var (
	jobs           = sync.Pool{New: func() any { return new(job) }}
	hits, newcomer int
)

func (j *job) put() {
	j.name = ""
	j.args = j.args[:0]
	jobs.Put(j)
}

// A query has a table that stays, with a flag that says so.
type query struct {
	text   string
	args   []any
	table  []byte
	filled bool
}

var queries = sync.Pool{New: func() any { return &query{table: make([]byte, 256)} }}

func (q *query) put() {
	q.text = ""
	q.args = q.args[:0]
	queries.Put(q)
}

// A session is one of a guest, or not.
type session struct {
	user  string
	seen  []string
	guest bool
}

var sessions = sync.Pool{New: func() any { return new(session) }}

func (s *session) greet() string {
	if s.guest {
		return "hello, guest"
	}
	return "hello, " + s.user
}

func (s *session) end() {
	s.user = ""
	clear(s.seen)
	s.seen = s.seen[:0]
	sessions.Put(s)
}

// A parser sets its fields when it is taken.
type parser struct {
	text   string
	pos    int
	failed bool
}

var parsers = sync.Pool{New: func() any { return new(parser) }}

func (p *parser) size() int {
	if p.failed {
		return 0
	}
	return len(p.text) - p.pos
}

func validate(text string) error {
	if text == "" {
		return errors.New("empty")
	}
	return nil
}
