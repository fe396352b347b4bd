// truth: correct

// Tailsample is the tail sampler of a tracing collector. It holds the spans of
// a trace until the trace is decided, then exports or discards all of them.
package main

import (
	"container/heap"
	"fmt"
	"sort"

	"github.com/rcpool/rcpool"
)

type span struct {
	trace string
	name  string
	micro int64
	fail  bool
	attrs map[string]string
}

func (s *span) Reset() {
	clear(s.attrs)
	*s = span{attrs: s.attrs}
}

var spans = rcpool.Pool[span]{
	Name: "spans",
	New:  func() *span { return &span{attrs: make(map[string]string, 4)} },
}

type trace struct {
	id       string
	spans    []rcpool.Ref[span]
	deadline int64
	pos      int
}

// release gives up all spans of the trace.
func (t *trace) release() {
	for _, s := range t.spans {
		s.Release()
	}
	t.spans = nil
}

type deadlines []*trace

func (d deadlines) Len() int           { return len(d) }
func (d deadlines) Less(i, j int) bool { return d[i].deadline < d[j].deadline }
func (d deadlines) Swap(i, j int) {
	d[i], d[j] = d[j], d[i]
	d[i].pos, d[j].pos = i, j
}
func (d *deadlines) Push(x any) {
	t := x.(*trace)
	t.pos = len(*d)
	*d = append(*d, t)
}
func (d *deadlines) Pop() any {
	old := *d
	t := old[len(old)-1]
	old[len(old)-1] = nil
	*d = old[:len(old)-1]
	return t
}

type exporter interface {
	export(batch []rcpool.Ref[span])
}

type sampler struct {
	open    map[string]*trace
	queue   deadlines
	maxSize int
	out     exporter
	dropped int
}

// add takes the span over.
func (s *sampler) add(now int64, sp rcpool.Ref[span]) {
	id := sp.Value().trace
	t, ok := s.open[id]
	if !ok {
		t = &trace{id: id, deadline: now + 10}
		s.open[id] = t
		heap.Push(&s.queue, t)
	}
	if len(t.spans) >= s.maxSize {
		s.dropped++
		sp.Release()
		return
	}
	t.spans = append(t.spans, sp)
	if sp.Value().fail {
		t.deadline = now
		heap.Fix(&s.queue, t.pos)
	}
}

func (s *sampler) tick(now int64) {
	for len(s.queue) > 0 && s.queue[0].deadline <= now {
		t := heap.Pop(&s.queue).(*trace)
		delete(s.open, t.id)
		s.decide(t)
	}
}

func (s *sampler) decide(t *trace) {
	defer t.release()
	for _, sp := range t.spans {
		if sp.Value().fail || sp.Value().micro > 1000 {
			s.out.export(t.spans)
			return
		}
	}
	s.dropped += len(t.spans)
}

type lister struct{ lines []string }

// export borrows the batch.
func (l *lister) export(batch []rcpool.Ref[span]) {
	for _, ref := range batch {
		sp := ref.Value()
		l.lines = append(l.lines, sp.trace+"/"+sp.name+sp.attrs["http.status"])
	}
}

func start(trace, name string, micro int64, fail bool) rcpool.Ref[span] {
	ref := spans.Get()
	sp := ref.Value()
	sp.trace, sp.name, sp.micro, sp.fail = trace, name, micro, fail
	if fail {
		sp.attrs["http.status"] = ":500"
	}
	return ref
}

func main() {
	out := &lister{}
	s := &sampler{open: map[string]*trace{}, maxSize: 3, out: out}
	for now := range int64(30) {
		id := fmt.Sprintf("t%d", now/5)
		s.add(now, start(id, "db", now*50, now == 12))
		s.tick(now)
	}
	s.tick(1 << 40)
	sort.Strings(out.lines)
	fmt.Println(out.lines, s.dropped)
}
