package ownership

import (
	"cmp"
	"go/constant"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/rcpool/rcpool/tools/internal/ownership/place"
	"github.com/rcpool/rcpool/tools/internal/ownership/term"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
)

// rebuilt is the tag of what a callee has made, and returned or stored.
type rebuilt struct {
	call    ssa.Instruction
	outcome int
	set     bool       // stored, else returned
	item    int        // which of the outcome's Sets or Results
	path    place.Path // to a part of it
}

const maxConditions = 4 // on a caller's values, of one path, that no longer matter to the path

// summarize makes a function's summary of its exits.
func (x *explorer) summarize(exits []exit) *summary {
	if x.gaveUp {
		return &summary{Opaque: true}
	}
	var outcomes []outcome
	for _, e := range exits {
		if !e.panicked {
			outcomes = append(outcomes, x.outcome(e))
		}
	}
	return newSummary(outcomes, x.elementEffects(exits))
}

// outcome describes one exit.
func (x *explorer) outcome(e exit) outcome {
	st := e.st
	o := outcome{Forgets: st.epoch > 0}
	numbers := map[objectID]int{}
	number := func(id objectID) int {
		if n, ok := numbers[id]; ok {
			return n
		}
		f, object := st.fate(id), &x.objects[id]
		own := owned{Pool: place.Place{}, Lease: place.Place{}, Reset: f.reset && object.family != nil, Received: object.origin == received}
		if first := &x.objects[object.lease]; object.lease != id && (first.origin == param || first.origin == stored) && !first.param.IsElement() {
			own.Lease = first.param
		}
		if object.family != nil {
			own.Family = object.family.Name
		}
		if object.pool != 0 {
			if p, ok := place.Of(x.ts, object.pool); ok {
				own.Pool = p
			}
		}
		numbers[id] = len(o.Objects)
		o.Objects = append(o.Objects, own)
		return numbers[id]
	}
	for _, r := range e.results {
		o.Results = append(o.Results, x.describe(st, r, number, 0))
	}
	for _, addr := range slices.Sorted(maps.Keys(st.mem)) {
		p, ok := place.Of(x.ts, addr)
		if i, isParameter := p.Parameter(); !ok || isParameter && p.IsRoot() && !x.isPointerParam(i) {
			continue
		}
		if v := st.mem[addr]; x.matters(v) || x.ts.Node(v).Kind <= term.Zero || x.isParam(v) || x.isChanged(v) {
			if same, ok := place.Of(x.ts, v); ok && same == p.Content() {
				continue // as it was
			}
			o.Sets = append(o.Sets, assignment{p, x.describe(st, v, number, 0)})
		}
	}
	ended := map[place.Place]bool{}
	for _, id := range slices.Sorted(maps.Keys(st.fates)) {
		f, object := st.fates[id], &x.objects[id]
		if object.origin != param && object.origin != stored || object.param.IsNowhere() || object.param.IsElement() {
			continue
		}
		if ended[object.param] {
			continue // found there when what the caller knows was gone
		}
		ended[object.param] = f.status == dead || f.status == gone
		family := ""
		if object.family != nil {
			family = object.family.Name
		}
		once, pool := place.Place{}, place.Place{}
		if f.pool != 0 {
			if p, ok := place.Of(x.ts, f.pool); ok {
				pool = p
			}
		}
		if f.once != 0 {
			once, _ = place.Of(x.ts, f.once)
		}
		add := func(kind effectKind, how handover, count int) {
			o.Does = append(o.Does, effect{Place: object.param, Kind: kind, How: how, Family: family, Count: count, Reset: f.reset && object.family != nil, Drop: f.dropped, Once: once, Pool: pool})
		}
		if f.status == gone && f.taken > 0 && !object.single {
			if x.isSet(o.Sets, id, st) { // the assignment moves one of them
				add(retains, 0, f.taken)
			} else if f.taken > 1 {
				add(retains, 0, f.taken-1)
			}
		}
		switch {
		case f.status == top:
			add(maybe, 0, 0)
		case f.status == dead:
			add(releases, 0, 1)
		case f.status == gone && (object.single || f.taken == 0):
			if !x.isSet(o.Sets, id, st) && !(f.how == toResult && x.isReturned(o.Results, id)) {
				add(moves, f.how, 1)
			}
		case object.single:
			// Still there: the caller keeps it, if that is how it is used.
		case f.count > 0:
			add(retains, 0, f.count)
		case f.used && object.family == nil:
			add(uses, 0, 0)
		}
		for _, l := range f.loans {
			add(lends, l.how, 0)
		}
	}
	for _, ef := range st.effects {
		if !slices.Contains(o.Does, ef) {
			o.Does = append(o.Does, ef)
		}
	}
	slices.SortStableFunc(o.Does, func(a, b effect) int { return cmp.Compare(a.Kind.order(), b.Kind.order()) })
	for t, known := range st.facts.All() {
		if c, ok := x.condition(t, known); ok {
			o.When = append(o.When, c)
		}
	}
	return o
}

