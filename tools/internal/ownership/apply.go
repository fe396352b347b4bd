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
	"github.com/rcpool/rcpool/tools/internal/ownership/naming"
	"github.com/rcpool/rcpool/tools/internal/ownership/place"
	"github.com/rcpool/rcpool/tools/internal/ownership/summary"
	"github.com/rcpool/rcpool/tools/internal/ownership/term"
	"golang.org/x/tools/go/ssa"
)

// An applier carries out calls by the summaries of functions: it makes the results, and does
// what an outcome says to the caller's objects and memory. What that means for one of them is a
// matter of effects, loads and stores. It asks the checker in which functions mistakes are.
type applier struct {
	*memory.Values
	where    *position
	recorder *recorder
	accounts *accounts
	others   *others
	stores   *stores
	resolver *resolver
	effects  *effects
	keepings *keepings
	pools    *pools
	loads    *loads
	caller   *callerEffects
	keepers  *keepers
	pkg      *code.Package
	table    *api.Table
	checker  *checker
	widened  map[*types.Func]*summary.Summary // see widen
}

// apply carries out a call by the summary of the function.
func (ap *applier) apply(st *memory.State, s *site, sum *summary.Summary, fn *types.Func) []result {
	if sum.Opaque {
		return ap.applyOpaque(st, s, fn)
	}
	ap.applyAlways(st, s, sum, fn)
	if ap.where.wide && len(sum.Outcomes) > 1 && fn.Pkg() != ap.pkg.Types {
		sum = ap.widen(fn, sum)
	}
	var results []result
	trivial := sum.Trivial()
	args := ap.Terms.List(s.args)
	same, here := memory.Marked(memory.CameOut, args, fn), memory.Marked(memory.IsCalled, args, s.instr)
	counts := ap.pkg.CountsDown(fn)
	chosen := 0
	if st.Marks[here] == 0 {
		chosen = st.Marks[same]
	}
	for k := range sum.Outcomes {
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
		o, applies := ap.foresee(after, s, fn, sum, k, counts)
		if !applies {
			continue
		}
		if trivial {
			after.Marks[same], after.Marks[here] = k+1, 1
		}
		results = append(results, result{after, ap.applyOutcome(after, s, fn, sum, o, k)})
	}
	return ap.where.merge(results)
}

// applyAlways carries out what a call does in each of its outcomes.
func (ap *applier) applyAlways(st *memory.State, s *site, sum *summary.Summary, fn *types.Func) {
	for _, a := range s.args { // dead objects are not to be handed to anybody
		if r, ok := ap.Roles[a]; ok && !concerns(sum, s, a) {
			if r.As != fate.AsReference || !ap.IsTyped(r.Object) {
				ap.accounts.use(st, r, s.pos)
			}
		}
	}
	ap.useParts(st, s, fn)
	s.alone = ap.effects.untold.alone(st, s, sum)
	if !sum.ReturnsPartsOnly() {
		mayShare(st, s, ap.table)
	}
	ap.keepers.called(st, s, true)
	for _, e := range sum.Elements {
		ap.applyElements(st, s, fn, e)
	}
}

// foresee returns the k-th outcome of a call as it is in a state, unless it cannot come about there,
// and notes what it leaves in fields.
func (ap *applier) foresee(st *memory.State, s *site, fn *types.Func, sum *summary.Summary, k int, counts bool) (o summary.Outcome, applies bool) {
	o = sum.Outcomes[k]
	if ap.decidesItself(st, s, fn, sum, o) || counts {
		o = o.Unsure()
	}
	o = ap.mayKnow(st, s, fn, sum, o)
	left := ap.leftByField(st, s, fn, sum, k)
	if !ap.applies(st, s, fn, o) {
		return o, false
	}
	for _, id := range left {
		st.Marks[memory.Marked(memory.IsLeftThere, 0, id)] = 1
	}
	passArguments(st, s, fn, sum, k, ap.table.Lists(fn))
	return o, true
}

