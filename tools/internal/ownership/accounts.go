package ownership

import (
	"go/token"
	"slices"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"github.com/rcpool/rcpool/tools/internal/ownership/fate"
	"github.com/rcpool/rcpool/tools/internal/ownership/memory"
	"github.com/rcpool/rcpool/tools/internal/ownership/mistake"
	"github.com/rcpool/rcpool/tools/internal/ownership/place"
	"github.com/rcpool/rcpool/tools/internal/ownership/term"
	"golang.org/x/tools/go/ssa"
)

// accounts keeps account of objects: it enters that one is found, used, retained, released or
// moved, and finds what is wrong in that. It knows the values of the walk and where the walk is.
// It tells the protocols, and what is uncertain of callees, of what happens, and the caller's
// effects of elements; and it asks what callers keep. It knows neither memory nor calls: what
// leads to an object is found by those who ask.
type accounts struct {
	*memory.Values
	where    *position
	recorder *recorder
	caller   *callerEffects
	courses  *courses
	untold   *untoldReleases
	leaks    *leaks
	pkg      *code.Package
}

// touch uses the object of t, which must not be dead. A list of parts of an object is no memory of
// it, nor are its elements: only what they refer to is.
func (a *accounts) touch(st *memory.State, t term.Term, pos token.Pos) {
	r, ok := a.Roles[t]
	if !ok || a.where.blind > 0 || st.Taken(t) || isSplit(a.Values, t) {
		return
	}
	if n := a.Terms.Node(t); n.Kind == term.Index && isSplit(a.Values, n.A) {
		return
	}
	a.use(st, r, pos)
}

// use reports a use of an object after the last release that this function knows
// of.
func (a *accounts) use(st *memory.State, r fate.Role, pos token.Pos) {
	pos = a.where.placed(r.Object, pos)
	f := st.Fate(r.Object)
	o := &a.Objects[r.Object]
	if c, ok := a.Elements[r.Object]; ok {
		if !a.Rest[r.Object] {
			a.useElements(st, c, pos)
		}
		return
	}
	switch {
	case isRefused(st, f):
	case f.Status == fate.Live && !f.Used && !f.Asked && o.Origin != fate.Acquired:
		f.Used = true
		st.SetFate(r.Object, f)
	case f.Status == fate.Gone && f.How.IsOneWay() && !f.Stays && !f.Untold && !st.LeaseHeld(o.Lease) && o.Family == nil:
		a.recorder.find(st, mistake.Finding{Mistake: mistake.UseAfterRelease{}, Pos: pos, Object: r.Object, Other: f.At, Then: mistake.HandedOver})
		st.ToTop(r.Object)
	case f.Status == fate.Dead && !a.mayLive(st, r):
		a.recorder.find(st, mistake.Finding{Mistake: mistake.UseAfterRelease{}, Pos: pos, Object: r.Object, Other: f.At, Then: a.recorder.releasedText(r.Object)})
		st.ToTop(r.Object)
	}
}

// mayLive reports whether an object that this function has released may be alive: it was
// detached, or others may have references to it.
func (a *accounts) mayLive(st *memory.State, r fate.Role) bool {
	o := &a.Objects[r.Object]
	if r.As != fate.AsReference && (st.Fate(r.Object).Detached || st.Outgrown(r) || st.LeaseHeld(o.Lease)) {
		return true
	}
	if !o.Counted() {
		return false
	}
	isLent := o.Place.IsRoot() && !o.Place.IsNowhere()
	i, isParameter := o.Place.Parameter()
	if isLent && isParameter && a.leaks.getsFresh(i) {
		return false
	}
	switch r.As {
	case fate.AsReference:
		return (isLent || o.Origin != fate.Acquired) && !a.isOnlyHere(o)
	case fate.AsAlias: // another object may share the memory
		return st.Fate(r.Object).Shared || st.IsPartByReference(r.Object) || isLent && (!isParameter || a.leaks.callersKeep(i))
	}
	return isLent
}

