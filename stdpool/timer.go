package stdpool

import (
	"time"

	"github.com/rcpool/rcpool"
)

// Timer leases a time.Timer from Default. See Pools.Timer.
func Timer(d time.Duration) rcpool.Ref[time.Timer] { return Default.Timer(d) }

// Timer leases a time.Timer that will send on its channel after d; the caller
// owns the reference. The Release stops the timer: nothing is received from its
// channel by then, or by the next owner, that was sent before. So it need not
// be stopped or drained. The channel ends with the lease: who waits on it, and
// does not own the reference, would receive the ticks of the next owner.
//
// With GODEBUG=asynctimerchan=1 that could not be promised, and timers are not
// kept.
//
// A timer belongs to the testing/synctest bubble it was made in: to reset it
// outside is a fatal error, and one made outside knows nothing of a bubble's
// time. A test in a bubble must lease its timers from Pools of its own.
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
	t.Keep = func(t *time.Timer) bool { return cap(t.C) == 0 } // with a buffer, a tick may be on its way
}
