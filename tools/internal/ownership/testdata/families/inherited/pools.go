// Package inherited has pooled structs that some owners reset before they use them.
package inherited

import "sync"

// A session is reset by those who begin one.
type session struct {
	user  string
	admin bool
	hits  int
}

var sessions = sync.Pool{New: func() any { return new(session) }}

func (s *session) reset() { *s = session{hits: s.hits} }

func (s *session) clear() {
	s.user = ""
	s.admin = false
	s.hits = 0
}

func (s *session) login(header map[string]string) {
	if name := header["user"]; name != "" {
		s.user = name
		s.admin = name == "root"
	}
}

// hello serves users.
func hello(header map[string]string) string {
	s := sessions.Get().(*session)
	s.clear()
	s.login(header)
	text := "hello " + s.user
	sessions.Put(s)
	return text
}

// A cursor is set before it is read by one owner, and by another one not.
type cursor struct {
	table string
	limit int
	desc  bool
}

var cursors = sync.Pool{New: func() any { return new(cursor) }}

func (c *cursor) begin(table string) {
	c.table = table
	c.limit, c.desc = 0, false
}

func (c *cursor) order(desc bool) {
	if desc {
		c.desc = true
	}
}

func list(table string, desc bool) string {
	c := cursors.Get().(*cursor)
	defer cursors.Put(c)
	c.begin(table)
	c.order(desc)
	return c.sql()
}

func (c *cursor) sql() string {
	if c.desc {
		return c.table + " desc"
	}
	return c.table
}

// A mail is reset by all who take one.
type mail struct {
	to     string
	urgent bool
}

var mails = sync.Pool{New: func() any { return new(mail) }}

func (m *mail) reset(to string) {
	m.to = to
	m.urgent = false
}

func alert(to string, now bool) bool {
	m := mails.Get().(*mail)
	defer mails.Put(m)
	m.reset(to)
	if now {
		m.urgent = true
	}
	return m.urgent
}

// A frame comes from two pools.
type frame struct {
	kind string
	key  bool
}

var keyFrames, plainFrames = sync.Pool{New: func() any { return new(frame) }}, sync.Pool{New: func() any { return new(frame) }}

func encode(kind string, key bool) bool {
	f := keyFrames.Get().(*frame)
	defer keyFrames.Put(f)
	f.kind, f.key = kind, false
	if key {
		f.key = true
	}
	return f.key
}

// A token is left clean by all who put one back.
type token struct {
	text  string
	quote bool
}

var tokens = sync.Pool{New: func() any { return new(token) }}

func scan(text string) bool {
	t := tokens.Get().(*token)
	t.text, t.quote = text, false
	if text != "" && text[0] == '"' {
		t.quote = true
	}
	quoted := t.quote
	t.quote = false
	tokens.Put(t)
	return quoted
}
