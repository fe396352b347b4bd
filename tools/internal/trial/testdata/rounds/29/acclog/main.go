// truth: correct

// Command acclog is a structured access log with value handles. Records with
// errors are taken out of the pool, for the error tracker keeps them.
package main

import (
	"bytes"
	"fmt"
	"io"
	"sort"
	"sync"

	"github.com/rcpool/rcpool"
)

type field struct{ key, text string }

type record struct {
	level  string
	fields []field
	line   bytes.Buffer
}

func (r *record) Reset() {
	r.level = ""
	clear(r.fields)
	r.fields = r.fields[:0]
	r.line.Reset()
}

func (r *record) format() []byte {
	fmt.Fprintf(&r.line, "level=%s", r.level)
	for _, f := range r.fields {
		fmt.Fprintf(&r.line, " %s=%q", f.key, f.text)
	}
	r.line.WriteByte('\n')
	return r.line.Bytes()
}

// A Record is a line in the making. End it exactly once, with Send or Discard.
type Record struct {
	log *Logger
	ref rcpool.Ref[record]
}

type Hook func(Record)

type Logger struct {
	pool  rcpool.Pool[record]
	mu    sync.Mutex
	w     io.Writer
	hooks []Hook
	kept  []*record
	limit int
}

func NewLogger(w io.Writer, limit int, hooks ...Hook) *Logger {
	l := &Logger{w: w, limit: limit, hooks: hooks}
	l.pool.Name = "log.records"
	l.pool.Keep = func(r *record) bool { return r.line.Cap() <= 4<<10 && cap(r.fields) <= 64 }
	return l
}

func (l *Logger) begin(level string) Record {
	r := Record{l, l.pool.Get()}
	r.ref.Value().level = level
	for _, h := range l.hooks {
		h(r)
	}
	return r
}

func (l *Logger) Info() Record  { return l.begin("info") }
func (l *Logger) Error() Record { return l.begin("error") }

func (r Record) With(key string, value any) Record {
	v := r.ref.Value()
	v.fields = append(v.fields, field{key, fmt.Sprint(value)})
	return r
}

func (r Record) Discard() { r.ref.Release() }

func (r Record) Send() error {
	v := r.ref.Value()
	r.log.mu.Lock()
	defer r.log.mu.Unlock()
	if _, err := r.log.w.Write(v.format()); err != nil {
		r.ref.Release()
		return err
	}
	if v.level != "error" || len(r.log.kept) == r.log.limit {
		r.ref.Release()
		return nil
	}
	r.log.kept = append(r.log.kept, r.ref.Detach())
	return nil
}

// Incidents empties the list of the records that were kept.
func (l *Logger) Incidents() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	var out []string
	for _, r := range l.kept {
		out = append(out, r.fields[len(r.fields)-1].text)
	}
	l.kept = nil
	sort.Strings(out)
	return out
}

type limitedWriter struct{ left int }

func (w *limitedWriter) Write(p []byte) (int, error) {
	if w.left -= len(p); w.left < 0 {
		return 0, io.ErrShortWrite
	}
	return len(p), nil
}

func main() {
	l := NewLogger(&limitedWriter{900}, 2, func(r Record) { r.With("service", "edge") })
	failed := 0
	var mu sync.Mutex
	var wg sync.WaitGroup
	for i := range 24 {
		wg.Go(func() {
			r := l.Info()
			if i%6 == 0 {
				r.Discard()
				r = l.Error()
			}
			if err := r.With("path", fmt.Sprintf("/item/%d", i)).With("status", 200+i).Send(); err != nil {
				mu.Lock()
				failed++
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	s := l.pool.Stats()
	fmt.Println(failed > 0, len(l.Incidents()) <= 2, s.InUse, s.Gets == s.Releases+s.Detached)
}
