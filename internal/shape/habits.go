package shape

import (
	"cmp"
	"reflect"
	"runtime/debug"
	"slices"
	"sync"
	"unsafe"

	"github.com/rcpool/rcpool/internal/race"
)

// Habits are what the resets of a pool were seen to do. The zero value knows
// nothing. They are safe for concurrent use.
//
// A field that the reset left as the lease left it need not hold anybody's data.
// A lease can write the very value that the reset writes, or what every lease
// writes: the mode of a connection, the server that it belongs to, a function
// that is made once. Two things tell them apart:
//
//   - A number alone, and what is behind a pointer, is a suspect until the field
//     is seen to hold something else. Then all suspects are in doubt, also those
//     of earlier leases.
//   - A field in doubt is reported if a trial shows that the reset does not write
//     that value itself: see [Trial].
type Habits struct {
	// The race detector does not see the lock, which would order every checked
	// lease after the one before. So it must not see either what the lock
	// protects, and functions that touch it are marked go:norace.
	mu     sync.Mutex
	first  *habit
	n      int
	trials int
	tried  race.Int64
}

// A habit is what is known of a field, or of a part of an array.
type habit struct {
	next    *habit // by offset
	offset  uintptr
	wrote   sample   // what the reset wrote itself, at last
	tried   sample   // what it left in the last trial
	triedAt int64    // the number of that trial; 0 if there was none
	own     bool     // what it writes is not always the same
	varies  bool     // what it leaves is not always the same, and not its own
	key, at uint64   // of what the suspect left
	suspect *suspect // nil if there is none
}

// A suspect is a lease that left something that may be data.
type suspect struct {
	mu     sync.Mutex // the race detector sees it: another goroutine may report the lease
	report func([]Finding)
}

func newSuspect(report func([]Finding)) *suspect {
	s := new(suspect)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.report = report
	return s
}

// maxHabits bounds what is remembered of a pool. Each suspect has its stacks.
const maxHabits = 128

// Judge finds what the reset of a lease left of its data, or took away though a
// fresh object has it, and calls report with it, if there is something. It can
// call the report of an earlier lease too, or that of this one later, in the
// goroutine of another lease. So report must be safe for that, and must not refer
// to the object, which the caller owns.
func (h *Habits) Judge(s *Shape, lease Lease, report func([]Finding)) {
	j := judge{shape: s, lease: lease}
	if len(lease.After) > 0 {
		j.suspect = newSuspect(report)
	}
	h.judge(&j)
	if len(j.doubts) > 0 {
		j.try()
		h.decide(&j)
	}
	if found := j.findings(j.suspect); len(found) > 0 {
		report(found)
	}
	for _, earlier := range j.earlier() {
		earlier.mu.Lock()
		report := earlier.report
		earlier.mu.Unlock()
		report(j.findings(earlier))
	}
}

// A judge compares the traces of one lease.
type judge struct {
	shape    *Shape
	lease    Lease
	suspect  *suspect // this lease; nil if it left nothing
	doubts   []doubt
	mayTry   bool
	tried    bool
	verdicts []verdict
}

// A doubt is a field that is reported unless the reset writes what is there.
type doubt struct {
	suspect *suspect // the lease that left it
	known   *habit   // nil if there was no room for it
	left    sample

	fresh, reset sample // what the object of the trial held before and after the reset
}

// A verdict is what is wrong with a field that a lease left.
type verdict struct {
	suspect *suspect
	offset  uintptr
	what    string
}

// findings returns what is wrong with what a lease left.
func (j *judge) findings(by *suspect) []Finding {
	slices.SortStableFunc(j.verdicts, func(v, w verdict) int { return cmp.Compare(v.offset, w.offset) })
	found := findings{shape: j.shape}
	for _, v := range j.verdicts {
		if v.suspect == by {
			found.add(v.offset, true, v.what)
		}
	}
	return found.list()
}

// earlier returns the earlier leases of which something is known to be wrong now.
func (j *judge) earlier() (all []*suspect) {
	for _, v := range j.verdicts {
		if v.suspect != j.suspect && !slices.Contains(all, v.suspect) {
			all = append(all, v.suspect)
		}
	}
	return all
}

