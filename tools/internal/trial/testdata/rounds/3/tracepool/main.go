// truth: reset line 34 plain

package main

import (
	"fmt"
	"time"

	"github.com/rcpool/rcpool"
)

type Trace struct {
	ID      string
	Started time.Time
	Sampled bool
	Spans   []string
	Baggage map[string]string
}

type Tracer struct {
	traces *rcpool.Pool[Trace]
	rate   int
	seen   int
}

func NewTracer(rate int) *Tracer {
	return &Tracer{
		rate: rate,
		traces: &rcpool.Pool[Trace]{
			Name: "traces",
			New: func() *Trace {
				return &Trace{Spans: make([]string, 0, 16), Baggage: make(map[string]string)}
			},
			Reset: func(t *Trace) {
				clear(t.Spans)
				t.ID = ""
				t.Started = time.Time{}
				t.Spans = t.Spans[:0]
				clear(t.Baggage)
			},
			Keep: func(t *Trace) bool { return cap(t.Spans) <= 256 },
		},
	}
}

func (t *Tracer) Start(id string) rcpool.Ref[Trace] {
	trace := t.traces.Get()
	v := trace.Value()
	v.ID = id
	v.Started = time.Now()
	if t.seen++; t.seen%t.rate == 1 {
		v.Sampled = true
	}
	return trace
}

func (t *Tracer) Finish(trace rcpool.Ref[Trace]) (line string) {
	defer trace.Release()
	if v := trace.Value(); v.Sampled {
		line = fmt.Sprintf("%s %d spans, user %s", v.ID, len(v.Spans), v.Baggage["user"])
	}
	return line
}

func handle(t *Tracer, id, user string) string {
	trace := t.Start(id)
	v := trace.Value()
	v.Baggage["user"] = user
	v.Spans = append(v.Spans, "parse", "query")
	return t.Finish(trace)
}

func main() {
	t := NewTracer(4)
	sampled := 0
	for i := range 40 {
		if line := handle(t, fmt.Sprint("t", i), "ann"); line != "" {
			sampled++
		}
	}
	fmt.Println("sampled", sampled, "of 40")
}
