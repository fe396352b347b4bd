package ownership

import (
	"go/types"

	"github.com/rcpool/rcpool/tools/internal/ownership/fate"
	"github.com/rcpool/rcpool/tools/internal/ownership/memory"
	"github.com/rcpool/rcpool/tools/internal/ownership/place"
	"github.com/rcpool/rcpool/tools/internal/ownership/summary"
	"github.com/rcpool/rcpool/tools/internal/ownership/term"
)

// keepings is what calls of functions that keep their arguments in containers ask.
type keepings struct {
	*memory.Values
	accounts     *accounts
	handovers    *handovers
	spawns       *spawns
	cleanupLists *cleanupLists
	caller       *callerEffects
	courses      *courses
	keepers      *keepers
}

// A keeping is a call of a function that keeps its arguments in containers.
type keeping struct {
	*keepings
	st *memory.State
	s  *site
	fn *types.Func
}

// apply lends a value to a container of a variable that this function does not own, in
// which the callee keeps it. The value is borrowed, a struct with values that are, a function
// literal with such values, or an object of a lossy pool that this function has, and
// perhaps puts back.
func (k *keeping) apply(e summary.Effect, n named, made rebuilt) {
	if n.list != 0 && k.cleanupLists.appendsCleanup(k.st, k.s, n.list, n.value, made) {
		return
	}
	roles, borrowed := k.roles(n.value)
	if !borrowed { // what this function owned of it is the container's now
		k.st.Lose(n.value)
	}
	k.mayOwnCounted(roles)
	if n.list == 0 || k.Terms.Node(k.Terms.Root(n.list)).Kind == term.Alloc {
		return
	}
	if p, ok := place.Of(k.Terms, n.list); ok {
		passed := e
		passed.List = p
		k.caller.noteEffect(k.st, n.value, passed)
	}
	if !borrowed || k.handovers.inPooled(n.list) {
		return
	}
	for _, r := range roles {
		if k.st.Fate(r.Object).Status == fate.Dead {
			k.accounts.use(k.st, r, k.s.pos)
			return
		}
	}
	grown := k.Terms.Make(term.Node{Kind: term.Opaque, Tag: made, At: k.st.Turn(k.s.instr)})
	k.st.Containers[grown] = roles
	k.st.Marks[memory.Marked(memory.IsMixed, grown, nil)] = 1 // with what was there before
	var typ types.Type
	if i, isParameter := e.List.Parameter(); isParameter {
		typ = argumentType(k.fn, i)
	}
	k.keepers.known[n.list] = k.keepers.newKeeper(e.List, typ, n.list)
	k.st.Outdate(n.list)
	k.st.Cells[n.list] = grown
	for _, r := range roles {
		if k.st.Fate(r.Object).Status == fate.Live {
			k.courses.lend(k.st, r.Object, fate.Loan{How: e.How, Pos: k.s.pos, Addr: n.list, Held: grown, Kept: true})
		}
	}
}

// mayTakeOver notes that the callee perhaps owns a reference to what it keeps: one that this
// function has retained for it, of a counted object that it did not acquire.
func (k *keeping) mayTakeOver(v term.Term) {
	r, ok := k.Roles[v]
	if o := &k.Objects[r.Object]; ok && r.As == fate.AsReference && o.Counted() && o.Origin != fate.Acquired {
		mayOwn(k.st, v, 1)
	}
}

// mayOwnCounted notes that the container owns the counted objects that it is given, unless this function
// releases them: also one in a variable of this function, whose methods release what is in there.
func (k *keeping) mayOwnCounted(roles []fate.Role) {
	for _, r := range roles {
		if k.isOwnCounted(r.Object) {
			f := k.st.Fate(r.Object)
			f.Kept, f.Abroad = 1, true
			k.st.SetFate(r.Object, f)
		}
	}
}

// roles lists the objects that a value leads to, and reports whether it only borrows them.
func (k *keeping) roles(t term.Term) (all []fate.Role, borrowed bool) {
	_, known := k.Roles[t]
	_, isLiteral := k.Closures[t]
	if kind := k.Terms.Node(t).Kind; !known && !isLiteral && kind != term.Load && kind != term.Alloc {
		return nil, false
	}
	borrowed = true
	k.st.Reach(t, func(r fate.Role, _ term.Term) {
		switch {
		case r.As == fate.AsReference && (isLiteral && k.spawns.onlyUses(k.st, k.s, t, r.Object) || !isLiteral && (k.isOwnLossy(r.Object) || k.isOwnCounted(r.Object))):
			r.As = fate.AsBorrow
		case r.As == fate.AsReference, r.As == fate.AsCleanup:
			borrowed = false
		}
		all = append(all, r)
	})
	return all, borrowed && len(all) > 0
}

// isOwnLossy reports whether this function has an object of a lossy pool: if it puts the
// object back, nobody else may have it.
func (k *keeping) isOwnLossy(id fate.ID) bool {
	f, o := k.st.Fate(id), &k.Objects[id]
	return o.Lossy() && o.Origin == fate.Acquired && f.Owned() && !f.Contained
}

// isOwnCounted reports whether this function has the only reference to an object that it knows of. If
// it releases that one, the container has none.
func (k *keeping) isOwnCounted(id fate.ID) bool {
	f, o := k.st.Fate(id), &k.Objects[id]
	return o.Counted() && o.Origin == fate.Acquired && f.Status == fate.Live && f.Count == 1 && f.Kept == 0 && !f.Contained
}

// named is what an effect names, among the caller's values.
type named struct{ value, holder, pool, once, list term.Term }
