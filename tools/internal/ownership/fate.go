package ownership

import (
	"go/token"
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/rcpool/rcpool/tools/internal/ownership/term"
)

// touch uses the object of t, which must not be dead.
func (x *explorer) touch(st *state, t term.Term, pos token.Pos) {
	if r, ok := x.roles[t]; ok && x.blind == 0 && !x.taken(st, t) {
		x.use(st, r, pos)
	}
}

// taken reports whether memory was taken out of the object that it was part of:
// the field that held it was assigned anew.
func (x *explorer) taken(st *state, t term.Term) bool {
	for t != 0 {
		if st.latest[takenKey(t)] != 0 {
			return true
		}
		t = x.ts.Node(t).A
	}
	return false
}

func takenKey(t term.Term) term.Node { return term.Node{Kind: term.Call, A: t, Tag: "taken"} }

// use reports a use of an object after the last release that this function knows
// of.
func (x *explorer) use(st *state, r role, pos token.Pos) {
	f := st.fate(r.object)
	o := &x.objects[r.object]
	if c, ok := x.elements[r.object]; ok {
		x.useElements(st, c, pos)
		return
	}
	switch {
	case f.status == live && !f.used && o.origin != acquired:
		f.used = true
		st.setFate(r.object, f)
	case f.status == gone && (f.how == toGoroutine || f.how == toChannel || f.how == toCallee) && !x.leaseHeld(st, o.lease) && o.family == nil:
		x.find(st, finding{category: UseAfterRelease, pos: pos, id: r.object, other: f.at, otherText: handedOverHere})
		st.toTop(r.object)
	case f.status == dead:
		if r.as != asReference && (f.detached || x.leaseHeld(st, o.lease)) {
			return
		}
		if r.as == asReference && o.family != nil && o.family.Counted && o.origin != acquired {
			return // references of others may keep it alive
		}
		x.find(st, finding{category: UseAfterRelease, pos: pos, id: r.object, other: f.at, otherText: x.releasedText(r.object, f)})
		st.toTop(r.object)
	}
}

func (x *explorer) releasedText(id objectID, f fate) string {
	if o := &x.objects[id]; o.family != nil && !o.family.Counted {
		return "put back here"
	}
	return "released here"
}

// leaseHeld reports whether a reference of the lease may still be held: by this
// function, or in a place.Place that it knows.
func (x *explorer) leaseHeld(st *state, lease objectID) bool {
	for id, f := range st.fates {
		if x.objects[id].lease != lease {
			continue
		}
		switch {
		case f.status == top, f.status == live && (f.count > 0 || x.objects[id].origin != acquired):
			return true
		case f.status == gone && f.how != toGoroutine && f.how != toChannel && f.how != toCallee:
			return true
		}
	}
	return false
}

// A moment is where and how something is done to an object.
type moment struct {
	pos      token.Pos
	deferred bool // by a deferred call: pos is that of the defer statement
	drop     bool // by Drop
}

// release gives up one reference.
func (x *explorer) release(st *state, id objectID, m moment) {
	if c, ok := x.elements[id]; ok {
		x.releaseElements(st, id, c, m)
		return
	}
	f := st.fate(id)
	o := &x.objects[id]
	switch f.status {
	case top:
	case gone:
		x.releaseGone(st, id, f, m)
		if st.fate(id).status == gone {
			st.toTop(id)
		}
	case dead:
		if f.at == m.pos && o.family != nil && o.family.Counted { // another turn of a loop, and perhaps another object
			st.toTop(id)
			return
		}
		pos, other, otherText := m.pos, f.at, "first "+x.releasedText(id, f)
		switch {
		case m.deferred && !f.deferred:
			pos, other, otherText = f.at, m.pos, deferredAgainHere
		case m.deferred && f.at > m.pos: // both deferred: the later statement
			pos, other, otherText = f.at, m.pos, deferredAgainHere
		}
		x.find(st, finding{category: DoubleRelease, pos: pos, id: id, other: other, otherText: otherText})
		st.toTop(id)
	case live:
		if f.count > 1 || f.count == 1 && f.taken > 0 && o.family != nil && o.origin != acquired {
			f.count--
			f.taken = max(f.taken-1, 0)
			st.setFate(id, f)
			return
		}
		if f.count == 0 {
			f.given++
			if o.family != nil && o.family.Counted && o.origin != acquired && f.given > 1 {
				st.toTop(id) // the number of references is unknown
				return
			}
		}
		f.count, f.status, f.at, f.deferred, f.contained = 0, dead, m.pos, m.deferred, false
		f.dropped, f.once = m.drop, x.once
		st.setFate(id, f)
		x.settleLoans(st, o.lease)
	}
}

