package watch

import (
	"math"
	"math/rand/v2"
	"runtime"
	"runtime/metrics"
	"slices"
	"time"
	"weak"

	"github.com/rcpool/rcpool/internal/goroutine"
	"github.com/rcpool/rcpool/internal/race"
)

// A pointer that is held for some milliseconds is rarely seen by the garbage
// collections that happen to run. So some leases are probed: garbage is collected
// at once when the lease has ended.
//
// The first probe of a place only tells whether there may be something to find.
// If so, the next ones are thorough: they have stopped timers removed, and look at
// the goroutines before, during and after the collection. One find proves little
// even so, for the reasons that judge.go tells. But all of them are rare, or can
// be seen: a goroutine that is at work in a function of the lease, or in one that
// may have had the object, or stays at work in any one. A probe begins after a
// random delay. Otherwise it would always meet a goroutine in the same short loop,
// since all leases from one place go on with the same one. If most probes of
// leases from the same places find the object, only a kept pointer explains it.
//
// It may be kept where nobody will look for it: in a struct that has gone into a
// sync.Pool, of which the first use clears it. So if no goroutine is known to hold
// the object, it must survive two garbage collections, as nothing does that is
// idle in a sync.Pool.
//
// A place whose objects are not found rests for longer each time, and all probes
// together take at most one part in 25 of the time. Since a garbage collection has
// a quarter of the processors, that is a hundredth of what the program has.
const (
	moment      = 100 * time.Microsecond // in which the function that released mostly returns
	moments     = 2                      // that it is given
	jitter      = time.Millisecond       // until a thorough probe begins
	step        = 500 * time.Microsecond // between two looks during a garbage collection
	maxSteps    = 4
	betweenGCs  = time.Second           // between two probes, at least
	between     = 50 * time.Millisecond // between two that need no garbage collection
	minRest     = betweenGCs / 8        // of a place
	maxRest     = 10 * time.Minute
	shareOfTime = 25

	scoreOfSuspicion = 1
	scoreOfHit       = 2
	scoreOfMiss      = -1
	scoreOfDoubt     = -4 // a goroutine that may have held the object was at work
	provingScore     = 4 * scoreOfHit
)

var started = time.Now()

// A probe is what is known of a lease that is probed.
type probe struct {
	releaser int // the goroutine that released it
	thorough bool
	timer    weak.Pointer[canary] // nil when stopped timers were removed after the lease
	looks    int                  // that must find the object reachable

	inquiry inquiry
	holders []*goroutine.Goroutine // who may hold the object
	working []uint64               // goroutines at work, at the last look
	hasHad  bool                   // one of these is in a function of the lease
	doubt   bool                   // a holder was at work
	stays   bool                   // somebody was at work in the same function for two looks
	pauses  int                    // for which the program was stopped, in goroutines

	began time.Time
	rest  time.Duration // until the next probe, at least
	over  chan struct{} // closed when the first garbage collection is over
}

// A tally is what the probes of leases from the same places came to.
type tally struct {
	score int           // of those that found the object and those that did not; never below 0
	rest  time.Duration // the last one
	due   time.Time     // when the next probe may begin
}

// found notes that a probe has found an object, and reports whether that makes a
// proof.
func (t *tally) found(thorough bool) bool {
	if !thorough {
		t.score = max(t.score, scoreOfSuspicion)
		return false
	}
	t.score += scoreOfHit
	t.rest = 0
	return t.score >= provingScore
}

// missed notes that a probe has not found the object, or what explains that.
func (t *tally) missed(now time.Time, score int) {
	if t.score = max(0, t.score+score); t.score == 0 {
		t.rest = min(max(2*t.rest, minRest), maxRest)
		t.due = now.Add(t.rest)
	}
}

// probe probes the lease of w, and arms w, if it is time. If not, it returns
// false, and the caller arms w. The caller has released the lease just now. An
// object that needs more looks than others is not probed: the runtime may know it.
func (j *judge) probe(w *watched) bool {
	now, due := int64(time.Since(started)), j.due.Load() // now is negative in a bubble of testing/synctest
	if race.Enabled || now < due || w.source.looks != defaultLooks || hurry() || !j.due.CompareAndSwap(due, math.MaxInt64) {
		return false
	}
	p := &probe{looks: 1, releaser: goroutine.Current(), timer: stopTimer(), began: time.Now(), rest: between, over: make(chan struct{})}
	go func() {
		prepared := j.prepare(w, p)
		w.arm()
		if prepared {
			p.collect()
			p.rest = betweenGCs
		}
		p.rest = max(p.rest, pause*time.Duration(p.pauses))
		j.restAfter(p)
		close(p.over)
	}()
	return true
}

// collect collects garbage. A thorough probe looks at the goroutines meanwhile.
func (p *probe) collect() {
	if !p.thorough {
		runtime.GC()
		return
	}
	collected := make(chan bool)
	go func() {
		runtime.GC()
		close(collected)
	}()
	tick := time.NewTicker(step)
	defer tick.Stop()
	for range maxSteps {
		select {
		case <-collected:
			return
		case <-tick.C:
			p.watch()
		}
	}
	<-collected
}

