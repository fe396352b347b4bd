// truth: detach line 68 plain

// Queryplan caches prepared statements. A plan that is used often is promoted:
// it leaves the pool and stays in the cache for good.
package main

import (
	"fmt"
	"strings"
	"sync"

	"github.com/rcpool/rcpool"
)

type plan struct {
	sql   string
	steps []string
	cost  int
}

func (p *plan) Reset() {
	clear(p.steps)
	*p = plan{steps: p.steps[:0]}
}

type planner struct {
	pool     rcpool.Pool[plan]
	mu       sync.Mutex
	promoted map[string]*plan
	uses     map[string]int
	explain  func(*plan)
}

func (p *planner) parse(sql string) rcpool.Ref[plan] {
	ref := p.pool.Get()
	v := ref.Value()
	v.sql = sql
	for _, word := range strings.Fields(sql) {
		switch strings.ToLower(word) {
		case "select":
			v.steps = append(v.steps, "scan")
			v.cost += 10
		case "where":
			v.steps = append(v.steps, "filter")
			v.cost++
		case "order":
			v.steps = append(v.steps, "sort")
			v.cost += 5
		}
	}
	return ref
}

func (p *planner) run(sql string) int {
	p.mu.Lock()
	defer p.mu.Unlock()
	if hot, ok := p.promoted[sql]; ok {
		return hot.cost
	}
	p.uses[sql]++
	ref := p.parse(sql)
	cost := ref.Value().cost
	if p.uses[sql] < 3 {
		ref.Release()
		return cost
	}
	shown := ref.Retain()
	p.promoted[sql] = ref.Detach()
	p.explain(shown.Value())
	shown.Release()
	return cost
}

func main() {
	p := &planner{
		promoted: map[string]*plan{},
		uses:     map[string]int{},
		explain:  func(v *plan) { fmt.Println("promoted", v.sql, v.steps) },
	}
	total := 0
	for i := range 8 {
		total += p.run("select name from users where id = 1")
		if i%4 == 0 {
			total += p.run("select * from orders order by day")
		}
	}
	fmt.Println(total, len(p.promoted))
}