//go:norace
func (h *Habits) judge(j *judge) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	race.Disable()
	h.mu.Lock()
	defer race.Enable()
	defer h.mu.Unlock()
	for known := h.first; known != nil; known = known.next {
		if known.suspect != nil {
			j.review(known)
		}
	}
	for rest := j.lease; ; {
		begin, end, after, ok := rest.next()
		if !ok {
			break
		}
		if !after.empty() || !begin.empty() { // the others are as they should be
			h.judgeLeaf(j, begin, end, after)
		}
	}
	if len(j.doubts) > 0 && j.lease.Try != nil && h.trials < maxTrials {
		h.trials++
		j.mayTry = true
	}
}

// review decides about a number that an earlier lease left. It is in doubt if the
// reset leaves something else at other times.
//
//go:norace
func (j *judge) review(known *habit) {
	l, _ := j.shape.find(known.offset, true, nil)
	if l.kind != plainLeaf {
		return
	}
	end, after := j.lease.End.at(known.offset), j.lease.After.at(known.offset)
	switch {
	case l.written(end, after):
		known.suspect = nil
	case after.sum != known.key:
		j.doubtSuspect(known)
	}
}

// doubtSuspect doubts what an earlier lease left in a field.
//
//go:norace
func (j *judge) doubtSuspect(known *habit) {
	left := sample{trace{offset: known.offset, at: known.at, sum: known.key}, known.key}
	j.doubts = append(j.doubts, doubt{suspect: known.suspect, known: known, left: left})
	known.suspect = nil
}

//go:norace
func (h *Habits) judgeLeaf(j *judge, begin, end, after trace) {
	l, _ := j.shape.find(after.offset, true, nil)
	if what := j.lease.gone(l, begin, end, after); what != "" {
		j.verdicts = append(j.verdicts, verdict{j.suspect, after.offset, what})
		return
	}
	switch {
	case l.written(end, after):
		if known := h.of(after.offset, true); known != nil {
			known.wrote = sample{trace: after}
		}
	case l.wasLeft(begin, end, after):
		h.judgeLeft(j, l, after)
	}
}

// judgeLeft judges what a lease has left, and the reset did not touch.
//
//go:norace
func (h *Habits) judgeLeft(j *judge, l *leaf, after trace) {
	known := h.of(after.offset, false)
	if known != nil && (known.own || l.agree(known.wrote, sample{trace: after})) {
		return // the lease wrote what the reset writes
	}
	c := j.content(l, after)
	if !c.full || known != nil && c.key != 0 && known.wrote.key == c.key {
		return
	}
	if known != nil && known.varies {
		j.verdicts = append(j.verdicts, verdict{j.suspect, after.offset, left[l.kind]})
		return
	}
	if j.copied(l, after) {
		return
	}
	known = h.of(after.offset, true)
	if c.apart && known == nil {
		return
	}
	if c.apart && !j.inDoubt(known) {
		if known.suspect == nil {
			known.suspect, known.key, known.at = j.suspect, c.key, c.at
			return
		}
		if known.key == c.key || known.at == c.at && c.at != 0 {
			return
		}
		j.doubtSuspect(known)
	}
	j.doubts = append(j.doubts, doubt{suspect: j.suspect, known: known, left: sample{after, c.key}})
}

// inDoubt reports whether what an earlier lease left in a field is in doubt now.
//
//go:norace
func (j *judge) inDoubt(known *habit) bool {
	for i := range j.doubts {
		if j.doubts[i].known == known {
			return true
		}
	}
	return false
}

// content returns what the lease left in a leaf.
//
//go:norace
func (j *judge) content(l *leaf, after trace) content {
	p := unsafe.Add(j.lease.Object, after.offset)
	c := l.content(p, after)
	switch l.kind {
	case plainLeaf:
		if c.apart && l.elem == nil && j.shape.measures(j.lease.Object, l.number(p)) {
			return content{}
		}
	case mapLeaf:
		c.full = after.n > 0
	case opaqueLeaf:
		if l.typ.Kind() == reflect.Func && j.shape.refersTo(j.lease.Object, c.at) {
			c.full = false // it belongs to the object
		}
	}
	return c
}

// of returns what is known of the field at the offset. If nothing is, it returns
// nil, or a new habit if there is room.
//
//go:norace
func (h *Habits) of(offset uintptr, add bool) *habit {
	at := &h.first
	for *at != nil && (*at).offset < offset {
		at = &(*at).next
	}
	if *at != nil && (*at).offset == offset {
		return *at
	}
	if !add || h.n == maxHabits {
		return nil
	}
	h.n++
	none := sample{trace: trace{offset: offset}}
	*at = &habit{next: *at, offset: offset, wrote: none, tried: none}
	return *at
}
