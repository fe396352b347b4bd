package ownership

import (
	"slices"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
	"github.com/rcpool/rcpool/tools/internal/ownership/fate"
	"github.com/rcpool/rcpool/tools/internal/ownership/memory"
	"github.com/rcpool/rcpool/tools/internal/ownership/mistake"
	"github.com/rcpool/rcpool/tools/internal/ownership/place"
	"github.com/rcpool/rcpool/tools/internal/ownership/summary"
	"github.com/rcpool/rcpool/tools/internal/ownership/term"
)

// effects does to values of the caller what a summary says of them. The accounts enter it, and
// what it says of values that lead to no object goes to the effects on the caller's own caller.
type effects struct {
	*memory.Values
	where     *position
	recorder  *recorder
	accounts  *accounts
	handovers *handovers
	pools     *pools
	spawns    *spawns
	wrappers  *wrappers
	caller    *callerEffects
	courses   *courses
	untold    *untoldReleases
	table     *api.Table
}

// apply does to a value of the caller what a function does.
func (es *effects) apply(st *memory.State, s *site, e summary.Effect, t term.Term) {
	var family *api.Family
	if e.Family != "" {
		if family = es.table.ByName(e.Family); family == nil {
			return
		}
	}
	r, known := es.Roles[t]
	switch e.Kind {
	case summary.Lends:
		es.applyLoan(st, s, e, t)
	case summary.Exposes:
		switch {
		case !known || st.Fates[r.Object] == nil: // perhaps found on another path
			es.applyExposure(st, s, e, t)
		case r.As == fate.AsCleanup, r.As == fate.AsReference && (es.IsTyped(r.Object) || returnsFunction(s) || e.How == fate.ToContainer): // it may be called, or released, at any time, or never
			st.ToTopLive(r.Object)
		}
	case summary.Readies, summary.Dirties:
		switch {
		case !known:
			es.caller.noteEffect(st, t, e)
		case e.Kind == summary.Readies:
			st.WasReset(r.Object)
		default:
			es.pools.accumulates(st, t)
		}
	case summary.Maybe:
		es.applyMaybe(st, s, e, t, family)
	case summary.Uses:
		if known {
			es.accounts.use(st, r, s.pos)
		} else if family == nil && isUnknownRef(st, t) {
			es.accounts.use(st, fate.Reference(es.accounts.refObject(st, t, s)), s.pos)
		}
	default:
		es.applyToReferences(st, s, e, t, family)
	}
}

// returnsFunction reports whether a call returns a function, which may release what the call was
// given.
func returnsFunction(s *site) bool {
	for v := range s.common.Signature().Results().Variables() {
		if isFunction(v.Type()) {
			return true
		}
	}
	return false
}

// applyMaybe makes top what a function may have given up.
func (es *effects) applyMaybe(st *memory.State, s *site, e summary.Effect, t term.Term, family *api.Family) {
	if r, known := es.Roles[t]; known {
		if e.Untold && e.Place.IsRoot() && (mayFail(s) || slices.Contains(s.alone, r.Object)) {
			es.untold.begin(st, r, s.pos)
		}
		if st.Fates[r.Object] == nil { // found on another path
			st.SetFate(r.Object, fate.Fate{Status: fate.Top})
		}
		st.ToTopLive(r.Object)
		return
	}
	if p, ok := place.Of(es.Terms, t); ok {
		id := es.Object(memory.Key{Found: t}, fate.Object{Family: family, Origin: fate.Stored, Pos: s.pos, What: "the object", Place: p})
		es.Roles[t] = fate.Reference(id)
		st.SetFate(id, fate.Fate{Status: fate.Top})
	}
}

// mayFail reports whether the function that is called returns an error. One that does not
// may release another owner's reference to its argument, such as that in a map, if there is one.
func mayFail(s *site) bool {
	for v := range s.common.Signature().Results().Variables() {
		if api.IsError(v.Type()) {
			return true
		}
	}
	return false
}

// applyLoan lends a value to what a function put it into.
func (es *effects) applyLoan(st *memory.State, s *site, e summary.Effect, t term.Term) {
	r, known := es.Roles[t]
	if _, isLiteral := es.Closures[t]; isLiteral && (e.How == fate.ToGoroutine || e.How == fate.ToLater || e.How == fate.ToChannel) {
		es.spawns.spawn(st, s, later{fn: t, called: es.Closures[t].Fn, how: e.How})
		return
	}
	if !known {
		st.Lose(t)
		if p, ok := place.Of(es.Terms, t); ok && p.IsRoot() {
			es.caller.noteLoan(st, t, e.How, 0)
		}
		return
	}
	f := st.Fate(r.Object)
	other := func(a term.Term) bool { return es.handovers.isPooled(a) && es.Roles[a].Object != r.Object }
	switch {
	case f.Status == fate.Dead:
		es.accounts.use(st, r, s.pos)
	case (e.How == fate.ToField || e.How == fate.ToContainer) && slices.ContainsFunc(s.args, other):
		// It may be in that, which goes back too.
	case f.Status == fate.Live && r.As == fate.AsCleanup:
		es.accounts.move(st, r.Object, e.How, s.pos, 0)
	case f.Status == fate.Live:
		es.courses.lend(st, r.Object, fate.Loan{How: e.How, Pos: s.pos, Loop: s.inLoop()})
	}
}