// elementEffects are what a function does to all that a caller's container
// holds. They do not depend on the path: a loop that had no turn did nothing,
// because there was nothing in the container.
func (x *explorer) elementEffects(exits []exit) []effect {
	found := map[place.Place]effect{}
	for _, e := range exits {
		if e.panicked {
			continue
		}
		for id, f := range e.st.fates {
			o := &x.objects[id]
			if o.param.IsNowhere() || !o.param.IsElement() || o.origin == acquired {
				continue
			}
			ef := effect{Place: o.param, Kind: maybe, Once: place.Place{}, Pool: place.Place{}}
			if o.family != nil {
				ef.Family = o.family.Name
			}
			switch {
			case f.status == dead:
				ef.Kind = releases
			case f.status == gone && f.taken > 0: // it has a reference of its own
				ef.Kind = uses
			case f.status == gone:
				ef.Kind = moves
			case f.status == live && f.count == 0 && len(f.loans) == 0 && f.taken == 0:
				ef.Kind = uses
			}
			if had, ok := found[o.param]; ok && had != ef {
				ef.Kind = maybe
			}
			found[o.param] = ef
		}
	}
	for _, e := range x.kept {
		found[e.Place] = e
	}
	var all []effect
	for _, p := range slices.SortedFunc(maps.Keys(found), place.Compare) {
		all = append(all, found[p])
	}
	return all
}

func (x *explorer) isPointerParam(root int) bool {
	if root >= len(x.top.Params) {
		return false
	}
	_, ok := x.top.Params[root].Type().Underlying().(*types.Pointer)
	return ok
}

func (x *explorer) isParam(v term.Term) bool {
	_, ok := place.Of(x.ts, v)
	return ok
}

// isSet reports whether an assignment tells already where a parameter went.
func (x *explorer) isSet(sets []assignment, id objectID, st *state) bool {
	for _, s := range sets {
		if s.To.Kind == vPlace && s.To.Place == x.objects[id].param {
			return true
		}
	}
	return false
}

// isReturned reports whether the caller finds a parameter in the results: itself
// or in a struct, but not behind a pointer to something that owns it now.
func (x *explorer) isReturned(results []value, id objectID) bool {
	for i, r := range results {
		if t := x.top.Signature.Results().At(i).Type(); (api.IsRef(t) || api.IsStructValue(t)) && r.has(func(v value) bool { return v.is(x.objects[id].param) }) {
			return true
		}
	}
	return false
}

func (x *explorer) condition(t term.Term, truth bool) (condition, bool) {
	n := x.ts.Node(t)
	c := condition{Not: !truth}
	var ok bool
	switch {
	case n.Kind == term.Binary && n.Tag == token.EQL && x.ts.IsNil(n.B):
		c.Is = "nil"
		c.Place, ok = place.Of(x.ts, n.A)
	case n.Kind == term.Binary && n.Tag == token.EQL && x.ts.Node(n.B).Kind == term.Const:
		k := x.ts.Node(n.B)
		c.Is, c.Kind = "="+k.Tag.(string), k.N
		c.Place, ok = place.Of(x.ts, n.A)
	case n.Kind == term.Call && n.Tag == "IsZero":
		c.Is = "zero"
		c.Place, ok = place.Of(x.ts, n.A)
	case n.Kind == term.Param || n.Kind == term.Load || n.Kind == term.Part:
		c.Is = "true"
		c.Place, ok = place.Of(x.ts, t)
	}
	return c, ok
}

