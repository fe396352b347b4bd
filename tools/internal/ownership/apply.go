package ownership

import (
	"cmp"
	"go/token"
	"go/types"
	"maps"
	"slices"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"github.com/rcpool/rcpool/tools/internal/ownership/fate"
	"github.com/rcpool/rcpool/tools/internal/ownership/memory"
	"github.com/rcpool/rcpool/tools/internal/ownership/place"
	"github.com/rcpool/rcpool/tools/internal/ownership/summary"
	"github.com/rcpool/rcpool/tools/internal/ownership/term"
	"golang.org/x/tools/go/ssa"
)

// apply carries out a call by the summary of the function.
func (x *explorer) apply(st *memory.State, s *site, sum *summary.Summary, fn *types.Func) []result {
	if sum.Opaque {
		return x.applyOpaque(st, s, fn)
	}
	for _, a := range s.args { // dead objects are not to be handed to anybody
		if r, ok := x.Roles[a]; ok && !x.concerns(sum, s, a) {
			if r.As != fate.AsReference || !x.IsTyped(r.Object) {
				x.use(st, r, s.pos)
			}
		}
	}
	mayShare(st, s, x.table)
	x.keepers.called(st, s, true)
	for _, e := range sum.Elements {
		x.applyElements(st, s, fn, e)
	}
	var results []result
	trivial := sum.Trivial()
	args := x.Terms.List(s.args)
	same, here := memory.Marked(memory.CameOut, args, fn), memory.Marked(memory.IsCalled, args, s.instr)
	chosen := 0
	if st.Marks[here] == 0 {
		chosen = st.Marks[same]
	}
	for k, o := range sum.Outcomes {
		if trivial && chosen != 0 && chosen != k+1 {
			continue // it was called with the same arguments before, at another place
		}
		if s.isDiscarded() && sum.Substitutes(k) {
			continue // the caller knows that the argument is not nil
		}
		after := st
		if k < len(sum.Outcomes)-1 {
			after = st.Clone()
		}
		if x.decidesItself(after, s, fn, sum, o) {
			o = o.Unsure()
		}
		if !x.applies(after, s, fn, o) {
			continue
		}
		passArguments(after, s, fn, sum, k)
		if trivial {
			after.Marks[same], after.Marks[here] = k+1, 1
		}
		results = append(results, result{after, x.applyOutcome(after, s, fn, sum, o, k)})
	}
	return x.merge(results)
}

// passArguments notes which objects may be somewhere else after an outcome, the k-th of a
// summary.
func passArguments(st *memory.State, s *site, fn *types.Func, sum *summary.Summary, k int) {
	mayReturn := mayReturn(sum, fn)
	for i, a := range s.args {
		if r, ok := st.Roles[a]; ok && st.Fates[r.Object] != nil {
			f := st.Fate(r.Object)
			stores := sum.Stores(i, k, fn.Signature().Results())
			f.Passed = f.Passed || stores || mayReturn
			f.Abroad = f.Abroad || stores
			st.SetFate(r.Object, f)
		}
	}
}

// applyOpaque carries out a call of a function of which nothing is known but its type.
func (x *explorer) applyOpaque(st *memory.State, s *site, fn *types.Func) []result {
	for _, a := range s.args {
		st.Lose(a)
	}
	x.forget(st, s)
	results := fn.Signature().Results()
	parts := make([]term.Term, results.Len())
	for k := range parts { // when it returns what is not known
		parts[k] = x.Terms.Make(term.Node{Kind: term.Opaque, Tag: s.instr, At: st.Turn(s.instr), N: k, A: x.Terms.Int(-1)})
	}
	if len(parts) == 1 {
		return one(st, parts[0])
	}
	return one(st, x.Terms.List(parts))
}

// mayReturn reports whether a result may hold an argument: it can, and nothing is known
// of it.
func mayReturn(sum *summary.Summary, fn *types.Func) bool {
	results := fn.Signature().Results()
	for _, o := range sum.Outcomes {
		for k, r := range o.Results {
			if k < results.Len() && (r.Kind == summary.Unknown || r.Kind == summary.NotNil) {
				if t := results.At(k).Type(); !api.IsError(t) && !api.IsFlat(t) {
					return true
				}
			}
		}
	}
	return false
}

