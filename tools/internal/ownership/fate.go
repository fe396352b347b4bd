package ownership

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"github.com/rcpool/rcpool/tools/internal/ownership/mistake"
	"github.com/rcpool/rcpool/tools/internal/ownership/place"
	"github.com/rcpool/rcpool/tools/internal/ownership/term"

	"github.com/rcpool/rcpool/tools/internal/ownership/fate"

	"github.com/rcpool/rcpool/tools/internal/ownership/memory"
	"github.com/rcpool/rcpool/tools/internal/ownership/summary"
)

// touch uses the object of t, which must not be dead.
func (x *explorer) touch(st *memory.State, t term.Term, pos token.Pos) {
	if r, ok := x.Roles[t]; ok && x.blind == 0 && !st.Taken(t) {
		x.use(st, r, pos)
	}
}

// use reports a use of an object after the last release that this function knows
// of.
func (x *explorer) use(st *memory.State, r fate.Role, pos token.Pos) {
	pos = x.placed(r.Object, pos)
	f := st.Fate(r.Object)
	o := &x.Objects[r.Object]
	if c, ok := x.Elements[r.Object]; ok {
		if !x.Rest[r.Object] {
			x.useElements(st, c, pos)
		}
		return
	}
	switch {
	case isRefused(st, f):
	case f.Status == fate.Live && !f.Used && !f.Asked && o.Origin != fate.Acquired:
		f.Used = true
		st.SetFate(r.Object, f)
	case f.Status == fate.Gone && f.How.IsOneWay() && !f.Stays && !st.LeaseHeld(o.Lease) && o.Family == nil:
		x.find(st, mistake.Finding{Mistake: mistake.UseAfterRelease{}, Pos: pos, Object: r.Object, Other: f.At, Then: mistake.HandedOver})
		st.ToTop(r.Object)
	case f.Status == fate.Dead && !x.mayLive(st, r):
		x.find(st, mistake.Finding{Mistake: mistake.UseAfterRelease{}, Pos: pos, Object: r.Object, Other: f.At, Then: x.releasedText(r.Object)})
		st.ToTop(r.Object)
	}
}

// mayLive reports whether an object that this function has released may be alive: it was
// detached, or others may have references to it.
func (x *explorer) mayLive(st *memory.State, r fate.Role) bool {
	o := &x.Objects[r.Object]
	if r.As != fate.AsReference && (st.Fate(r.Object).Detached || st.Outgrown(r) || st.LeaseHeld(o.Lease)) {
		return true
	}
	if !o.Counted() {
		return false
	}
	isLent := o.Place.IsRoot() && !o.Place.IsNowhere()
	i, isParameter := o.Place.Parameter()
	if isLent && isParameter && x.leaks.getsFresh(i) {
		return false
	}
	switch r.As {
	case fate.AsReference:
		return isLent || o.Origin != fate.Acquired
	case fate.AsAlias: // another object may share the memory
		return st.Fate(r.Object).Shared || st.IsPartByReference(r.Object) || isLent && (!isParameter || x.leaks.callersKeep(i))
	}
	return isLent
}

// A moment is where and how something is done to an object.
type moment struct {
	pos      token.Pos
	deferred bool // by a deferred call: pos is that of the defer statement
	drop     bool // by Drop
}

// release gives up one reference.
func (x *explorer) release(st *memory.State, id fate.ID, m moment) {
	if c, ok := x.Elements[id]; ok {
		x.releaseElements(st, id, c, m)
		return
	}
	m.pos = x.placed(id, m.pos)
	f := st.Fate(id)
	o := &x.Objects[id]
	if o.KeepsLent(&f) { // this is that one
		f.Status = fate.Live
	}
	switch f.Status {
	case fate.Top:
		x.untold.released(st, id, m.pos)
	case fate.Gone:
		if !f.At.IsValid() || isRefused(st, f) { // the reference was found to be zero, or was not taken
			return
		}
		x.releaseGone(st, id, f, m)
		if st.Fate(id).Status == fate.Gone {
			st.ToTop(id)
		}
	case fate.Dead:
		if f.At == m.pos && o.Counted() { // another turn of a loop, and perhaps another object
			st.ToTop(id)
			return
		}
		found := mistake.Finding{Mistake: mistake.DoubleRelease{}, Pos: m.pos, Object: id, Other: f.At, Then: x.releasedText(id).First()}
		if m.deferred && (!f.Deferred || f.At > m.pos) { // of two that are deferred, the later statement
			found.Pos, found.Other, found.Then = f.At, m.pos, mistake.DeferredAgain
		}
		x.find(st, found)
		st.ToTop(id)
	case fate.Live:
		if f.Count > 1 || f.Count == 1 && f.Taken > 0 && o.Family != nil && o.Origin != fate.Acquired {
			f.Count--
			f.Taken = max(f.Taken-1, 0)
			st.SetFate(id, f)
			return
		}
		if f.Count == 0 {
			f.Given++
			if o.Counted() && o.Origin != fate.Acquired && f.Given > 1 {
				st.ToTop(id) // the number of references is unknown
				return
			}
		}
		f.Count, f.Status, f.At, f.Deferred, f.Contained = 0, fate.Dead, m.pos, m.deferred, false
		f.Dropped, f.Once = m.drop, x.once
		x.ofOne(id)
		st.SetFate(id, f)
		x.courses.endCourses(st, id, m.pos)
		x.settleLoans(st, o.Lease)
	}
}