// describe returns what the caller is told about a value.
func (x *explorer) describe(st *state, t term.Term, number func(objectID) int, depth int) value {
	if r, ok := x.roles[t]; ok {
		o, f := &x.objects[r.object], st.fate(r.object)
		mine := o.origin == acquired || o.origin == received
		switch {
		case f.status == dead && r.as == asReference: // good for nothing
			return value{}
		case mine && f.status != top && (r.as == asReference || r.as == asCleanup):
			kind := vObject
			if r.as == asCleanup {
				kind = vCleanup
			}
			return value{Kind: kind, Number: number(r.object)}
		case mine && f.status != top:
			kind := vBorrow
			if r.as == asAlias {
				kind = vAlias
			}
			if held := x.heldBy(st, o.lease); held != 0 {
				return value{Kind: kind, Number: number(held)}
			}
			return value{Kind: vNotNil}
		case r.as == asReference:
			if f.count > 0 && f.status != top && !o.single || f.status == gone && f.how == toResult && (f.taken > 0 || f.retained != 0) {
				return value{Kind: vObject, Number: number(r.object)}
			}
			if p, ok := place.Of(x.ts, t); ok {
				return value{Kind: vPlace, Place: p}
			}
		case !o.param.IsNowhere():
			kind := vBorrowOf
			if r.as == asAlias {
				kind = vAliasOf
			}
			return value{Kind: kind, Place: o.param}
		}
		return value{}
	}
	if isNil, known := st.facts.Said(x.ts.IsNilTest(t)); known && isNil {
		return value{Kind: vNil}
	}
	n := x.ts.Node(t)
	switch n.Kind {
	case term.Nil:
		return value{Kind: vNil}
	case term.Zero:
		return value{Kind: vZero}
	case term.Const:
		return value{Kind: vConst, Const: n.Tag.(string), Number: n.N}
	case term.Call, term.Not:
		if p, not, ok := x.asksZero(t); ok {
			return value{Kind: vIsZero, Place: p, Number: not}
		}
	case term.Closure:
		var ids []objectID
		for _, id := range x.reachable(st, t) {
			if o := &x.objects[id]; o.origin == acquired && !slices.Contains(ids, id) {
				ids = append(ids, id)
			}
		}
		if len(ids) == 1 && x.releasesWhenCalled(st, t, ids[0]) {
			return value{Kind: vCleanup, Number: number(ids[0])}
		}
		return value{Kind: vNotNil}
	case term.Alloc, term.Load:
		base := t
		if n.Kind == term.Load {
			base = n.A
		}
		if depth > 2 || x.ts.Node(x.ts.Root(base)).Kind != term.Alloc {
			break
		}
		v := value{Kind: vFresh}
		if n.Kind == term.Load {
			v.Number = wholeStruct
		}
		for _, addr := range slices.Sorted(maps.Keys(st.mem)) {
			path, ok := place.Between(x.ts, base, addr)
			if !ok || path == "" {
				continue
			}
			v.Parts = append(v.Parts, part{path, x.describe(st, st.mem[addr], number, depth+1)})
		}
		if slices.ContainsFunc(v.Parts, func(p part) bool {
			return p.To.Kind == vObject || p.To.Kind == vCleanup || p.To.Kind == vFresh || p.To.Kind == vPlace
		}) || n.Kind == term.Alloc || x.isPreserved(base) {
			return v
		}
	}
	if n.Kind == term.Load {
		if v := x.fields[n.A]; v != nil && x.keeps[v] {
			if p, ok := place.Of(x.ts, x.ts.Root(n.A)); ok && p.IsRoot() {
				return value{Kind: vAliasOf, Place: p}
			}
		}
	}
	if p, ok := place.Of(x.ts, t); ok {
		if p.ThroughElement() { // one of many, unknown which
			x.kept = append(x.kept, effect{Place: p, Kind: maybe, Once: place.Place{}, Pool: place.Place{}})
		}
		return value{Kind: vPlace, Place: p}
	}
	if known, ok := st.facts.Said(x.ts.IsNilTest(t)); ok {
		if known {
			return value{Kind: vNil}
		}
		return value{Kind: vNotNil}
	}
	if v, ok := st.facts.Said(t); ok {
		return value{Kind: vConst, Const: strconv.FormatBool(v), Number: int(constant.Bool)}
	}
	if x.ts.NotNil(t) {
		return value{Kind: vNotNil}
	}
	return value{}
}

// asksZero recognizes a condition on whether a reference of the caller is zero.
func (x *explorer) asksZero(t term.Term) (p place.Place, not int, ok bool) {
	n := x.ts.Node(t)
	if n.Kind == term.Not {
		n, not = x.ts.Node(n.A), 1
	}
	if n.Kind != term.Call || n.Tag != "IsZero" {
		return place.Place{}, 0, false
	}
	p, ok = place.Of(x.ts, n.A)
	return p, not, ok
}

// heldBy is a live reference of a lease that goes to the caller.
func (x *explorer) heldBy(st *state, lease objectID) objectID {
	for _, id := range slices.Sorted(maps.Keys(st.fates)) {
		if f := st.fates[id]; x.objects[id].lease == lease && f.status == gone && f.how == toResult {
			return id
		}
	}
	return 0
}