// isOnlyHere reports whether an object that this function was given or has found, and has released, had one
// reference as far as the package knows: the package takes no others. Only buffers of gRPC are so: their
// memory goes back to a pool. Arrow's constructors retain what they get, and what has counters of its own
// is often just memory that may be read later.
func (a *accounts) isOnlyHere(o *fate.Object) bool {
	return o.Family != nil && o.Family.Name == "grpc mem" && !a.pkg.Retains(a.leaks.table, o.Family.Name)
}

// mayBeKept reports whether an object is a counted parameter to which some caller may have another
// reference.
func (a *accounts) mayBeKept(id fate.ID) bool {
	o := &a.Objects[id]
	i, isParameter := o.Place.Parameter()
	return o.Counted() && isParameter && o.Place.IsRoot() && a.leaks.callersKeep(i)
}

// useElements reports the use of what a container holds, if all is released.
func (a *accounts) useElements(st *memory.State, container term.Term, pos token.Pos) {
	if isEmptying(st, container, a.where.current) || slices.ContainsFunc(a.where.sites, func(s *site) bool { return isEmptying(st, container, s.instr) }) {
		return // each turn has an element of its own
	}
	ids := st.ContentsOf(container)
	for _, id := range ids {
		if st.Fate(id).Status != fate.Dead {
			return
		}
	}
	for _, id := range ids {
		a.use(st, fate.Reference(id), pos)
	}
}

// useDead reports a value that is put somewhere after its object went back to a lossy
// pool. What was put there before may have been forgotten there.
func (a *accounts) useDead(st *memory.State, v term.Term, pos token.Pos) {
	r, ok := a.Roles[v]
	if !ok {
		return
	}
	if o := &a.Objects[r.Object]; o.Lossy() && st.Fate(r.Object).Status == fate.Dead {
		a.use(st, r, pos)
	}
}

