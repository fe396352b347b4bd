// truth: use-after-release line 92 callee

// Command reqtrace measures the phases of requests, keeps histograms, and logs
// requests that took too long.
package main

import (
	"fmt"
	"sort"
	"strings"
	"sync"
	"time"
)

type phase struct {
	name string
	took time.Duration
}

type trace struct {
	route  string
	phases []phase
	total  time.Duration
	failed bool
}

var tracePool = sync.Pool{New: func() any { return &trace{phases: make([]phase, 0, 8)} }}

func startTrace(route string) *trace {
	t := tracePool.Get().(*trace)
	t.route, t.total, t.failed = route, 0, false
	t.phases = t.phases[:0]
	return t
}

func (t *trace) add(name string, took time.Duration) {
	t.phases = append(t.phases, phase{name, took})
	t.total += took
}

type histogram struct {
	counts [6]int
	failed int
}

type recorder struct {
	mu     sync.Mutex
	routes map[string]*histogram
	slow   []string
	limit  time.Duration
}

// observe adds the trace to the histogram of its route, and returns the bucket.
func (r *recorder) observe(t *trace) int {
	r.mu.Lock()
	defer r.mu.Unlock()
	h := r.routes[t.route]
	if h == nil {
		h = new(histogram)
		r.routes[t.route] = h
	}
	bucket := 0
	for limit := time.Millisecond; t.total > limit && bucket < len(h.counts)-1; limit *= 4 {
		bucket++
	}
	h.counts[bucket]++
	if t.failed {
		h.failed++
	}
	tracePool.Put(t)
	return bucket
}

func (r *recorder) noteSlow(route string, phases []phase) {
	worst := phases[0]
	for _, p := range phases[1:] {
		if p.took > worst.took {
			worst = p
		}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.slow = append(r.slow, route+": "+worst.name)
}

// finish ends a trace.
func (r *recorder) finish(t *trace, err error) {
	t.failed = err != nil
	slow := t.total > r.limit
	bucket := r.observe(t)
	if slow || bucket == 5 {
		r.noteSlow(t.route, t.phases)
	}
}

func (r *recorder) handle(route string, steps map[string]time.Duration) {
	t := startTrace(route)
	names := make([]string, 0, len(steps))
	for n := range steps {
		names = append(names, n)
	}
	sort.Strings(names)
	var err error
	for _, n := range names {
		t.add(n, steps[n])
		if strings.HasPrefix(n, "bad") {
			err = fmt.Errorf("%s failed", n)
			break
		}
	}
	r.finish(t, err)
}

func main() {
	r := &recorder{routes: map[string]*histogram{}, limit: 50 * time.Millisecond}
	for range 3 {
		r.handle("/users", map[string]time.Duration{"auth": time.Millisecond, "query": 7 * time.Millisecond})
		r.handle("/search", map[string]time.Duration{"auth": time.Millisecond, "index": 80 * time.Millisecond})
		r.handle("/pay", map[string]time.Duration{"badgateway": 2 * time.Millisecond, "query": time.Second})
	}
	fmt.Println(r.routes["/users"].counts, r.routes["/pay"].failed, len(r.slow))
}
