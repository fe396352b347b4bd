// truth: correct

// Logfmt is a slog.Handler that writes key=value lines. Each line is built in
// a pooled buffer; loggers made with WithAttrs share a preformatted prefix.
package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
	"strconv"
	"sync"
)

type line struct{ b []byte }

const maxKept = 16 << 10

var lines = sync.Pool{New: func() any { return &line{b: make([]byte, 0, 512)} }}

func newLine() *line { return lines.Get().(*line) }

// free drops lines that have grown too large.
func (l *line) free() {
	if cap(l.b) > maxKept {
		return
	}
	l.b = l.b[:0]
	lines.Put(l)
}

func (l *line) pair(group, key string, v slog.Value) {
	if len(l.b) > 0 {
		l.b = append(l.b, ' ')
	}
	if group != "" {
		l.b = append(append(l.b, group...), '.')
	}
	l.b = append(append(l.b, key...), '=')
	switch v.Kind() {
	case slog.KindInt64:
		l.b = strconv.AppendInt(l.b, v.Int64(), 10)
	case slog.KindDuration:
		l.b = append(l.b, v.Duration().String()...)
	default:
		l.b = strconv.AppendQuote(l.b, v.String())
	}
}

type handler struct {
	mu     *sync.Mutex
	out    io.Writer
	level  slog.Leveler
	group  string
	prefix string
}

func (h *handler) Enabled(_ context.Context, level slog.Level) bool { return level >= h.level.Level() }

func (h *handler) Handle(_ context.Context, r slog.Record) error {
	l := newLine()
	defer l.free()
	l.pair("", "level", slog.StringValue(r.Level.String()))
	l.pair("", "msg", slog.StringValue(r.Message))
	if h.prefix != "" {
		l.b = append(append(l.b, ' '), h.prefix...)
	}
	r.Attrs(func(a slog.Attr) bool {
		l.pair(h.group, a.Key, a.Value.Resolve())
		return true
	})
	l.b = append(l.b, '\n')
	h.mu.Lock()
	defer h.mu.Unlock()
	_, err := h.out.Write(l.b)
	return err
}

func (h *handler) WithAttrs(attrs []slog.Attr) slog.Handler {
	l := newLine()
	defer l.free()
	l.b = append(l.b, h.prefix...)
	for _, a := range attrs {
		l.pair(h.group, a.Key, a.Value.Resolve())
	}
	next := *h
	next.prefix = string(l.b)
	return &next
}

func (h *handler) WithGroup(name string) slog.Handler {
	next := *h
	if next.group != "" {
		name = next.group + "." + name
	}
	next.group = name
	return &next
}

type counting struct {
	io.Writer
	n int
}

func (c *counting) Write(p []byte) (int, error) {
	c.n++
	if c.n > 3 {
		return len(p), nil
	}
	return c.Writer.Write(p)
}

func main() {
	out := &counting{Writer: os.Stdout}
	log := slog.New(&handler{mu: new(sync.Mutex), out: out, level: slog.LevelInfo})
	log.Debug("hidden")
	log.Info("listening", "port", 8080)
	db := log.With("component", "db").WithGroup("query")
	db.Warn("slow", "rows", 12, "sql", "select 1")
	log.Info("huge", "body", string(make([]byte, 40_000))[:3])
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			for j := range 20 {
				db.Info("tick", "worker", i, "n", j)
			}
		})
	}
	wg.Wait()
	fmt.Println(out.n)
}
