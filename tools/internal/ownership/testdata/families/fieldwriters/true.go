package fieldwriters

import "github.com/rcpool/rcpool"

// Nobody flushes.
func (t *table) done() int {
	rcpool.Drop(&t.out) // want "unflushed: "
	return t.rows
}

// The writer of a pool is not flushed, either.
func (l *log) close() {
	writers.Put(l.w) // want "unflushed: "
	l.w = nil
}

// The stream has no end.
func (a *archive) close() {
	a.mu.Lock()
	defer a.mu.Unlock()
	compressors.Put(a.gz) // want "unclosed: "
	a.gz = nil
}

// A function puts it back.
func (s *sink) finish() {
	putWriter(s.w) // want "unflushed: "
}

// A copy of the text is written, and lost.
func (e *editor) end() string {
	text := e.text
	e.out.Release() // want "unflushed: "
	return text
}
