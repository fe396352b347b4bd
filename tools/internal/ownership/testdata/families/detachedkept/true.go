package detachedkept

import "github.com/rcpool/rcpool"

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
