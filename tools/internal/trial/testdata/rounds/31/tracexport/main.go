// truth: double-release line 116 callee

// Command tracexport samples finished spans and exports them.
package main

import (
	"fmt"
	"hash/fnv"
	"sync"
	"time"

	"github.com/rcpool/rcpool"
)

type span struct {
	trace  uint64
	name   string
	took   time.Duration
	failed bool
	tags   map[string]string
}

func (s *span) Reset() {
	s.trace, s.name, s.took, s.failed = 0, "", 0, false
	clear(s.tags)
}

var spans = rcpool.Pool[span]{
	Name: "spans",
	New:  func() *span { return &span{tags: make(map[string]string)} },
}

type exporter struct {
	queue chan rcpool.Ref[span]
	wg    sync.WaitGroup

	mu   sync.Mutex
	out  []string
	lost int
}

func newExporter(depth int) *exporter {
	e := &exporter{queue: make(chan rcpool.Ref[span], depth)}
	e.wg.Add(1)
	go func() {
		defer e.wg.Done()
		for ref := range e.queue {
			s := ref.Value()
			e.mu.Lock()
			e.out = append(e.out, fmt.Sprintf("%x %s %s", s.trace, s.name, s.took))
			e.mu.Unlock()
			ref.Release()
		}
	}()
	return e
}

// offer queues the span, or drops it if the queue is full.
func (e *exporter) offer(ref rcpool.Ref[span]) bool {
	select {
	case e.queue <- ref:
		return true
	default:
		ref.Release()
		e.mu.Lock()
		e.lost++
		e.mu.Unlock()
		return false
	}
}

func (e *exporter) close() {
	close(e.queue)
	e.wg.Wait()
}

type sampler struct {
	oneIn uint64
}

func (s sampler) keep(v *span) bool {
	if v.failed || v.took > time.Second {
		return true
	}
	h := fnv.New64a()
	fmt.Fprint(h, v.trace)
	return h.Sum64()%s.oneIn == 0
}

type tracer struct {
	sampler  sampler
	exporter *exporter
	kept     int
}

func (t *tracer) begin(trace uint64, name string) rcpool.Ref[span] {
	ref := spans.Get()
	s := ref.Value()
	s.trace, s.name = trace, name
	return ref
}

// end takes the span over.
func (t *tracer) end(ref rcpool.Ref[span], took time.Duration, err error) {
	s := ref.Value()
	s.took = took
	if err != nil {
		s.failed = true
		s.tags["error"] = err.Error()
	}
	if !t.sampler.keep(s) {
		ref.Release()
		return
	}
	if !t.exporter.offer(ref) {
		ref.Release()
		return
	}
	t.kept++
}

func main() {
	t := &tracer{sampler: sampler{oneIn: 3}, exporter: newExporter(2)}
	for i := range 30 {
		var err error
		if i%10 == 9 {
			err = fmt.Errorf("attempt %d failed", i)
		}
		ref := t.begin(uint64(i), "query")
		t.end(ref, time.Duration(i)*time.Millisecond, err)
	}
	t.exporter.close()
	fmt.Println(t.kept == len(t.exporter.out), t.exporter.lost)
}