// applyElements does to all that a container holds what a function does.
func (x *explorer) applyElements(st *memory.State, s *site, fn *types.Func, e summary.Effect) {
	if e.Place.Container().ThroughElement() { // of containers in a container: nobody knows which
		if outer, ok := x.resolve(st, s, fn, e.Place.Element().Container()); ok && e.Kind != summary.Uses {
			st.Drain(outer)
			x.caller.exposeElements(outer)
		}
		return
	}
	container, ok := x.resolve(st, s, fn, e.Place.Container())
	if !ok {
		return
	}
	ids := st.ContentsOf(container)
	if e.Kind != summary.Uses {
		x.exposePointedTo(st, container)
	}
	if e.Kind == summary.Maybe {
		st.Drain(container)
	}
	if len(ids) == 0 && e.Kind != summary.Uses && len(st.Reachable(container)) > 0 {
		st.Drain(container)
		return
	}
	if len(ids) == 0 {
		x.applyToElement(st, s, container, e)
		return
	}
	switch e.Kind {
	case summary.Releases:
		for _, id := range ids {
			if releasedWithin(st, container, id, x.placed(id, s.pos)) {
				continue
			}
			x.release(st, id, x.moment(s))
			if e.Drop { // which leaves zero references in the container
				st.EndLoans(id, func(l fate.Loan) bool { return l.Held == container })
			}
		}
	case summary.Moves:
		for _, id := range ids {
			x.move(st, id, fate.ToCallee, s.pos, 0)
		}
	case summary.Uses:
		x.useElements(st, container, s.pos)
	default:
		st.Drain(container)
	}
}

// applyToElement does to an element of a container of the caller's what a function does to all
// of them.
func (x *explorer) applyToElement(st *memory.State, s *site, container term.Term, e summary.Effect) {
	p, ok := place.Of(x.Terms, container)
	if !ok || e.Kind == summary.Uses {
		return
	}
	if b := s.instr.Block(); b != nil && !x.onEachWay(b) {
		x.caller.expose(p.SomeElement())
	}
	t := x.Terms.Make(term.Node{Kind: term.Load, A: x.Terms.Index(container, st.Opaque(s.instr, 9))})
	x.applyEffect(st, s, summary.Effect{Kind: e.Kind, Family: e.Family, Once: e.Once, Pool: e.Pool}, t)
}

// exposePointedTo notes that something happens to what the elements of a list of this
// function point to, in memory of its caller.
func (x *explorer) exposePointedTo(st *memory.State, list term.Term) {
	for addr, v := range st.Cells {
		if x.Terms.Root(addr) == list || x.Terms.InSlice(addr, list) {
			x.caller.noteEffect(st, x.Terms.Load(v), summary.Effect{Kind: summary.Maybe})
		}
	}
}

// releasedWithin releases an object that this function has put into a container, and reports
// whether it did. The owner of the container has released what is in there, and knows what is
// there now: that is no escape.
func releasedWithin(st *memory.State, container term.Term, id fate.ID, pos token.Pos) bool {
	f := st.Fate(id)
	if f.Status != fate.Gone || f.How != fate.ToContainer && st.Cells[f.To] != container {
		return false
	}
	f.Status, f.Count, f.At, f.Loans = fate.Dead, 0, pos, nil
	st.SetFate(id, f)
	return true
}

// concerns reports whether the summary itself releases the argument, so that a
// dead one is reported as such.
func (x *explorer) concerns(sum *summary.Summary, s *site, a term.Term) bool {
	for _, o := range sum.Outcomes {
		for _, e := range o.Does {
			if i, ok := e.Place.Parameter(); ok && i < len(s.args) && s.args[i] == a && e.Place.IsRoot() && (e.Kind == summary.Releases || e.Kind == summary.Moves || e.Kind == summary.Maybe) {
				return true
			}
		}
	}
	return false
}

