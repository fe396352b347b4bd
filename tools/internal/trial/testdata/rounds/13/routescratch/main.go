// truth: correct
package main

import (
	"fmt"
	"sort"
	"sync"
	"sync/atomic"
)

type candidate struct {
	trunk string
	cost  int
}

// A plan is the scratch memory of one routing decision.
type plan struct {
	cands  []candidate
	seen   map[string]struct{}
	prefix string
	lcr    bool
}

type router struct {
	plans  sync.Pool
	trunks map[string][]candidate
	news   atomic.Int32
}

func newRouter(trunks map[string][]candidate) *router {
	r := &router{trunks: trunks}
	r.plans.New = func() any {
		r.news.Add(1)
		return &plan{seen: make(map[string]struct{}, 8)}
	}
	return r
}

func (r *router) begin(lcr bool) *plan {
	p := r.plans.Get().(*plan)
	p.cands = p.cands[:0]
	p.prefix = ""
	p.lcr = lcr
	return p
}

func (r *router) end(p *plan) {
	for i := range p.cands {
		delete(p.seen, p.cands[i].trunk)
		p.cands[i] = candidate{}
	}
	r.plans.Put(p)
}

func (p *plan) add(c candidate) {
	if _, dup := p.seen[c.trunk]; dup {
		return
	}
	p.seen[c.trunk] = struct{}{}
	p.cands = append(p.cands, c)
}

// route returns the best trunks for a number.
func (r *router) route(number string, lcr bool, max int) ([]string, error) {
	p := r.begin(lcr)
	defer r.end(p)
	for n := len(number); n > 0; n-- {
		for _, c := range r.trunks[number[:n]] {
			if p.prefix == "" {
				p.prefix = number[:n]
			}
			p.add(c)
		}
	}
	if p.prefix == "" {
		return nil, fmt.Errorf("no route to %s", number)
	}
	if p.lcr {
		sort.SliceStable(p.cands, func(i, j int) bool { return p.cands[i].cost < p.cands[j].cost })
	}
	out := make([]string, 0, max)
	for _, c := range p.cands[:min(max, len(p.cands))] {
		out = append(out, c.trunk)
	}
	return out, nil
}

func main() {
	r := newRouter(map[string][]candidate{
		"49":   {{"dtag", 9}, {"vf", 4}},
		"4930": {{"bln", 7}, {"vf", 4}},
		"33":   {{"ft", 3}},
	})
	var wg sync.WaitGroup
	for range 4 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			r.route("4930123", true, 2)
		}()
	}
	wg.Wait()
	fmt.Println(r.route("4930123", false, 9))
	fmt.Println(r.route("4930123", true, 2))
	fmt.Println(r.route("4989", false, 1))
	fmt.Println(r.route("1555", true, 1))
}
