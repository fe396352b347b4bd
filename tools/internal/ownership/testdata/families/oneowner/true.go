package oneowner

import (
	"errors"
	"fmt"
	"strings"
	"sync"
)

// The notes of one request are made for all requests that come after it.
func (s *scratch) recycle() { // want "reset: recycle does not reset field explain"
	s.ids = s.ids[:0]
	clear(s.scores)
	clear(s.notes)
	s.notes = s.notes[:0]
	scratches.Put(s)
}

func rank(explain bool, items ...int) ([]int, []string) {
	s := scratches.Get().(*scratch)
	defer s.recycle()
	if explain {
		s.explain = true
	}
	for _, id := range items {
		s.scores[id] = s.score(id) + 1
		s.ids = append(s.ids, id)
	}
	return append([]int(nil), s.ids...), append([]string(nil), s.notes...)
}

// A call that was tried twice is not tried again by the next owner.
func (c *call) reset() { // want "reset: reset does not reset field retried"
	c.clearMeta()
	c.method = ""
	c.body = c.body[:0]
}

func putCall(c *call) {
	c.reset()
	calls.Put(c)
}

func do(method, body string, invoke func(string) error) error {
	c := calls.Get().(*call)
	defer putCall(c)
	c.method = method
	c.body = append(c.body, body...)
	for {
		if c.err = invoke(c.text()); c.err == nil {
			return nil
		}
		if c.retried {
			return fmt.Errorf("%s: %w", method, c.err)
		}
		c.retried = true
	}
}

// A page that was compressed makes all later ones compressed.
func render(accept map[string]bool, rows ...string) (string, error) {
	p := pages.Get().(*page) // want "reset: page is taken from its pool with field gzip"
	defer p.put()
	if accept["gzip"] {
		p.gzip = true
	}
	for _, row := range rows {
		if row == "" {
			return "", errors.New("empty row")
		}
		p.rows = append(p.rows, row)
		p.writes++
	}
	if p.gzip {
		return fmt.Sprintf("gzip %d", len(p.rows)), nil
	}
	return fmt.Sprint(len(p.rows)), nil
}

// The flag of a session is set by one of two ways to begin it.
func begin(user string, guest bool) string {
	s := sessions.Get().(*session) // want "reset: session is taken from its pool with field guest"
	defer s.end()
	s.user = user
	if guest {
		s.guest = true
	}
	s.seen = append(s.seen, user)
	return s.greet()
}

// The flag is set for what the callee returns.
func check(text string, strict bool) int {
	p := parsers.Get().(*parser) // want "reset: parser is taken from its pool with field failed"
	p.text = text
	p.pos = 0
	if err := validate(text); err != nil {
		p.failed = true
	}
	n := p.size()
	parsers.Put(p)
	return n
}

type visit1 struct {
	known bool
	name  string
	body  []byte
	trace string
}

var visits1 = sync.Pool{New: func() any { return new(visit1) }}

// The flag says something else.
func receiveAny(name string, body []byte) string {
	v := visits1.Get().(*visit1) // want "reset: visit1 is taken from its pool with field name"
	defer func() {
		v.known, v.trace = false, ""
		v.body = v.body[:0]
		visits1.Put(v)
	}()
	if name != "" {
		v.name = strings.ToLower(name)
	}
	if len(body) > 0 {
		v.known = true
	}
	v.body = append(v.body, body...)
	return v.answer()
}

func (v *visit1) answer() string {
	if !v.known {
		return "who is it?"
	}
	return v.name + string(v.body)
}
