package detachedkept

import (
	"fmt"

	"github.com/rcpool/rcpool"
)

// The callee keeps a reference of its own.
func (p *pacing) start(name string) {
	plan := plans.Get()
	plan.Value().name = name
	p.track(plan.Retain())
	p.done[name] = plan.Detach() // want "detach: "
}

// It is put into a list here.
func (p *pacing) appended(name string) *plan {
	plan := plans.Get()
	plan.Value().name = name
	p.active = append(p.active, plan.Retain())
	return plan.Detach() // want "detach: "
}

// Under a lock.
func (p *pacing) locked(name string) *plan {
	plan := plans.Get()
	plan.Value().name = name
	p.mu.Lock()
	p.byName[name] = plan.Retain()
	p.mu.Unlock()
	return plan.Detach() // want "detach: "
}

// A field has it.
func (p *pacing) latest(plan rcpool.Ref[plan]) *plan {
	old := rcpool.Move(&p.last)
	if !old.IsZero() {
		old.Release()
	}
	p.last = plan.Retain()
	return plan.Detach() // want "detach: "
}

// A callee sets the field.
func (p *pacing) setLatest(name string) *plan {
	plan := plans.Get()
	plan.Value().name = name
	p.setLast(plan.Retain())
	return plan.Detach() // want "detach: "
}

// A callee keeps one of its own, or not.
func (p *pacing) considered(name string, total int) *plan {
	plan := plans.Get()
	plan.Value().name = name
	if p.consider(&plan, total) {
		fmt.Println("better:", name)
	}
	return plan.Detach() // want "detach: "
}

// It is kept where a condition says so.
func (p *pacing) sometimes(name string, keep bool) *plan {
	plan := plans.Get()
	plan.Value().name = name
	if keep {
		p.last = plan.Retain()
	}
	p.total++
	return plan.Detach() // want "detach: "
}

// The plan is filled after it was tracked.
func (p *pacing) filled(name string, hours []int) *plan {
	plan := plans.Get()
	p.track(plan.Retain())
	for _, h := range hours {
		plan.Value().hours[h]++
	}
	return plan.Detach() // want "detach: "
}

// The reference is moved to another variable first.
func (p *pacing) moved(name string) *plan {
	ref := plans.Get()
	defer rcpool.Drop(&ref)
	ref.Value().name = name
	p.sampled(&ref)
	own := rcpool.Move(&ref)
	return own.Detach() // want "detach: "
}

func (p *pacing) sampled(ref *rcpool.Ref[plan]) {
	if p.total++; p.total%8 != 0 {
		return
	}
	rcpool.Drop(&p.last)
	p.last = ref.Retain()
}
