package rcpool

import (
	"runtime"
	"sync"
	"time"
	"unsafe"
)

// A record is what a checked lease remembers beside its slot. The slot points
// to the record, never the other way: the record outlives the slot, to tell of
// a leak.
type record struct {
	pool       string
	since      time.Time
	generation word
	acquired   Stack
	before     traces         // of the object, when the lease began
	guard      unsafe.Pointer // the object, if it is on pages of its own

	mu     sync.Mutex
	held   []holding // references that are live
	given  []holding // references that were given up, the latest last
	over   bool
	ended  Stack
	leaked bool
}

// A holding is a reference in the records: where it was taken, and where it
// was given up.
type holding struct {
	tag          tag
	taken, given Stack
}

// maxGiven bounds what a long lease remembers of the references that came and
// went.
const maxGiven = 64

// open enters the lease in the books of open leases. If s is collected before
// the lease is over, it has leaked.
func (r *record) open(s *slot) {
	r.held = append(r.held, holding{tag: s.load().lease(), taken: r.acquired})
	s.line.record.Store(r)
	r.enterProfile()
	runtime.AddCleanup(s, (*record).collected, r)
}

// close ends the lease, whose last reference, t, was just given up.
func (r *record) close(t tag) {
	r.mu.Lock()
	r.over = true
	if i := r.find(r.given, t); i >= 0 {
		r.ended = r.given[i].given
	}
	r.mu.Unlock()
	r.leaveProfile()
}

// collected is called when the garbage collector has taken the slot.
func (r *record) collected() {
	r.mu.Lock()
	r.leaked = !r.over
	leak := Report{Kind: Leak, Pool: r.pool, Acquired: r.acquired}
	for _, h := range r.held {
		leak.Retained = append(leak.Retained, h.taken)
	}
	r.mu.Unlock()
	if !r.leaked {
		return
	}
	leaks.add(r) // pages of its own stay: a *T does not keep the slot alive, and may still be in use
	reports.file(leak)
}

// take records a new reference.
func (r *record) take(t tag) {
	if r == nil {
		return
	}
	at := callers()
	r.mu.Lock()
	defer r.mu.Unlock()
	r.held = append(r.held, holding{tag: t, taken: at})
}

// holds says whether t is live: of counted references the word does not know.
func (r *record) holds(t tag) bool {
	if r == nil {
		return true
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.find(r.held, t) >= 0
}

// give records that t was given up, and says whether it was live.
func (r *record) give(t tag) bool {
	if r == nil {
		return true
	}
	at := callers()
	r.mu.Lock()
	defer r.mu.Unlock()
	i := r.find(r.held, t)
	if i < 0 {
		return false
	}
	h := r.held[i]
	h.given = at
	last := len(r.held) - 1
	r.held[i], r.held[last] = r.held[last], holding{}
	r.held = r.held[:last]
	if len(r.given) == maxGiven {
		copy(r.given, r.given[1:])
		r.given = r.given[:maxGiven-1]
	}
	r.given = append(r.given, h)
	return true
}

func (r *record) find(in []holding, t tag) int {
	for i := len(in) - 1; i >= 0; i-- { // references are mostly short-lived
		if in[i].tag == t {
			return i
		}
	}
	return -1
}

// places fills in what the record knows of the misused reference t.
func (r *record) places(m *Misuse, t tag) {
	r.mu.Lock()
	defer r.mu.Unlock()
	m.Acquired = r.acquired
	if i := r.find(r.given, t); i >= 0 {
		m.Taken, m.Released = r.given[i].taken, r.given[i].given
	} else if i := r.find(r.held, t); i >= 0 {
		m.Taken = r.held[i].taken
	}
	if m.Released == nil {
		m.Released = r.ended
	}
}
