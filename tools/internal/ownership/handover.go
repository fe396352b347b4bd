package ownership

import (
	"cmp"
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"github.com/rcpool/rcpool/tools/internal/ownership/fate"
	"github.com/rcpool/rcpool/tools/internal/ownership/memory"
	"github.com/rcpool/rcpool/tools/internal/ownership/mistake"
	"github.com/rcpool/rcpool/tools/internal/ownership/place"
	"github.com/rcpool/rcpool/tools/internal/ownership/summary"
	"github.com/rcpool/rcpool/tools/internal/ownership/term"
)

// handovers hands over whatever a value leads to: to memory that others know, to a channel, to
// the caller. References move there, by the accounts, and what is borrowed is lent.
type handovers struct {
	*memory.Values
	where    *position
	recorder *recorder
	accounts *accounts
	caller   *callerEffects
	courses  *courses
	leaks    *leaks
	table    *api.Table

	releasesWhenCalled, mayRelease func(st *memory.State, literal term.Term, id fate.ID) bool // of spawns
}

// handOn hands over everything that v leads to. Owned references move; borrowed
// ones become loans.
func (h *handovers) handOn(st *memory.State, v term.Term, how fate.Handover, pos token.Pos, addr term.Term, loop bool) {
	leases := map[fate.ID]bool{} // leases that move along, so borrows from them stay valid
	roles := behind(st, v)
	for _, r := range roles {
		if r.As == fate.AsReference || r.As == fate.AsCleanup {
			if f := st.Fate(r.Object); f.Owned() {
				leases[h.Objects[r.Object].Lease] = true
			}
		}
	}
	for _, r := range roles {
		f := st.Fate(r.Object)
		isReference := r.As == fate.AsReference || r.As == fate.AsCleanup
		lease := h.Objects[r.Object].Lease
		switch {
		case f.Status == fate.Dead && isReference && !stays(how), f.Status == fate.Dead && !isReference && !leases[lease] && !st.GoesAlong(lease):
			h.accounts.use(st, r, pos)
		case isReference:
			h.moveWith(st, v, r, how, pos, addr)
		case leases[lease] || st.GoesAlong(lease):
		case f.Status == fate.Live && !h.inPooled(addr):
			h.courses.lend(st, r.Object, fate.Loan{How: how, Pos: pos, Addr: addr, Held: v, Part: putInto(st, v, r), Loop: loop})
		}
	}
	h.noteForCaller(st, v, roles, how, addr)
	st.Expose(v)
}

// noteForCaller notes for the summary where a value went.
func (h *handovers) noteForCaller(st *memory.State, v term.Term, roles []fate.Role, how fate.Handover, addr term.Term) {
	if h.inPooled(addr) {
		h.caller.noteExposed(st, v)
		return
	}
	if _, ok := place.Of(h.Terms, addr); !ok || how != fate.ToField && how != fate.ToGlobal { // a summary tells what is set
		if how == fate.ToField && addr != 0 {
			st.Marks[memory.Marked(memory.IsLentAt, addr, nil)] = int(v)
			h.caller.noteExposed(st, v)
		} else {
			h.caller.noteLoan(st, v, how, addr)
		}
		h.caller.noteBehind(st, v)
		for _, r := range roles {
			if r.As == fate.AsReference && stays(how) {
				h.caller.noteCopied(st, r.Object)
			}
		}
	}
}

// stillLent notes for the summary, where a path ends, what fields have that was put there: not if
// something else is in them by then.
func (h *handovers) stillLent(st *memory.State) {
	for addr, v := range st.LentAt() {
		h.caller.noteLoan(st, v, fate.ToField, addr)
	}
}

// putInto returns where this function has put what is borrowed from an object into a struct of its
// own, or token.NoPos.
func putInto(st *memory.State, v term.Term, borrowed fate.Role) token.Pos {
	made, ok := st.Terms.Node(st.Terms.Root(v)).Tag.(*ssa.Alloc)
	if !ok {
		return token.NoPos
	}
	for _, use := range *made.Referrers() {
		field, ok := use.(*ssa.FieldAddr)
		if !ok {
			continue
		}
		for _, use := range *field.Referrers() {
			if store, ok := use.(*ssa.Store); ok && store.Addr == field && st.Roles[st.Value(store.Val)] == borrowed {
				return store.Pos()
			}
		}
	}
	return token.NoPos
}