func (x *explorer) releasesWhenCalled(st *state, closure term.Term, id objectID) bool {
	c := x.closures[closure]
	released := true
	x.quietly(func() {
		s := st.clone()
		f := s.fate(id)
		f.status, f.count = live, 1
		s.setFate(id, f)
		signature := c.fn.Signature
		if signature.Params().Len() > 0 && !strings.HasPrefix(c.fn.Synthetic, "bound ") {
			released = false
			return
		}
		if len(c.fn.Blocks) == 0 {
			released = false
			return
		}
		results := x.future(s, &site{instr: c.fn.Blocks[0].Instrs[0], common: &ssa.CallCommon{Value: c.fn}, fn: closure, f: x.top})
		for _, r := range results {
			released = released && r.st.fate(id).status == dead
		}
		released = released && len(results) > 0
	})
	return released
}

// apply carries out a call by the summary of the function.
func (x *explorer) apply(st *state, s *site, sum *summary, fn *types.Func) []result {
	if sum.Opaque {
		for _, a := range s.args {
			x.lose(st, a)
		}
		x.forget(st)
		results := fn.Signature().Results()
		parts := make([]term.Term, results.Len())
		for k := range parts { // when it returns what is not known
			parts[k] = x.ts.Make(term.Node{Kind: term.Opaque, Tag: s.instr, At: x.turn(st, s.instr), N: k, A: x.ts.Int(-1)})
		}
		if len(parts) == 1 {
			return one(st, parts[0])
		}
		return one(st, x.ts.List(parts))
	}
	for _, a := range s.args { // dead objects are not to be handed to anybody
		if r, ok := x.roles[a]; ok && !x.concerns(sum, s, a) {
			if r.as != asReference || !x.isTyped(r.object) {
				x.use(st, r, s.pos)
			}
		}
	}
	for _, e := range sum.Elements {
		x.applyElements(st, s, fn, e)
	}
	for i, a := range s.args {
		if r, ok := x.roles[a]; ok {
			f := st.fate(r.object)
			f.passed = f.passed || sum.keeps(i)
			f.abroad = f.abroad || sum.keeps(i)
			st.setFate(r.object, f)
		}
	}
	var results []result
	trivial := sum.trivial()
	same := term.Node{Kind: term.Call, A: x.ts.List(s.args), Tag: fn, N: -1}
	chosen := term.Term(0)
	if st.latest[term.Node{Kind: term.Call, Tag: s.instr, N: -1, A: same.A}] == 0 {
		chosen = st.latest[same]
	}
	for k, o := range sum.Outcomes {
		if trivial && chosen != 0 && int(chosen) != k+1 {
			continue // it was called with the same arguments before, at another place.Place
		}
		after := st
		if k < len(sum.Outcomes)-1 {
			after = st.clone()
		}
		if !x.applies(after, s, fn, o) {
			continue
		}
		if trivial {
			after.latest[same] = term.Term(k + 1)
			after.latest[term.Node{Kind: term.Call, Tag: s.instr, N: -1, A: same.A}] = 1
		}
		if v, ok := x.applyOutcome(after, s, fn, o, k); ok {
			results = append(results, result{after, v})
		}
	}
	return x.merge(results)
}

// applyElements does to all that a container holds what a function does.
func (x *explorer) applyElements(st *state, s *site, fn *types.Func, e effect) {
	container, ok := x.resolve(st, s, fn, e.Place.Container())
	if !ok {
		return
	}
	ids := x.contentsOf(st, container)
	if e.Kind == maybe {
		x.drain(st, container)
	}
	if len(ids) == 0 && e.Kind != uses && len(x.reachable(st, container)) > 0 {
		x.drain(st, container)
		return
	}
	if len(ids) == 0 {
		if _, ok := place.Of(x.ts, container); ok && e.Kind != uses {
			t := x.ts.Make(term.Node{Kind: term.Load, A: x.ts.Index(container, x.opaque(st, s.instr, 9))})
			x.applyEffect(st, s, effect{Kind: e.Kind, Family: e.Family, Once: e.Once, Pool: e.Pool}, t)
		}
		return
	}
	switch e.Kind {
	case releases:
		for _, id := range ids {
			x.release(st, id, x.moment(s))
		}
	case moves:
		for _, id := range ids {
			x.move(st, id, toCallee, s.pos, 0)
		}
	case uses:
		x.useElements(st, container, s.pos)
	default:
		x.drain(st, container)
	}
}

// concerns reports whether the summary itself releases the argument, so that a
// dead one is reported as such.
func (x *explorer) concerns(sum *summary, s *site, a term.Term) bool {
	for _, o := range sum.Outcomes {
		for _, e := range o.Does {
			if i, ok := e.Place.Parameter(); ok && i < len(s.args) && s.args[i] == a && e.Place.IsRoot() && (e.Kind == releases || e.Kind == moves || e.Kind == maybe) {
				return true
			}
		}
	}
	return false
}

