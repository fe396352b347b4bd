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

// applyEffect does to a value of the caller what a function does.
func (x *explorer) applyEffect(st *memory.State, s *site, e summary.Effect, t term.Term) {
	var family *api.Family
	if e.Family != "" {
		if family = x.table.ByName(e.Family); family == nil {
			return
		}
	}
	r, known := x.Roles[t]
	switch e.Kind {
	case summary.Lends:
		x.applyLoan(st, s, e, t)
	case summary.Exposes:
		switch {
		case !known:
			x.applyExposure(st, s, e, t)
		case r.As == fate.AsCleanup, r.As == fate.AsReference && (x.IsTyped(r.Object) || returnsFunction(s)): // it may be called, or released, at any time, or never
			st.ToTopLive(r.Object)
		}
	case summary.Readies, summary.Dirties:
		switch {
		case !known:
			x.caller.noteEffect(st, t, e)
		case e.Kind == summary.Readies:
			st.WasReset(r.Object)
		default:
			x.accumulates(st, t)
		}
	case summary.Maybe:
		x.applyMaybe(st, s, e, t, family)
	case summary.Uses:
		if known {
			x.use(st, r, s.pos)
		} else if family == nil && x.isUnknownRef(st, t) {
			x.use(st, fate.Reference(x.refObject(st, t, s)), s.pos)
		}
	default:
		x.applyToReferences(st, s, e, t, family)
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
func (x *explorer) applyMaybe(st *memory.State, s *site, e summary.Effect, t term.Term, family *api.Family) {
	if r, known := x.Roles[t]; known {
		if e.Untold && e.Place.IsRoot() && mayFail(s) {
			x.untold.begin(st, r, s.pos)
		}
		st.ToTopLive(r.Object)
		return
	}
	if p, ok := place.Of(x.Terms, t); ok {
		id := x.Object(memory.Key{Found: t}, fate.Object{Family: family, Origin: fate.Stored, Pos: s.pos, What: "the object", Place: p})
		x.Roles[t] = fate.Reference(id)
		st.SetFate(id, fate.Fate{Status: fate.Top})
	}
}

// mayFail reports whether the function that is called returns an error. One that does not
// may release another owner's reference to its argument, such as that in a map.
func mayFail(s *site) bool {
	for v := range s.common.Signature().Results().Variables() {
		if api.IsError(v.Type()) {
			return true
		}
	}
	return false
}

// applyLoan lends a value to what a function put it into.
func (x *explorer) applyLoan(st *memory.State, s *site, e summary.Effect, t term.Term) {
	r, known := x.Roles[t]
	if _, isLiteral := x.Closures[t]; isLiteral && (e.How == fate.ToGoroutine || e.How == fate.ToLater || e.How == fate.ToChannel) {
		x.spawn(st, s, later{fn: t, called: x.Closures[t].Fn, how: e.How})
		return
	}
	if !known {
		st.Lose(t)
		if p, ok := place.Of(x.Terms, t); ok && p.IsRoot() {
			x.caller.noteLoan(st, t, e.How, 0)
		}
		return
	}
	f := st.Fate(r.Object)
	other := func(a term.Term) bool { return x.isPooled(a) && x.Roles[a].Object != r.Object }
	switch {
	case f.Status == fate.Dead:
		x.use(st, r, s.pos)
	case (e.How == fate.ToField || e.How == fate.ToContainer) && slices.ContainsFunc(s.args, other):
		// It may be in that, which goes back too.
	case f.Status == fate.Live && r.As == fate.AsCleanup:
		x.move(st, r.Object, e.How, s.pos, 0)
	case f.Status == fate.Live:
		x.courses.lend(st, r.Object, fate.Loan{How: e.How, Pos: s.pos, Loop: s.inLoop()})
	}
}

// onlyUses reports whether a function literal uses a reference of this function whenever it
// is called, and never gives it up.
func (x *explorer) onlyUses(st *memory.State, s *site, literal term.Term, id fate.ID) (only bool) {
	f := st.Fate(id)
	if !f.Owned() || f.Contained || x.Closures[literal].Fn.Synthetic != "" {
		return false
	}
	x.quietly(func() {
		exits := x.carriedOutLater(st, s, later{fn: literal, called: x.Closures[literal].Fn, how: fate.ToContainer})
		only = len(exits) > 0
		for _, e := range exits {
			g := e.st.Fate(id)
			only = only && g.Status == fate.Live && g.Count == f.Count && len(g.Loans) == len(f.Loans)
		}
	})
	return only
}

// applyExposure handles a value that a function has passed to unknown code, or put into a
// list, to which it may have lent the value.
func (x *explorer) applyExposure(st *memory.State, s *site, e summary.Effect, t term.Term) {
	if x.isInCleanupList(st, t) {
		return
	}
	reached := false
	var w *wrapping
	if i, ok := e.Place.Parameter(); ok && e.Place.IsRoot() {
		w = x.wrap(st, t, s.typeOf(i))
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
	if k := x.Terms.Node(t).Kind; reached || k != term.Field && k != term.Index {
		st.Expose(t)
	}
	x.caller.noteExposed(st, t)
}

// applyToReferences releases, retains or moves what a value refers to: one object,
// or those in a struct or a slice.
func (x *explorer) applyToReferences(st *memory.State, s *site, e summary.Effect, t term.Term, family *api.Family) {
	if x.Terms.IsNil(t) {
		return
	}
	if _, known := x.Roles[t]; !known {
		if ids := st.Reachable(t); len(ids) > 0 {
			for _, id := range ids {
				if e.Kind == summary.Moves {
					x.move(st, id, fate.ToCallee, s.pos, 0)
				} else {
					st.ToTopLive(id)
				}
			}
			return
		}
	}
	if family != nil {
		if id, ok := x.counted(st, t, family, s); ok {
			x.applyToReference(st, s, e, id, family)
		} else {
			st.ToTopLive(id)
		}
		return
	}
	if st.IsZeroRef(t) {
		if e.Kind == summary.Releases && x.Terms.Node(t).Kind == term.Zero && !e.Drop {
			x.find(st, mistake.Finding{Mistake: mistake.ZeroRef{Method: "Release"}, Pos: s.pos})
		}
		return
	}
	x.applyToReference(st, s, e, x.refObject(st, t, s), nil)
}

func (x *explorer) applyToReference(st *memory.State, s *site, e summary.Effect, id fate.ID, family *api.Family) {
	switch e.Kind {
	case summary.Releases:
		if e.Reset {
			f := st.Fate(id)
			f.Reset = true
			st.SetFate(id, f)
		}
		if !e.Pool.IsNowhere() && family != nil {
			x.leavePool(st, id, family, s)
		}
		m := x.moment(s)
		m.drop = e.Drop
		x.release(st, id, m)
	case summary.Retains:
		for range max(e.Count, 1) {
			x.retain(st, id, x.moment(s))
		}
	case summary.Moves:
		if f := st.Fate(id); f.Status == fate.Dead || f.Status == fate.Gone {
			x.release(st, id, x.moment(s)) // it is given up twice
			return
		}
		how := e.How
		kept := stays(how)
		if how == fate.ToResult || kept {
			how = fate.ToCallee
		}
		x.move(st, id, how, s.pos, 0)
		if f := st.Fate(id); kept && f.Status == fate.Gone {
			f.Stays = true
			st.SetFate(id, f)
		}
	}
}