// applyExposure handles a value that a function has passed to unknown code, or put into a
// list, to which it may have lent the value.
func (es *effects) applyExposure(st *memory.State, s *site, e summary.Effect, t term.Term) {
	if isInCleanupList(st, t) {
		return
	}
	reached := false
	var w *wrapping
	if i, ok := e.Place.Parameter(); ok && e.Place.IsRoot() {
		w = es.wrappers.wrap(st, t, s.typeOf(i))
	}
	st.Reach(t, func(r fate.Role, v term.Term) {
		reached = true
		if w.keeps(r, v) {
			return
		}
		if slices.ContainsFunc(st.Fate(r.Object).Loans, func(l fate.Loan) bool { return l.Pos == s.pos && l.Addr != 0 }) {
			return
		}
		if r.As == fate.AsReference || r.As == fate.AsCleanup {
			st.ToTopLive(r.Object)
		}
	})
	if k := es.Terms.Node(t).Kind; reached || k != term.Field && k != term.Index {
		st.Expose(t)
	}
	es.caller.noteExposed(st, t)
}

// applyToReferences releases, retains or moves what a value refers to: one object,
// or those in a struct or a slice.
func (es *effects) applyToReferences(st *memory.State, s *site, e summary.Effect, t term.Term, family *api.Family) {
	if es.Terms.IsNil(t) {
		return
	}
	if _, known := es.Roles[t]; !known {
		if ids := st.Reachable(t); len(ids) > 0 {
			for _, id := range ids {
				if e.Kind == summary.Moves {
					es.accounts.move(st, id, fate.ToCallee, s.pos, 0)
				} else {
					st.ToTopLive(id)
				}
			}
			return
		}
	}
	if family != nil {
		if id, ok := es.accounts.counted(st, t, family, s); ok {
			es.applyToReference(st, s, e, id, family)
			if e.Kind == summary.Releases && es.where.mayRename(s, es.Terms.Node(t)) {
				st.ToTop(id)
			}
		} else {
			st.ToTopLive(id)
		}
		return
	}
	if st.IsZeroRef(t) {
		if e.Kind == summary.Releases && es.Terms.Node(t).Kind == term.Zero && !e.Drop && es.where.once == 0 {
			es.recorder.find(st, mistake.Finding{Mistake: mistake.ZeroRef{Method: "Release"}, Pos: s.pos})
		}
		return
	}
	es.applyToReference(st, s, e, es.accounts.refObject(st, t, s), nil)
}

func (es *effects) applyToReference(st *memory.State, s *site, e summary.Effect, id fate.ID, family *api.Family) {
	switch e.Kind {
	case summary.Releases:
		if e.Reset {
			f := st.Fate(id)
			f.Reset = true
			st.SetFate(id, f)
		}
		if !e.Pool.IsNowhere() && family != nil {
			es.pools.leavePool(st, id, family, s)
		}
		m := es.where.moment(s)
		m.drop, m.found = e.Drop, es.where.holder != 0 && !st.Local(es.where.holder)
		if mayBeHoused(st, id, s) {
			st.ToTopLive(id)
			return
		}
		es.accounts.release(st, id, m)
	case summary.Houses:
		f := st.Fate(id)
		f.Housed += max(e.Count, 1)
		st.SetFate(id, f)
	case summary.Retains:
		for range max(e.Count, 1) {
			es.accounts.retain(st, id, es.where.moment(s))
		}
	case summary.Moves:
		f := st.Fate(id)
		if f.Status == fate.Gone && stays(f.How) && stays(e.How) { // as if it were stored here
			es.accounts.moveAgain(st, id, e.How, s.pos, 0)
			return
		}
		if f.Status == fate.Dead || f.Status == fate.Gone {
			es.accounts.release(st, id, es.where.moment(s)) // it is given up twice
			return
		}
		how := e.How
		kept := stays(how)
		if how == fate.ToResult || kept {
			how = fate.ToCallee
		}
		es.accounts.move(st, id, how, s.pos, 0)
		if kept {
			es.caller.noteCopied(st, id)
		}
		if f := st.Fate(id); kept && f.Status == fate.Gone {
			f.Stays = true
			st.SetFate(id, f)
		}
	}
}

// mayBeHoused reports whether the reference that a function releases may be that of a container,
// from which it has taken the object out: the container has one of its own, and the function was
// given something else beside the object.
func mayBeHoused(st *memory.State, id fate.ID, s *site) bool {
	return len(s.args) > 1 && st.Fate(id).Housed > 0 && st.Objects[id].Counted()
}