// applies reports whether an outcome can be the one here, and notes its conditions.
func (x *explorer) applies(st *memory.State, s *site, fn *types.Func, o summary.Outcome) bool {
	for _, c := range o.When {
		t, ok := x.resolve(st, s, fn, c.Place)
		if !ok {
			continue
		}
		cond := x.condition(c, t)
		switch {
		case c.Is == "nil":
			if r, ok := x.Roles[t]; ok && st.Fate(r.Object).Status != fate.Top && r.As != fate.AsCleanup {
				if !c.Not {
					return false
				}
				continue
			}
		case c.Is == "zero":
			if x.Terms.Node(t).Kind == term.Zero {
				if c.Not {
					return false
				}
				continue
			}
			if r, ok := x.Roles[t]; ok && x.Objects[r.Object].Origin == fate.Acquired {
				if !c.Not {
					return false
				}
				continue
			}
		}
		if !st.Assume(cond, !c.Not) {
			return false
		}
	}
	return true
}

// condition returns a condition of a summary on a value, without its Not.
func (x *explorer) condition(c summary.Condition, t term.Term) term.Term {
	switch c.Is {
	case "nil":
		return x.Terms.Binary(token.EQL, t, x.Terms.Nil())
	case "zero":
		return x.Zeroness(t)
	case "true":
		return t
	}
	return x.Terms.Binary(token.EQL, t, x.Terms.Exact(c.Is[1:], c.Kind))
}

// decidesItself reports whether a field of an object of a lossy pool decides if the
// function puts the object back, and this function does not know what is in the field.
func (x *explorer) decidesItself(st *memory.State, s *site, fn *types.Func, sum *summary.Summary, o summary.Outcome) bool {
	for _, e := range o.Does {
		family := x.table.ByName(e.Family)
		if e.Kind != summary.Releases && !e.Untold || family == nil || !family.Lossy || !sum.MayKeep(o, e.Place) {
			continue
		}
		for _, c := range o.When {
			if !c.Place.IsIn(e.Place) {
				continue
			}
			if t, ok := x.resolve(st, s, fn, c.Place); ok && !x.isAtPlace(t) {
				if _, decided := st.Facts.Decide(x.Terms, x.condition(c, t)); !decided {
					return true
				}
			}
		}
	}
	return false
}

func (x *explorer) isAtPlace(t term.Term) bool {
	_, ok := place.Of(x.Terms, t)
	return ok
}

// applyOutcome does what an outcome says, the k-th of a summary.
func (x *explorer) applyOutcome(st *memory.State, s *site, fn *types.Func, sum *summary.Summary, o summary.Outcome, k int) term.Term {
	// What the outcome names is what was there before the call did anything.
	x.blind++
	names := make([]named, len(o.Does))
	for i, e := range o.Does {
		names[i] = x.namedBy(st, s, fn, e)
	}
	zeroUse{x, st, s, fn}.find(sum, o)
	x.findUsed(st, s, o, names)
	refs := x.newObjects(st, s, fn, o, k)
	sets, values := x.assigned(st, s, fn, o, refs, k)
	parts := x.results(st, s, fn, sum, refs, k)
	x.blind--
	x.loseUnplaced(st, refs, sets, values, parts)

	touched := x.applyEffects(st, s, sum, o, k, names, sets)
	if o.Forgets {
		x.forget(st, s)
	}
	x.applyKeeps(st, s, fn, o, k, names)
	for i := range o.Sets {
		if sets[i] != 0 && values[i] != 0 {
			x.applyAssignment(st, s, fn, sets[i], values[i], touched)
			onlyThere(st, o, names, sets[i], values[i])
		} else if list, had := st.Cells[sets[i]]; had && o.Sets[i].To.Kind == summary.AliasOf { // a part of it, unknown which
			st.Drain(list)
			st.Cells[sets[i]] = st.Overwritten(sets[i], s.instr)
		}
	}
	switch len(parts) {
	case 0:
		return st.Opaque(s.instr, 0)
	case 1:
		return parts[0]
	}
	return x.Terms.List(parts)
}

// named is what an effect names, among the caller's values.
type named struct{ value, pool, once, list term.Term }

