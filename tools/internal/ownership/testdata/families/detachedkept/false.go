package detachedkept

import "github.com/rcpool/rcpool"

// What the callee keeps is taken out before.
func (p *pacing) startAndStop(name string) {
	plan := plans.Get()
	plan.Value().name = name
	p.track(plan.Retain())
	p.stop()
	p.done[name] = plan.Detach()
}

// The callee releases the reference.
func (p *pacing) measured(name string) *plan {
	plan := plans.Get()
	plan.Value().name = name
	p.measure(plan.Retain())
	return plan.Detach()
}

// The field is dropped before.
func (p *pacing) dropped(name string) *plan {
	plan := plans.Get()
	plan.Value().name = name
	p.last = plan.Retain()
	rcpool.Drop(&p.last)
	return plan.Detach()
}

// Another plan is tracked.
func (p *pacing) other(name string) *plan {
	first, second := plans.Get(), plans.Get()
	first.Value().name = name
	p.track(first.Retain())
	first.Release()
	return second.Detach()
}

// The worker has given it back when it answers, on a channel that is made first.
func (p *pacing) answered(name string) *plan {
	plan := plans.Get()
	plan.Value().name = name
	done := p.finished(name)
	p.mu.Lock()
	p.byName[name] = plan.Retain()
	p.mu.Unlock()
	<-done
	return plan.Detach()
}

// What the callee has kept is dropped when it was better.
func (p *pacing) reconsidered(name string, total int) *plan {
	plan := plans.Get()
	plan.Value().name = name
	if p.consider(&plan, total) {
		rcpool.Drop(&p.last)
	}
	return plan.Detach()
}

// It is detached only where nobody else has it.
func (p *pacing) unless(name string, keep bool) *plan {
	plan := plans.Get()
	plan.Value().name = name
	if keep {
		p.last = plan.Retain()
		plan.Release()
		return nil
	}
	p.total++
	return plan.Detach()
}

// What prints the plans drops them.
func (p *pacing) printed(name string, keep bool) *plan {
	plan := plans.Get()
	plan.Value().name = name
	if keep {
		p.track(plan.Retain())
		p.print()
	}
	return plan.Detach()
}

// What was sampled is moved out again, and given up.
func (p *pacing) unsampled(name string) *plan {
	ref := plans.Get()
	defer rcpool.Drop(&ref)
	ref.Value().name = name
	p.last = ref.Retain()
	last := rcpool.Move(&p.last)
	last.Release()
	own := rcpool.Move(&ref)
	return own.Detach()
}
