// truth: correct
package main

import (
	"fmt"
	"sync"
	"time"

	"github.com/rcpool/rcpool"
)

// Span is what the gateway knows about one call.
type Span struct {
	Trace  int
	Name   string
	Took   time.Duration
	parent rcpool.Ref[Span]
	tags   map[string]string
}

// Reset gives up the parent.
func (s *Span) Reset() {
	rcpool.Drop(&s.parent)
	clear(s.tags)
	s.Trace, s.Name, s.Took = 0, "", 0
}

var spans = rcpool.Pool[Span]{
	Name: "spans",
	New:  func() *Span { return &Span{tags: make(map[string]string)} },
}

// begin starts a span below parent, which may be nil. The caller owns the result.
func begin(name string, parent *rcpool.Ref[Span]) rcpool.Ref[Span] {
	ref := spans.Get()
	s := ref.Value()
	s.Name = name
	if parent != nil {
		s.parent = parent.Retain()
		s.Trace = parent.Value().Trace
	}
	return ref
}

func (s *Span) path() string {
	if s.parent.IsZero() {
		return s.Name
	}
	return s.parent.Value().path() + "/" + s.Name
}

// recorder keeps the latest spans, and the slowest one ever.
type recorder struct {
	mu      sync.Mutex
	ring    []rcpool.Ref[Span]
	next    int
	slowest rcpool.Ref[Span]
}

// record takes span over.
func (r *recorder) record(span rcpool.Ref[Span], took time.Duration) {
	span.Value().Took = took
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.slowest.IsZero() || r.slowest.Value().Took < took {
		rcpool.Drop(&r.slowest)
		r.slowest = span.Retain()
	}
	old := r.ring[r.next]
	r.ring[r.next] = span
	r.next = (r.next + 1) % len(r.ring)
	rcpool.Drop(&old)
}

// dump calls f with the spans, the oldest first. f may record.
func (r *recorder) dump(f func(*Span)) {
	r.mu.Lock()
	var list []rcpool.Ref[Span]
	for i := range r.ring {
		if ref := r.ring[(r.next+i)%len(r.ring)]; !ref.IsZero() {
			list = append(list, ref.Retain())
		}
	}
	r.mu.Unlock()
	for _, ref := range list {
		f(ref.Value())
		ref.Release()
	}
}

func (r *recorder) close() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for i := range r.ring {
		rcpool.Drop(&r.ring[i])
	}
	rcpool.Drop(&r.slowest)
}

func handle(r *recorder, n int) {
	root := begin("request", nil)
	root.Value().Trace = n
	var wg sync.WaitGroup
	for i, name := range []string{"auth", "db"} {
		child := begin(name, &root)
		wg.Go(func() {
			if i == 1 {
				child.Value().tags["rows"] = fmt.Sprint(n)
				sub := begin("query", &child)
				r.record(sub, time.Duration(n)*time.Microsecond)
			}
			r.record(child, time.Duration(n+i)*time.Microsecond)
		})
	}
	wg.Wait()
	if n%4 == 3 { // not sampled
		root.Release()
		return
	}
	r.record(root, time.Duration(n+5)*time.Microsecond)
}

func main() {
	r := &recorder{ring: make([]rcpool.Ref[Span], 5)}
	defer r.close()
	for n := range 10 {
		handle(r, n)
	}
	deep := 0
	r.dump(func(s *Span) {
		if s.path() == "request/db/query" {
			deep++
			r.record(begin("seen", nil), 0)
		}
	})
	fmt.Println(deep > 0, r.slowest.Value().path(), r.slowest.Value().Took)
}