func (x *explorer) namedBy(st *memory.State, s *site, fn *types.Func, e summary.Effect) (n named) {
	n.value, _ = x.resolve(st, s, fn, e.Place)
	if !e.Pool.IsNowhere() {
		n.pool, _ = x.resolve(st, s, fn, e.Pool)
	}
	if !e.List.IsNowhere() {
		n.list, _ = x.resolve(st, s, fn, e.List.Holder())
	}
	if !e.Once.IsNowhere() {
		n.once, _ = x.resolve(st, s, fn, e.Once)
	}
	return n
}

// assigned returns the addresses that an outcome stores to, and the values.
func (x *explorer) assigned(st *memory.State, s *site, fn *types.Func, o summary.Outcome, refs []term.Term, k int) (sets, values []term.Term) {
	sets, values = make([]term.Term, len(o.Sets)), make([]term.Term, len(o.Sets))
	r := &rebuilder{x, st, s, fn, refs}
	for i, a := range o.Sets {
		sets[i], _ = x.resolve(st, s, fn, a.Place)
		values[i] = r.rebuild(a.To, rebuilt{call: s.instr, outcome: k, set: true, item: i})
		if values[i] == 0 && sets[i] != 0 && (a.To.Kind == summary.Unknown || a.To.Kind == summary.AtPlace) {
			values[i] = st.Overwritten(sets[i], s.instr)
		}
	}
	return sets, values
}

// applyEffects does what an outcome says of objects. It returns the objects that the callee
// has done something with. The value is true for those that it has given up.
func (x *explorer) applyEffects(st *memory.State, s *site, sum *summary.Summary, o summary.Outcome, k int, names []named, sets []term.Term) (touched map[fate.ID]bool) {
	touched = map[fate.ID]bool{}
	for i, e := range o.Does {
		n := names[i]
		if n.value == 0 {
			continue
		}
		if e.Kind == summary.Releases {
			x.replaces(st, sets, n.value)
		}
		if n.pool != 0 && sum.HasOnePool(e.Place) && !x.mistaken[code.Callee(s.common)] { // else it is reported there
			x.checkPut(st, s, n.pool, n.value)
		}
		if n.once != 0 && !st.First(memory.Marked(memory.IsDone, n.once, nil)) {
			continue
		}
		if o.Keeps(e.Place) && (e.Kind == summary.Exposes || !e.List.IsNowhere()) {
			continue // see applyKeeps
		}
		throughField(st, e, n.value)
		outer := x.once
		x.once = cmp.Or(n.once, outer)
		x.applyEffect(st, s, e, n.value)
		x.once = outer
		if e.Kind == summary.Retains && x.isPutSomewhere(o, names, n.value) {
			x.mayOwn(st, n.value, max(e.Count, 1))
		}
		if r, ok := x.Roles[n.value]; ok && e.Kind != summary.Exposes {
			touched[r.Object] = touched[r.Object] || e.Kind.Ends()
		}
	}
	return touched
}

// applyKeeps lends what a callee keeps in containers, after all else that it does: nothing has
// taken that out again.
func (x *explorer) applyKeeps(st *memory.State, s *site, fn *types.Func, o summary.Outcome, k int, names []named) {
	keeps := &keeping{x, st, s, fn}
	for i, e := range o.Does {
		switch {
		case names[i].value == 0:
		case !e.List.IsNowhere():
			keeps.mayTakeOver(names[i].value)
			keeps.apply(e, names[i], rebuilt{call: s.instr, outcome: k, set: true, item: -1 - i})
		case e.Kind == summary.Exposes && o.Keeps(e.Place): // after the loan, which says why
			x.applyEffect(st, s, e, names[i].value)
		}
	}
}

// isPutSomewhere reports whether an outcome puts an object where this function may not find
// it.
func (x *explorer) isPutSomewhere(o summary.Outcome, names []named, v term.Term) bool {
	id := x.Roles[v].Object
	for i, e := range o.Does {
		if (e.Kind == summary.Lends || e.Kind == summary.Exposes) && id != 0 && x.Roles[names[i].value].Object == id {
			return true
		}
	}
	return false
}

// mayOwn notes that references to a counted object, which a callee has retained or was given,
// are perhaps those of what it has put the object into, and not of this function.
func (x *explorer) mayOwn(st *memory.State, v term.Term, references int) {
	id := x.Roles[v].Object
	if f := st.Fate(id); f.Owned() {
		f.Kept += references
		st.SetFate(id, f)
	}
}