// settleLoans reports the loans of an object that outlive its lease.
func (x *explorer) settleLoans(st *memory.State, lease fate.ID) {
	if st.LeaseHeld(lease) {
		return
	}
	for id, f := range st.Fates {
		if x.Objects[id].Lease != lease || len(f.Loans) == 0 {
			continue
		}
		var kept []fate.Loan
		for _, l := range f.Loans {
			if l.Kept && x.deferring > 0 { // another deferred call may take it out
				l.Over = true
				kept = append(kept, l)
				continue
			}
			if !endsInTime(st, id, l) {
				x.find(st, mistake.Finding{Mistake: mistake.Escape{How: l.How, Borrowed: true}, Pos: l.Pos, Object: id, Other: f.At, Then: x.releasedText(id)})
			}
		}
		g := *f
		g.Loans = kept
		st.SetFate(id, g)
	}
}

// endsInTime reports whether a loan is over when the lease of the object ends: what it was
// stored in was cleared, or changed by others, or belongs to the same owner.
func endsInTime(st *memory.State, id fate.ID, l fate.Loan) bool {
	if now, changed := st.Cells[l.Addr]; l.Kept && (changed && now != l.Held || st.Over(l.Addr)) {
		return true
	}
	if l.Addr != 0 && (l.How == fate.ToField || l.How == fate.ToGlobal || l.How == fate.ToGoroutine) && (!st.Holds(l.Addr, l.Held, id) || st.Over(l.Addr)) {
		return true
	}
	at, ok := place.Of(st.Terms, l.Addr)
	return ok && l.How == fate.ToField && isBeside(&st.Objects[id], at)
}

// isBeside reports whether a field is beside the one that an object was found in: both
// belong to the same owner, so what one borrows from the other does not escape.
func isBeside(o *fate.Object, field place.Place) bool {
	return o.Origin == fate.Stored && !o.Place.IsNowhere() && field.IsBeside(o.Place)
}

// releaseGone reports the release of a reference that was handed over.
func (x *explorer) releaseGone(st *memory.State, id fate.ID, f fate.Fate, m moment) {
	o := &x.Objects[id]
	escape := false
	switch f.How {
	case fate.ToField, fate.ToGlobal:
		if releasedInField(st, id, f, m) {
			return
		}
		escape = true
	case fate.ToContainer:
		isLocal := f.To != 0 && x.Terms.Node(x.Terms.Root(f.To)).Kind == term.Alloc
		_, ofAll := code.EveryTurn(x.current)
		switch {
		case f.Looked && (o.Family != nil || isLocal): // it was taken out again
			return
		case f.Looked && ofAll: // all that is there is released
			f.Status, f.Count, f.Deferred, f.At = fate.Dead, 0, m.deferred, m.pos
			st.SetFate(id, f)
			return
		}
		escape = true
	case fate.ToChannel:
		escape = o.Family != nil
	}
	switch {
	case escape:
		x.reportEscape(st, id, f, m.pos)
	case m.deferred && f.How.IsAsync():
		x.reportEscape(st, id, f, m.pos)
	case m.deferred && !f.Deferred:
		x.find(st, mistake.Finding{Mistake: mistake.DoubleRelease{}, Pos: f.At, Object: id, Other: m.pos, Then: mistake.DeferredAgain})
	default:
		x.find(st, mistake.Finding{Mistake: mistake.DoubleRelease{HandedOver: true}, Pos: m.pos, Object: id, Other: f.At, Then: mistake.HandedOver})
	}
}

