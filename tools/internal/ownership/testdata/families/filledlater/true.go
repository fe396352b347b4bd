package filledlater

import "github.com/rcpool/rcpool"

// The reference does not get into the flight if it is damaged.
func (l *loader) loadChecked(id int) (rcpool.Ref[Profile], error) {
	f := &flight{done: make(chan struct{}), waiters: 1}
	l.flights[id] = f
	p := profiles.Get() // want "leak: "
	if p.Value().ID != id {
		return rcpool.Ref[Profile]{}, errMissing
	}
	f.profile = p
	return l.share(f)
}

// The reference is released, and is in the flight all the same.
func (l *loader) startTwice(id int) {
	f := &flight{done: make(chan struct{})}
	l.started = append(l.started, f)
	p := profiles.Get()
	defer p.Release()
	f.profile = p // want "escape: "
	close(f.done)
}

// The profile is used after the release.
func (l *loader) serveDead(id int) {
	f := &flight{done: make(chan struct{})}
	l.queue <- f
	p := profiles.Get()
	f.waiters = p.Value().ID
	p.Release()
	f.waiters += p.Value().ID // want "use-after-release: "
}

// Nobody has the flight, so the reference in it is lost.
func (l *loader) forget(id int) {
	f := &flight{}
	f.profile = profiles.Get() // want "leak: "
	f.profile.Value().ID = id
}

// The literal is kept by nobody.
func (l *loader) never(id int) {
	f := &flight{}
	drop := func() { rcpool.Drop(&f.profile) }
	f.profile = profiles.Get() // want "leak: "
	if id > 0 {
		drop()
	}
}
