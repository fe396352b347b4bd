// truth: correct

// Command logfmt has a slog.Handler that writes logfmt lines with a request id.
// Lines are built in pooled slices, and huge ones are not kept.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"
)

type line []byte

var lines = sync.Pool{New: func() any {
	l := make(line, 0, 256)
	return &l
}}

func getLine() *line { return lines.Get().(*line) }

func (l *line) free() {
	if cap(*l) > 16<<10 {
		return
	}
	*l = (*l)[:0]
	lines.Put(l)
}

func (l *line) pair(key, value string) {
	if len(*l) > 0 {
		*l = append(*l, ' ')
	}
	*l = append(*l, key...)
	*l = append(*l, '=')
	if value == "" || strings.ContainsAny(value, " =\"\n") {
		*l = strconv.AppendQuote(*l, value)
		return
	}
	*l = append(*l, value...)
}

func (l *line) attr(prefix string, a slog.Attr) {
	a.Value = a.Value.Resolve()
	if a.Value.Kind() == slog.KindGroup {
		if a.Key != "" {
			prefix += a.Key + "."
		}
		for _, sub := range a.Value.Group() {
			l.attr(prefix, sub)
		}
		return
	}
	l.pair(prefix+a.Key, a.Value.String())
}

type ctxKey struct{}

type Handler struct {
	out    io.Writer
	mu     *sync.Mutex
	level  slog.Leveler
	prefix string
	fixed  string // what WithAttrs has added, already encoded
}

func NewHandler(out io.Writer, level slog.Leveler) *Handler {
	return &Handler{out: out, mu: new(sync.Mutex), level: level}
}

func (h *Handler) Enabled(_ context.Context, l slog.Level) bool { return l >= h.level.Level() }

func (h *Handler) Handle(ctx context.Context, r slog.Record) error {
	l := getLine()
	defer l.free()
	if !r.Time.IsZero() {
		l.pair("t", r.Time.Format(time.TimeOnly))
	}
	l.pair("level", r.Level.String())
	l.pair("msg", r.Message)
	if id, ok := ctx.Value(ctxKey{}).(string); ok {
		l.pair("request", id)
	}
	if h.fixed != "" {
		*l = append(append(*l, ' '), h.fixed...)
	}
	r.Attrs(func(a slog.Attr) bool {
		l.attr(h.prefix, a)
		return true
	})
	*l = append(*l, '\n')
	h.mu.Lock()
	defer h.mu.Unlock()
	_, err := h.out.Write(*l)
	return err
}

func (h *Handler) WithAttrs(attrs []slog.Attr) slog.Handler {
	l := getLine()
	defer l.free()
	*l = append(*l, h.fixed...)
	for _, a := range attrs {
		l.attr(h.prefix, a)
	}
	h2 := *h
	h2.fixed = string(*l)
	return &h2
}

func (h *Handler) WithGroup(name string) slog.Handler {
	h2 := *h
	h2.prefix += name + "."
	return &h2
}

func main() {
	log := slog.New(NewHandler(os.Stdout, slog.LevelInfo))
	ctx := context.WithValue(context.Background(), ctxKey{}, "r-17")
	log.InfoContext(ctx, "started", "port", 8080, "empty", "")
	log.Debug("not shown")
	db := log.With("db", "main").WithGroup("query")
	var wg sync.WaitGroup
	for i := range 3 {
		wg.Go(func() {
			db.ErrorContext(ctx, "slow query", "ms", 120*i, slog.Group("err", "text", errors.New("timed out")))
		})
	}
	wg.Wait()
	log.Warn(strings.Repeat("x", 20<<10)[:3], "n", fmt.Sprint(1, 2))
}
