package watch

import (
	"strings"
	"sync"
	"time"

	"github.com/rcpool/rcpool/internal/goroutine"
	"github.com/rcpool/rcpool/internal/race"
)

// That an object is reachable does not prove that somebody kept it. The garbage
// collector knows which variables of a function are still in use wherever the
// function calls another, but not where a goroutine was interrupted in the
// middle of a loop: there it takes everything in the frame for a pointer, also
// what was borrowed once and is long out of use. And the runtime keeps stopped
// timers for a while. So an object counts as kept if
//
//   - four collections in a row found it reachable, after each of them no
//     goroutine that could hold it in such a frame was at work, and stopped
//     timers were removed in between; or
//   - the first collection found it reachable, though the lease never had a
//     second reference, while a goroutine waited that the functions of the lease
//     had started; and the same was seen of another lease from the same places
//     shortly before. That is the pointer that was handed to a goroutine and is
//     held for some milliseconds.
const (
	cleanLooks    = 4
	hitsTogether  = 2
	hitsWithin    = time.Minute
	pause         = 2 * time.Millisecond // between two looks at all goroutines, for each of them: the program stops for some µs
	lookIsCurrent = 5 * time.Millisecond

	// If there are too many goroutines to look at, an object counts as kept when
	// it was reachable for that long.
	blindLooks = 10
	blindTime  = time.Minute
)

// docket has what is known of objects that are reachable without right.
var docket judge

type judge struct {
	mu     sync.Mutex
	places map[string]*place

	// The last sighting of all goroutines.
	seen   []goroutine.Goroutine
	number int64 // of the sighting
	seenAt time.Time
	next   time.Time // when to look again
	blind  bool      // there were too many

	cleaned int64 // the sighting after which timers were cleaned
}

// sightings is the number of the last sighting. Numbers tell whether one began
// after a lease was over, since that can be in a bubble of testing/synctest,
// which has a time of its own.
var sightings race.Int64

// A place is where leases come from whose objects were found reachable.
type place struct {
	hits     []time.Time // when an object was found in the hands of a waiting goroutine
	since    time.Time
	reported bool
}

const maxPlaces = 256

// judge decides whether the object of w, which is reachable, is kept, and
// reports it. It reports whether to go on watching.
func (j *judge) judge(w *watched) (goOn bool) {
	if w.source.trust.Load() == refused {
		return false
	}
	suspects, isKept := j.decide(w)
	if !isKept {
		return true
	}
	w.decide(kept)
	w.lease.KeptPointer(suspects)
	return w.linger()
}

// decide decides whether the object of w is kept, and by whom.
func (j *judge) decide(w *watched) (suspects []Suspect, isKept bool) {
	j.mu.Lock()
	defer j.mu.Unlock()
	p := j.placeOf(w.lease.Places())
	if p.reported && w.looks > w.source.looks { // it only has to be counted
		return nil, w.source.trusts()
	}
	all, ok := j.goroutines(w.armed)
	if ok {
		inquiry := inquiry{w.lease.Functions()}
		var started bool
		suspects, started = inquiry.suspects(all)
		isKept = !inquiry.inDoubt(all) && w.proves(p, started)
		if !isKept && w.looks > 1 && j.cleaned != j.number {
			j.cleaned = j.number
			cleanTimers()
		}
	} else {
		isKept = j.blind && w.looks >= blindLooks && time.Since(p.since) >= blindTime
	}
	isKept = isKept && w.source.trusts()
	p.reported = p.reported || isKept
	return suspects, isKept
}

// proves reports whether the object of w is kept for certain, now that it was
// found reachable once more while no goroutine was in doubt. started reports
// whether a goroutine waits that the functions of the lease have started.
func (w *watched) proves(p *place, started bool) bool {
	w.clean++
	switch {
	case w.looks >= w.source.looks:
		return w.clean >= cleanLooks
	case w.looks == 1 && w.source.looks == defaultLooks:
		return started && !w.lease.Shared() && p.hit()
	}
	return false
}

// placeOf returns the place with the name.
func (j *judge) placeOf(name string) *place {
	p := j.places[name]
	if p == nil {
		if j.places == nil || len(j.places) >= maxPlaces {
			j.places = map[string]*place{}
		}
		p = &place{since: time.Now()}
		j.places[name] = p
	}
	return p
}

// hit counts one more object in the hands of a goroutine, and reports whether
// there were enough of them shortly one after the other.
func (p *place) hit() bool {
	now := time.Now()
	p.hits = append(p.hits, now)
	if len(p.hits) > hitsTogether {
		p.hits = p.hits[1:]
	}
	return len(p.hits) == hitsTogether && now.Sub(p.hits[0]) <= hitsWithin
}

// goroutines returns all goroutines as they are now, or were shortly before, but
// in a sighting after the given one. It fails if it is too early to look at them
// again, and if there are too many.
func (j *judge) goroutines(after int64) (all []goroutine.Goroutine, ok bool) {
	now := time.Now()
	if now.Sub(j.seenAt) < lookIsCurrent && j.number > after {
		return j.seen, !j.blind
	}
	if now.Before(j.next) && !hurry() {
		return nil, false
	}
	j.number = sightings.Add(1)
	all, ok = goroutine.All()
	j.seen, j.blind, j.seenAt = all, !ok, time.Now()
	j.next = j.seenAt.Add(pause * time.Duration(max(len(all), 10)))
	if !ok {
		j.next = j.seenAt.Add(pause * goroutine.MaxGoroutines)
	}
	return all, ok
}

// An inquiry is about the goroutines that may hold an object. functions are
// those on the stacks of the lease.
type inquiry struct{ functions []string }

// knows reports whether function is one of those on the stacks of the lease, or
// declared in one.
func (q inquiry) knows(function string) bool {
	for _, f := range q.functions {
		if rest, ok := strings.CutPrefix(function, f); ok && (rest == "" || rest[0] == '.') {
			return true
		}
	}
	return false
}

// inDoubt reports whether a goroutine may have been interrupted in a function
// that has borrowed the object. Inlined calls have no frame of their own.
func (q inquiry) inDoubt(all []goroutine.Goroutine) bool {
	for i := range all {
		g := &all[i]
		if g.Waiting() {
			continue
		}
		for _, call := range g.Calls {
			if q.knows(call.Function) {
				return true
			}
			if !call.Inlined {
				break
			}
		}
	}
	return false
}
