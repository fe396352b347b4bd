// truth: correct

package main

import (
	"bytes"
	"fmt"
	"io"
	"strconv"
	"sync"
)

type Level int

const (
	Debug Level = iota
	Info
)

type Logger struct {
	mu  sync.Mutex
	out io.Writer
	min Level
}

// An Entry is a line that is being built. Msg writes it and ends its life.
// The nil Entry is one below the level of the logger.
type Entry struct {
	log *Logger
	buf []byte
}

var entries = sync.Pool{New: func() any { return &Entry{buf: make([]byte, 0, 256)} }}

func (l *Logger) At(level Level) *Entry {
	if level < l.min {
		return nil
	}
	e := entries.Get().(*Entry)
	e.log = l
	e.buf = append(e.buf[:0], '{')
	return e
}

func (e *Entry) key(k string) {
	if len(e.buf) > 1 {
		e.buf = append(e.buf, ',')
	}
	e.buf = strconv.AppendQuote(e.buf, k)
	e.buf = append(e.buf, ':')
}

func (e *Entry) Str(k, v string) *Entry {
	if e == nil {
		return nil
	}
	e.key(k)
	e.buf = strconv.AppendQuote(e.buf, v)
	return e
}

func (e *Entry) Int(k string, v int) *Entry {
	if e == nil {
		return nil
	}
	e.key(k)
	e.buf = strconv.AppendInt(e.buf, int64(v), 10)
	return e
}

func (e *Entry) Msg(text string) {
	if e == nil {
		return
	}
	e.Str("msg", text)
	e.buf = append(e.buf, '}', '\n')
	e.log.mu.Lock()
	e.log.out.Write(e.buf)
	e.log.mu.Unlock()
	e.free()
}

// Discard ends the entry without a trace.
func (e *Entry) Discard() {
	if e != nil {
		e.free()
	}
}

func (e *Entry) free() {
	e.log = nil
	if cap(e.buf) <= 4096 {
		entries.Put(e)
	}
}

func handle(l *Logger, id int) {
	l.At(Debug).Int("id", id).Msg("begin")
	e := l.At(Info).Int("id", id)
	if id%5 == 0 {
		e.Discard()
		return
	}
	if id%2 == 0 {
		e = e.Str("kind", "even")
	}
	e.Msg("handled")
}

func main() {
	var out bytes.Buffer
	l := &Logger{out: &out, min: Info}
	var wg sync.WaitGroup
	for g := range 3 {
		wg.Go(func() {
			for i := range 20 {
				handle(l, g*100+i)
			}
		})
	}
	wg.Wait()
	fmt.Println(bytes.Count(out.Bytes(), []byte("handled")), bytes.Count(out.Bytes(), []byte("even")))
}