// settleLoans reports the loans of an object that outlive its lease.
func (x *explorer) settleLoans(st *state, lease objectID) {
	if x.leaseHeld(st, lease) {
		return
	}
	for id, f := range st.fates {
		if x.objects[id].lease != lease || len(f.loans) == 0 {
			continue
		}
		for _, l := range f.loans {
			if l.addr != 0 && (l.how == toField || l.how == toGlobal) && (st.mem[l.addr] != l.held || x.over(st, l.addr)) {
				continue // cleared in time, or changed by others
			}
			x.find(st, finding{category: Escape, pos: l.pos, id: id, how: l.how, other: f.at, otherText: x.releasedText(id, *f), borrowed: true})
		}
		g := *f
		g.loans = nil
		st.setFate(id, g)
	}
}

// findOverdueLoans reports, where a path ends, what a field or a global variable
// still borrows of an object whose lease is over.
func (x *explorer) findOverdueLoans(st *state) {
	for _, id := range slices.Sorted(maps.Keys(st.fates)) {
		f := st.fates[id]
		if f.status != dead {
			continue
		}
		for _, l := range f.loans {
			if (l.how == toField || l.how == toGlobal) && st.mem[l.addr] == l.held {
				x.find(st, finding{category: Escape, pos: l.pos, id: id, how: l.how, other: f.at, otherText: x.releasedText(id, *f)})
			}
		}
	}
}

// over reports whether an address is in an object whose own lease is over: it has
// been reset.
func (x *explorer) over(st *state, addr term.Term) bool {
	return x.ts.Mentions(addr, func(t term.Term) bool {
		r, ok := x.roles[t]
		return ok && x.isTyped(r.object) && st.fate(r.object).status == dead && !x.leaseHeld(st, x.objects[r.object].lease)
	})
}

// releaseGone reports the release of a reference that was handed over.
func (x *explorer) releaseGone(st *state, id objectID, f fate, m moment) {
	o := &x.objects[id]
	escape := false
	switch f.how {
	case toField, toGlobal:
		if o.family != nil && o.origin != acquired {
			return
		}
		if held := st.mem[f.to]; held != 0 { // perhaps through its new holder: see findOverdueLoans
			g := f
			g.status, g.count, g.deferred, g.at = dead, 0, m.deferred, m.pos
			known := o.family != nil || x.ts.Node(x.ts.Root(f.to)).Kind == term.Alloc
			if !known || !f.looked { // else it was given up through its holder
				g.loans = []loan{{how: f.how, pos: f.at, addr: f.to, held: held}}
			}
			st.setFate(id, g)
			return
		}
		escape = true
	case toContainer:
		if f.looked && o.family != nil { // it was taken out again
			return
		}
		escape = true
	case toChannel:
		escape = o.family != nil
	}
	switch {
	case escape:
		x.reportEscape(st, id, f, m.pos)
	case m.deferred && (f.how == toGoroutine || f.how == toChannel || f.how == toLater):
		x.reportEscape(st, id, f, m.pos)
	case m.deferred && !f.deferred:
		x.find(st, finding{category: DoubleRelease, pos: f.at, id: id, other: m.pos, otherText: deferredAgainHere})
	default:
		x.find(st, finding{category: DoubleRelease, pos: m.pos, id: id, other: f.at, otherText: handedOverHere})
	}
}

