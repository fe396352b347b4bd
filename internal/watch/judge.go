package watch

import (
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
//   - four collections found it reachable after which no goroutine was in doubt
//     (see inquiry.go), and stopped timers were removed in between; or
//   - most garbage collections that were made to look for objects of leases from
//     the same places found one reachable (see probe.go). That is the pointer that
//     was handed to a goroutine and is held for some milliseconds.
const (
	cleanLooks = 4
	cleanings  = 2 // how often stopped timers are removed meanwhile

	// Where there are too many goroutines to look at, an object counts as kept
	// when it was reachable for that long.
	blindLooks = 10
	blindTime  = time.Minute
)

// docket has what is known of objects that are reachable without right.
var docket judge

type judge struct {
	mu      sync.Mutex
	places  map[string]*place
	last    sighting
	next    time.Time  // when all goroutines may be looked at again
	cleaned int64      // the sighting after which stopped timers were removed last
	due     race.Int64 // the time since started when the next probe may begin
}

func init() { docket.due.Store(int64(betweenGCs)) }

// A place is where leases come from.
type place struct {
	since    time.Time // when one of their objects was found reachable first; zero if none was
	reported bool
	tally
}

const maxPlaces = 1024

// judge decides whether the object of w, which is reachable, is kept, and reports
// it. It reports whether to go on watching.
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
	if p.since.IsZero() {
		p.since = time.Now()
	}
	switch {
	case p.reported && w.looks > w.source.looks: // it only has to be counted
		return nil, w.source.trusts()
	case w.probe != nil && w.probe.found(w.looks, &p.tally):
		suspects, isKept = group(w.probe.holders), true
	case !j.look(w.armed):
		return nil, false
	default:
		q := w.inquiry()
		suspects, isKept = group(q.holders(j.last.all, w.accompanied(q, j.last.all))), j.proves(w, p, q)
	}
	isKept = isKept && w.source.trusts()
	p.reported = p.reported || isKept
	return suspects, isKept
}

// accompanied returns a function that tells whether a child of the lease was there
// whenever the object was looked at so far: what others are doing is only other
// leases from the same places.
func (w *watched) accompanied(q inquiry, all []goroutine.Goroutine) func(*goroutine.Goroutine) bool {
	children := map[int]bool{}
	for i := range all {
		if g := &all[i]; q.isChild(g) && (w.children == nil || w.children[g.ID]) {
			children[g.ID] = true
		}
	}
	w.children = children
	return func(g *goroutine.Goroutine) bool { return children[g.ID] }
}

// proves reports whether the object of w was found reachable so often that it is
// kept. If it may be soon, proves removes stopped timers.
func (j *judge) proves(w *watched, p *place, q inquiry) bool {
	missing := 0 // looks, for a proof
	switch {
	case j.last.blind && w.looks >= blindLooks && time.Since(p.since) < blindTime:
		missing = 1
	case j.last.blind:
		missing = blindLooks - w.looks
	default:
		if !q.inDoubt(j.last.all, w) {
			w.clean++
		}
		missing = max(w.source.looks-w.looks, cleanLooks-w.clean)
	}
	if missing <= 0 && w.cleanings >= cleanings {
		return true
	}
	if missing <= cleanings {
		j.cleanTimers()
		w.cleanings++
	}
	return false
}

// cleanTimers removes stopped timers, once after a sighting.
func (j *judge) cleanTimers() {
	if j.cleaned != j.last.number {
		j.cleaned = j.last.number
		cleanTimers()
	}
}

// placeOf returns the place with the name.
func (j *judge) placeOf(name string) *place {
	p := j.places[name]
	if p == nil {
		if j.places == nil || len(j.places) >= maxPlaces {
			j.places = map[string]*place{}
		}
		p = new(place)
		j.places[name] = p
	}
	return p
}

// A sighting is what all goroutines were doing at some time.
type sighting struct {
	number int64 // 1 for the first
	all    []goroutine.Goroutine
	blind  bool // there were too many
	at     time.Time
}

// sightings is the number of the last sighting. Numbers tell whether one began
// after a lease was over, since that can be in a bubble of testing/synctest,
// which has a time of its own.
var sightings race.Int64

const (
	pause    = 2 * time.Millisecond // between two sightings, for each goroutine: the program stops for some µs
	recently = 5 * time.Millisecond
)

// look looks at all goroutines, unless it has just done so, after the sighting
// of the given number. It fails if it is too early to look again.
func (j *judge) look(after int64) bool {
	if time.Since(j.last.at) < recently && j.last.number > after {
		return true
	}
	if time.Now().Before(j.next) && !hurry() {
		return false
	}
	number := sightings.Add(1)
	all, ok := goroutine.All()
	j.last = sighting{number: number, all: all, blind: !ok, at: time.Now()}
	seen := max(len(all), 10)
	if !ok {
		seen = goroutine.MaxGoroutines
	}
	j.next = j.last.at.Add(pause * time.Duration(seen))
	return true
}
