// truth: correct
package main

import (
	"fmt"
	"strings"
	"sync"

	"github.com/rcpool/rcpool"
)

type span struct {
	op    string
	attrs map[string]string
	nanos int64
}

func newSpan() *span { return &span{attrs: map[string]string{}} }

var spans = rcpool.Pool[span]{
	Name: "spans",
	New:  newSpan,
	Reset: func(s *span) {
		s.op, s.nanos = "", 0
		clear(s.attrs)
	},
	Keep: func(s *span) bool { return len(s.attrs) == 0 },
}

// recorder keeps the latest spans.
type recorder struct {
	mu    sync.Mutex
	slots [8]rcpool.Ref[span]
	at    int
}

func (r *recorder) push(s rcpool.Ref[span]) {
	r.mu.Lock()
	old := r.slots[r.at]
	r.slots[r.at] = s
	r.at = (r.at + 1) % len(r.slots)
	r.mu.Unlock()
	rcpool.Drop(&old)
}

// snapshot returns the slow spans, oldest first. The caller releases them.
func (r *recorder) snapshot(min int64) []rcpool.Ref[span] {
	r.mu.Lock()
	defer r.mu.Unlock()
	var out []rcpool.Ref[span]
	for i := range r.slots {
		s := r.slots[(r.at+i)%len(r.slots)]
		if s.IsZero() || s.Value().nanos < min {
			continue
		}
		out = append(out, s.Retain())
	}
	return out
}

func (r *recorder) clear() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for i := range r.slots {
		rcpool.Drop(&r.slots[i])
	}
}

func dump(spans []rcpool.Ref[span]) string {
	var b strings.Builder
	for _, s := range spans {
		v := s.Value()
		fmt.Fprintf(&b, "%s(%d) %s; ", v.op, v.nanos, v.attrs["peer"])
	}
	return b.String()
}

func main() {
	var rec recorder
	defer rec.clear()
	var wg sync.WaitGroup
	for w := range 3 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for i := range 20 {
				s := spans.Get()
				s.Value().op = "query"
				s.Value().nanos = int64(i * 10)
				s.Value().attrs["peer"] = fmt.Sprint("db", w)
				rec.push(s)
			}
		}()
	}
	slow := rec.snapshot(50)
	_ = dump(slow)
	for i := range slow {
		rcpool.Drop(&slow[i])
	}
	wg.Wait()
	last := rec.snapshot(150)
	defer func() {
		for _, s := range last {
			s.Release()
		}
	}()
	fmt.Println(len(last) > 0, len(dump(last)) > 0)
}
