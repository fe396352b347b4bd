package hold

import (
	"sync"
	"time"
)

// Every way runs what holds the reference.
func ringOrNote(silent bool, id int) {
	ref := alarms.Get()
	defer ref.Release()
	ref.Value().ID = id
	later := ref.Hold(ring)
	if silent {
		time.AfterFunc(time.Hour, later)
		return
	}
	later()
}

// Each of two functions holds a reference of its own.
func ringTwiceHeld(id int) {
	ref := alarms.Get()
	defer ref.Release()
	ref.Value().ID = id
	var wg sync.WaitGroup
	wg.Go(ref.Hold(ring))
	wg.Go(ref.Hold(ring))
	wg.Wait()
}

// The further reference is given up if there was one.
func levelReleased(p *panel, id int) int {
	ref, ok := p.seen[id].TryRetain()
	if !ok {
		return 0
	}
	defer ref.Release()
	return ref.Value().Level
}

// What leaves the function is a copy.
func findLevel(id int) (level int, err error) {
	err = alarms.With(func(a *Alarm) error {
		a.ID = id
		level = a.Level
		return nil
	})
	return level, err
}

// Go takes a reference for the goroutine.
func ringEarly(id int) {
	ref := alarms.Get()
	ref.Value().ID = id
	ref.Go(ring)
	ref.Release()
}

// The hooks hold references until they are called.
func (p *panel) hook(id int) {
	ref := alarms.Get()
	ref.Value().ID = id
	if ref.Valid() && !ref.IsZero() {
		p.hooks = append(p.hooks, ref.Hold(ring))
	}
	ref.Release()
}

// AfterFunc takes a reference for the call, and gives it up if it is cancelled.
func ringUnlessCancelled(id int) (cancel func() bool) {
	ref := alarms.Get()
	defer ref.Release()
	ref.Value().ID = id
	return ref.AfterFunc(time.Second, ring)
}
