// truth: correct
package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"sync"
)

// entry is one line of the log. Msg and Discard end it; it must not be used then.
type entry struct {
	buf []byte
	w   io.Writer
	lvl level
}

type level int8

const (
	debug level = iota
	info
	fatal
)

var entries = sync.Pool{New: func() any { return &entry{buf: make([]byte, 0, 256)} }}

type logger struct {
	mu  *sync.Mutex
	out io.Writer
	min level
}

func (l *logger) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.out.Write(p)
}

func (l *logger) at(lvl level) *entry {
	if lvl < l.min {
		return nil
	}
	e := entries.Get().(*entry)
	e.buf, e.w, e.lvl = e.buf[:0], l, lvl
	e.buf = append(e.buf, "dif"[lvl], ' ')
	return e
}

func (e *entry) Str(k, v string) *entry {
	if e == nil {
		return nil
	}
	e.buf = append(append(append(e.buf, k...), '='), v...)
	e.buf = append(e.buf, ' ')
	return e
}

func (e *entry) Int(k string, n int) *entry {
	if e == nil {
		return nil
	}
	return e.Str(k, strconv.Itoa(n))
}

func (e *entry) Err(err error) *entry {
	if e == nil || err == nil {
		return e
	}
	return e.Str("error", strconv.Quote(err.Error()))
}

func (e *entry) Discard() { e.free() }

func (e *entry) Msg(text string) {
	if e == nil {
		return
	}
	defer e.free()
	e.buf = append(append(e.buf, text...), '\n')
	if _, err := e.w.Write(e.buf); err != nil {
		fmt.Println("log:", err)
	}
}

func (e *entry) free() {
	if e == nil || cap(e.buf) > 4096 {
		return
	}
	e.w = nil
	entries.Put(e)
}

func handle(l *logger, id int) error {
	e := l.at(info).Int("id", id)
	if id%5 == 0 {
		e.Discard()
		return nil
	}
	var err error
	if id%3 == 0 {
		err = errors.New("not found")
	}
	l.at(debug).Str("step", "lookup").Msg("trace")
	e.Err(err).Msg("done")
	return err
}

func main() {
	var out bytes.Buffer
	l := &logger{mu: new(sync.Mutex), out: &out, min: info}
	var wg sync.WaitGroup
	for i := range 20 {
		wg.Go(func() { handle(l, i) })
	}
	wg.Wait()
	fmt.Println(bytes.Count(out.Bytes(), []byte("\n")), bytes.Count(out.Bytes(), []byte("error=")))
}