// useParts uses what this function has borrowed and put into a struct of its own, which it gives
// to a function that looks at it there.
func (ap *applier) useParts(st *memory.State, s *site, fn *types.Func) {
	for i, a := range s.args {
		base, t := a, argumentType(fn, i)
		if n := ap.Terms.Node(a); n.Kind == term.Load {
			base = n.A
		}
		if t == nil || ap.Terms.Node(base).Kind != term.Alloc {
			continue
		}
		of, isStruct := api.Deref(t).Underlying().(*types.Struct)
		if !isStruct {
			continue
		}
		for k := range of.NumFields() {
			r, ok := ap.Roles[st.Cells[ap.Terms.Field(base, k)]]
			if ok && (r.As == fate.AsBorrow || r.As == fate.AsAlias) && ap.pkg.ReadsBehind(ap.pkg.Declared(fn), i, k) {
				ap.accounts.use(st, r, s.pos)
			}
		}
	}
}

// widen returns the widened summary of a function, which it makes once in a walk.
func (ap *applier) widen(fn *types.Func, sum *summary.Summary) *summary.Summary {
	if ap.widened[fn] == nil {
		ap.widened[fn] = sum.Widened()
	}
	return ap.widened[fn]
}

// passArguments notes which objects may be somewhere else after an outcome, the k-th of a
// summary.
func passArguments(st *memory.State, s *site, fn *types.Func, sum *summary.Summary, k int, listed bool) {
	results := s.common.Signature().Results() // of an instance, if the function is generic
	mayReturn := mayReturn(sum, results)
	for i, a := range s.args {
		if r, ok := st.Roles[a]; ok && st.Fates[r.Object] != nil {
			f := st.Fate(r.Object)
			object := argumentType(fn, i)
			stores := sum.Stores(i, k, results, func(result types.Type) bool { // which the caller still follows
				return object != nil && st.Objects[r.Object].Lossy() && !api.MayLeadTo(result, api.Deref(object))
			})
			f.Passed = f.Passed || stores || mayReturn
			retains := listed && st.Objects[r.Object].Counted() && retainsWhatItKeeps(fn, i)
			f.Abroad = f.Abroad || stores && !retains
			st.SetFate(r.Object, f)
		}
	}
}

// retainsWhatItKeeps reports whether a function of an API of the table retains an argument, the i-th, if
// it keeps that, whatever it seems to show to others: it is a method of that, or its name does not
// say that it adopts it, and no result may be the argument itself.
func retainsWhatItKeeps(fn *types.Func, i int) bool {
	signature := fn.Signature()
	if signature.Recv() != nil && i == 0 {
		return true
	}
	of := argumentType(fn, i)
	for result := range signature.Results().Variables() {
		if of != nil && types.Identical(result.Type(), of) {
			return false
		}
	}
	return !naming.Adopts(fn.Name())
}

// applyOpaque carries out a call of a function of which nothing is known but its type.
func (ap *applier) applyOpaque(st *memory.State, s *site, fn *types.Func) []result {
	for _, a := range s.args {
		st.Lose(a)
	}
	ap.others.forget(st, s)
	results := fn.Signature().Results()
	parts := make([]term.Term, results.Len())
	for k := range parts { // when it returns what is not known
		parts[k] = ap.Terms.Make(term.Node{Kind: term.Opaque, Tag: s.instr, At: st.Turn(s.instr), N: k, A: ap.Terms.Int(-1)})
	}
	if len(parts) == 1 {
		return one(st, parts[0])
	}
	return one(st, ap.Terms.List(parts))
}

