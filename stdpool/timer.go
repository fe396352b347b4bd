package stdpool

import (
	"time"

	"github.com/rcpool/rcpool"
)

// Timer leases a time.Timer from [Default]. See Pools.Timer.
func Timer(d time.Duration) rcpool.Ref[time.Timer] { return Default().Timer(d) }

// Timer leases a time.Timer that sends on its channel after d. The caller owns
// the reference. Release stops the timer. Neither the caller nor the next owner
// receives a tick from before the release, so there is no need to stop or drain
// the timer. Do not use the channel after the release: it would receive the ticks
// of the next owner.
//
// With GODEBUG=asynctimerchan=1 a tick may still be on its way after a stop, so
// timers are not kept.
//
// A timer belongs to the testing/synctest bubble that it was made in. Resetting
// it outside of the bubble is a fatal error, and a timer made outside does not
// follow the time of a bubble. A test in a bubble must lease timers from its own
// Pools.
func (p *Pools) Timer(d time.Duration) rcpool.Ref[time.Timer] {
	ref := p.ready().timers.Get()
	ref.Value().Reset(d)
	return ref
}

func (p *Pools) openTimers() {
	t := &p.timers
	t.Name = p.named("Timer")
	t.New = func() *time.Timer {
		t := time.NewTimer(time.Hour)
		t.Stop()
		return t
	}
	t.Reset = func(t *time.Timer) { t.Stop() }
	t.Keep = func(t *time.Timer) bool { return cap(t.C) == 0 } // asynctimerchan=1: a tick may be in the buffer
}