// watch looks whether a goroutine is at work that may hold the object or, if
// none is known, whether one stays at work.
func (p *probe) watch() {
	all, ok := goroutine.All()
	p.pauses += len(all)
	p.doubt = p.doubt || !ok || slices.ContainsFunc(p.holders, func(before *goroutine.Goroutine) bool {
		return slices.ContainsFunc(all, func(g goroutine.Goroutine) bool { return g.ID == before.ID && hasMoved(before, &g) })
	})
	working, hasHad := p.inquiry.atWork(all)
	if p.hasHad = hasHad; len(p.holders) == 0 {
		p.stays = p.stays || stay(p.working, working)
		p.working = working
	} else { // since the first look
		p.stays = stay(p.working, working)
	}
}

// hasMoved reports whether a goroutine is at work, and elsewhere than it was.
func hasMoved(before, now *goroutine.Goroutine) bool {
	if now.Waiting() || len(now.Calls) == 0 {
		return false
	}
	return len(before.Calls) == 0 || now.Calls[0].Function != before.Calls[0].Function || now.Calls[0].Line != before.Calls[0].Line
}

// restAfter sets when the next probe may begin, now that p has collected garbage.
func (j *judge) restAfter(p *probe) {
	j.due.Store(int64(time.Since(started) + max(p.rest, shareOfTime*time.Since(p.began))))
}

// prepare gets ready for the garbage collection of a probe. It fails if the place
// of the lease has to rest, or if a goroutine is in doubt.
func (j *judge) prepare(w *watched, p *probe) bool {
	name := w.lease.Places()
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.places[name] == nil && len(j.places) >= maxPlaces || !collecting() {
		return false
	}
	at := j.placeOf(name)
	if at.reported || time.Now().Before(at.due) {
		return false
	}
	if p.thorough = at.score > 0; p.thorough && !p.prepareThoroughly(w) {
		return false
	}
	w.probe = p
	return true
}

// prepareThoroughly finds out who may hold the object, and has stopped timers
// removed.
func (p *probe) prepareThoroughly(w *watched) bool {
	time.Sleep(rand.N(jitter))
	p.inquiry = w.inquiry()
	all, ok := p.calm()
	if !ok {
		return false
	}
	p.holders = p.inquiry.holders(all, func(g *goroutine.Goroutine) bool { return g.Parent == p.releaser })
	if len(p.holders) == 0 {
		p.looks = 2
	}
	cleanTimers()
	return true
}

// calm returns all goroutines when none of those at work is known to have had the
// object. If that takes too long, it fails.
func (p *probe) calm() (all []goroutine.Goroutine, ok bool) {
	for range moments {
		if all, ok = goroutine.All(); !ok {
			return nil, false
		}
		p.pauses += len(all)
		if p.working, p.hasHad = p.inquiry.atWork(all); !p.hasHad {
			return all, true
		}
		time.Sleep(moment)
	}
	return nil, false
}

// found reports whether the object is kept, which was found reachable that often.
func (p *probe) found(looks int, t *tally) bool {
	if looks != p.looks {
		return false
	}
	if p.thorough {
		<-p.over
		p.watch()
		if p.doubt {
			t.missed(time.Now(), scoreOfDoubt)
			return false
		}
		if p.stays || p.hasHad || p.timer.Value() != nil {
			return false
		}
	}
	return t.found(p.thorough)
}

// missed notes that the probe of w, if there is one, has not found the object.
func (j *judge) missed(w *watched) {
	if w.probe == nil || w.looks > 0 && !w.goesOn() {
		return
	}
	name := w.lease.Places()
	j.mu.Lock()
	defer j.mu.Unlock()
	j.placeOf(name).missed(time.Now(), scoreOfMiss)
}

// goesOn reports whether the probe of w, if there is one, needs another garbage
// collection.
func (w *watched) goesOn() bool { return w.probe != nil && 0 < w.looks && w.looks < w.probe.looks }

// collect collects garbage for a probe that goes on. The rest is for all that the
// probe took.
func (j *judge) collect(p *probe) {
	<-p.over
	runtime.GC()
	j.restAfter(p)
}

// collecting reports whether the program lets garbage be collected whenever the
// heap has grown: GOGC is not off.
func collecting() bool {
	sample := []metrics.Sample{{Name: "/gc/gogc:percent"}}
	metrics.Read(sample)
	return sample[0].Value.Kind() == metrics.KindUint64 && sample[0].Value.Uint64() < math.MaxInt32
}

// stopTimer makes a timer and stops it. The pointer that it returns is nil once
// the runtime has removed the stopped timers of this processor from its list, and
// a garbage collection was over then.
//
//go:noinline
func stopTimer() weak.Pointer[canary] {
	c := new(canary)
	time.AfterFunc(time.Hour, func() { runtime.KeepAlive(c) }).Stop()
	return weak.Make(c)
}
