package shape

import (
	"runtime/debug"
	"unsafe"

	"github.com/rcpool/rcpool/internal/race"
)

// A trial resets a new object that nobody has leased. What the reset writes there
// cannot be data of a lease. So for a field in doubt:
//
//   - what a lease left is the reset's own if the trial leaves the same;
//   - if the field is empty there, and stays empty, what a lease left is data;
//   - if the trial leaves something else, the reset writes a value that varies,
//     such as the time, or it writes a default and has passed over the field. Or
//     New wrote that value, and perhaps the reset does, too. A second trial, after
//     a later lease, tells: if it leaves the same as the first, then so would have
//     the reset between them.

// maxTrials is how many trials a pool has at most. A field that is in doubt when
// they are used up is not reported.
const maxTrials = 16

// Tried returns how many trials there were. See [Lease].
func (h *Habits) Tried() int64 { return h.tried.Load() }

// try makes a trial. If that is impossible, because the reset panics with a new
// object, every doubt will be reported.
func (j *judge) try() {
	if !j.mayTry {
		return
	}
	after := false
	j.tried = j.lease.Try(func(object unsafe.Pointer) {
		j.see(object, j.shape.Observe(object), after)
		after = true
	})
}

// see takes samples of an object that is tried.
//
//go:norace
func (j *judge) see(object unsafe.Pointer, traces Traces, after bool) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	for i := range j.doubts {
		d := &j.doubts[i]
		s := sample{trace: traces.at(d.left.offset)}
		if !s.empty() {
			l, _ := j.shape.find(s.offset, true, nil)
			s.key = l.content(unsafe.Add(object, s.offset), s.trace).key
		}
		if after {
			d.reset = s
		} else {
			d.fresh = s
		}
	}
}

// decide decides about each doubt.
//
//go:norace
func (h *Habits) decide(j *judge) {
	race.Disable()
	h.mu.Lock()
	defer race.Enable()
	defer h.mu.Unlock()
	for i := range j.doubts {
		d := &j.doubts[i]
		l, _ := j.shape.find(d.left.offset, true, nil)
		if j.isData(l, d) {
			j.verdicts = append(j.verdicts, verdict{d.suspect, d.left.offset, left[l.kind]})
			if d.known != nil {
				d.known.varies = true
			}
		}
	}
	if !j.tried {
		return
	}
	n := h.tried.Add(1)
	for i := range j.doubts { // only now: several doubts can be about one field
		if d := &j.doubts[i]; d.known != nil {
			d.known.tried, d.known.triedAt = d.reset, n
		}
	}
}

// isData reports whether what a lease left is not the reset's own.
//
//go:norace
func (j *judge) isData(l *leaf, d *doubt) bool {
	known := d.known
	switch {
	case !j.tried:
		return j.mayTry || j.lease.Try == nil
	case l.agree(d.reset, d.left):
		if known != nil {
			known.own = known.own || !known.wrote.empty() && !l.agree(known.wrote, d.left)
			known.wrote = d.left
		}
		return false
	case d.fresh.empty() && d.reset.empty():
		return true
	case known == nil:
		return false
	}
	before := known.tried
	if known.triedAt == 0 || known.triedAt > j.lease.Tried || d.suspect != j.suspect { // the lease was not between the two
		return false
	}
	known.own = known.own || !l.agree(before, d.reset) && !(before.empty() && d.reset.empty())
	return !known.own
}

// A sample is what a field was seen to hold.
type sample struct {
	trace
	key uint64 // of its content; 0 if it is not known
}

// agree reports whether a leaf held the same in two samples, and not nothing.
//
//go:norace
func (l *leaf) agree(a, b sample) bool {
	if a.empty() || b.empty() {
		return false
	}
	return l.alike(a.trace, b.trace) || a.key != 0 && a.key == b.key
}
