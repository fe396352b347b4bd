// truth: escape line 38,82 callee
package main

import (
	"fmt"
	"sync"
	"time"

	"github.com/rcpool/rcpool"
)

type plan struct {
	filter string
	index  string
	took   time.Duration
	steps  []string
}

func (p *plan) Reset() {
	clear(p.steps)
	*p = plan{steps: p.steps[:0]}
}

var plans = rcpool.Pool[plan]{Name: "plans"}

// A profiler remembers the slowest plan of a collection.
type profiler struct {
	mu      sync.Mutex
	slowest *plan
	seen    int
}

func (f *profiler) observe(p *plan) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.seen++
	if f.slowest == nil || p.took > f.slowest.took {
		f.slowest = p
	}
}

func (f *profiler) report() string {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.slowest == nil {
		return "no queries"
	}
	return fmt.Sprintf("%d queries, slowest %q took %v", f.seen, f.slowest.filter, f.slowest.took)
}

type collection struct {
	docs []map[string]int
	prof profiler
}

func (c *collection) explain(p *plan, field string) {
	p.steps = append(p.steps, "parse")
	if field == "id" {
		p.index = "by_id"
		p.steps = append(p.steps, "seek")
		p.took = time.Millisecond
		return
	}
	p.steps = append(p.steps, "scan", "filter")
	p.took = time.Duration(len(c.docs)*len(field)) * time.Millisecond
}

func (c *collection) find(field string, value int) (found int) {
	p := plans.Get()
	defer p.Release()
	v := p.Value()
	v.filter = fmt.Sprintf("%s == %d", field, value)
	c.explain(v, field)
	for _, d := range c.docs {
		if d[field] == value {
			found++
		}
		if v.index != "" && found == 1 {
			break
		}
	}
	c.prof.observe(v)
	return found
}

func main() {
	c := &collection{}
	fmt.Println(c.prof.report())
	for i := range 5 {
		c.docs = append(c.docs, map[string]int{"id": i, "size": i % 2, "kind": 7})
	}
	for _, field := range []string{"id", "size", "kind", "id"} {
		fmt.Println(c.find(field, 1))
	}
	fmt.Println(c.prof.report())
}
