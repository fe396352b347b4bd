package shape

import (
	"reflect"
	"runtime/debug"
	"sync"
	"unsafe"

	"github.com/rcpool/rcpool/internal/race"
)

// Habits are what the resets of a pool were seen to do. The zero value knows
// nothing. They are safe for concurrent use.
//
// A field that the reset left as the lease left it need not hold anybody's data.
// A lease can write the very constant that the reset writes, or what every lease
// writes: the mode of a connection, the server that it belongs to, a function
// that is made once. So a number alone, and what is behind a pointer, is a
// suspect until the field is seen to hold something else. Then all suspects are
// reported, also those of earlier leases.
type Habits struct {
	// The race detector does not see the lock, which would order every checked
	// lease after the one before. So it must not see either what the lock
	// protects, and functions that touch it are marked go:norace.
	mu    sync.Mutex
	first *habit
	n     int
}

// A habit is what is known of a field, or of a part of an array.
type habit struct {
	next    *habit // by offset
	offset  uintptr
	wrote   trace    // what the reset wrote itself, at last
	varies  bool     // what the reset leaves is not always the same
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
	j := judge{shape: s, lease: lease, found: findings{shape: s}}
	if len(lease.After) > 0 {
		j.suspect = newSuspect(report)
	}
	h.judge(&j)
	if found := j.found.list(); len(found) > 0 {
		report(found)
	}
	for _, c := range j.convicts {
		c.suspect.mu.Lock()
		report := c.suspect.report
		c.suspect.mu.Unlock()
		report(c.found.list())
	}
}

// A judge compares the traces of one lease.
type judge struct {
	shape    *Shape
	lease    Lease
	found    findings
	suspect  *suspect // this lease; nil if it left nothing
	convicts []*convict
}

// A convict is an earlier lease of which something is known to be wrong now.
type convict struct {
	suspect *suspect
	found   findings
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
}

// review decides about a number that an earlier lease left. It is data if the
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
		j.convict(known)
	}
}

// convict says that what a field holds after resets varies.
//
//go:norace
func (j *judge) convict(known *habit) {
	known.varies = true
	var c *convict
	for _, other := range j.convicts {
		if other.suspect == known.suspect {
			c = other
		}
	}
	if c == nil {
		c = &convict{known.suspect, findings{shape: j.shape}}
		j.convicts = append(j.convicts, c)
	}
	known.suspect = nil
	l, _ := j.shape.find(known.offset, true, nil)
	c.found.add(known.offset, true, left[l.kind])
}

//go:norace
func (h *Habits) judgeLeaf(j *judge, begin, end, after trace) {
	l, _ := j.shape.find(after.offset, true, nil)
	if what := j.lease.gone(l, begin, end, after); what != "" {
		j.found.add(after.offset, true, what)
		return
	}
	switch {
	case l.written(end, after):
		if known := h.of(after.offset, true); known != nil {
			known.wrote = after
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
	if known != nil && !known.wrote.empty() && l.alike(known.wrote, after) {
		return // the lease wrote what the reset writes
	}
	c := j.content(l, after)
	if !c.full {
		return
	}
	if c.apart && (known == nil || !known.varies) {
		if known = h.of(after.offset, true); known == nil {
			return
		}
		if known.suspect == nil {
			known.suspect, known.key, known.at = j.suspect, c.key, c.at
			return
		}
		if known.key == c.key || known.at == c.at && c.at != 0 {
			return
		}
		j.convict(known)
	}
	j.found.add(after.offset, true, left[l.kind])
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
	*at = &habit{next: *at, offset: offset, wrote: trace{offset: offset}}
	return *at
}
