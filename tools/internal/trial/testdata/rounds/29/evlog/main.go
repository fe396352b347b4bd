// truth: correct

// Command evlog is a leveled logger whose entries are pooled. Terminal methods
// give the entry back; a disabled level has no entry at all.
package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"sync"
	"time"
)

type level int8

const (
	debug level = iota
	info
	fail
)

type entry struct {
	log  *logger
	lvl  level
	buf  []byte
	err  error
	hook func([]byte)
}

var entryPool = sync.Pool{New: func() any { return &entry{buf: make([]byte, 0, 256)} }}

type logger struct {
	min    level
	now    func() time.Time
	mu     sync.Mutex
	w      io.Writer
	onFail func([]byte)
}

func (l *logger) at(lvl level) *entry {
	if lvl < l.min {
		return nil
	}
	e := entryPool.Get().(*entry)
	e.log, e.lvl, e.err = l, lvl, nil
	e.hook = nil
	if lvl == fail {
		e.hook = l.onFail
	}
	e.buf = l.now().AppendFormat(e.buf[:0], "15:04:05")
	return e
}

func (e *entry) str(key, value string) *entry {
	if e == nil {
		return nil
	}
	e.buf = append(append(append(e.buf, ' '), key...), '=')
	e.buf = strconv.AppendQuote(e.buf, value)
	return e
}

func (e *entry) int(key string, n int) *entry {
	if e == nil {
		return nil
	}
	e.buf = append(append(append(e.buf, ' '), key...), '=')
	e.buf = strconv.AppendInt(e.buf, int64(n), 10)
	return e
}

func (e *entry) cause(err error) *entry {
	if e == nil || err == nil {
		return e
	}
	e.err = err
	return e.str("error", err.Error())
}

// msg writes the entry and gives it back. It must not be used afterwards.
func (e *entry) msg(text string) {
	if e == nil {
		return
	}
	defer e.free()
	e.str("msg", text)
	e.buf = append(e.buf, '\n')
	e.log.mu.Lock()
	_, err := e.log.w.Write(e.buf)
	e.log.mu.Unlock()
	if err != nil && e.err == nil {
		e.err = err
	}
	if e.hook != nil {
		e.hook(bytes.Clone(e.buf))
	}
}

func (e *entry) discard() {
	if e != nil {
		e.free()
	}
}

func (e *entry) free() {
	if cap(e.buf) > 8<<10 {
		return
	}
	e.log, e.err, e.hook = nil, nil, nil
	entryPool.Put(e)
}

func handle(l *logger, id int) {
	e := l.at(info).int("id", id)
	if id%4 == 0 {
		e.discard()
		l.at(fail).int("id", id).cause(errors.New("refused")).msg("request")
		return
	}
	l.at(debug).int("id", id).msg("details")
	e.str("user", "ada").msg("request")
}

func main() {
	var out bytes.Buffer
	var alerts [][]byte
	var mu sync.Mutex
	l := &logger{min: info, w: &out, now: func() time.Time { return time.Unix(0, 0).UTC() }, onFail: func(line []byte) {
		mu.Lock()
		alerts = append(alerts, line)
		mu.Unlock()
	}}
	var wg sync.WaitGroup
	for id := range 12 {
		wg.Go(func() { handle(l, id) })
	}
	wg.Wait()
	fmt.Println(bytes.Count(out.Bytes(), []byte("\n")), len(alerts), bytes.HasSuffix(alerts[0], []byte("msg=\"request\"\n")))
}