func (x *explorer) applies(st *state, s *site, fn *types.Func, o outcome) bool {
	for _, c := range o.When {
		t, ok := x.resolve(st, s, fn, c.Place)
		if !ok {
			continue
		}
		var cond term.Term
		switch {
		case c.Is == "nil":
			cond = x.ts.Binary(token.EQL, t, x.ts.Nil())
			if r, ok := x.roles[t]; ok && st.fate(r.object).status != top && r.as != asCleanup {
				if !c.Not {
					return false
				}
				continue
			}
		case c.Is == "zero":
			if x.ts.Node(t).Kind == term.Zero {
				if c.Not {
					return false
				}
				continue
			}
			if r, ok := x.roles[t]; ok && x.objects[r.object].origin == acquired {
				if !c.Not {
					return false
				}
				continue
			}
			cond = x.zeroness(t)
		case c.Is == "true":
			cond = t
		default:
			cond = x.ts.Binary(token.EQL, t, x.ts.Exact(c.Is[1:], c.Kind))
		}
		if !x.assume(st, cond, !c.Not) {
			return false
		}
	}
	return true
}

func (x *explorer) applyOutcome(st *state, s *site, fn *types.Func, o outcome, k int) (term.Term, bool) {
	// What the outcome names is what was there before the call did anything.
	x.blind++
	places, pools, onces := make([]term.Term, len(o.Does)), make([]term.Term, len(o.Does)), make([]term.Term, len(o.Does))
	for i, e := range o.Does {
		places[i], _ = x.resolve(st, s, fn, e.Place)
		if !e.Pool.IsNowhere() {
			pools[i], _ = x.resolve(st, s, fn, e.Pool)
		}
		if !e.Once.IsNowhere() {
			onces[i], _ = x.resolve(st, s, fn, e.Once)
		}
	}
	refs := x.newObjects(st, s, fn, o, k)
	sets, values := make([]term.Term, len(o.Sets)), make([]term.Term, len(o.Sets))
	for i, a := range o.Sets {
		sets[i], _ = x.resolve(st, s, fn, a.Place)
		if values[i] = x.rebuild(st, s, fn, a.To, refs, rebuilt{call: s.instr, outcome: k, set: true, item: i}); values[i] == 0 && a.To.Kind == vUnknown && sets[i] != 0 {
			values[i] = x.ts.Make(term.Node{Kind: term.Opaque, Tag: changed{}, A: sets[i], N: st.epoch})
		}
	}
	parts := x.results(st, s, fn, o, refs, k)
	x.blind--
	x.loseUnplaced(st, refs, sets, values, parts)

	released := map[objectID]bool{}
	for i, e := range o.Does {
		t := places[i]
		if t == 0 {
			continue
		}
		if pools[i] != 0 {
			x.checkPut(st, pools[i], t, s.pos)
		}
		if onces[i] != 0 {
			key := term.Node{Kind: term.Call, A: x.ts.Make(term.Node{Kind: term.Call, A: onces[i], Tag: "once"})}
			if st.latest[key] != 0 {
				continue
			}
			st.latest[key] = key.A
		}
		x.applyEffect(st, s, e, t)
		if r, ok := x.roles[t]; ok {
			released[r.object] = true
		}
	}
	if o.Forgets {
		x.forget(st)
	}
	for i := range o.Sets {
		if sets[i] == 0 || values[i] == 0 {
			continue
		}
		if r, ok := x.roles[sets[i]]; ok && released[r.object] {
			continue // written before it was given up
		}
		if r, ok := x.roles[st.mem[sets[i]]]; ok && r.as == asReference && x.isTyped(r.object) && st.mem[sets[i]] != values[i] && !released[r.object] {
			x.toTopLive(st, r.object) // overwritten, and nothing is said of what was there
		}
		x.applying++
		x.store(st, sets[i], values[i], s.pos, s.instr)
		x.applying--
	}
	switch len(parts) {
	case 0:
		return x.opaque(st, s.instr, 0), true
	case 1:
		return parts[0], true
	}
	return x.ts.List(parts), true
}

// newObjects makes the objects that a function acquired for its caller.
func (x *explorer) newObjects(st *state, s *site, fn *types.Func, o outcome, k int) []term.Term {
	refs := make([]term.Term, len(o.Objects))
	for i, own := range o.Objects {
		object := object{pos: s.pos, what: "the reference"}
		if own.Family != "" {
			if object.family = x.table.ByName(own.Family); object.family == nil {
				continue
			}
			object.what = "the object"
			object.wrapped = object.family.Lossy
		}
		if !own.Pool.IsNowhere() {
			object.pool, _ = x.resolve(st, s, fn, own.Pool)
		}
		if !own.Lease.IsNowhere() {
			if t, ok := x.resolve(st, s, fn, own.Lease); ok {
				object.lease = x.objects[x.roles[t].object].lease
			}
		}
		at := x.turn(st, s.instr)
		at.Outcome = int32(k + 1)
		refs[i] = x.acquireAt(st, s.instr, at, i, object)
		x.ts.SetNonNil(refs[i])
		f := st.fate(x.roles[refs[i]].object)
		f.reset = own.Reset
		st.setFate(x.roles[refs[i]].object, f)
	}
	return refs
}