// moveWith hands a reference over with what leads to it, which may be a function that releases it. If
// a flag or a sync.Once decides whether that function does so, this one may have released it before.
func (h *handovers) moveWith(st *memory.State, v term.Term, r fate.Role, how fate.Handover, pos token.Pos, addr term.Term) {
	owned := st.Fate(r.Object).Owned()
	if h.isLooker(st, v, r) {
		h.caller.noteAt(st, h.Objects[r.Object].Place, summary.Effect{Kind: summary.Exposes})
		return
	}
	isLiteral := h.Terms.Node(v).Kind == term.Closure && owned
	called := r.As == fate.AsCleanup || isLiteral && h.releasesWhenCalled(st, v, r.Object)
	flagged := owned && !called && stays(how) && slices.ContainsFunc(h.literals(st, v), func(literal term.Term) bool {
		return h.mayRelease(st, literal, r.Object) && !h.releasesWhenCalled(st, literal, r.Object)
	})
	h.accounts.move(st, r.Object, how, pos, addr)
	switch f := st.Fate(r.Object); {
	case f.Status != fate.Gone:
	case flagged:
		st.ToTop(r.Object)
	case called:
		f.Called = true
		st.SetFate(r.Object, f)
	}
}

// isLooker reports whether a value is a function literal that only looks at a reference which this
// function was given, or retains it, or a list of these: it is not the literal that owns it.
func (h *handovers) isLooker(st *memory.State, v term.Term, r fate.Role) (is bool) {
	if o := &h.Objects[r.Object]; r.As != fate.AsReference || o.Origin != fate.Param {
		return false
	}
	for _, v := range h.literals(st, v) {
		literal := h.Closures[v]
		for k, bound := range literal.Bindings {
			if held, ok := st.Cells[bound]; ok && h.Roles[held] == r {
				if !code.OnlyLooked(literal.Fn.FreeVars[k]) {
					return false
				}
				is = true
			}
		}
	}
	return is
}

// literals lists the function literals that a value is, or a list has.
func (h *handovers) literals(st *memory.State, v term.Term) (all []term.Term) {
	if h.Terms.Node(v).Kind == term.Closure {
		return []term.Term{v}
	}
	for _, part := range st.Stored(func(addr term.Term) bool { return h.Terms.Root(addr) == v }) {
		if h.Terms.Node(part).Kind == term.Closure {
			all = append(all, part)
		}
	}
	return all
}

// inPooled reports whether an address is in an object of a lossy pool that this
// function has taken: it goes back too, and lets go of what is in it.
func (h *handovers) inPooled(addr term.Term) bool {
	return addr != 0 && h.Terms.Mentions(addr, h.isPooled)
}

func (h *handovers) isPooled(t term.Term) bool {
	r, ok := h.Roles[t]
	if !ok {
		return false
	}
	o := &h.Objects[r.Object]
	return o.Lossy() && o.Origin == fate.Acquired
}

// endPath ends one path through the function: its results go to the caller, and
// what the function still owns has leaked.
func (h *handovers) endPath(e *exit) {
	if e.panicked {
		return
	}
	for i, r := range e.results {
		h.returned(e, i)
		if h.table.CountsPointer(h.where.top.Signature.Results().At(i).Type()) {
			h.returnedWith(e.st, r)
		}
	}
	h.stillLent(e.st)
	h.leaks.ofLoans(e.st)
	h.leaks.onPath(e)
}

// returned hands a result to the caller.
func (h *handovers) returned(e *exit, result int) {
	st, v, pos := e.st, e.results[result], e.pos
	all := behind(st, v)
	leases := h.moveToCaller(st, v, all, pos)
	for _, r := range all {
		f := st.Fate(r.Object)
		if f.Status != fate.Dead || leases[h.Objects[r.Object].Lease] || h.mayReturnDead(st, v, r) || h.isIgnored(e, result) {
			continue
		}
		found := mistake.Finding{Mistake: mistake.UseAfterRelease{}, Pos: pos, Object: r.Object, Other: f.At, Then: h.recorder.releasedText(r.Object)}
		if f.Deferred {
			found.Mistake, found.Then = mistake.Escape{How: fate.ToResult, Borrowed: r.As != fate.AsReference}, mistake.DeferredFirst
		}
		h.recorder.find(st, found)
		st.ToTop(r.Object)
	}
}