// applyAssignment stores what a callee has stored. The objects that the callee has touched
// are those of applyEffects.
func (x *explorer) applyAssignment(st *memory.State, s *site, fn *types.Func, addr, v term.Term, touched map[fate.ID]bool) {
	if r, ok := x.Roles[addr]; ok {
		gaveUp, readied := touched[r.Object]
		if field := x.Fields[addr]; gaveUp || readied && field != nil && isList(field) {
			return // written before it was given up, or a list that was cut: still memory of the object
		}
	}
	if r, ok := x.Roles[st.Cells[addr]]; ok && r.As == fate.AsReference && x.IsTyped(r.Object) && st.Cells[addr] != v && !touched[r.Object] && !setsBlindly(x.pkg.Declared(fn), s, x.Terms.Node(addr), v) {
		st.ToTopLive(r.Object) // overwritten, and nothing is said of what was there
	}
	x.applying++
	x.store(st, addr, v, s.pos, s.instr)
	x.applying--
}

// onlyThere notes that a counted object which a callee has put into a field is nowhere else,
// if the callee does nothing else with it. A release that does not go through the field leaves
// it there.
func onlyThere(st *memory.State, o summary.Outcome, names []named, addr, v term.Term) {
	r, ok := st.Roles[v]
	f := st.Fate(r.Object)
	if !ok || !st.Objects[r.Object].Counted() || f.Status != fate.Gone || f.To != addr || f.Handed > 1 {
		return
	}
	for i := range o.Does {
		if st.Roles[names[i].value].Object == r.Object {
			return
		}
	}
	f.Looked = false
	st.SetFate(r.Object, f)
}

// throughField notes that what a callee has found in a field, and releases, was given up
// through the field, where it may stay.
func throughField(st *memory.State, e summary.Effect, v term.Term) {
	if r, ok := st.Roles[v]; ok && e.Kind == summary.Releases && !e.Place.IsRoot() {
		if f := st.Fate(r.Object); f.Status == fate.Gone {
			f.Looked = true
			st.SetFate(r.Object, f)
		}
	}
}

// setsBlindly reports whether a callee sets a field of one argument to another, without a look at
// what is there: that goes to no other place.
func setsBlindly(callee *ssa.Function, s *site, addr term.Node, v term.Term) bool {
	return addr.Kind == term.Field && slices.Contains(s.args, v) && code.OnlySets(callee, slices.Index(s.args, addr.A), addr.N)
}

// findUsed makes objects of the references that a function uses and this one did not know
// yet: what the function returns or stores may be borrowed from them.
func (x *explorer) findUsed(st *memory.State, s *site, o summary.Outcome, names []named) {
	for i, e := range o.Does {
		if t := names[i].value; e.Kind == summary.Uses && e.Family == "" && t != 0 && x.isUnknownRef(st, t) {
			x.refObject(st, t, s)
		}
	}
}

// isUnknownRef reports whether a value of which only the place is known is not a zero
// reference.
func (x *explorer) isUnknownRef(st *memory.State, t term.Term) bool {
	_, known := x.Roles[t]
	return !known && !st.IsZeroRef(t) && x.Terms.Node(t).Kind == term.Load
}

// replaces ends the loans of an object to fields, and to goroutines that read it from a
// field each time, if a function that releases it has put something else there.
func (x *explorer) replaces(st *memory.State, sets []term.Term, ref term.Term) {
	if r, ok := x.Roles[ref]; ok {
		st.EndLoans(r.Object, func(l fate.Loan) bool {
			return l.How != fate.ToContainer && l.Addr != 0 && slices.Contains(sets, l.Addr)
		})
	}
}