// results makes the results of a call.
func (x *explorer) results(st *state, s *site, fn *types.Func, o outcome, refs []term.Term, k int) []term.Term {
	results := fn.Signature().Results()
	parts := make([]term.Term, len(o.Results))
	for i, r := range o.Results {
		var t types.Type = types.Typ[types.Invalid]
		if i < results.Len() {
			t = results.At(i).Type()
		}
		if parts[i] = x.rebuild(st, s, fn, r, refs, rebuilt{call: s.instr, outcome: k, item: i}); parts[i] != 0 {
			continue
		}
		if api.IsRef(t) && r.Kind == vUnknown {
			parts[i] = x.storedRef(st, s.instr)
			continue
		}
		parts[i] = x.ts.Make(term.Node{Kind: term.Opaque, Tag: rebuilt{call: s.instr, outcome: k, item: i}, At: x.turn(st, s.instr)})
		if r.Kind == vNotNil {
			x.ts.SetNonNil(parts[i])
		}
		if r.Kind == vUnknown && len(o.Results) == 1 && pureType(t) {
			if call, ok := s.instr.(*ssa.Call); ok {
				parts[i] = x.again(st, term.Node{Kind: term.Call, A: x.ts.List(s.args), Tag: fn}, call)
			}
		}
	}
	return parts
}

