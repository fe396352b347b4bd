// truth: correct
package main

import (
	"fmt"
	"io"
	"os"
	"strconv"
	"sync"
)

// event is a log line that is being built. Send and Discard end it.
type event struct {
	buf []byte
	log *logger
}

var eventPool = sync.Pool{New: func() any {
	return &event{buf: make([]byte, 0, 200)}
}}

type level int

const (
	debug level = iota
	info
	failure
)

type logger struct {
	mu  sync.Mutex
	out io.Writer
	min level
}

// at returns nil if the level is off; a nil event does nothing.
func (l *logger) at(lv level) *event {
	if lv < l.min {
		return nil
	}
	e := eventPool.Get().(*event)
	e.buf = append(e.buf[:0], '{')
	e.log = l
	return e.Int("level", int(lv))
}

func (e *event) key(name string) {
	if len(e.buf) > 1 {
		e.buf = append(e.buf, ',')
	}
	e.buf = strconv.AppendQuote(e.buf, name)
	e.buf = append(e.buf, ':')
}

func (e *event) Str(name, value string) *event {
	if e == nil {
		return nil
	}
	e.key(name)
	e.buf = strconv.AppendQuote(e.buf, value)
	return e
}

func (e *event) Int(name string, value int) *event {
	if e == nil {
		return nil
	}
	e.key(name)
	e.buf = strconv.AppendInt(e.buf, int64(value), 10)
	return e
}

func (e *event) Err(err error) *event {
	if err == nil {
		return e
	}
	return e.Str("error", err.Error())
}

// Send writes the line and ends the event.
func (e *event) Send() {
	if e == nil {
		return
	}
	e.buf = append(e.buf, '}', '\n')
	l := e.log
	l.mu.Lock()
	_, _ = l.out.Write(e.buf)
	l.mu.Unlock()
	e.Discard()
}

// Discard ends the event without a line.
func (e *event) Discard() {
	if e == nil {
		return
	}
	e.log = nil
	if cap(e.buf) <= 4<<10 {
		eventPool.Put(e)
	}
}

func main() {
	l := &logger{out: os.Stdout, min: info}
	l.at(debug).Str("never", "seen").Send()
	l.at(info).Str("msg", "started").Int("port", 80).Send()
	e := l.at(failure).Err(fmt.Errorf("disk %d is full", 3))
	if len(os.Args) > 50 {
		e.Discard()
	} else {
		e.Send()
	}
	l.at(info).Str("dropped", "line").Discard()
	l.at(info).Err(nil).Send()
}