// newObjects makes the objects that a function acquired for its caller.
func (x *explorer) newObjects(st *memory.State, s *site, fn *types.Func, o summary.Outcome, k int) []term.Term {
	refs := make([]term.Term, len(o.Objects))
	for i, own := range o.Objects {
		object := x.newReference(s)
		if own.Family != "" {
			if object.Family = x.table.ByName(own.Family); object.Family == nil {
				continue
			}
			object.What = "the object"
			object.Wrapped = object.Family.Lossy && (fn.Pkg() != x.pass.Pkg || own.Lent || x.isCarried())
			if !own.Lent && !x.isCarried() {
				object.Getter = fn
			}
		}
		if !own.Pool.IsNowhere() {
			object.Pool, _ = x.resolve(st, s, fn, own.Pool)
		}
		if !own.Lease.IsNowhere() {
			if t, ok := x.resolve(st, s, fn, own.Lease); ok {
				if own.Moved && st.IsZeroRef(t) {
					refs[i] = x.Terms.Zero()
					continue
				}
				lent := x.Roles[t].Object
				object.Lease = x.Objects[lent].Lease
				if first := &x.Objects[lent]; own.Moved && first.Origin == fate.Acquired && first.Pos < object.Pos { // by an earlier statement
					object.Pos = first.Pos
				}
				own.Moved = own.Moved && !st.Fate(lent).Owned()
			}
		}
		at := st.Turn(s.instr)
		at.Outcome = int32(k + 1)
		refs[i] = st.AcquireAt(s.instr, at, i, object)
		x.Terms.SetNonNil(refs[i])
		f := st.Fate(x.Roles[refs[i]].Object)
		f.Reset = own.Reset
		if own.Moved || own.Kept { // the caller may own no reference
			f.Status = fate.Top
		}
		st.SetFate(x.Roles[refs[i]].Object, f)
	}
	return refs
}

// expectNone forgets what a call acquired that a result is or has.
func (x *explorer) expectNone(st *memory.State, result term.Term, refs []term.Term) {
	reachable := st.Reachable(result)
	for _, ref := range refs {
		if id := x.Roles[ref].Object; slices.Contains(reachable, id) {
			st.ToTopLive(id)
		}
	}
}

// results makes the results of a call.
func (x *explorer) results(st *memory.State, s *site, fn *types.Func, sum *summary.Summary, refs []term.Term, k int) []term.Term {
	o := sum.Outcomes[k]
	results := s.common.Signature().Results() // of the instance, if the function is generic
	if results.Len() != fn.Signature().Results().Len() {
		results = fn.Signature().Results()
	}
	parts := make([]term.Term, len(o.Results))
	makes := &rebuilder{x, st, s, fn, refs}
	for i, r := range o.Results {
		var t types.Type = types.Typ[types.Invalid]
		if i < results.Len() {
			t = results.At(i).Type()
		}
		if r.Kind == summary.Zero && api.IsRef(t) && (code.IgnoresLast(s.instr) || sum.MayFind(k)) { // the caller expects a reference
			parts[i] = st.StoredRef(s.instr)
			continue
		}
		if parts[i] = makes.rebuild(r, rebuilt{call: s.instr, outcome: k, item: i}); parts[i] != 0 {
			if (api.IsRef(t) || i < len(o.Results)-1 && sum.MayFail()) && code.Discards(s.instr, i) { // the caller expects an error, and no reference
				x.expectNone(st, parts[i], refs)
			}
			continue
		}
		if api.IsRef(t) && r.Kind == summary.Unknown {
			parts[i] = st.StoredRef(s.instr)
			continue
		}
		parts[i] = x.Terms.Make(term.Node{Kind: term.Opaque, Tag: rebuilt{call: s.instr, outcome: k, item: i}, At: st.Turn(s.instr)})
		if r.Kind == summary.NotNil {
			x.Terms.SetNonNil(parts[i])
		}
		if r.Kind == summary.Unknown && len(o.Results) == 1 && pureType(t) {
			if call, ok := s.instr.(*ssa.Call); ok {
				parts[i] = x.again(st, term.Node{Kind: term.Call, A: x.Terms.List(s.args), Tag: fn}, call)
			}
		}
	}
	return parts
}

