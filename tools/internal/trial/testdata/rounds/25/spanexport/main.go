// truth: reset line 29 plain

// Command spanexport collects spans and exports them in batches.
package main

import (
	"fmt"
	"strings"
	"time"

	"github.com/rcpool/rcpool"
)

type attr struct {
	key string
	val any
}

type Span struct {
	Name    string
	Trace   uint64
	Start   time.Duration
	End     time.Duration
	Status  string
	Attrs   []attr
	Sampled bool
}

func (s *Span) Reset() {
	s.Name, s.Trace = "", 0
	s.Start, s.End = 0, 0
	clear(s.Attrs)
	s.Attrs = s.Attrs[:0]
	s.Sampled = false
}

var spans = rcpool.Pool[Span]{
	Name: "spans",
	Keep: func(s *Span) bool { return cap(s.Attrs) <= 64 },
}

type option func(*Span)

func with(key string, val any) option {
	return func(s *Span) { s.Attrs = append(s.Attrs, attr{key, val}) }
}

func sampled(s *Span) { s.Sampled = true }

type tracer struct {
	now   time.Duration
	next  uint64
	batch []rcpool.Ref[Span]
	limit int
	sink  func([]rcpool.Ref[Span])
}

func (t *tracer) start(name string, opts ...option) rcpool.Ref[Span] {
	t.next++
	t.now += time.Millisecond
	ref := spans.Get()
	s := ref.Value()
	s.Name, s.Trace, s.Start = name, t.next, t.now
	for _, o := range opts {
		o(s)
	}
	return ref
}

// end takes the span over.
func (t *tracer) end(ref rcpool.Ref[Span], err error) {
	s := ref.Value()
	t.now += 3 * time.Millisecond
	s.End = t.now
	if err != nil {
		s.Status = err.Error()
	}
	if !s.Sampled && err == nil {
		ref.Release()
		return
	}
	t.batch = append(t.batch, ref)
	if len(t.batch) == t.limit {
		t.flush()
	}
}

func (t *tracer) flush() {
	t.sink(t.batch)
	for i := range t.batch {
		rcpool.Drop(&t.batch[i])
	}
	t.batch = t.batch[:0]
}

func printer(out *strings.Builder) func([]rcpool.Ref[Span]) {
	return func(batch []rcpool.Ref[Span]) {
		for _, ref := range batch {
			s := ref.Value()
			fmt.Fprintf(out, "%s %d %v %q %d\n", s.Name, s.Trace, s.End-s.Start, s.Status, len(s.Attrs))
		}
	}
}

func main() {
	var out strings.Builder
	t := &tracer{limit: 2, sink: printer(&out)}
	for i := range 5 {
		opts := []option{with("seat", i), with("geo", "BR")}
		if i%2 == 0 {
			opts = append(opts, sampled)
		}
		var err error
		if i == 3 {
			err = fmt.Errorf("deadline exceeded after %d bids", i)
		}
		t.end(t.start(fmt.Sprint("bid-", i), opts...), err)
	}
	t.flush()
	fmt.Print(out.String())
	check()
}