// releasedInField handles the release of a reference that was handed over to a field, and
// reports whether that is no mistake, as far as is known yet.
func releasedInField(st *memory.State, id fate.ID, f fate.Fate, m moment) bool {
	o := &st.Objects[id]
	if o.Family != nil && o.Origin != fate.Acquired {
		return true
	}
	held := st.Cells[f.To]
	if now, tracked := st.Roles[held]; tracked && now.Object != id && !slices.Contains(st.Containers[held], fate.Reference(id)) || held == 0 && !st.WholeKnown(f.To, st.Terms.Root(f.To)) {
		st.SetFate(id, fate.Fate{Status: fate.Dead, Deferred: m.deferred, At: m.pos}) // it was taken out before
		return true
	}
	if held == 0 {
		return false
	}
	g := f // perhaps through its new holder: see leaks.ofLoans
	g.Status, g.Count, g.Deferred, g.At = fate.Dead, 0, m.deferred, m.pos
	known := o.Family != nil || st.Terms.Node(st.Terms.Root(f.To)).Kind == term.Alloc
	if !known || !f.Looked { // else it was given up through its holder
		g.Loans = []fate.Loan{{How: f.How, Pos: f.At, Addr: f.To, Held: held}}
	}
	st.SetFate(id, g)
	return true
}

func (x *explorer) reportEscape(st *memory.State, id fate.ID, f fate.Fate, later token.Pos) {
	x.find(st, mistake.Finding{Mistake: mistake.Escape{How: f.How}, Pos: f.At, Object: id, Other: later, Then: x.releasedText(id)})
}

// join ends the loans of goroutines that this function has waited for. In a
// loop, each receive ends one of those that a loop started.
func (x *explorer) join(st *memory.State, loop bool) {
	x.keepers.waited(st)
	st.Effects = slices.DeleteFunc(slices.Clone(st.Effects), func(e summary.Effect) bool {
		return e.Kind == summary.Lends && e.How.IsAsync()
	})
	x.mayBeRemoved(st, nil)
	x.mayBeCleared(st)
	for id, f := range st.Fates {
		if f.Status == fate.Gone && (f.How == fate.ToChannel || f.How == fate.ToGoroutine) && x.Objects[id].Family != nil {
			st.ToTop(id) // it may be back
			continue
		}
		sent := false
		st.EndLoans(id, func(l fate.Loan) bool {
			over := l.How.IsAsync() && (loop || !l.Loop)
			sent = sent || over && l.How == fate.ToChannel
			return over
		})
		if sent && x.Objects[id].Lossy() { // by a callee, and perhaps for good
			g := st.Fate(id)
			g.Passed = true
			st.SetFate(id, g)
		}
	}
}

// mayBeRemoved handles what this function put into maps, where other code may have run.
// If another function of the package deletes from such a map, the object may be out of
// it again, and this function its only owner. Of a function that a variable of the package
// always holds, what it does is known.
func (x *explorer) mayBeRemoved(st *memory.State, call *ssa.CallCommon) {
	for id, f := range st.Fates {
		if f.Status != fate.Gone || f.How != fate.ToContainer {
			continue
		}
		if variable := x.VariableAt(x.Terms.Node(f.To).A); variable != nil && x.pkg.RemovesElsewhere(variable, x.top.Function) && !x.pkg.LeavesIn(call, variable) {
			st.ToTop(id)
		}
	}
}

// mayBeCleared ends the loans to fields that another function of the package clears, where
// this one waits for others or takes a mutex: it may have waited for that.
func (x *explorer) mayBeCleared(st *memory.State) {
	for id := range st.Fates {
		st.EndLoans(id, func(l fate.Loan) bool {
			field := x.Fields[l.Addr]
			return l.How == fate.ToField && field != nil && x.pkg.ClearsElsewhere(field, x.top.Function)
		})
	}
}

// forget forgets what others may have changed, and taken out, where unknown code runs.
// What the function has put there before may be anywhere by then.
func (x *explorer) forget(st *memory.State, s *site) {
	x.keepers.called(st, s, false)
	x.caller.noteFound(st)
	st.Forget()
	x.mayBeRemoved(st, s.common)
}

// retain adds a reference to a counted object itself.
func (x *explorer) retain(st *memory.State, id fate.ID, m moment) {
	m.pos = x.placed(id, m.pos)
	f := st.Fate(id)
	o := &x.Objects[id]
	switch f.Status {
	case fate.Dead:
		if o.Origin == fate.Acquired || o.Origin == fate.Received {
			x.find(st, mistake.Finding{Mistake: mistake.UseAfterRelease{}, Pos: m.pos, Object: id, Other: f.At, Then: x.releasedText(id)})
		}
		st.ToTop(id)
	case fate.Gone:
		f.Status, f.Count, f.Retained = fate.Live, 1, m.pos
		st.SetFate(id, f)
	case fate.Live:
		if f.Unretained > 0 { // it was stored first
			f.Unretained--
			st.SetFate(id, f)
			return
		}
		f.Count++
		if o.Origin != fate.Acquired {
			f.Taken++
		}
		f.Retained = m.pos
		st.SetFate(id, f)
	}
}

// wrote notes a write into an object.
func (x *explorer) wrote(st *memory.State, r fate.Role, addr term.Term, i ssa.Instruction) {
	f := st.Fate(r.Object)
	if f.Status != fate.Live {
		return
	}
	x.written(&f, addr, i)
	st.SetFate(r.Object, f)
}

