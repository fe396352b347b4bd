// truth: correct
package main

import (
	"errors"
	"fmt"

	"github.com/rcpool/rcpool"
)

type spanData struct {
	name   string
	events []string
	err    error
}

func (d *spanData) Reset() {
	clear(d.events)
	*d = spanData{events: d.events[:0]}
}

var spanPool = rcpool.Pool[spanData]{Name: "spans"}

type exporter struct {
	queue chan rcpool.Ref[spanData]
	done  chan int
}

func newExporter() *exporter {
	e := &exporter{make(chan rcpool.Ref[spanData], 8), make(chan int)}
	go e.run()
	return e
}

func (e *exporter) run() {
	n := 0
	for s := range e.queue {
		n += len(s.Value().events)
		s.Release()
	}
	e.done <- n
}

// A span may be ended more than once; the first End exports it.
type span struct {
	data rcpool.Ref[spanData]
	exp  *exporter
}

func (e *exporter) start(name string) *span {
	s := &span{data: spanPool.Get(), exp: e}
	s.data.Value().name = name
	return s
}

func (s *span) event(format string, args ...any) {
	if s.data.IsZero() {
		return
	}
	d := s.data.Value()
	d.events = append(d.events, fmt.Sprintf(format, args...))
}

func (s *span) fail(err error) error {
	if err != nil && !s.data.IsZero() {
		s.data.Value().err = err
	}
	return err
}

func (s *span) End() {
	if s.data.IsZero() {
		return
	}
	if len(s.data.Value().events) == 0 && s.data.Value().err == nil {
		rcpool.Drop(&s.data) // not worth exporting
		return
	}
	s.exp.queue <- rcpool.Move(&s.data)
}

var errNoStock = errors.New("no stock")

func checkout(e *exporter, items int) error {
	root := e.start("checkout")
	defer root.End()
	root.event("items=%d", items)
	if items == 0 {
		return root.fail(errNoStock)
	}
	pay := e.start("pay")
	defer pay.End()
	for i := range items {
		pay.event("charge %d", i)
	}
	pay.End()
	root.event("paid")
	idle := e.start("idle")
	idle.End()
	return nil
}

func main() {
	e := newExporter()
	for i := range 5 {
		if err := checkout(e, i); err != nil {
			fmt.Println(err)
		}
	}
	close(e.queue)
	fmt.Println(<-e.done, "events")
}