// mayReturn reports whether a result may hold an argument: it can, and nothing is known
// of it.
func mayReturn(sum *summary.Summary, results *types.Tuple) bool {
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
func (ap *applier) applyElements(st *memory.State, s *site, fn *types.Func, e summary.Effect) {
	if e.Place.Container().ThroughElement() { // of containers in a container: nobody knows which
		if outer, ok := ap.resolver.resolve(st, s, fn, e.Place.Element().Container()); ok && e.Kind != summary.Uses {
			st.Drain(outer)
			ap.caller.exposeElements(outer)
		}
		return
	}
	container, ok := ap.resolver.resolve(st, s, fn, e.Place.Container())
	if !ok {
		return
	}
	ids := st.ContentsOf(container)
	if e.Kind != summary.Uses {
		ap.exposePointedTo(st, container)
	}
	if e.Kind == summary.Maybe {
		st.Drain(container)
	}
	if len(ids) == 0 && e.Kind != summary.Uses && len(st.Reachable(container)) > 0 {
		st.Drain(container)
		return
	}
	if len(ids) == 0 {
		ap.applyToElement(st, s, container, e)
		return
	}
	switch e.Kind {
	case summary.Releases:
		for _, id := range ids {
			if releasedWithin(st, container, id, ap.where.placed(id, s.pos)) {
				continue
			}
			ap.accounts.release(st, id, ap.where.moment(s))
			if e.Drop { // which leaves zero references in the container
				st.EndLoans(id, func(l fate.Loan) bool { return l.Held == container })
			}
		}
		if e.Drop {
			st.Vacate(container)
		}
	case summary.Moves:
		for _, id := range ids {
			ap.accounts.move(st, id, fate.ToCallee, s.pos, 0)
		}
	case summary.Uses:
		ap.accounts.useElements(st, container, s.pos)
	default:
		st.Drain(container)
	}
}

// applyToElement does to an element of a container of the caller's what a function does to all
// of them.
func (ap *applier) applyToElement(st *memory.State, s *site, container term.Term, e summary.Effect) {
	p, ok := place.Of(ap.Terms, container)
	if !ok || e.Kind == summary.Uses {
		return
	}
	if b := s.instr.Block(); b != nil && !ap.where.onEachWay(b) {
		ap.caller.expose(p.SomeElement())
	}
	t := ap.Terms.Make(term.Node{Kind: term.Load, A: ap.Terms.Index(container, st.Opaque(s.instr, 9))})
	ap.where.ofEach = true
	ap.effects.apply(st, s, summary.Effect{Kind: e.Kind, Family: e.Family, Once: e.Once, Pool: e.Pool, Drop: e.Drop}, t)
	ap.where.ofEach = false
}

// exposePointedTo notes that something happens to what the elements of a list of this
// function point to, in memory of its caller.
func (ap *applier) exposePointedTo(st *memory.State, list term.Term) {
	for _, v := range st.Stored(func(addr term.Term) bool { return ap.Terms.Root(addr) == list || ap.Terms.InSlice(addr, list) }) {
		ap.caller.noteEffect(st, ap.Terms.Load(v), summary.Effect{Kind: summary.Maybe})
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
func concerns(sum *summary.Summary, s *site, a term.Term) bool {
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
func (ap *applier) applies(st *memory.State, s *site, fn *types.Func, o summary.Outcome) bool {
	for _, c := range o.When {
		t, ok := ap.resolver.resolve(st, s, fn, c.Place)
		if !ok {
			continue
		}
		cond := ap.condition(c, t)
		switch {
		case c.Is == "nil":
			if r, ok := ap.Roles[t]; ok && st.Fate(r.Object).Status != fate.Top && r.As != fate.AsCleanup {
				if !c.Not {
					return false
				}
				continue
			}
		case c.Is == "zero":
			if ap.Terms.Node(t).Kind == term.Zero {
				if c.Not {
					return false
				}
				continue
			}
			if r, ok := ap.Roles[t]; ok && ap.Objects[r.Object].Origin == fate.Acquired {
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
func (ap *applier) condition(c summary.Condition, t term.Term) term.Term {
	switch c.Is {
	case "nil":
		return ap.Terms.Binary(token.EQL, t, ap.Terms.Nil())
	case "zero":
		return ap.Zeroness(t)
	case "true":
		return t
	}
	return ap.Terms.Binary(token.EQL, t, ap.Terms.Exact(c.Is[1:], c.Kind))
}

// decidesItself reports whether a field of an object of a lossy pool decides if the
// function puts the object back, and this function does not know what is in the field.
func (ap *applier) decidesItself(st *memory.State, s *site, fn *types.Func, sum *summary.Summary, o summary.Outcome) bool {
	for _, e := range o.Does {
		family := ap.table.ByName(e.Family)
		if e.Kind != summary.Releases && !e.Untold || family == nil || !family.Lossy || !sum.MayKeep(o, e.Place) {
			continue
		}
		for _, c := range o.When {
			if !c.Place.IsIn(e.Place) {
				continue
			}
			if t, ok := ap.resolver.resolve(st, s, fn, c.Place); ok && !ap.isAtPlace(t) {
				if _, decided := st.Facts.Decide(ap.Terms, ap.condition(c, t)); !decided {
					return true
				}
			}
		}
	}
	return false
}

// mayKnow returns an outcome for a caller that does not know why the function has come to it: a field
// decides that of which this function knows nothing. The function may know by the field that there is
// a reference in another one of the struct, so a release of it is none of a zero reference. Nor is it
// if the function leaves a zero one alone on another way: it may have filled the field before.
func (ap *applier) mayKnow(st *memory.State, s *site, fn *types.Func, sum *summary.Summary, o summary.Outcome) summary.Outcome {
	for i, e := range o.Does {
		if e.Kind == summary.Releases && e.Family == "" && !e.Drop && !e.Place.IsRoot() {
			t, ok := ap.resolver.resolve(st, s, fn, e.Place)
			if ok && st.IsZeroRef(t) && (sum.MayDrop(e.Place) || ap.dependsOnOther(st, s, fn, o, e.Place) || ap.zeroUse(st, s, fn).mayBeFilled(e.Place)) {
				o.Does = slices.Clone(o.Does)
				o.Does[i].Drop = true
			}
		}
	}
	return o
}

// leftByField returns the counted objects that an outcome, the k-th of a summary, leaves in a
// struct, while another one releases them: a field of the struct decides that, and this function
// does not know what is in the field. The callee may know that it always finds it set.
func (ap *applier) leftByField(st *memory.State, s *site, fn *types.Func, sum *summary.Summary, k int) (left []fate.ID) {
	o := sum.Outcomes[k]
	for _, other := range sum.Outcomes {
		for _, e := range other.Does {
			ends := func(mine summary.Effect) bool { return mine.Kind.Ends() && mine.Place == e.Place }
			if e.Kind != summary.Releases || e.Place.IsRoot() || slices.ContainsFunc(o.Does, ends) || !ap.dependsOnOther(st, s, fn, o, e.Place) {
				continue
			}
			if t, ok := ap.resolver.resolve(st, s, fn, e.Place); ok {
				if r, ok := ap.Roles[t]; ok && ap.Objects[r.Object].Counted() && st.Fate(r.Object).Status == fate.Live {
					left = append(left, r.Object)
				}
			}
		}
	}
	return left
}

// dependsOnOther reports whether another field than that at a place, beside it, decides if a callee
// comes to an outcome, and this function does not know what is in there.
func (ap *applier) dependsOnOther(st *memory.State, s *site, fn *types.Func, o summary.Outcome, p place.Place) bool {
	return slices.ContainsFunc(o.When, func(c summary.Condition) bool {
		return c.Place.IsBeside(p) && c.Place != p && !ap.isDecided(st, s, fn, c)
	})
}

// isDecided reports whether this function knows if a condition of a callee holds.
func (ap *applier) isDecided(st *memory.State, s *site, fn *types.Func, c summary.Condition) bool {
	t, ok := ap.resolver.resolve(st, s, fn, c.Place)
	if !ok {
		return true
	}
	_, decided := st.Facts.Decide(ap.Terms, ap.condition(c, t))
	return decided
}

func (ap *applier) isAtPlace(t term.Term) bool {
	_, ok := place.Of(ap.Terms, t)
	return ok
}

// applyOutcome does what an outcome says, the k-th of a summary.
func (ap *applier) applyOutcome(st *memory.State, s *site, fn *types.Func, sum *summary.Summary, o summary.Outcome, k int) term.Term {
	// What the outcome names is what was there before the call did anything.
	ap.where.blind++
	names := make([]named, len(o.Does))
	for i, e := range o.Does {
		names[i] = ap.namedBy(st, s, fn, e)
	}
	ap.zeroUse(st, s, fn).find(sum, o)
	ap.findUsed(st, s, o, names)
	refs := ap.newObjects(st, s, fn, o, k)
	sets, values := ap.assigned(st, s, fn, o, refs, k)
	parts := ap.results(st, s, fn, sum, refs, k)
	ap.where.blind--
	ap.loseUnplaced(st, refs, sets, values, parts)

	ap.where.ofSome = sum.EndsIfTold(k)
	touched := ap.applyEffects(st, s, sum, o, names, sets)
	ap.where.ofSome = false
	if o.Forgets && !ap.pkg.CannotCallBack(s.common, fn) {
		ap.others.forget(st, s)
	}
	ap.applyKeeps(st, s, fn, o, k, names)
	for i := range o.Sets {
		if sets[i] != 0 && values[i] != 0 && !(o.AddsTo(o.Sets[i].Place) && isMixed(st, sets[i])) {
			ap.applyAssignment(st, s, fn, sets[i], values[i], touched, parts)
			ap.onlyThere(st, o, names, sets[i], values[i])
		} else if list, had := st.Cells[sets[i]]; had && o.Sets[i].To.Kind == summary.AliasOf { // a part of it, unknown which
			st.Drain(list)
			st.Cells[sets[i]] = st.Overwritten(sets[i], s.instr)
		}
	}
	ap.dropMoved(st, s, sum, parts)
	switch len(parts) {
	case 0:
		return st.Opaque(s.instr, 0)
	case 1:
		return parts[0]
	}
	return ap.Terms.List(parts)
}

func (ap *applier) namedBy(st *memory.State, s *site, fn *types.Func, e summary.Effect) (n named) {
	n.value, _ = ap.resolver.resolve(st, s, fn, e.Place)
	if at, ok := e.Place.Address(); ok {
		n.holder, _ = ap.resolver.resolve(st, s, fn, at)
	}
	if !e.Pool.IsNowhere() {
		n.pool, _ = ap.resolver.resolve(st, s, fn, e.Pool)
	}
	if !e.List.IsNowhere() {
		n.list, _ = ap.resolver.resolve(st, s, fn, e.List.Holder())
	}
	if !e.Once.IsNowhere() {
		n.once, _ = ap.resolver.resolve(st, s, fn, e.Once)
	}
	return n
}

// assigned returns the addresses that an outcome stores to, and the values.
func (ap *applier) assigned(st *memory.State, s *site, fn *types.Func, o summary.Outcome, refs []term.Term, k int) (sets, values []term.Term) {
	sets, values = make([]term.Term, len(o.Sets)), make([]term.Term, len(o.Sets))
	r := &rebuilder{ap.resolver, st, s, fn, refs}
	for i, a := range o.Sets {
		sets[i], _ = ap.resolver.resolve(st, s, fn, a.Place)
		values[i] = r.rebuild(a.To, rebuilt{call: s.instr, outcome: k, set: true, item: i})
		if values[i] == 0 && sets[i] != 0 && (a.To.Kind == summary.Unknown || a.To.Kind == summary.AtPlace) {
			values[i] = st.Overwritten(sets[i], s.instr)
		}
	}
	return sets, values
}

// applyEffects does what an outcome says of objects. It returns the objects that the callee
// has done something with. The value is true for those that it has given up.
func (ap *applier) applyEffects(st *memory.State, s *site, sum *summary.Summary, o summary.Outcome, names []named, sets []term.Term) (touched map[fate.ID]bool) {
	touched = map[fate.ID]bool{}
	for i, e := range o.Does {
		n := names[i]
		if n.value == 0 {
			continue
		}
		if e.Kind == summary.Releases {
			replaces(st, sets, n.value)
		}
		if n.pool != 0 && sum.HasOnePool(e.Place) && !ap.checker.mistaken[code.Callee(s.common)] { // else it is reported there
			ap.pools.checkPut(st, s, n.pool, n.value)
		}
		if n.once != 0 && !st.First(memory.Marked(memory.IsDone, n.once, nil)) {
			continue
		}
		if o.Keeps(e.Place) && (e.Kind == summary.Exposes || !e.List.IsNowhere()) {
			continue // see applyKeeps
		}
		throughField(st, e, n.value)
		outer := ap.where.once
		ap.where.once, ap.where.holder = cmp.Or(n.once, outer), n.holder
		ap.effects.apply(st, s, e, n.value)
		ap.where.once, ap.where.holder = outer, 0
		if e.Kind == summary.Retains && ap.isPutSomewhere(o, names, n.value) {
			mayOwn(st, n.value, max(e.Count, 1))
		}
		if e.Kind == summary.Exposes {
			ap.exposeReplaced(st, sets, n.value)
		}
		if r, ok := ap.Roles[n.value]; ok && e.Kind != summary.Exposes {
			touched[r.Object] = touched[r.Object] || e.Kind.Ends()
		}
	}
	return touched
}

// exposeReplaced forgets the reference in a field that a callee sets to something else, if it shows
// others what the reference leads to: it may have given them the reference.
func (ap *applier) exposeReplaced(st *memory.State, sets []term.Term, shown term.Term) {
	r, ok := ap.Roles[shown]
	if ok && r.As == fate.AsReference && slices.ContainsFunc(sets, func(addr term.Term) bool { return addr != 0 && st.Cells[addr] == shown }) {
		st.ToTopLive(r.Object)
	}
}

// applyKeeps lends what a callee keeps in containers, after all else that it does: nothing has
// taken that out again.
func (ap *applier) applyKeeps(st *memory.State, s *site, fn *types.Func, o summary.Outcome, k int, names []named) {
	keeps := &keeping{ap.keepings, st, s, fn}
	for i, e := range o.Does {
		switch {
		case names[i].value == 0:
		case !e.List.IsNowhere():
			keeps.mayTakeOver(names[i].value)
			keeps.apply(e, names[i], rebuilt{call: s.instr, outcome: k, set: true, item: -1 - i})
		case e.Kind == summary.Exposes && o.Keeps(e.Place): // after the loan, which says why
			ap.effects.apply(st, s, e, names[i].value)
		}
	}
}

// isMixed reports whether the list in a variable has what this function has lent, and what was there
// before.
func isMixed(st *memory.State, variable term.Term) bool {
	list, ok := st.Cells[variable]
	return ok && st.Marks[memory.Marked(memory.IsMixed, list, nil)] != 0
}

// isPutSomewhere reports whether an outcome puts an object where this function may not find
// it.
func (ap *applier) isPutSomewhere(o summary.Outcome, names []named, v term.Term) bool {
	id := ap.Roles[v].Object
	for i, e := range o.Does {
		if (e.Kind == summary.Lends || e.Kind == summary.Exposes) && id != 0 && ap.Roles[names[i].value].Object == id {
			return true
		}
	}
	return false
}

// applyAssignment stores what a callee has stored. The objects that the callee has touched
// are those of applyEffects. One that the callee returns was taken out of where it was.
func (ap *applier) applyAssignment(st *memory.State, s *site, fn *types.Func, addr, v term.Term, touched map[fate.ID]bool, results []term.Term) {
	if r, ok := ap.Roles[addr]; ok {
		gaveUp, readied := touched[r.Object]
		isOwn := ap.Roles[ap.Terms.Node(addr).A] == fate.Reference(r.Object) // of which the summary tells that it was cut
		if field := ap.Fields[addr]; gaveUp || readied && !isOwn && field != nil && isList(field) {
			delete(st.Marks, memory.Marked(memory.IsLentAt, addr, nil))
			return // written before it was given up, or a list that was cut: still memory of the object
		}
	}
	had := st.Cells[addr]
	r, ok := ap.Roles[had]
	isRef := ok && r.As == fate.AsReference && ap.IsTyped(r.Object)
	if isRef && had != v && !touched[r.Object] && !setsBlindly(ap.pkg.Declared(fn), s, ap.Terms.Node(addr), v) {
		if ap.Objects[r.Object].Origin == fate.Acquired && slices.Contains(results, had) {
			f := st.Fate(r.Object)
			f.Handed++ // it has had another owner: callers of this function are not told whose it is
			st.SetFate(r.Object, f)
		} else {
			st.ToTopLive(r.Object) // overwritten, and nothing is said of what was there
		}
	}
	ap.where.applying++
	ap.stores.store(st, addr, v, s.pos, s.instr)
	ap.where.applying--
}

// onlyThere notes that an object which a callee has put into a field is nowhere else,
// if the callee does nothing else with it. A release that does not go through the field leaves
// it there. One of a pool that may lose it must be found there by others.
func (ap *applier) onlyThere(st *memory.State, o summary.Outcome, names []named, addr, v term.Term) {
	r, ok := st.Roles[v]
	f := st.Fate(r.Object)
	if !ok || f.Status != fate.Gone || f.To != addr || f.Handed > 1 || !ap.isLeftIn(&ap.Objects[r.Object], addr) {
		return
	}
	for i := range o.Does {
		if st.Roles[names[i].value].Object == r.Object && !(o.Does[i].Kind == summary.Exposes && ap.Objects[r.Object].Lossy()) {
			return
		}
	}
	f.Looked = false
	st.SetFate(r.Object, f)
}

// isLeftIn reports whether others find in a field what was released and left there.
func (ap *applier) isLeftIn(o *fate.Object, addr term.Term) bool {
	if !o.Lossy() {
		return o.Counted()
	}
	field := ap.Fields[addr]
	return field != nil && ap.Terms.Node(ap.Terms.Root(addr)).Kind != term.Alloc && ap.pkg.IsReadApart(field, ap.where.top.Function)
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
func (ap *applier) findUsed(st *memory.State, s *site, o summary.Outcome, names []named) {
	for i, e := range o.Does {
		if t := names[i].value; e.Kind == summary.Uses && e.Family == "" && t != 0 && isUnknownRef(st, t) {
			ap.accounts.refObject(st, t, s)
		}
	}
}

// replaces ends the loans of an object to fields, and to goroutines that read it from a
// field each time, if a function that releases it has put something else there.
func replaces(st *memory.State, sets []term.Term, ref term.Term) {
	if r, ok := st.Roles[ref]; ok {
		st.EndLoans(r.Object, func(l fate.Loan) bool {
			return l.How != fate.ToContainer && l.Addr != 0 && slices.Contains(sets, l.Addr)
		})
	}
}

// newObjects makes the objects that a function acquired for its caller.
func (ap *applier) newObjects(st *memory.State, s *site, fn *types.Func, o summary.Outcome, k int) []term.Term {
	refs := make([]term.Term, len(o.Objects))
	for i, own := range o.Objects {
		object := ap.where.newReference(s)
		if own.Family != "" && !ap.describeUntyped(&object, own, fn) {
			continue
		}
		if !own.Pool.IsNowhere() {
			object.Pool, _ = ap.resolver.resolve(st, s, fn, own.Pool)
		}
		if !own.Lease.IsNowhere() {
			if t, ok := ap.resolver.resolve(st, s, fn, own.Lease); ok {
				if own.Moved && st.IsZeroRef(t) {
					refs[i] = ap.Terms.Zero()
					continue
				}
				own.Moved = ap.shareLease(st, &object, t, own.Moved)
			}
		}
		at := st.Turn(s.instr)
		at.Outcome = int32(k + 1)
		refs[i] = st.AcquireAt(s.instr, at, i, object)
		ap.Terms.SetNonNil(refs[i])
		f := st.Fate(ap.Roles[refs[i]].Object)
		f.Reset = own.Reset
		switch {
		case own.Scoped:
			f.Status, f.Count, f.How, f.At = fate.Gone, 0, fate.ToScope, s.pos
		case own.Moved || own.Kept: // the caller may own no reference
			f.Status = fate.Top
		}
		st.SetFate(ap.Roles[refs[i]].Object, f)
	}
	return refs
}

// describeUntyped notes what an object of another API is, and reports whether the API is known.
func (ap *applier) describeUntyped(object *fate.Object, own summary.Owned, fn *types.Func) (known bool) {
	if object.Family = ap.table.ByName(own.Family); object.Family == nil {
		return false
	}
	object.What = "the object"
	object.Wrapped = object.Family.Lossy && (fn.Pkg() != ap.pkg.Types || own.Lent || ap.where.isCarried())
	if !own.Lent && !ap.where.isCarried() {
		object.Getter = fn
	}
	return true
}

// shareLease notes that an object has the lease of another reference, which a callee may have moved
// into it, and reports whether the caller may own none afterwards.
func (ap *applier) shareLease(st *memory.State, object *fate.Object, of term.Term, moved bool) (mayOwnNone bool) {
	lent := ap.Roles[of].Object
	object.Lease = ap.Objects[lent].Lease
	if first := &ap.Objects[lent]; moved && first.Origin == fate.Acquired && first.Pos < object.Pos { // by an earlier statement
		object.Pos = first.Pos
	}
	return moved && !st.Fate(lent).Owned()
}

// expectNone forgets what a call acquired that a result is or has.
func expectNone(st *memory.State, result term.Term, refs []term.Term) {
	reachable := st.Reachable(result)
	for _, ref := range refs {
		if id := st.Roles[ref].Object; slices.Contains(reachable, id) {
			st.ToTopLive(id)
		}
	}
}

// dropMoved forgets what a call has moved from its arguments into a result that the caller drops,
// because it expects an error.
func (ap *applier) dropMoved(st *memory.State, s *site, sum *summary.Summary, parts []term.Term) {
	if len(parts) < 2 || !tellsFailure(s) || !sum.MayFail() {
		return
	}
	for i, part := range parts[:len(parts)-1] {
		if !code.Discards(s.instr, i) {
			continue
		}
		expectsNone := code.ExpectsNone(s.instr, i)
		for _, id := range st.Reachable(part) {
			if !expectsNone && ap.Objects[id].Lease == id { // it was acquired by the call
				continue
			}
			if !slices.ContainsFunc(s.args, func(arg term.Term) bool { return slices.Contains(st.Reachable(arg), id) }) {
				st.ToTopLive(id)
			}
		}
	}
}

// tellsFailure reports whether the last result of a call tells that it failed.
func tellsFailure(s *site) bool {
	results := s.common.Signature().Results()
	last := results.At(results.Len() - 1).Type()
	return api.IsFailure(last) || api.IsBool(last)
}

// expectsReference reports whether the caller expects a reference where an outcome, the k-th of a
// summary, returns a zero one.
func (ap *applier) expectsReference(st *memory.State, s *site, fn *types.Func, sum *summary.Summary, k int) bool {
	return code.IgnoresLast(s.instr) || sum.MayFind(k) || sum.MayReturnOther(k) && ap.zeroUse(st, s, fn).dependsOnChanged(sum.Outcomes[k])
}

// results makes the results of a call.
func (ap *applier) results(st *memory.State, s *site, fn *types.Func, sum *summary.Summary, refs []term.Term, k int) []term.Term {
	results := s.common.Signature().Results() // of the instance, if the function is generic
	if results.Len() != fn.Signature().Results().Len() {
		results = fn.Signature().Results()
	}
	parts := make([]term.Term, len(sum.Outcomes[k].Results))
	for i := range parts {
		var t types.Type = types.Typ[types.Invalid]
		if i < results.Len() {
			t = results.At(i).Type()
		}
		parts[i] = ap.result(st, s, fn, sum, refs, rebuilt{call: s.instr, outcome: k, item: i}, t)
	}
	return parts
}

// result makes one result of a call, which has some type.
func (ap *applier) result(st *memory.State, s *site, fn *types.Func, sum *summary.Summary, refs []term.Term, which rebuilt, t types.Type) term.Term {
	k, i := which.outcome, which.item
	all := sum.Outcomes[k].Results
	r := all[i]
	unknown := func() term.Term {
		return ap.Terms.Make(term.Node{Kind: term.Opaque, Tag: which, At: st.Turn(s.instr)})
	}
	if r.Kind == summary.Zero {
		if api.IsRef(t) && ap.expectsReference(st, s, fn, sum, k) {
			return st.StoredRef(s.instr)
		}
		if _, isStruct := t.Underlying().(*types.Struct); isStruct && code.IgnoresLast(s.instr) { // or a struct of them
			return unknown()
		}
	}
	makes := &rebuilder{ap.resolver, st, s, fn, refs}
	if part := makes.rebuild(r, which); part != 0 {
		ap.nameFields(r, part, t)
		if (api.IsRef(t) || i < len(all)-1 && tellsFailure(s) && sum.MayFail()) && code.ExpectsNone(s.instr, i) { // the caller expects an error, and no reference
			expectNone(st, part, refs)
		}
		return part
	}
	switch {
	case r.Kind == summary.NotNil:
		part := unknown()
		ap.Terms.SetNonNil(part)
		return part
	case r.Kind != summary.Unknown:
	case api.IsRef(t):
		return st.StoredRef(s.instr)
	case len(all) == 1 && pureType(t):
		if call, ok := s.instr.(*ssa.Call); ok {
			return ap.loads.again(st, term.Node{Kind: term.Call, A: ap.Terms.List(s.args), Tag: fn}, call)
		}
	}
	return unknown()
}

// nameFields notes which fields a result has, if it is a new struct, or a pointer to one.
func (ap *applier) nameFields(result summary.Value, v term.Term, t types.Type) {
	if result.Kind != summary.Fresh {
		return
	}
	if n := ap.Terms.Node(v); n.Kind == term.Load {
		v = n.A
	}
	if u, ok := api.Deref(t).Underlying().(*types.Struct); ok {
		for k := range u.NumFields() {
			ap.Fields[ap.Terms.Field(v, k)] = u.Field(k)
		}
	}
}

// loseUnplaced lets go of new objects that went where the caller cannot
// follow.
func (ap *applier) loseUnplaced(st *memory.State, refs, sets, values, parts []term.Term) {
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
		r, ok := ap.Roles[ref]
		// What is counted by its type alone, and put somewhere, is that owner's.
		if family := ap.Objects[r.Object].Family; ok && (!placed[r.Object] || family != nil && !family.Lossy && !results[r.Object]) {
			st.ToTopLive(r.Object)
		}
	}
}
