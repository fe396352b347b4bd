// Package prepended has lists in fields to the front of which methods add what they are given.
package prepended

import (
	"bytes"
	"slices"
	"sync"

	"github.com/valyala/bytebufferpool"
)

var scratch = sync.Pool{New: func() any { return new(bytes.Buffer) }}

type fragment struct {
	key  string
	body []byte
}

// A cache has the fragments in the order of their use.
type cache struct {
	mu    sync.Mutex
	items []fragment
	limit int
}

// put keeps the body as it is.
func (c *cache) put(key string, body []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.items) >= c.limit {
		c.items = c.items[:c.limit-1]
	}
	c.items = append([]fragment{{key, body}}, c.items...)
}

// putCopy keeps a copy.
func (c *cache) putCopy(key string, body []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.items = append([]fragment{{key, bytes.Clone(body)}}, c.items...)
}

// A history has the last lines, the newest first.
type history struct{ lines [][]byte }

func (h *history) note(line []byte) { h.lines = append([][]byte{line}, h.lines...) }

func (h *history) forget() { h.lines = nil }

// A stack has what was pushed last in front.
type stack struct{ all []*bytes.Buffer }

func (s *stack) push(b *bytes.Buffer) { s.all = append([]*bytes.Buffer{b}, s.all...) }

func (s *stack) pop() *bytes.Buffer {
	b := s.all[0]
	s.all = s.all[1:]
	return b
}

// A page has lists, each in a map.
type page struct{ parts map[string][][]byte }

func (p *page) first(name string, part []byte) {
	p.parts[name] = append([][]byte{part}, p.parts[name]...)
}

var recent struct {
	mu   sync.Mutex
	list []fragment
}

func remember(f fragment) {
	recent.mu.Lock()
	defer recent.mu.Unlock()
	recent.list = append([]fragment{f}, recent.list...)
}

func render(b *bytebufferpool.ByteBuffer, text string) {
	b.WriteString("<p>")
	b.WriteString(text)
}

type hook struct {
	prio int
	run  func() string
}

// An app has its hooks in the order of their priorities.
type app struct {
	hooks []hook
	lines [][]byte
	names []string
}

func (a *app) atExit(prio int, run func() string) {
	i := 0
	for i < len(a.hooks) && a.hooks[i].prio >= prio {
		i++
	}
	a.hooks = append(a.hooks[:i], append([]hook{{prio, run}}, a.hooks[i:]...)...)
}

func (a *app) insert(i int, line []byte) { a.lines = slices.Insert(a.lines, i, line) }

func (a *app) name(i int, name []byte) { a.names = slices.Insert(a.names, i, string(name)) }

func (a *app) shutdown() (out []string) {
	for _, h := range a.hooks {
		out = append(out, h.run())
	}
	a.hooks = nil
	return out
}
