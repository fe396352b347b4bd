package filledlater

import "github.com/rcpool/rcpool"

// The flight is in a map while it is filled.
func (l *loader) load(id int) (rcpool.Ref[Profile], error) {
	l.mu.Lock()
	f, ok := l.flights[id]
	if ok {
		f.waiters++
		l.mu.Unlock()
		<-f.done
	} else {
		f = &flight{done: make(chan struct{}), waiters: 1}
		l.flights[id] = f
		l.mu.Unlock()
		f.profile, f.err = fetch(id)
		l.mu.Lock()
		delete(l.flights, id)
		l.mu.Unlock()
		close(f.done)
	}
	return l.share(f)
}

// The flight is in a list.
func (l *loader) start(id int) {
	f := &flight{done: make(chan struct{})}
	l.started = append(l.started, f)
	f.profile, f.err = fetch(id)
	close(f.done)
}

// The flight was sent to a goroutine that waits for it.
func (l *loader) serve(id int) {
	f := &flight{done: make(chan struct{})}
	l.queue <- f
	f.profile, f.err = fetch(id)
	close(f.done)
}

// The flight is the last one.
func (l *loader) remember(id int) {
	f := &flight{}
	l.last = f
	f.profile = profiles.Get()
	f.profile.Value().ID = id
}

// A literal that others call later has the flight.
func (l *loader) later(id int, after func(func())) {
	f := &flight{}
	after(func() { rcpool.Drop(&f.profile) })
	f.profile = profiles.Get()
	f.profile.Value().ID = id
}