func (x *explorer) reportEscape(st *state, id objectID, f fate, later token.Pos) {
	x.find(st, finding{category: Escape, pos: f.at, id: id, how: f.how, other: later, otherText: x.releasedText(id, f)})
}

// join ends the loans of goroutines that this function has waited for. In a
// loop, each receive ends one of those that a loop started.
func (x *explorer) join(st *state, loop bool) {
	for id, f := range st.fates {
		if f.status == gone && (f.how == toChannel || f.how == toGoroutine) && x.objects[id].family != nil {
			st.toTop(id) // it may be back
			continue
		}
		if len(f.loans) == 0 {
			continue
		}
		var left []loan
		for _, l := range f.loans {
			if (l.how == toGoroutine || l.how == toChannel) && (loop || !l.loop) {
				continue
			}
			left = append(left, l)
		}
		g := *f
		g.loans = left
		st.setFate(id, g)
	}
}

// retain adds a reference to a counted object itself.
func (x *explorer) retain(st *state, id objectID, m moment) {
	f := st.fate(id)
	o := &x.objects[id]
	switch f.status {
	case dead:
		if o.origin == acquired || o.origin == received {
			x.find(st, finding{category: UseAfterRelease, pos: m.pos, id: id, other: f.at, otherText: x.releasedText(id, f)})
		}
		st.toTop(id)
	case gone:
		f.status, f.count, f.retained = live, 1, m.pos
		st.setFate(id, f)
	case live:
		if f.kept > 0 { // it was stored first
			f.kept--
			st.setFate(id, f)
			return
		}
		f.count++
		if o.origin != acquired {
			f.taken++
		}
		f.retained = m.pos
		st.setFate(id, f)
	}
}

// wrote notes a write into an object.
func (x *explorer) wrote(st *state, r role, addr, v term.Term, i ssa.Instruction) {
	f := st.fate(r.object)
	if f.status != live {
		return
	}
	x.written(&f, addr, v, i)
	st.setFate(r.object, f)
}

// returned hands a result to the caller.
func (x *explorer) returned(st *state, v term.Term, pos token.Pos) {
	leases := map[objectID]bool{}
	var all []role
	x.reach(st, v, map[term.Term]bool{}, func(r role, _ term.Term) {
		if !slices.Contains(all, r) {
			all = append(all, r)
		}
	})
	_, direct := x.roles[v]
	isClosure := x.ts.Node(v).Kind == term.Closure
	for _, r := range all {
		if r.as != asReference {
			x.goesAlong(st, x.objects[r.object].lease)
		}
		f := st.fate(r.object)
		if (r.as == asReference || r.as == asCleanup) && x.owns(f) {
			x.move(st, r.object, toResult, pos, 0)
			leases[x.objects[r.object].lease] = true
		} else if x.owns(f) { // its memory, without the reference
			f.passed = true
			st.setFate(r.object, f)
		}
	}
	for _, r := range all {
		f, o := st.fate(r.object), &x.objects[r.object]
		if f.status != dead || leases[o.lease] || isClosure && !f.deferred || f.detached {
			continue
		}
		if r.as == asReference && (!direct && !isClosure || o.family != nil && o.family.Counted && o.origin != acquired || o.origin == stored) {
			continue
		}
		if r.as != asReference && x.leaseHeld(st, o.lease) {
			continue
		}
		if o.origin == param && r.as == asReference && o.single && !f.deferred {
			continue
		}
		found := finding{category: UseAfterRelease, pos: pos, id: r.object, other: f.at, otherText: x.releasedText(r.object, f)}
		if f.deferred {
			found.category, found.how, found.borrowed, found.otherText = Escape, toResult, r.as != asReference, "released by the deferred call here"
		}
		x.find(st, found)
		st.toTop(r.object)
	}
}
