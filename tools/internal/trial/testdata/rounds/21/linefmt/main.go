// truth: correct
package main

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/valyala/bytebufferpool"
)

type field struct {
	key   string
	value any
}

// line is a log line that is being written. done ends it.
type line struct {
	buf *bytebufferpool.ByteBuffer
	log *logger
}

func (l line) str(key, value string) line {
	l.buf.WriteByte(' ')
	l.buf.WriteString(key)
	l.buf.WriteByte('=')
	l.buf.B = strconv.AppendQuote(l.buf.B, value)
	return l
}

func (l line) num(key string, n int) line {
	l.buf.WriteByte(' ')
	l.buf.WriteString(key)
	l.buf.WriteByte('=')
	l.buf.B = strconv.AppendInt(l.buf.B, int64(n), 10)
	return l
}

// with adds what fields has, or ends the line if something cannot be written.
func (l line) with(fields ...field) (line, error) {
	for _, f := range fields {
		switch v := f.value.(type) {
		case string:
			l = l.str(f.key, v)
		case int:
			l = l.num(f.key, v)
		default:
			l.drop()
			return line{}, fmt.Errorf("%s: cannot log a %T", f.key, v)
		}
	}
	return l, nil
}

func (l line) drop() { bytebufferpool.Put(l.buf) }

func (l line) done() {
	l.buf.WriteByte('\n')
	l.log.queue <- l.buf
}

// logger writes lines in the background.
type logger struct {
	queue   chan *bytebufferpool.ByteBuffer
	stopped chan struct{}
	failed  int
}

func newLogger(w io.Writer) *logger {
	l := &logger{queue: make(chan *bytebufferpool.ByteBuffer, 8), stopped: make(chan struct{})}
	go func() {
		defer close(l.stopped)
		for buf := range l.queue {
			if _, err := w.Write(buf.B); err != nil {
				l.failed++
			}
			bytebufferpool.Put(buf)
		}
	}()
	return l
}

func (l *logger) line(level string) line {
	buf := bytebufferpool.Get()
	buf.WriteString("level=")
	buf.WriteString(level)
	return line{buf, l}
}

func (l *logger) close() int {
	close(l.queue)
	<-l.stopped
	return l.failed
}

type memory struct {
	lines []string
	bad   string
}

func (m *memory) Write(p []byte) (int, error) {
	if strings.Contains(string(p), m.bad) {
		return 0, errors.New("refused")
	}
	m.lines = append(m.lines, strings.TrimSpace(string(p)))
	return len(p), nil
}

func main() {
	out := &memory{bad: "secret"}
	log := newLogger(out)
	var wg sync.WaitGroup
	for i := range 3 {
		wg.Go(func() {
			log.line("info").str("msg", "started").num("worker", i).done()
			l, err := log.line("warn").with(field{"code", 40 + i}, field{"who", "ann"})
			if err == nil {
				l.done()
			}
		})
	}
	wg.Wait()
	if _, err := log.line("error").with(field{"at", 1}, field{"x", 1.5}); err != nil {
		log.line("error").str("err", err.Error()).done()
	}
	log.line("info").str("password", "secret").done()
	fmt.Println("failed", log.close())
	slices.Sort(out.lines)
	for _, l := range out.lines {
		fmt.Println(l)
	}
}
