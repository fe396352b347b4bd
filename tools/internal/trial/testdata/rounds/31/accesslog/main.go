// truth: use-after-release line 67 plain

// Command accesslog aggregates request records per route and prints the slow
// ones.
package main

import (
	"fmt"
	"sort"
	"time"

	"github.com/rcpool/rcpool"
)

type record struct {
	route   string
	status  int
	took    time.Duration
	headers []string
}

func (r *record) Reset() {
	r.route, r.status, r.took = "", 0, 0
	clear(r.headers)
	r.headers = r.headers[:0]
}

var records = rcpool.Pool[record]{Name: "access records"}

type routeStats struct {
	hits   int
	errors int
	total  time.Duration
}

type aggregator struct {
	slow   time.Duration
	routes map[string]*routeStats
	report []string
}

func (a *aggregator) observe(r *record) *routeStats {
	s, ok := a.routes[r.route]
	if !ok {
		s = new(routeStats)
		a.routes[r.route] = s
	}
	s.hits++
	s.total += r.took
	if r.status >= 500 {
		s.errors++
	}
	return s
}

// drain consumes records until the channel is closed.
func (a *aggregator) drain(in <-chan rcpool.Ref[record]) {
	for ref := range in {
		rec := ref.Value()
		s := a.observe(rec)
		took := rec.took
		ref.Release()
		if took < a.slow {
			continue
		}
		mean := s.total / time.Duration(s.hits)
		a.report = append(a.report, fmt.Sprintf("%s took %s, mean %s", rec.route, took, mean))
	}
}

func (a *aggregator) summary() []string {
	var names []string
	for name := range a.routes {
		names = append(names, name)
	}
	sort.Strings(names)
	for i, name := range names {
		s := a.routes[name]
		names[i] = fmt.Sprintf("%s: %d hits, %d errors", name, s.hits, s.errors)
	}
	return names
}

func produce(out chan<- rcpool.Ref[record], n int) {
	defer close(out)
	for i := range n {
		ref := records.Get()
		r := ref.Value()
		r.route = fmt.Sprintf("/v1/items/%d", i%3)
		r.status = 200 + (i%4)*100
		r.took = time.Duration(i) * time.Millisecond
		r.headers = append(r.headers, "Accept: */*")
		out <- ref
	}
}

func main() {
	in := make(chan rcpool.Ref[record], 4)
	a := &aggregator{slow: 15 * time.Millisecond, routes: make(map[string]*routeStats)}
	go produce(in, 20)
	a.drain(in)
	for _, line := range a.summary() {
		fmt.Println(line)
	}
	fmt.Println(len(a.report), "slow requests")
}
