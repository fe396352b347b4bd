// truth: escape line 36,59 callee

// Command querytrace records slow queries of a database proxy.
package main

import (
	"fmt"
	"sync"
	"time"

	"github.com/rcpool/rcpool"
)

type trace struct {
	Query string
	Steps []string
	Took  time.Duration
}

func (t *trace) Reset() {
	clear(t.Steps)
	*t = trace{Steps: t.Steps[:0]}
}

var traces = rcpool.Pool[trace]{Name: "traces"}

type recorder struct {
	wg   sync.WaitGroup
	mu   sync.Mutex
	slow []string
}

// record keeps a line about the trace; the store may be slow.
func (r *recorder) record(t *trace) {
	r.wg.Add(1)
	go func() {
		defer r.wg.Done()
		time.Sleep(time.Millisecond)
		r.mu.Lock()
		defer r.mu.Unlock()
		r.slow = append(r.slow, fmt.Sprintf("%s: %d steps, slow=%t", t.Query, len(t.Steps), t.Took > 0))
	}()
}

type proxy struct {
	rec       *recorder
	threshold time.Duration
}

func (p *proxy) exec(query string, cost time.Duration) int {
	ref := traces.Get()
	defer ref.Release()
	t := ref.Value()
	t.Query = query
	t.Steps = append(t.Steps, "parse", "route")
	t.Took = cost
	if cost > p.threshold {
		t.Steps = append(t.Steps, "slow")
		p.rec.record(t)
	}
	return len(t.Steps)
}

func main() {
	rec := &recorder{}
	p := &proxy{rec: rec, threshold: 10 * time.Millisecond}
	for i := range 5 {
		p.exec(fmt.Sprint("SELECT ", i), time.Duration(i)*5*time.Millisecond)
	}
	rec.wg.Wait()
	for _, l := range rec.slow {
		fmt.Println(l)
	}
}