// isIgnored reports whether a result is beside an error, and all callers leave it alone then.
func (h *handovers) isIgnored(e *exit, result int) bool {
	last := len(e.results) - 1
	if last == result || !api.IsError(h.where.top.Signature.Results().At(last).Type()) {
		return false
	}
	isNil, known := e.st.Facts.Decide(h.Terms, h.Terms.IsNilTest(e.results[last]))
	return known && !isNil && h.leaks.pkg.NobodyUses(h.where.top.Function, result)
}

// moveToCaller moves what this function owns of a result, and returns the leases that
// went along.
func (h *handovers) moveToCaller(st *memory.State, v term.Term, all []fate.Role, pos token.Pos) map[fate.ID]bool {
	leases := map[fate.ID]bool{}
	for _, r := range all {
		if r.As != fate.AsReference {
			st.GoesAlong(h.Objects[r.Object].Lease)
		}
		f := st.Fate(r.Object)
		if _, oneOf := h.Elements[r.Object]; oneOf && r.As == fate.AsReference {
			h.accounts.move(st, r.Object, fate.ToResult, pos, 0)
		} else if h.isLooker(st, v, r) {
			h.caller.noteAt(st, h.Objects[r.Object].Place, summary.Effect{Kind: summary.Exposes})
		} else if (r.As == fate.AsReference || r.As == fate.AsCleanup) && f.Owned() {
			h.accounts.move(st, r.Object, fate.ToResult, pos, 0)
			leases[h.Objects[r.Object].Lease] = true
		} else if f.Owned() { // its memory, without the reference, or a part that stands for it
			f.Passed = true
			st.SetFate(r.Object, f)
		}
	}
	return leases
}

// mayReturnDead reports whether a dead object that a result leads to is not worth a
// report: the caller may have a reference of its own, or never look at it.
func (h *handovers) mayReturnDead(st *memory.State, v term.Term, r fate.Role) bool {
	f, o := st.Fate(r.Object), &h.Objects[r.Object]
	_, direct := h.Roles[v]
	isClosure := h.Terms.Node(v).Kind == term.Closure
	switch {
	case isClosure && !f.Deferred || f.Detached || st.Taken(v) || st.Outgrown(r):
		return true
	case r.As != fate.AsReference:
		return st.LeaseHeld(o.Lease) || r.As == fate.AsAlias && (f.Shared && o.Counted() || h.accounts.mayBeKept(r.Object))
	}
	return h.mayHaveAnother(r.Object, f, direct, !direct && !isClosure)
}

// mayHaveAnother reports whether the caller may have another reference to a dead object, to which
// a result leads: directly, or inside of something.
func (h *handovers) mayHaveAnother(id fate.ID, f fate.Fate, direct, inside bool) bool {
	o := &h.Objects[id]
	switch {
	case direct && f.Deferred && h.IsTyped(id) && o.Origin == fate.Stored:
		_, oneOf := h.Elements[id]
		return oneOf // else it was found in a field, and this very reference is released
	case o.Origin == fate.Param && o.Single && !f.Deferred:
		return true
	case inside && f.Deferred && o.Lossy() && o.Origin == fate.Acquired:
		return false // a deferred call puts back what is in the result
	}
	return inside || o.Counted() && o.Origin != fate.Acquired || o.Origin == fate.Stored && !o.Lossy()
}

// returnedWith handles counted objects that go to the caller along with a counted
// result: a part of an object may stand for it. And a function that returns an object
// to which it has several references has put the others somewhere.
func (h *handovers) returnedWith(st *memory.State, v term.Term) {
	h.Terms.Mentions(v, func(t term.Term) bool {
		if r, ok := h.Roles[t]; ok && !h.IsTyped(r.Object) {
			if f := st.Fate(r.Object); f.Owned() {
				f.Abroad = true
				st.SetFate(r.Object, f)
			}
		}
		return false
	})
}

// behind lists the roles of what a value leads to, in the order of the objects.
func behind(st *memory.State, v term.Term) (roles []fate.Role) {
	st.Reach(v, func(r fate.Role, _ term.Term) {
		if !slices.Contains(roles, r) {
			roles = append(roles, r)
		}
	})
	slices.SortFunc(roles, func(a, b fate.Role) int { return cmp.Or(cmp.Compare(a.Object, b.Object), cmp.Compare(a.As, b.As)) })
	return roles
}
