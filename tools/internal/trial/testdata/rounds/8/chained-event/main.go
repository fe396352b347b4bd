// truth: correct
package main

import (
	"fmt"
	"io"
	"os"
	"strconv"
	"sync"
)

type event struct {
	w    io.Writer
	buf  []byte
	done func(int)
}

var events = sync.Pool{New: func() any { return &event{buf: make([]byte, 0, 128)} }}

func newEvent(w io.Writer, name string) *event {
	e := events.Get().(*event)
	e.w = w
	e.done = nil
	e.buf = append(e.buf[:0], `{"event":`...)
	e.buf = strconv.AppendQuote(e.buf, name)
	return e
}

func free(e *event) {
	if cap(e.buf) > 1<<12 {
		return
	}
	e.w, e.done = nil, nil
	events.Put(e)
}

func (e *event) Str(k, v string) *event {
	if e == nil {
		return nil
	}
	e.key(k)
	e.buf = strconv.AppendQuote(e.buf, v)
	return e
}

func (e *event) Int(k string, v int) *event {
	if e == nil {
		return nil
	}
	e.key(k)
	e.buf = strconv.AppendInt(e.buf, int64(v), 10)
	return e
}

func (e *event) key(k string) {
	e.buf = append(e.buf, ',')
	e.buf = strconv.AppendQuote(e.buf, k)
	e.buf = append(e.buf, ':')
}

func (e *event) OnSent(f func(int)) *event {
	if e != nil {
		e.done = f
	}
	return e
}

// Send writes the event. The event must not be used after that.
func (e *event) Send() error {
	if e == nil {
		return nil
	}
	e.buf = append(e.buf, "}\n"...)
	n, err := e.w.Write(e.buf)
	done := e.done
	free(e)
	if done != nil {
		done(n)
	}
	return err
}

// Discard gives the event up without writing it.
func (e *event) Discard() {
	if e != nil {
		free(e)
	}
}

type journal struct {
	w       io.Writer
	enabled bool
}

func (j journal) Event(name string) *event {
	if !j.enabled {
		return nil
	}
	return newEvent(j.w, name)
}

func main() {
	total := 0
	for _, j := range []journal{{os.Stdout, true}, {os.Stdout, false}} {
		j.Event("login").Str("user", "ann").Int("try", 2).OnSent(func(n int) { total += n }).Send()
		e := j.Event("quota").Int("left", 5)
		if total > 1000 {
			e.Send()
		} else {
			e.Discard()
		}
	}
	var wg sync.WaitGroup
	for i := range 4 {
		wg.Go(func() { journal{io.Discard, true}.Event("job").Int("n", i).Send() })
	}
	wg.Wait()
	fmt.Println(total)
}