// retain adds a reference to a counted object itself.
func (a *accounts) retain(st *memory.State, id fate.ID, m moment) {
	m.pos = a.where.placed(id, m.pos)
	f := st.Fate(id)
	o := &a.Objects[id]
	switch f.Status {
	case fate.Dead:
		if o.Origin == fate.Acquired || o.Origin == fate.Received {
			a.recorder.find(st, mistake.Finding{Mistake: mistake.UseAfterRelease{}, Pos: m.pos, Object: id, Other: f.At, Then: a.recorder.releasedText(id)})
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

// release gives up one reference.
func (a *accounts) release(st *memory.State, id fate.ID, m moment) {
	if c, ok := a.Elements[id]; ok {
		a.releaseElements(st, id, c, m)
		return
	}
	m.pos = a.where.placed(id, m.pos)
	f := st.Fate(id)
	o := &a.Objects[id]
	if o.KeepsLent(&f) { // this is that one
		f.Status = fate.Live
	}
	if f.Status == fate.Gone && f.Untold { // the callee has left it
		f.Status, f.Count, f.Handed, f.Untold = fate.Live, 1, max(f.Handed-1, 0), false
	}
	switch f.Status {
	case fate.Top:
		a.untold.released(st, id, m.pos)
	case fate.Gone:
		if !f.At.IsValid() || isRefused(st, f) { // the reference was found to be zero, or was not taken
			return
		}
		a.releaseGone(st, id, f, m)
		if st.Fate(id).Status == fate.Gone {
			st.ToTop(id)
		}
	case fate.Dead:
		if f.At == m.pos && (o.Counted() || a.isFound()) && !a.isCalledTwice(o) { // another turn of a loop, and perhaps another object
			st.ToTop(id)
			return
		}
		found := mistake.Finding{Mistake: mistake.DoubleRelease{}, Pos: m.pos, Object: id, Other: f.At, Then: a.recorder.releasedText(id).First()}
		if m.deferred && (!f.Deferred || f.At > m.pos) { // of two that are deferred, the later statement
			found.Pos, found.Other, found.Then = f.At, m.pos, mistake.DeferredAgain
		}
		a.recorder.find(st, found)
		st.ToTop(id)
	case fate.Live:
		a.releaseLive(st, id, f, m)
	}
}

// isCalledTwice reports whether an object that was released here before is released again because the
// function literal is called again, as by a deferred call: nothing here is in a loop.
func (a *accounts) isCalledTwice(o *fate.Object) bool {
	current := a.where.current
	return o.Origin == fate.Acquired && len(a.where.sites) > 0 &&
		!a.pkg.Function(current.Parent()).InLoop(current.Block()) && !slices.ContainsFunc(a.where.sites, (*site).inLoop)
}

// isFound reports whether what is released here was found behind a pointer, as the last element of a
// list is. In another turn of a loop that is another element, and the list knows what it has.
func (a *accounts) isFound() bool { return code.IsFoundByPointer(code.FieldGiven(a.where.current)) }

// releaseLive gives up a reference to a live object: perhaps the last one of this function.
func (a *accounts) releaseLive(st *memory.State, id fate.ID, f fate.Fate, m moment) {
	o := &a.Objects[id]
	if f.Count > 1 || f.Count == 1 && f.Taken > 0 && o.Family != nil && o.Origin != fate.Acquired {
		if f.Count--; f.Count == 0 && f.WasHandedOver() {
			f.Status = fate.Gone
		} else {
			f.Taken = max(f.Taken-1, 0)
		}
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
	f.Dropped, f.Once = m.drop, a.where.once
	a.ofOne(id)
	st.SetFate(id, f)
	a.courses.endCourses(st, id, m.pos)
	a.settleLoans(st, o.Lease)
}

// releaseElements releases all elements of a container, if this happens in each
// turn of a loop. Otherwise the elements become top.
//
// If one element is released, and each of them later, then that one is released twice.
func (a *accounts) releaseElements(st *memory.State, element fate.ID, container term.Term, m moment) {
	if st.Marks[memory.Marked(memory.IsCut, container, nil)] != 0 { // it is not in there any more
		st.Discard(container)
		return
	}
	one := memory.Marked(memory.HasReleased, container, nil)
	if _, every := code.EachTurnWithOne(a.where.current); (!every || a.IsPicked(element)) && !a.Rest[element] {
		for _, id := range st.ContentsOf(container) {
			st.ToTopLive(id)
		}
		st.Marks[one] = int(m.pos)
		return
	}
	if pos := st.Marks[one]; pos != 0 && token.Pos(pos) != m.pos {
		a.recorder.find(st, mistake.Finding{Mistake: mistake.DoubleRelease{OneOfAll: true}, Pos: token.Pos(pos), Object: element, Other: m.pos, Then: mistake.AllReleased})
		delete(st.Marks, one)
	}
	if pos := st.Marks[memory.Marked(memory.HasTwice, container, nil)]; pos != 0 {
		a.recorder.find(st, mistake.Finding{Mistake: mistake.DoubleRelease{Twice: true}, Pos: token.Pos(pos), Object: element, Other: m.pos, Then: mistake.AllReleased})
		delete(st.Marks, memory.Marked(memory.HasTwice, container, nil))
	}
	a.forElements(st, container, func(id fate.ID) {
		if !a.Rest[element] || st.Fate(id).Status == fate.Live {
			a.release(st, id, m)
		}
	})
}

func (a *accounts) forElements(st *memory.State, container term.Term, do func(fate.ID)) {
	header, every := code.EachTurnWithOne(a.where.current)
	if !every {
		st.Drain(container)
		return
	}
	st.Marks[memory.Marked(memory.IsEmptied, container, header)] = 1
	if !st.First(memory.Marked(memory.IsDealtWith, container, a.where.current)) {
		return // in a turn before
	}
	for _, id := range st.ContentsOf(container) {
		do(id)
	}
}

// ofOne notes that an object is given up, if it is an element of a caller's container
// and only some of the elements are given up: not one in each turn of a loop over all, nor all of
// them by a callee.
func (a *accounts) ofOne(id fate.ID) {
	p := a.Objects[id].Place
	if p.IsElement() && !a.where.ofEach {
		header, every := code.EachTurnWithOne(a.where.current)
		if !every || a.where.ofSome || !a.where.onEachWay(header) || code.TakesSome(a.where.current, header) || a.IsPicked(id) {
			a.caller.expose(p)
		}
	}
	if list := a.PartOf(id); list != 0 {
		a.caller.exposeElements(list)
	}
}

// settleLoans reports the loans of an object that outlive its lease.
func (a *accounts) settleLoans(st *memory.State, lease fate.ID) {
	if st.LeaseHeld(lease) {
		return
	}
	for id, f := range st.Fates {
		if a.Objects[id].Lease != lease || len(f.Loans) == 0 {
			continue
		}
		var kept []fate.Loan
		for _, l := range f.Loans {
			if l.Kept && a.where.deferring > 0 { // another deferred call may take it out
				l.Over = true
				kept = append(kept, l)
				continue
			}
			if !endsInTime(st, id, l) && !a.mayBeKept(id) {
				a.recorder.find(st, mistake.Finding{Mistake: mistake.Escape{How: l.How, Borrowed: true}, Pos: l.Pos, Object: id, Part: l.Part, Other: f.At, Then: a.recorder.releasedText(id)})
			}
		}
		g := *f
		g.Loans = kept
		st.SetFate(id, g)
	}
}

// releaseGone reports the release of a reference that was handed over.
func (a *accounts) releaseGone(st *memory.State, id fate.ID, f fate.Fate, m moment) {
	o := &a.Objects[id]
	escape := false
	switch f.How {
	case fate.ToField, fate.ToGlobal:
		if releasedInField(st, id, f, m, m.found || a.isFound()) {
			return
		}
		escape = true
	case fate.ToContainer:
		isLocal := f.To != 0 && a.Terms.Node(a.Terms.Root(f.To)).Kind == term.Alloc
		_, ofAll := code.EveryTurn(a.where.current)
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
		a.reportEscape(st, id, f, m.pos)
	case m.deferred && f.How.IsAsync():
		a.reportEscape(st, id, f, m.pos)
	case m.deferred && !f.Deferred:
		a.recorder.find(st, mistake.Finding{Mistake: mistake.DoubleRelease{}, Pos: f.At, Object: id, Other: m.pos, Then: mistake.DeferredAgain})
	default:
		a.recorder.find(st, mistake.Finding{Mistake: mistake.DoubleRelease{HandedOver: true}, Pos: m.pos, Object: id, Other: f.At, Then: mistake.HandedOver})
	}
}

func (a *accounts) reportEscape(st *memory.State, id fate.ID, f fate.Fate, later token.Pos) {
	if f.Called {
		a.recorder.findCalled(st, id, f.At, later)
		return
	}
	a.recorder.find(st, mistake.Finding{Mistake: mistake.Escape{How: f.How}, Pos: f.At, Object: id, Other: later, Then: a.recorder.releasedText(id)})
}

// move hands one reference over.
func (a *accounts) move(st *memory.State, id fate.ID, how fate.Handover, pos token.Pos, addr term.Term) {
	if c, ok := a.Elements[id]; ok {
		if a.IsPicked(id) {
			st.Drain(c)
			return
		}
		a.forElements(st, c, func(id fate.ID) { a.move(st, id, how, pos, addr) })
		return
	}
	pos = a.where.placed(id, pos)
	f := st.Fate(id)
	o := &a.Objects[id]
	switch {
	case f.Status != fate.Live:
		if f.Status == fate.Gone {
			a.moveAgain(st, id, how, pos, addr)
		}
		return
	case f.Count > 1:
		f.Count--
		f.Handed++
		f.Housed += housed(how)
	case f.Count == 1:
		f.Count, f.Status, f.At, f.How, f.To, f.Contained = 0, fate.Gone, pos, how, addr, false
		f.Handed++
		f.Housed += housed(how)
		f.Looked, f.Stays, f.Called, f.Untold = a.where.applying > 0, false, false, false // a callee may have put it elsewhere as well
	case o.Counted(): // a counted object that is lent: the new holder retains it
		f.Unretained++
	case o.Origin == fate.Stored || o.Origin == fate.Param: // a copy of somebody's reference
		if how == fate.ToGoroutine || how == fate.ToChannel {
			a.courses.lend(st, id, fate.Loan{How: how, Pos: pos, Addr: addr, Held: addr})
		}
		return
	default:
		f.Status = fate.Top
	}
	st.SetFate(id, f)
}

// moveAgain hands a reference over that was handed over before.
func (a *accounts) moveAgain(st *memory.State, id fate.ID, how fate.Handover, pos token.Pos, addr term.Term) {
	f := st.Fate(id)
	if stays(how) && stays(f.How) && addr != f.To { // two have it, of which one is no owner
		f.Handed++
		st.SetFate(id, f)
	}
	if !(how == fate.ToGoroutine || how == fate.ToChannel) || !(f.How == fate.ToGoroutine || f.How == fate.ToChannel) {
		return
	}
	if a.Objects[id].KeepsLent(&f) { // it follows those that were retained: none is left
		f.Taken, f.At, f.How, f.To = 0, pos, how, addr
		f.Handed++
		st.SetFate(id, f)
		return
	}
	a.recorder.find(st, mistake.Finding{Mistake: mistake.Escape{How: how, Again: true}, Pos: pos, Object: id, Other: f.At, Then: mistake.HandedBefore})
	st.ToTop(id)
}

// refObject returns the object that a Ref refers to. If the Ref comes from memory
// that others know, somebody else owns it.
func (a *accounts) refObject(st *memory.State, v term.Term, s *site) fate.ID {
	if r, ok := a.Roles[v]; ok {
		if st.Fates[r.Object] == nil {
			st.SetFate(r.Object, fate.Fate{Status: fate.Live})
		}
		return r.Object
	}
	o := fate.Object{Origin: fate.Stored, Pos: s.pos, What: "the reference"}
	if p, ok := place.Of(a.Terms, v); ok {
		o.Place = p
	}
	id := a.Object(memory.Key{Found: v}, o)
	a.Roles[v] = fate.Reference(id)
	if st.Fates[id] == nil {
		st.SetFate(id, fate.Fate{Status: fate.Live})
	}
	return id
}

// counted is the object that a pointer of a table's family refers to. It is
// not ok if the object belongs to another family.
func (a *accounts) counted(st *memory.State, v term.Term, family *api.Family, s *site) (fate.ID, bool) {
	if r, ok := a.Roles[v]; ok {
		if st.Fates[r.Object] == nil {
			st.SetFate(r.Object, fate.Fate{Status: fate.Live})
		}
		return r.Object, r.As == fate.AsReference && a.Objects[r.Object].Family == family
	}
	o := fate.Object{Family: family, Origin: fate.Stored, Pos: s.pos, What: "the object"}
	f := fate.Fate{Status: fate.Live}
	if p, ok := place.Of(a.Terms, v); ok {
		o.Place = p
	} else if a.Terms.Node(v).Kind == term.Alloc && !family.Counted { // a fresh object that is put into a pool
		o.Origin = fate.Acquired
		f.Count = 1
	}
	id := a.Object(memory.Key{Found: v}, o)
	a.Roles[v] = fate.Reference(id)
	if st.Fates[id] == nil {
		st.SetFate(id, f)
	}
	return id, true
}

// isEmptying reports whether an instruction is in a loop that releases all that a container
// holds, one by one.
func isEmptying(st *memory.State, container term.Term, i ssa.Instruction) bool {
	header, _ := code.EveryTurn(i)
	return header != nil && st.Marks[memory.Marked(memory.IsEmptied, container, header)] != 0
}

// endsInTime reports whether a loan is over when the lease of the object ends: what it was
// stored in was cleared, or changed by others, or belongs to the same owner.
func endsInTime(st *memory.State, id fate.ID, l fate.Loan) bool {
	if now, changed := st.Cells[l.Addr]; l.Kept && (changed && now != l.Held || st.Over(l.Addr)) {
		return true
	}
	if isTakenOut(st, l.Held, id) {
		return true
	}
	if l.Addr != 0 && (l.How == fate.ToField || l.How == fate.ToGlobal || l.How == fate.ToGoroutine) && (!st.Holds(l.Addr, l.Held, id) || st.Over(l.Addr)) {
		return true
	}
	at, ok := place.Of(st.Terms, l.Addr)
	return ok && l.How == fate.ToField && isBeside(&st.Objects[id], at)
}

// isTakenOut reports whether what was lent, or all that leads to an object in it, is memory that was
// taken out of the object: that has other memory, or none.
func isTakenOut(st *memory.State, lent term.Term, id fate.ID) bool {
	taken, left := false, false
	st.Reach(lent, func(r fate.Role, v term.Term) {
		if r.Object == id {
			out := r.As == fate.AsAlias && st.Taken(v)
			taken, left = taken || out, left || !out
		}
	})
	return taken && !left
}

// isBeside reports whether a field is beside the one that an object was found in: both
// belong to the same owner, so what one borrows from the other does not escape.
func isBeside(o *fate.Object, field place.Place) bool {
	return o.Origin == fate.Stored && !o.Place.IsNowhere() && field.IsBeside(o.Place)
}

// releasedInField handles the release of a reference that was handed over to a field, and
// reports whether that is no mistake, as far as is known yet.
func releasedInField(st *memory.State, id fate.ID, f fate.Fate, m moment, found bool) bool {
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
	if !(known && f.Looked || found) { // else it was given up through its holder
		g.Loans = []fate.Loan{{How: f.How, Pos: f.At, Addr: f.To, Held: held}}
	}
	st.SetFate(id, g)
	return true
}

// housed is how many references go to a field or a container if one is handed over.
func housed(how fate.Handover) int {
	if stays(how) {
		return 1
	}
	return 0
}

// stays reports whether what is handed over in a way is then in memory that others find.
func stays(how fate.Handover) bool {
	return how == fate.ToField || how == fate.ToGlobal || how == fate.ToContainer
}

// isUnknownRef reports whether a value of which only the place is known is not a zero
// reference.
func isUnknownRef(st *memory.State, t term.Term) bool {
	r, known := st.Roles[t]
	known = known && st.Fates[r.Object] != nil // else it was found on another path
	kind := st.Terms.Node(t).Kind
	return !known && !st.IsZeroRef(t) && (kind == term.Load || kind == term.Part)
}

// isRefused reports whether a path knows that a function has not taken the Ref that it was
// given, if it tells that by its last result. Such a Ref is followed no further: to lose it, or
// to release it twice, is not reported.
func isRefused(st *memory.State, f fate.Fate) bool {
	told := f.Told()
	if told == 0 {
		return false
	}
	took, known := st.Facts.Decide(st.Terms, told)
	return known && !took
}

// mayOwn notes that references to a counted object, which a callee has retained or was given,
// are perhaps those of what it has put the object into, and not of this function.
func mayOwn(st *memory.State, v term.Term, references int) {
	id := st.Roles[v].Object
	if f := st.Fate(id); f.Owned() {
		f.Kept += references
		st.SetFate(id, f)
	}
}
