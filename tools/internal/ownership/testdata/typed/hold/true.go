package hold

import (
	"time"
)

// A silent alarm never runs what holds the reference.
func ringUnless(silent bool, id int) {
	ref := alarms.Get()
	defer ref.Release()
	ref.Value().ID = id
	later := ref.Hold(ring) // want "leak: "
	if silent {
		return
	}
	later()
}

// The function that holds the reference may be called once.
func ringTwice(id int) {
	ref := alarms.Get()
	defer ref.Release()
	ref.Value().ID = id
	later := ref.Hold(ring)
	later()
	later() // want "(double-release|use-after-release): "
}

// The further reference is given up on one way out only.
func level(p *panel, id int) int {
	ref, ok := p.seen[id].TryRetain() // want "leak: "
	if !ok {
		return 0
	}
	if ref.Value().Level == 0 {
		ref.Release()
		return 0
	}
	return ref.Value().Level
}

// The lease ends with the function that is called.
func findLoudest(id int) error {
	return alarms.With(func(a *Alarm) error {
		a.ID = id
		loudest = a // want "escape: "
		return nil
	})
}

// Go takes a reference from one that is gone.
func ringLate(id int) {
	ref := alarms.Get()
	ref.Value().ID = id
	ref.Release()
	ref.Go(ring) // want "use-after-release: "
}

// The function that With calls must not leave the alarm behind.
func ringInBackground(id int) {
	_ = alarms.With(func(a *Alarm) error {
		a.ID = id
		time.AfterFunc(time.Second, func() { ring(a) }) // want "escape: "
		return nil
	})
}

// A call that can be cancelled still needs a live reference.
func ringLaterTooLate(id int) (cancel func() bool) {
	ref := alarms.Get()
	ref.Value().ID = id
	ref.Release()
	return ref.AfterFunc(time.Second, ring) // want "use-after-release: "
}
