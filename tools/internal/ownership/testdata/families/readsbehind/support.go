// Package readsbehind puts borrowed memory into structs, and gives these to functions.
package readsbehind

import (
	"bytes"
	"sync"

	"github.com/rcpool/rcpool"
)

// An Entry is a line of a log.
type Entry struct {
	Level int
	Text  []byte
}

// Reset clears the entry.
func (e *Entry) Reset() { e.Level, e.Text = 0, e.Text[:0] }

var entries rcpool.Pool[Entry]

var buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

type record struct {
	key   []byte
	entry *Entry
	seq   int
	open  bool
}

func (r record) number() int { return r.seq + 1 }

func (r record) level() int { return r.seq + r.entry.Level }

func (r record) size() int { return len(r.key) }

func (r *record) hash() (h int) {
	for _, c := range r.key {
		h = 31*h + int(c)
	}
	return h
}

func (r record) text() string {
	if !r.open {
		return ""
	}
	return string(r.key)
}

func (r *record) refreshed(key []byte) string {
	r.key = key
	return string(r.key)
}

func index(r record) int { return 7 * rank(r) }

func rank(r record) int { return r.level() % 10 }

func lookup(m map[string]int, r *record) int { return m[string(r.key)] }
