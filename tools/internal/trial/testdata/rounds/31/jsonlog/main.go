// truth: correct

// Command jsonlog is a structured logger with levels and contexts.
package main

import (
	"io"
	"os"
	"strconv"
	"sync"
)

type level int8

const (
	debug level = iota
	info
	fail
)

var names = [...]string{"debug", "info", "error"}

type entry struct {
	buf  []byte
	log  *logger
	done func(string)
}

var entries = sync.Pool{New: func() any { return &entry{buf: make([]byte, 0, 512)} }}

type logger struct {
	mu     *sync.Mutex
	w      io.Writer
	min    level
	prefix []byte
}

func newLogger(w io.Writer, min level) *logger {
	return &logger{mu: new(sync.Mutex), w: w, min: min}
}

// with returns a logger that adds the field to every line.
func (l *logger) with(key, value string) *logger {
	child := *l
	child.prefix = appendField(append([]byte(nil), l.prefix...), key, value)
	return &child
}

func appendField(b []byte, key, value string) []byte {
	b = append(b, ',')
	b = strconv.AppendQuote(b, key)
	b = append(b, ':')
	return strconv.AppendQuote(b, value)
}

// at begins a line. It returns nil if the level is off; a nil entry is ignored.
func (l *logger) at(lv level) *entry {
	if lv < l.min {
		return nil
	}
	e := entries.Get().(*entry)
	e.log = l
	e.buf = append(e.buf, `{"level":"`...)
	e.buf = append(e.buf, names[lv]...)
	e.buf = append(e.buf, '"')
	e.buf = append(e.buf, l.prefix...)
	return e
}

func (e *entry) str(key, value string) *entry {
	if e == nil {
		return nil
	}
	e.buf = appendField(e.buf, key, value)
	return e
}

func (e *entry) err(err error) *entry {
	if e == nil || err == nil {
		return e
	}
	return e.str("error", err.Error())
}

func (e *entry) hook(f func(msg string)) *entry {
	if e != nil {
		e.done = f
	}
	return e
}

// msg writes the line. The entry must not be used afterwards.
func (e *entry) msg(text string) {
	if e == nil {
		return
	}
	e.buf = appendField(e.buf, "msg", text)
	e.buf = append(e.buf, '}', '\n')
	e.log.mu.Lock()
	_, err := e.log.w.Write(e.buf)
	e.log.mu.Unlock()
	done := e.done
	e.recycle()
	if err == nil && done != nil {
		done(text)
	}
}

func (e *entry) recycle() {
	if cap(e.buf) > 16<<10 {
		return
	}
	e.buf = e.buf[:0]
	e.log = nil
	e.done = nil
	entries.Put(e)
}

func main() {
	log := newLogger(os.Stdout, info)
	req := log.with("request", "42").with("tenant", "acme")
	req.at(debug).str("cache", "miss").msg("lookup")
	req.at(info).str("route", "/v1").hook(func(m string) {
		log.at(info).str("about", m).msg("audited")
	}).msg("served")
	_, err := os.Open("/does/not/exist")
	req.at(fail).err(err).msg("config")

	var wg sync.WaitGroup
	quiet := newLogger(io.Discard, info)
	for i := range 4 {
		wg.Go(func() {
			child := quiet.with("worker", strconv.Itoa(i))
			for range 50 {
				child.at(info).str("k", "v").msg("tick")
			}
		})
	}
	wg.Wait()
}