// endPath ends one path through the function: its results go to the caller, and
// what the function still owns has leaked.
func (x *explorer) endPath(e *exit) {
	if e.panicked {
		return
	}
	for i, r := range e.results {
		x.returned(e.st, r, e.pos)
		if x.tracksType(x.top.Signature.Results().At(i).Type()) {
			x.returnedWith(e.st, r)
		}
	}
	x.leaks.ofLoans(e.st)
	x.leaks.onPath(e)
}

// returnedWith handles counted objects that go to the caller along with a counted
// result: a part of an object may stand for it. And a function that returns an object
// to which it has several references has put the others somewhere.
func (x *explorer) returnedWith(st *memory.State, v term.Term) {
	x.Terms.Mentions(v, func(t term.Term) bool {
		if r, ok := x.Roles[t]; ok && !x.IsTyped(r.Object) {
			if f := st.Fate(r.Object); f.Owned() {
				f.Abroad = true
				st.SetFate(r.Object, f)
			}
		}
		return false
	})
}

// returned hands a result to the caller.
func (x *explorer) returned(st *memory.State, v term.Term, pos token.Pos) {
	var all []fate.Role
	st.Reach(v, func(r fate.Role, _ term.Term) {
		if !slices.Contains(all, r) {
			all = append(all, r)
		}
	})
	leases := x.moveToCaller(st, all, pos)
	for _, r := range all {
		f := st.Fate(r.Object)
		if f.Status != fate.Dead || leases[x.Objects[r.Object].Lease] || x.mayReturnDead(st, v, r) {
			continue
		}
		found := mistake.Finding{Mistake: mistake.UseAfterRelease{}, Pos: pos, Object: r.Object, Other: f.At, Then: x.releasedText(r.Object)}
		if f.Deferred {
			found.Mistake, found.Then = mistake.Escape{How: fate.ToResult, Borrowed: r.As != fate.AsReference}, mistake.DeferredFirst
		}
		x.find(st, found)
		st.ToTop(r.Object)
	}
}

// moveToCaller moves what this function owns of a result, and returns the leases that
// went along.
func (x *explorer) moveToCaller(st *memory.State, all []fate.Role, pos token.Pos) map[fate.ID]bool {
	leases := map[fate.ID]bool{}
	for _, r := range all {
		if r.As != fate.AsReference {
			st.GoesAlong(x.Objects[r.Object].Lease)
		}
		f := st.Fate(r.Object)
		if _, oneOf := x.Elements[r.Object]; oneOf && r.As == fate.AsReference {
			x.move(st, r.Object, fate.ToResult, pos, 0)
		} else if (r.As == fate.AsReference || r.As == fate.AsCleanup) && f.Owned() {
			x.move(st, r.Object, fate.ToResult, pos, 0)
			leases[x.Objects[r.Object].Lease] = true
		} else if f.Owned() { // its memory, without the reference, or a part that stands for it
			f.Passed = true
			st.SetFate(r.Object, f)
		}
	}
	return leases
}

// mayReturnDead reports whether a dead object that a result leads to is not worth a
// report: the caller may have a reference of its own, or never look at it.
func (x *explorer) mayReturnDead(st *memory.State, v term.Term, r fate.Role) bool {
	f, o := st.Fate(r.Object), &x.Objects[r.Object]
	_, direct := x.Roles[v]
	isClosure := x.Terms.Node(v).Kind == term.Closure
	inside := !direct && !isClosure
	switch {
	case isClosure && !f.Deferred || f.Detached || st.Taken(v) || st.Outgrown(r):
		return true
	case r.As != fate.AsReference:
		return st.LeaseHeld(o.Lease)
	case direct && f.Deferred && x.IsTyped(r.Object) && o.Origin == fate.Stored:
		_, oneOf := x.Elements[r.Object]
		return oneOf // else it was found in a field, and this very reference is released
	case o.Origin == fate.Param && o.Single && !f.Deferred:
		return true
	case inside && f.Deferred && o.Lossy() && o.Origin == fate.Acquired:
		return false // a deferred call puts back what is in the result
	}
	return inside || o.Counted() && o.Origin != fate.Acquired || o.Origin == fate.Stored && !o.Lossy()
}

// ofOne notes that an object is given up, if it is an element of a caller's container
// and only some of the elements are given up, and not one in each turn of a loop over all.
func (x *explorer) ofOne(id fate.ID) {
	p := x.Objects[id].Place
	if p.IsElement() {
		header, every := code.EveryTurn(x.current)
		if !every || !x.onEachWay(header) || code.TakesSome(x.current, header) || x.IsPicked(id) {
			x.caller.expose(p)
		}
	}
	if list := x.PartOf(id); list != 0 {
		x.caller.exposeElements(list)
	}
}
