// truth: correct

// Command chained-log has log entries that are built by chained calls. The last
// call of a chain writes the entry and gives it back.
package main

import (
	"bytes"
	"fmt"
	"io"
	"strconv"
	"sync"
)

type level int8

const (
	debug level = iota
	info
	failure
)

type logger struct {
	mu  sync.Mutex
	w   io.Writer
	min level
}

type entry struct {
	to  *logger
	buf []byte
}

var entries = sync.Pool{New: func() any { return &entry{buf: make([]byte, 0, 256)} }}

// at returns nil, which all methods accept, if the level is too low.
func (l *logger) at(lv level) *entry {
	if lv < l.min {
		return nil
	}
	e := entries.Get().(*entry)
	e.to = l
	e.buf = append(e.buf[:0], "level="...)
	e.buf = strconv.AppendInt(e.buf, int64(lv), 10)
	return e
}

func (e *entry) str(key, value string) *entry {
	if e == nil {
		return nil
	}
	e.buf = append(append(append(append(e.buf, ' '), key...), '='), value...)
	return e
}

func (e *entry) num(key string, n int) *entry {
	if e == nil {
		return nil
	}
	e.buf = append(append(append(e.buf, ' '), key...), '=')
	e.buf = strconv.AppendInt(e.buf, int64(n), 10)
	return e
}

// err adds nothing if err is nil.
func (e *entry) err(err error) *entry {
	if err == nil {
		return e
	}
	return e.str("error", strconv.Quote(err.Error()))
}

// send ends the chain.
func (e *entry) send() {
	if e == nil {
		return
	}
	e.buf = append(e.buf, '\n')
	to := e.to
	to.mu.Lock()
	to.w.Write(e.buf)
	to.mu.Unlock()
	e.to = nil
	if cap(e.buf) <= 1<<12 {
		entries.Put(e)
	}
}

func main() {
	var out bytes.Buffer
	l := &logger{w: &out, min: info}
	var wg sync.WaitGroup
	for i := range 4 {
		wg.Go(func() {
			for n := range 25 {
				l.at(debug).num("n", n).send()
				e := l.at(info).str("worker", fmt.Sprint(i)).num("n", n)
				if n%5 == 0 {
					e = e.err(io.ErrNoProgress)
				}
				e.send()
			}
		})
	}
	wg.Wait()
	l.at(failure).err(nil).send()
	fmt.Println(bytes.Count(out.Bytes(), []byte("\n")), "lines")
}
