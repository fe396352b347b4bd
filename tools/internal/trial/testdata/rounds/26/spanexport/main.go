// truth: leak line 77 callee

// Command spanexport samples spans and exports them in batches.
package main

import (
	"fmt"
	"hash/fnv"
	"sync"

	"github.com/rcpool/rcpool"
)

type Span struct {
	Trace  string
	Name   string
	Events []string
}

func (s *Span) Reset() {
	clear(s.Events)
	s.Trace, s.Name, s.Events = "", "", s.Events[:0]
}

var spans = rcpool.Pool[Span]{Name: "spans"}

type Exporter struct {
	mu    sync.Mutex
	batch []rcpool.Ref[Span]
	size  int
	shut  bool
	sent  []string
}

// Offer keeps the span if it returns true.
func (e *Exporter) Offer(s rcpool.Ref[Span]) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.shut || len(e.batch) == e.size {
		return false
	}
	e.batch = append(e.batch, s)
	return true
}

func (e *Exporter) Flush() {
	e.mu.Lock()
	defer e.mu.Unlock()
	for i, s := range e.batch {
		e.sent = append(e.sent, s.Value().Name)
		s.Release()
		e.batch[i] = rcpool.Ref[Span]{}
	}
	e.batch = e.batch[:0]
}

func (e *Exporter) Shutdown() {
	e.Flush()
	e.mu.Lock()
	e.shut = true
	e.mu.Unlock()
}

type Tracer struct {
	exp     *Exporter
	one     uint32 // one trace in this many is sampled
	dropped int
}

func (t *Tracer) sampled(trace string) bool {
	h := fnv.New32a()
	h.Write([]byte(trace))
	return h.Sum32()%t.one == 0
}

func (t *Tracer) Record(trace, name string, events ...string) {
	span := spans.Get()
	s := span.Value()
	s.Trace, s.Name = trace, name
	s.Events = append(s.Events, events...)
	if !t.sampled(trace) {
		span.Release()
		return
	}
	if !t.exp.Offer(span) {
		t.dropped++
		return
	}
	if len(events) > 2 {
		t.exp.Flush()
	}
}

func main() {
	e := &Exporter{size: 3}
	t := &Tracer{exp: e, one: 2}
	for i := range 12 {
		t.Record(fmt.Sprint("trace", i), fmt.Sprint("GET /", i), "start", "end")
	}
	t.Record("trace1", "slow", "start", "retry", "end")
	e.Shutdown()
	t.Record("trace1", "late")
	t.Record("trace2", "late")
	fmt.Println(e.sent, t.dropped > 0)
}