// loseUnplaced lets go of new objects that went where the caller cannot
// follow.
func (x *explorer) loseUnplaced(st *memory.State, refs, sets, values, parts []term.Term) {
	placed := map[fate.ID]bool{}
	note := func(v term.Term) {
		for _, id := range st.Reachable(v) {
			placed[id] = true
		}
	}
	for _, v := range parts {
		note(v)
	}
	results := maps.Clone(placed)
	for i, v := range values {
		if sets[i] != 0 {
			note(v)
		}
	}
	for _, ref := range refs {
		r, ok := x.Roles[ref]
		// What is counted by its type alone, and put somewhere, is that owner's.
		if family := x.Objects[r.Object].Family; ok && (!placed[r.Object] || family != nil && !family.Lossy && !results[r.Object]) {
			st.ToTopLive(r.Object)
		}
	}
}

// summaryOf is what is known of a function: its summary, if its body is here,
// or a fact of the package that it belongs to. It is nil if nothing is known,
// or nothing worth knowing.
func (x *explorer) summaryOf(st *memory.State, fn *ssa.Function, object *types.Func, args []term.Term) *summary.Summary {
	if fn == nil { // a method of an interface: only its doc comment tells
		if x.notes.On(object) {
			s := &summary.Summary{Outcomes: []summary.Outcome{{}}}
			x.notes.Apply(object, s, x.table)
			return s
		}
	} else if x.pkg.Has(fn) {
		if !x.isRelevant(fn) && !x.concerning(st, args) && !cuts(x.Values, fn, args) && !decides(fn) && !makesHolder(fn) && !returnsAnything(fn) && x.countsFirst(fn) == nil {
			return nil
		}
		return x.explore(fn)
	}
	var f summary.Fact
	if x.pass.ImportObjectFact(object, &f) {
		return &f.Summary
	}
	return nil
}

// decides reports whether a function is one that conditions are made of, and
// small: then it is worth knowing which results belong to which arguments. One that is given
// an error may return only if that is nil.
func decides(fn *ssa.Function) bool {
	if len(fn.Blocks) > maxDeciding {
		return false
	}
	for p := range fn.Signature.Params().Variables() {
		if api.IsError(p.Type()) {
			return true
		}
	}
	results := fn.Signature.Results()
	if results.Len() == 0 {
		return false
	}
	last := results.At(results.Len() - 1).Type()
	return api.IsError(last) || api.IsBool(last)
}

const maxDeciding = 12 // blocks

// returnsAnything reports whether a function is small, and a result is a reference or has the
// type of a type parameter, which is one for some callers: it may be an argument, or zero.
func returnsAnything(fn *ssa.Function) bool {
	if len(fn.Blocks) > maxDeciding {
		return false
	}
	for v := range fn.Signature.Results().Variables() {
		if _, ok := types.Unalias(v.Type()).(*types.TypeParam); ok || api.IsRef(v.Type()) {
			return true
		}
	}
	return false
}

// makesHolder reports whether a function is one that may make a struct for functions, such
// as those which a Close calls, and small: then it is worth knowing that the struct is new.
func makesHolder(fn *ssa.Function) bool {
	results := fn.Signature.Results()
	if results.Len() == 0 || len(fn.Blocks) > maxDeciding {
		return false
	}
	_, isPointer := results.At(0).Type().Underlying().(*types.Pointer)
	return isPointer && code.LeadsToFunction(results.At(0).Type())
}

// cuts reports whether a function is small, and is given a part of something of the caller's:
// then it is worth knowing whether its results are parts of that, too.
func cuts(vs *memory.Values, fn *ssa.Function, args []term.Term) bool {
	if len(fn.Blocks) > maxDeciding || !slices.ContainsFunc(args, func(a term.Term) bool { return vs.Within[a] != 0 }) {
		return false
	}
	for v := range fn.Signature.Results().Variables() {
		if isBytes(v.Type()) {
			return true
		}
	}
	return false
}

// concerning reports whether one of the arguments leads to an object, or is a parameter of a
// function that is walked only for what becomes of its parameters. The receiver is not the one
// that such a function is walked for.
func (x *explorer) concerning(st *memory.State, args []term.Term) bool {
	first := 0
	if x.isRelevant(x.top.Function) {
		first = len(x.top.Params)
	} else if x.top.Signature.Recv() != nil {
		first = 1
	}
	for _, a := range args {
		n := x.Terms.Node(a)
		if len(st.Reachable(a)) > 0 || n.Kind == term.Param && n.N >= first {
			return true
		}
	}
	return false
}