// loseUnplaced lets go of new objects that went where the caller cannot
// follow.
func (x *explorer) loseUnplaced(st *state, refs, sets, values, parts []term.Term) {
	placed := map[objectID]bool{}
	note := func(v term.Term) {
		for _, id := range x.reachable(st, v) {
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
		r, ok := x.roles[ref]
		// What is counted by its type alone, and put somewhere, is that owner's.
		if ok && (!placed[r.object] || x.objects[r.object].family != nil && !results[r.object]) {
			x.toTopLive(st, r.object)
		}
	}
}

func (x *explorer) applyEffect(st *state, s *site, e effect, t term.Term) {
	r, known := x.roles[t]
	var family *api.Family
	if e.Family != "" {
		if family = x.table.ByName(e.Family); family == nil {
			return
		}
	}
	switch e.Kind {
	case lends:
		if known {
			f := st.fate(r.object)
			switch {
			case f.status == dead:
				x.use(st, r, s.pos)
			case f.status == live && r.as == asCleanup:
				x.move(st, r.object, e.How, s.pos, 0)
			case f.status == live:
				f.loans = append(append([]loan(nil), f.loans...), loan{how: e.How, pos: s.pos, loop: s.f != nil && s.f.InLoop(s.instr.Block())})
				st.setFate(r.object, f)
			}
			return
		}
		x.lose(st, t)
		if p, ok := place.Of(x.ts, t); ok && p.IsRoot() {
			x.noteLoan(st, t, e.How, s.pos)
		}
		return
	case keepsIt:
		if !known {
			reached := false
			x.reach(st, t, map[term.Term]bool{}, func(r role, _ term.Term) {
				reached = true
				if r.as == asReference || r.as == asCleanup {
					x.toTopLive(st, r.object)
				}
			})
			if k := x.ts.Node(t).Kind; reached || k != term.Field && k != term.Index {
				x.expose(st, t)
			}
			x.noteKept(st, t, s.pos)
		}
		return
	case readies:
		if known {
			x.wasReset(st, r.object)
		} else {
			x.noteEffect(st, t, e)
		}
		return
	case dirties:
		if known {
			x.accumulates(st, t)
		} else {
			x.noteEffect(st, t, e)
		}
		return
	case maybe:
		if known {
			x.toTopLive(st, r.object)
		} else if p, ok := place.Of(x.ts, t); ok {
			id := x.object(objectKey{found: t}, object{family: family, origin: stored, pos: s.pos, what: "the object", param: p})
			x.roles[t] = role{id, asReference}
			st.setFate(id, fate{status: top})
		}
		return
	}
	if x.ts.IsNil(t) {
		return
	}
	if e.Kind == uses {
		if known {
			x.use(st, r, s.pos)
		} else if family == nil && !x.isZeroRef(st, t) && x.ts.Node(t).Kind == term.Load {
			x.use(st, role{x.refObject(st, t, s), asReference}, s.pos)
		}
		return
	}
	if !known {
		if ids := x.reachable(st, t); len(ids) > 0 { // a struct or a slice of references
			for _, id := range ids {
				switch e.Kind {
				case moves:
					x.move(st, id, toCallee, s.pos, 0)
				default:
					x.toTopLive(st, id)
				}
			}
			return
		}
	}
	var id objectID
	if family == nil {
		if x.isZeroRef(st, t) {
			if e.Kind == releases && x.ts.Node(t).Kind == term.Zero && !e.Drop {
				x.find(st, finding{category: ZeroRef, pos: s.pos, name: "Release"})
			}
			return
		}
		id = x.refObject(st, t, s)
	} else {
		var ok bool
		if id, ok = x.counted(st, t, family, s); !ok {
			x.toTopLive(st, id)
			return
		}
	}
	switch e.Kind {
	case releases:
		if e.Reset {
			f := st.fate(id)
			f.reset = true
			st.setFate(id, f)
		}
		if !e.Pool.IsNowhere() && family != nil {
			x.leavePool(st, id, family, s.pos)
		}
		x.release(st, id, x.moment(s))
	case retains:
		for range max(e.Count, 1) {
			x.retain(st, id, x.moment(s))
		}
	case moves:
		if f := st.fate(id); f.status == dead {
			x.release(st, id, x.moment(s)) // it is given up twice
			return
		}
		how := e.How
		if how == toResult || how == toField || how == toGlobal || how == toContainer {
			how = toCallee
		}
		if f := st.fate(id); f.status == gone {
			x.release(st, id, x.moment(s))
			return
		}
		x.move(st, id, how, s.pos, 0)
	}
}

// rebuild makes a value of a summary again, at the caller. 0 is unknown.
func (x *explorer) rebuild(st *state, s *site, fn *types.Func, v value, refs []term.Term, to rebuilt) term.Term {
	at := func(kind as, id objectID) term.Term {
		b := x.ts.Make(term.Node{Kind: term.Opaque, Tag: tied{to, role{id, kind}}, At: x.turn(st, s.instr)})
		x.roles[b] = role{id, kind}
		x.ts.SetNonNil(b)
		return b
	}
	if v.Number < len(refs) && v.Number >= 0 {
		switch v.Kind {
		case vObject, vBorrow, vAlias, vCleanup:
			if refs[v.Number] == 0 {
				return 0
			}
			id := x.roles[refs[v.Number]].object
			switch v.Kind {
			case vObject:
				return refs[v.Number]
			case vBorrow:
				return at(asBorrow, id)
			case vAlias:
				return at(asAlias, id)
			case vCleanup:
				return at(asCleanup, id)
			}
		}
	}
	switch v.Kind {
	case vNil:
		return x.ts.Nil()
	case vZero:
		return x.ts.Zero()
	case vConst:
		return x.ts.Exact(v.Const, v.Number)
	case vPlace:
		if p, ok := x.resolve(st, s, fn, v.Place); ok {
			return p
		}
	case vIsZero:
		if p, ok := x.resolve(st, s, fn, v.Place); ok {
			zero := x.asked(st, p)
			if v.Number == 1 {
				zero = x.ts.Not(zero)
			}
			return zero
		}
	case vBorrowOf, vAliasOf:
		if p, ok := x.resolve(st, s, fn, v.Place); ok {
			if r, ok := x.roles[p]; ok {
				kind := asBorrow
				if v.Kind == vAliasOf || r.as == asAlias {
					kind = asAlias
				}
				return at(kind, r.object)
			}
		}
	case vFresh:
		n := x.ts.Make(term.Node{Kind: term.Alloc, Tag: to, At: x.turn(st, s.instr)})
		delete(st.escaped, n)
		for _, p := range v.Parts {
			within := to
			within.path += p.Path
			part := x.rebuild(st, s, fn, p.To, refs, within)
			if part == 0 {
				part = x.ts.Make(term.Node{Kind: term.Opaque, Tag: within, At: x.turn(st, s.instr)})
				if p.To.Kind == vNotNil {
					x.ts.SetNonNil(part)
				}
			}
			addr := n
			for _, step := range p.Path.Steps() {
				addr = x.ts.Field(addr, step.Field)
			}
			st.mem[addr] = part
		}
		if v.Number == wholeStruct {
			return x.ts.Load(n)
		}
		return n
	}
	return 0
}

// resolve finds the value at a place.Place of a callee among the caller's values.
func (x *explorer) resolve(st *state, s *site, fn *types.Func, p place.Place) (term.Term, bool) {
	var t term.Term
	var typ types.Type
	switch i, isParameter := p.Parameter(); {
	case p.IsGlobal():
		g := x.pkg.Global(p.Name)
		if g == nil {
			return 0, false
		}
		t, typ = x.ts.Make(term.Node{Kind: term.Global, Tag: g}), g.Type()
	case isParameter && i < len(s.args):
		t, typ = s.args[i], argumentType(fn, i)
	default:
		return 0, false
	}
	if typ == nil {
		return 0, p.IsRoot()
	}
	for _, step := range p.Path.Steps() {
		var ok bool
		if t, typ, ok = x.follow(st, s, t, typ, step); !ok {
			return 0, false
		}
	}
	return t, true
}

// follow goes one step of a place.
func (x *explorer) follow(st *state, s *site, t term.Term, typ types.Type, step place.Step) (term.Term, types.Type, bool) {
	pointer, isPointer := typ.Underlying().(*types.Pointer)
	switch step.Kind {
	case place.ToElement:
		return 0, nil, false // nobody knows which
	case place.ToContent:
		if !isPointer {
			return 0, nil, false
		}
		return x.load(st, t, pointer.Elem(), s.instr, s.pos), pointer.Elem(), true
	}
	whole := typ
	if isPointer {
		whole = pointer.Elem()
	}
	u, ok := whole.Underlying().(*types.Struct)
	if !ok || step.Field >= u.NumFields() {
		return 0, nil, false
	}
	field := u.Field(step.Field)
	if !isPointer {
		return x.project(st, t, step.Field, field.Type(), s.instr), field.Type(), true
	}
	t = x.interior(x.ts.Field(t, step.Field), t, asBorrow)
	x.fields[t] = field
	return t, types.NewPointer(field.Type()), true
}

func argumentType(fn *types.Func, i int) types.Type {
	if recv := fn.Signature().Recv(); recv != nil {
		if i == 0 {
			return recv.Type()
		}
		i--
	}
	if i >= fn.Signature().Params().Len() {
		return nil
	}
	return fn.Signature().Params().At(i).Type()
}

// noteLoan and noteKept note where a plain parameter goes, for the callers who
// may have passed something borrowed.
func (x *explorer) noteLoan(st *state, v term.Term, how handover, _ token.Pos) {
	x.noteEffect(st, v, effect{Kind: lends, How: how})
}

func (x *explorer) noteKept(st *state, v term.Term, _ token.Pos) {
	x.noteEffect(st, v, effect{Kind: keepsIt})
}

func (x *explorer) noteEffect(st *state, v term.Term, e effect) {
	if _, tracked := x.roles[v]; tracked {
		return
	}
	if n := x.ts.Node(v); n.Kind == term.Load { // a parameter's copy
		if whole, ok := st.mem[n.A]; ok && x.ts.Node(whole).Kind == term.Param {
			v = whole
		}
	}
	p, ok := place.Of(x.ts, v)
	i, isParameter := p.Parameter()
	if !ok || !isParameter || p.IsRoot() && api.IsBasic(x.top.Params[i].Type()) {
		return
	}
	e.Place, e.Once, e.Pool = p, place.Place{}, place.Place{}
	if p.IsElement() {
		e.Kind = maybe
		x.kept = append(x.kept, e)
		return
	}
	if !slices.Contains(st.effects, e) {
		st.effects = append(st.effects[:len(st.effects):len(st.effects)], e)
	}
}

// summaryOf is what is known of a function: its summary, if its body is here,
// or a fact of the package that it belongs to. It is nil if nothing is known,
// or nothing worth knowing.
func (x *explorer) summaryOf(st *state, fn *ssa.Function, object *types.Func, args []term.Term) *summary {
	if fn == nil { // a method of an interface: only its doc comment tells
		if d := x.notes.byFunc[object]; d != nil {
			s := &summary{Outcomes: []outcome{{}}}
			x.annotate(object, s)
			return s
		}
	} else if x.pkg.Has(fn) {
		if !x.isRelevant(fn) && !x.concerning(st, args) && !decides(fn) {
			return nil
		}
		return x.explore(fn)
	}
	var f fact
	if x.pass.ImportObjectFact(object, &f) {
		return &f.Summary
	}
	return nil
}

// decides reports whether a function is one that conditions are made of, and
// small: then it is worth knowing which results belong to which arguments.
func decides(fn *ssa.Function) bool {
	results := fn.Signature.Results()
	if results.Len() == 0 || len(fn.Blocks) > maxDeciding {
		return false
	}
	last := results.At(results.Len() - 1).Type()
	return api.IsError(last) || api.IsBool(last)
}

const maxDeciding = 12 // blocks

// concerning reports whether one of the arguments leads to an object.
func (x *explorer) concerning(st *state, args []term.Term) bool {
	for _, a := range args {
		if len(x.reachable(st, a)) > 0 {
			return true
		}
	}
	return false
}
