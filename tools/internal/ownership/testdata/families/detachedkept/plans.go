// Package detachedkept has plans that are detached while something has a reference.
package detachedkept

import (
	"sync"

	"github.com/rcpool/rcpool"
)

type plan struct {
	name  string
	hours [24]int
}

var plans = rcpool.Pool[plan]{Name: "plans"}

type pacing struct {
	mu     sync.Mutex
	active []rcpool.Ref[plan]
	byName map[string]rcpool.Ref[plan]
	last   rcpool.Ref[plan]
	done   map[string]*plan
	total  int
}

func (p *pacing) track(plan rcpool.Ref[plan]) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.active = append(p.active, plan)
}

func (p *pacing) stop() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for i := range p.active {
		rcpool.Drop(&p.active[i])
	}
	p.active = p.active[:0]
}

func (p *pacing) measure(plan rcpool.Ref[plan]) {
	defer plan.Release()
	p.total += plan.Value().hours[0]
}

func (p *pacing) setLast(plan rcpool.Ref[plan]) {
	rcpool.Drop(&p.last)
	p.last = plan
}

func (p *pacing) finished(name string) <-chan bool {
	done := make(chan bool)
	go func() {
		p.wait(name)
		p.mu.Lock()
		ref := p.byName[name]
		delete(p.byName, name)
		p.mu.Unlock()
		ref.Release()
		done <- true
	}()
	return done
}

// wait returns when there is a plan of that name.
func (p *pacing) wait(name string) {
	for {
		p.mu.Lock()
		_, ok := p.byName[name]
		p.mu.Unlock()
		if ok {
			return
		}
	}
}

func (p *pacing) consider(plan *rcpool.Ref[plan], total int) bool {
	if !p.last.IsZero() && total <= p.total {
		return false
	}
	rcpool.Drop(&p.last)
	p.last = plan.Retain()
	p.total = total
	return true
}

func (p *pacing) print() {
	for _, plan := range p.active {
		println(plan.Value().name)
	}
	p.stop()
}
