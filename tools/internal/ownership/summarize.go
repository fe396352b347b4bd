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

	"github.com/rcpool/rcpool/tools/internal/ownership/mistake"
	"github.com/rcpool/rcpool/tools/internal/ownership/place"
	"github.com/rcpool/rcpool/tools/internal/ownership/term"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"

	"github.com/rcpool/rcpool/tools/internal/ownership/fate"

	"github.com/rcpool/rcpool/tools/internal/ownership/summary"

	"github.com/rcpool/rcpool/tools/internal/ownership/memory"
)

// rebuilt is the tag of what a callee has made, and returned or stored.
type rebuilt struct {
	call    ssa.Instruction
	outcome int
	set     bool       // stored, else returned
	item    int        // which of the outcome's Sets or Results
	path    place.Path // to a part of it
}

// summarize makes a function's summary of its exits.
func (x *explorer) summarize(exits []exit) *summary.Summary {
	if x.gaveUp {
		return &summary.Summary{Opaque: true}
	}
	var outcomes []summary.Outcome
	for _, e := range exits {
		if !e.panicked {
			outcomes = append(outcomes, x.failed(e, x.outcome(e))...)
		}
	}
	return summary.New(outcomes, x.elementEffects(exits))
}

// failed parts an outcome that returns a zero reference beside an error which may be
// nil. If it is nil, the reference comes from somewhere unknown: the function would
// break its promise otherwise.
func (x *explorer) failed(e exit, o summary.Outcome) []summary.Outcome {
	n := len(e.results)
	if n < 2 || !api.IsError(x.top.Signature.Results().At(n-1).Type()) || x.Terms.NotNil(e.results[n-1]) {
		return []summary.Outcome{o}
	}
	if failure := o.Results[n-1].Kind; failure != summary.Unknown && failure != summary.AtPlace {
		return []summary.Outcome{o}
	}
	well := o
	well.Results = slices.Clone(o.Results)
	for i, r := range well.Results {
		if r.Kind == summary.Zero && api.IsRef(x.top.Signature.Results().At(i).Type()) {
			well.Results[i] = summary.Value{}
		}
	}
	if slices.EqualFunc(well.Results, o.Results, func(a, b summary.Value) bool { return a.Kind == b.Kind }) {
		return []summary.Outcome{o}
	}
	ill := o
	ill.Results = slices.Clone(o.Results)
	well.Results[n-1] = summary.Value{Kind: summary.Nil}
	if at := o.Results[n-1]; at.Kind == summary.AtPlace && !at.Place.ThroughElement() { // the caller decides whether it is nil
		isNil := summary.Condition{Place: at.Place, Is: "nil"}
		well.When = append(slices.Clone(o.When), isNil)
		isNil.Not = true
		ill.When = append(slices.Clone(o.When), isNil)
	} else {
		ill.Results[n-1] = summary.Value{Kind: summary.NotNil}
	}
	return []summary.Outcome{ill, well}
}

// outcome describes one exit.
func (x *explorer) outcome(e exit) summary.Outcome {
	st := e.st
	o := summary.Outcome{Forgets: st.Epoch > 0}
	numbers := map[fate.ID]int{}
	number := func(id fate.ID) int {
		if n, ok := numbers[id]; ok {
			return n
		}
		f, object := st.Fate(id), &x.Objects[id]
		own := summary.Owned{Pool: place.Place{}, Lease: place.Place{}, Reset: f.Reset && object.Family != nil, Received: object.Origin == fate.Received}
		if first := &x.Objects[object.Lease]; object.Lease != id && (first.Origin == fate.Param || first.Origin == fate.Stored) && !first.Place.IsElement() {
			own.Lease = first.Place
		}
		if object.Family != nil {
			own.Family = object.Family.Name
		}
		if object.Pool != 0 {
			if p, ok := place.Of(x.Terms, object.Pool); ok {
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
	x.wrap(st, &o)
	for _, addr := range slices.Sorted(maps.Keys(st.Cells)) {
		p, ok := place.Of(x.Terms, addr)
		if i, isParameter := p.Parameter(); !ok || isParameter && p.IsRoot() && !x.isPointerParam(i) {
			continue
		}
		if v := st.Cells[addr]; x.Matters(v) || x.Terms.Node(v).Kind <= term.Zero || x.isParam(v) || x.isChanged(v) {
			if same, ok := place.Of(x.Terms, v); ok && same == p.Content() {
				continue // as it was
			}
			o.Sets = append(o.Sets, summary.Assignment{Place: p, To: x.describe(st, v, number, 0)})
		}
	}
	ended := map[place.Place]bool{}
	for _, id := range slices.Sorted(maps.Keys(st.Fates)) {
		f, object := st.Fates[id], &x.Objects[id]
		if object.Origin != fate.Param && object.Origin != fate.Stored || object.Place.IsNowhere() || object.Place.IsElement() {
			continue
		}
		if ended[object.Place] {
			continue // found there when what the caller knows was gone
		}
		ended[object.Place] = f.Status == fate.Dead || f.Status == fate.Gone
		family := ""
		if object.Family != nil {
			family = object.Family.Name
		}
		once, pool := place.Place{}, place.Place{}
		if f.Pool != 0 {
			if p, ok := place.Of(x.Terms, f.Pool); ok {
				pool = p
			}
		}
		if f.Once != 0 {
			once, _ = place.Of(x.Terms, f.Once)
		}
		add := func(kind summary.EffectKind, how fate.Handover, count int) {
			o.Does = append(o.Does, summary.Effect{Place: object.Place, Kind: kind, How: how, Family: family, Count: count, Reset: f.Reset && object.Family != nil, Drop: f.Dropped, Once: once, Pool: pool})
		}
		if f.Status == fate.Gone && f.Taken > 0 && !object.Single {
			if x.isSet(o.Sets, id, st) { // the assignment moves one of them
				add(summary.Retains, 0, f.Taken)
			} else if f.Taken > 1 {
				add(summary.Retains, 0, f.Taken-1)
			}
		}
		switch {
		case f.Status == fate.Top:
			add(summary.Maybe, 0, 0)
		case f.Status == fate.Dead:
			add(summary.Releases, 0, 1)
		case f.Status == fate.Gone && (object.Single || f.Taken == 0):
			if !x.isSet(o.Sets, id, st) && !(f.How == fate.ToResult && x.isReturned(o.Results, object.Place)) {
				add(summary.Moves, f.How, 1)
			}
		case object.Single:
			// Still there: the caller keeps it, if that is how it is used.
		case f.Count > 0:
			add(summary.Retains, 0, f.Count)
		case f.Used && object.Family == nil:
			add(summary.Uses, 0, 0)
		}
		for _, l := range f.Loans {
			add(summary.Lends, l.How, 0)
		}
	}
	for _, ef := range st.Effects {
		if !slices.Contains(o.Does, ef) {
			o.Does = append(o.Does, ef)
		}
	}
	slices.SortStableFunc(o.Does, func(a, b summary.Effect) int { return cmp.Compare(a.Kind.Order(), b.Kind.Order()) })
	for t, known := range st.Facts.All() {
		if c, ok := summary.ConditionOf(x.Terms, t, known); ok {
			o.When = append(o.When, c)
		}
	}
	return o
}

// elementEffects are what a function does to all that a caller's container
// holds. They do not depend on the path: a loop that had no turn did nothing,
// because there was nothing in the container.
func (x *explorer) elementEffects(exits []exit) []summary.Effect {
	found := map[place.Place]summary.Effect{}
	for _, e := range exits {
		if e.panicked {
			continue
		}
		for id, f := range e.st.Fates {
			o := &x.Objects[id]
			if o.Place.IsNowhere() || !o.Place.IsElement() || o.Origin == fate.Acquired {
				continue
			}
			ef := summary.Effect{Place: o.Place, Kind: summary.Maybe, Once: place.Place{}, Pool: place.Place{}}
			if o.Family != nil {
				ef.Family = o.Family.Name
			}
			switch {
			case f.Status == fate.Dead:
				ef.Kind = summary.Releases
			case f.Status == fate.Gone && f.Taken > 0: // it has a reference of its own
				ef.Kind = summary.Uses
			case f.Status == fate.Gone:
				ef.Kind = summary.Moves
			case f.Status == fate.Live && f.Count == 0 && len(f.Loans) == 0 && f.Taken == 0:
				ef.Kind = summary.Uses
			}
			if had, ok := found[o.Place]; ok && had != ef {
				ef.Kind = summary.Maybe
			}
			found[o.Place] = ef
		}
	}
	for _, e := range x.exposed {
		found[e.Place] = e
	}
	var all []summary.Effect
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
	_, ok := place.Of(x.Terms, v)
	return ok
}

// isSet reports whether an assignment tells already where a parameter went.
func (x *explorer) isSet(sets []summary.Assignment, id fate.ID, st *memory.State) bool {
	for _, s := range sets {
		if s.To.Kind == summary.AtPlace && s.To.Place == x.Objects[id].Place {
			return true
		}
	}
	return false
}

// isReturned reports whether the caller finds a parameter in the results: itself
// or in a struct. What is behind a pointer has a new owner: see wrapped.
func (x *explorer) isReturned(results []summary.Value, p place.Place) bool {
	return slices.ContainsFunc(results, func(r summary.Value) bool { return !x.isPointerTo(r, p) && r.Has(is(p)) })
}

func (x *explorer) isPointerTo(r summary.Value, p place.Place) bool {
	return r.Kind == summary.Fresh && r.Number != summary.WholeStruct && r.Has(is(p))
}

func is(p place.Place) func(summary.Value) bool {
	return func(v summary.Value) bool { return v.Is(p) }
}

// wrap describes parameters that the function has put into a new struct, to which
// it returns a pointer. The struct is the owner now: the caller's own reference has
// moved, and what it finds in the struct is another one of the same lease.
func (x *explorer) wrap(st *memory.State, o *summary.Outcome) {
	for _, id := range slices.Sorted(maps.Keys(st.Fates)) {
		f, object := st.Fates[id], &x.Objects[id]
		if !object.Single || f.Status != fate.Gone || f.How != fate.ToResult {
			continue
		}
		own := summary.Owned{Lease: object.Place, Moved: true}
		if object.Family != nil {
			own.Family = object.Family.Name
		}
		moved := summary.Value{Kind: summary.Object, Number: len(o.Objects)}
		for i, r := range o.Results {
			if x.isPointerTo(r, object.Place) {
				o.Results[i] = r.With(object.Place, moved)
			}
		}
		if slices.ContainsFunc(o.Results, func(r summary.Value) bool {
			return r.Has(func(v summary.Value) bool { return v.Kind == moved.Kind && v.Number == moved.Number })
		}) {
			o.Objects = append(o.Objects, own)
		}
	}
}

// describe returns what the caller is told about a value.
func (x *explorer) describe(st *memory.State, t term.Term, number func(fate.ID) int, depth int) summary.Value {
	if r, ok := x.Roles[t]; ok {
		o, f := &x.Objects[r.Object], st.Fate(r.Object)
		mine := o.Origin == fate.Acquired || o.Origin == fate.Received
		switch {
		case f.Status == fate.Dead && r.As == fate.AsReference: // good for nothing
			return summary.Value{}
		case mine && f.Status != fate.Top && (r.As == fate.AsReference || r.As == fate.AsCleanup):
			kind := summary.Object
			if r.As == fate.AsCleanup {
				kind = summary.Cleanup
			}
			return summary.Value{Kind: kind, Number: number(r.Object)}
		case mine && f.Status != fate.Top:
			kind := summary.Borrow
			if r.As == fate.AsAlias {
				kind = summary.Alias
			}
			if held := st.HeldBy(o.Lease); held != 0 {
				return summary.Value{Kind: kind, Number: number(held)}
			}
			return summary.Value{Kind: summary.NotNil}
		case r.As == fate.AsReference:
			if f.Count > 0 && f.Status != fate.Top && !o.Single || f.Status == fate.Gone && f.How == fate.ToResult && (f.Taken > 0 || f.Retained != 0) {
				return summary.Value{Kind: summary.Object, Number: number(r.Object)}
			}
			if p, ok := place.Of(x.Terms, t); ok {
				return summary.Value{Kind: summary.AtPlace, Place: p}
			}
		case !o.Place.IsNowhere():
			kind := summary.BorrowOf
			if r.As == fate.AsAlias {
				kind = summary.AliasOf
			}
			return summary.Value{Kind: kind, Place: o.Place}
		}
		return summary.Value{}
	}
	if isNil, known := st.Facts.Said(x.Terms.IsNilTest(t)); known && isNil {
		return summary.Value{Kind: summary.Nil}
	}
	n := x.Terms.Node(t)
	switch n.Kind {
	case term.Nil:
		return summary.Value{Kind: summary.Nil}
	case term.Zero:
		return summary.Value{Kind: summary.Zero}
	case term.Const:
		return summary.Value{Kind: summary.Const, Const: n.Tag.(string), Number: n.N}
	case term.Call, term.Not:
		if p, not, ok := x.asksZero(t); ok {
			return summary.Value{Kind: summary.IsZero, Place: p, Number: not}
		}
	case term.Closure:
		var ids []fate.ID
		for _, id := range st.Reachable(t) {
			if o := &x.Objects[id]; o.Origin == fate.Acquired && !slices.Contains(ids, id) {
				ids = append(ids, id)
			}
		}
		if len(ids) == 1 && x.releasesWhenCalled(st, t, ids[0]) {
			return summary.Value{Kind: summary.Cleanup, Number: number(ids[0])}
		}
		return summary.Value{Kind: summary.NotNil}
	case term.Alloc, term.Load:
		base := t
		if n.Kind == term.Load {
			base = n.A
		}
		if depth > 2 || x.Terms.Node(x.Terms.Root(base)).Kind != term.Alloc {
			break
		}
		v := summary.Value{Kind: summary.Fresh}
		if n.Kind == term.Load {
			v.Number = summary.WholeStruct
		}
		for _, addr := range slices.Sorted(maps.Keys(st.Cells)) {
			path, ok := place.Between(x.Terms, base, addr)
			if !ok || path == "" {
				continue
			}
			v.Parts = append(v.Parts, summary.Part{Path: path, To: x.describe(st, st.Cells[addr], number, depth+1)})
		}
		if slices.ContainsFunc(v.Parts, func(p summary.Part) bool {
			return p.To.Kind == summary.Object || p.To.Kind == summary.Cleanup || p.To.Kind == summary.Fresh || p.To.Kind == summary.AtPlace
		}) || n.Kind == term.Alloc || x.isPreserved(base) {
			return v
		}
	}
	if n.Kind == term.Load {
		if v := x.Fields[n.A]; v != nil && x.reused[v] {
			if p, ok := place.Of(x.Terms, x.Terms.Root(n.A)); ok && p.IsRoot() {
				return summary.Value{Kind: summary.AliasOf, Place: p}
			}
		}
	}
	if p, ok := place.Of(x.Terms, t); ok {
		if p.ThroughElement() { // one of many, unknown which
			x.exposed = append(x.exposed, summary.Effect{Place: p, Kind: summary.Maybe, Once: place.Place{}, Pool: place.Place{}})
		}
		return summary.Value{Kind: summary.AtPlace, Place: p}
	}
	if known, ok := st.Facts.Said(x.Terms.IsNilTest(t)); ok {
		if known {
			return summary.Value{Kind: summary.Nil}
		}
		return summary.Value{Kind: summary.NotNil}
	}
	if v, ok := st.Facts.Said(t); ok {
		return summary.Value{Kind: summary.Const, Const: strconv.FormatBool(v), Number: int(constant.Bool)}
	}
	if x.Terms.NotNil(t) {
		return summary.Value{Kind: summary.NotNil}
	}
	return summary.Value{}
}

// asksZero recognizes a condition on whether a reference of the caller is zero.
func (x *explorer) asksZero(t term.Term) (p place.Place, not int, ok bool) {
	n := x.Terms.Node(t)
	if n.Kind == term.Not {
		n, not = x.Terms.Node(n.A), 1
	}
	if n.Kind != term.Call || n.Tag != "IsZero" {
		return place.Place{}, 0, false
	}
	p, ok = place.Of(x.Terms, n.A)
	return p, not, ok
}

func (x *explorer) releasesWhenCalled(st *memory.State, closure term.Term, id fate.ID) bool {
	c := x.Closures[closure]
	released := true
	x.quietly(func() {
		s := st.Clone()
		f := s.Fate(id)
		f.Status, f.Count = fate.Live, 1
		s.SetFate(id, f)
		signature := c.Fn.Signature
		if signature.Params().Len() > 0 && !strings.HasPrefix(c.Fn.Synthetic, "bound ") {
			released = false
			return
		}
		if len(c.Fn.Blocks) == 0 {
			released = false
			return
		}
		results := x.future(s, &site{instr: c.Fn.Blocks[0].Instrs[0], common: &ssa.CallCommon{Value: c.Fn}, fn: closure, f: x.top})
		for _, r := range results {
			released = released && r.st.Fate(id).Status == fate.Dead
		}
		released = released && len(results) > 0
	})
	return released
}

// apply carries out a call by the summary of the function.
func (x *explorer) apply(st *memory.State, s *site, sum *summary.Summary, fn *types.Func) []result {
	if sum.Opaque {
		for _, a := range s.args {
			st.Lose(a)
		}
		st.Forget()
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
	for _, a := range s.args { // dead objects are not to be handed to anybody
		if r, ok := x.Roles[a]; ok && !x.concerns(sum, s, a) {
			if r.As != fate.AsReference || !x.IsTyped(r.Object) {
				x.use(st, r, s.pos)
			}
		}
	}
	for _, e := range sum.Elements {
		x.applyElements(st, s, fn, e)
	}
	for i, a := range s.args {
		if r, ok := x.Roles[a]; ok {
			f := st.Fate(r.Object)
			f.Passed = f.Passed || sum.Stores(i)
			f.Abroad = f.Abroad || sum.Stores(i)
			st.SetFate(r.Object, f)
		}
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
		after := st
		if k < len(sum.Outcomes)-1 {
			after = st.Clone()
		}
		if !x.applies(after, s, fn, o) {
			continue
		}
		if trivial {
			after.Marks[same], after.Marks[here] = k+1, 1
		}
		if v, ok := x.applyOutcome(after, s, fn, o, k); ok {
			results = append(results, result{after, v})
		}
	}
	return x.merge(results)
}

// applyElements does to all that a container holds what a function does.
func (x *explorer) applyElements(st *memory.State, s *site, fn *types.Func, e summary.Effect) {
	container, ok := x.resolve(st, s, fn, e.Place.Container())
	if !ok {
		return
	}
	ids := st.ContentsOf(container)
	if e.Kind == summary.Maybe {
		st.Drain(container)
	}
	if len(ids) == 0 && e.Kind != summary.Uses && len(st.Reachable(container)) > 0 {
		st.Drain(container)
		return
	}
	if len(ids) == 0 {
		if _, ok := place.Of(x.Terms, container); ok && e.Kind != summary.Uses {
			t := x.Terms.Make(term.Node{Kind: term.Load, A: x.Terms.Index(container, st.Opaque(s.instr, 9))})
			x.applyEffect(st, s, summary.Effect{Kind: e.Kind, Family: e.Family, Once: e.Once, Pool: e.Pool}, t)
		}
		return
	}
	switch e.Kind {
	case summary.Releases:
		for _, id := range ids {
			x.release(st, id, x.moment(s))
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

func (x *explorer) applies(st *memory.State, s *site, fn *types.Func, o summary.Outcome) bool {
	for _, c := range o.When {
		t, ok := x.resolve(st, s, fn, c.Place)
		if !ok {
			continue
		}
		var cond term.Term
		switch {
		case c.Is == "nil":
			cond = x.Terms.Binary(token.EQL, t, x.Terms.Nil())
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
			cond = x.Zeroness(t)
		case c.Is == "true":
			cond = t
		default:
			cond = x.Terms.Binary(token.EQL, t, x.Terms.Exact(c.Is[1:], c.Kind))
		}
		if !st.Assume(cond, !c.Not) {
			return false
		}
	}
	return true
}

func (x *explorer) applyOutcome(st *memory.State, s *site, fn *types.Func, o summary.Outcome, k int) (term.Term, bool) {
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
		if values[i] = x.rebuild(st, s, fn, a.To, refs, rebuilt{call: s.instr, outcome: k, set: true, item: i}); values[i] == 0 && a.To.Kind == summary.Unknown && sets[i] != 0 {
			values[i] = x.Terms.Make(term.Node{Kind: term.Opaque, Tag: memory.Changed{}, A: sets[i], N: st.Epoch})
		}
	}
	parts := x.results(st, s, fn, o, refs, k)
	x.blind--
	x.loseUnplaced(st, refs, sets, values, parts)

	released := map[fate.ID]bool{}
	for i, e := range o.Does {
		t := places[i]
		if t == 0 {
			continue
		}
		if pools[i] != 0 {
			x.checkPut(st, pools[i], t, s.pos)
		}
		if onces[i] != 0 && !st.First(memory.Marked(memory.IsDone, onces[i], nil)) {
			continue
		}
		x.applyEffect(st, s, e, t)
		if r, ok := x.Roles[t]; ok {
			released[r.Object] = true
		}
	}
	if o.Forgets {
		st.Forget()
	}
	for i := range o.Sets {
		if sets[i] == 0 || values[i] == 0 {
			continue
		}
		if r, ok := x.Roles[sets[i]]; ok && released[r.Object] {
			continue // written before it was given up
		}
		if r, ok := x.Roles[st.Cells[sets[i]]]; ok && r.As == fate.AsReference && x.IsTyped(r.Object) && st.Cells[sets[i]] != values[i] && !released[r.Object] {
			st.ToTopLive(r.Object) // overwritten, and nothing is said of what was there
		}
		x.applying++
		x.store(st, sets[i], values[i], s.pos, s.instr)
		x.applying--
	}
	switch len(parts) {
	case 0:
		return st.Opaque(s.instr, 0), true
	case 1:
		return parts[0], true
	}
	return x.Terms.List(parts), true
}

// newObjects makes the objects that a function acquired for its caller.
func (x *explorer) newObjects(st *memory.State, s *site, fn *types.Func, o summary.Outcome, k int) []term.Term {
	refs := make([]term.Term, len(o.Objects))
	for i, own := range o.Objects {
		object := fate.Object{Pos: s.pos, What: "the reference"}
		if own.Family != "" {
			if object.Family = x.table.ByName(own.Family); object.Family == nil {
				continue
			}
			object.What = "the object"
			object.Wrapped = object.Family.Lossy
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
				own.Moved = own.Moved && !st.Fate(lent).Owned()
			}
		}
		at := st.Turn(s.instr)
		at.Outcome = int32(k + 1)
		refs[i] = st.AcquireAt(s.instr, at, i, object)
		x.Terms.SetNonNil(refs[i])
		f := st.Fate(x.Roles[refs[i]].Object)
		f.Reset = own.Reset
		if own.Moved { // of a reference that the caller does not own
			f.Status = fate.Top
		}
		st.SetFate(x.Roles[refs[i]].Object, f)
	}
	return refs
}

// results makes the results of a call.
func (x *explorer) results(st *memory.State, s *site, fn *types.Func, o summary.Outcome, refs []term.Term, k int) []term.Term {
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
		if ok && (!placed[r.Object] || x.Objects[r.Object].Family != nil && !results[r.Object]) {
			st.ToTopLive(r.Object)
		}
	}
}

func (x *explorer) applyEffect(st *memory.State, s *site, e summary.Effect, t term.Term) {
	r, known := x.Roles[t]
	var family *api.Family
	if e.Family != "" {
		if family = x.table.ByName(e.Family); family == nil {
			return
		}
	}
	switch e.Kind {
	case summary.Lends:
		if known {
			f := st.Fate(r.Object)
			switch {
			case f.Status == fate.Dead:
				x.use(st, r, s.pos)
			case f.Status == fate.Live && r.As == fate.AsCleanup:
				x.move(st, r.Object, e.How, s.pos, 0)
			case f.Status == fate.Live:
				f.Loans = append(append([]fate.Loan(nil), f.Loans...), fate.Loan{How: e.How, Pos: s.pos, Loop: s.f != nil && s.f.InLoop(s.instr.Block())})
				st.SetFate(r.Object, f)
			}
			return
		}
		st.Lose(t)
		if p, ok := place.Of(x.Terms, t); ok && p.IsRoot() {
			x.noteLoan(st, t, e.How, s.pos)
		}
		return
	case summary.Exposes:
		if !known {
			reached := false
			st.Reach(t, func(r fate.Role, _ term.Term) {
				reached = true
				if r.As == fate.AsReference || r.As == fate.AsCleanup {
					st.ToTopLive(r.Object)
				}
			})
			if k := x.Terms.Node(t).Kind; reached || k != term.Field && k != term.Index {
				st.Expose(t)
			}
			x.noteExposed(st, t, s.pos)
		}
		return
	case summary.Readies:
		if known {
			st.WasReset(r.Object)
		} else {
			x.noteEffect(st, t, e)
		}
		return
	case summary.Dirties:
		if known {
			x.accumulates(st, t)
		} else {
			x.noteEffect(st, t, e)
		}
		return
	case summary.Maybe:
		if known {
			st.ToTopLive(r.Object)
		} else if p, ok := place.Of(x.Terms, t); ok {
			id := x.Object(memory.Key{Found: t}, fate.Object{Family: family, Origin: fate.Stored, Pos: s.pos, What: "the object", Place: p})
			x.Roles[t] = fate.Reference(id)
			st.SetFate(id, fate.Fate{Status: fate.Top})
		}
		return
	}
	if x.Terms.IsNil(t) {
		return
	}
	if e.Kind == summary.Uses {
		if known {
			x.use(st, r, s.pos)
		} else if family == nil && !st.IsZeroRef(t) && x.Terms.Node(t).Kind == term.Load {
			x.use(st, fate.Reference(x.refObject(st, t, s)), s.pos)
		}
		return
	}
	if !known {
		if ids := st.Reachable(t); len(ids) > 0 { // a struct or a slice of references
			for _, id := range ids {
				switch e.Kind {
				case summary.Moves:
					x.move(st, id, fate.ToCallee, s.pos, 0)
				default:
					st.ToTopLive(id)
				}
			}
			return
		}
	}
	var id fate.ID
	if family == nil {
		if st.IsZeroRef(t) {
			if e.Kind == summary.Releases && x.Terms.Node(t).Kind == term.Zero && !e.Drop {
				x.find(st, mistake.Finding{Mistake: mistake.ZeroRef{Method: "Release"}, Pos: s.pos})
			}
			return
		}
		id = x.refObject(st, t, s)
	} else {
		var ok bool
		if id, ok = x.counted(st, t, family, s); !ok {
			st.ToTopLive(id)
			return
		}
	}
	switch e.Kind {
	case summary.Releases:
		if e.Reset {
			f := st.Fate(id)
			f.Reset = true
			st.SetFate(id, f)
		}
		if !e.Pool.IsNowhere() && family != nil {
			x.leavePool(st, id, family, s.pos)
		}
		x.release(st, id, x.moment(s))
	case summary.Retains:
		for range max(e.Count, 1) {
			x.retain(st, id, x.moment(s))
		}
	case summary.Moves:
		if f := st.Fate(id); f.Status == fate.Dead {
			x.release(st, id, x.moment(s)) // it is given up twice
			return
		}
		how := e.How
		if how == fate.ToResult || how == fate.ToField || how == fate.ToGlobal || how == fate.ToContainer {
			how = fate.ToCallee
		}
		if f := st.Fate(id); f.Status == fate.Gone {
			x.release(st, id, x.moment(s))
			return
		}
		x.move(st, id, how, s.pos, 0)
	}
}

// rebuild makes a value of a summary again, at the caller. 0 is unknown.
func (x *explorer) rebuild(st *memory.State, s *site, fn *types.Func, v summary.Value, refs []term.Term, to rebuilt) term.Term {
	at := func(kind fate.As, id fate.ID) term.Term {
		b := x.Tie(to, st.Turn(s.instr), 0, fate.Role{Object: id, As: kind})
		x.Terms.SetNonNil(b)
		return b
	}
	if v.Number < len(refs) && v.Number >= 0 {
		switch v.Kind {
		case summary.Object, summary.Borrow, summary.Alias, summary.Cleanup:
			if refs[v.Number] == 0 {
				return 0
			}
			id := x.Roles[refs[v.Number]].Object
			switch v.Kind {
			case summary.Object:
				return refs[v.Number]
			case summary.Borrow:
				return at(fate.AsBorrow, id)
			case summary.Alias:
				return at(fate.AsAlias, id)
			case summary.Cleanup:
				return at(fate.AsCleanup, id)
			}
		}
	}
	switch v.Kind {
	case summary.Nil:
		return x.Terms.Nil()
	case summary.Zero:
		return x.Terms.Zero()
	case summary.Const:
		return x.Terms.Exact(v.Const, v.Number)
	case summary.AtPlace:
		if p, ok := x.resolve(st, s, fn, v.Place); ok {
			return p
		}
	case summary.IsZero:
		if p, ok := x.resolve(st, s, fn, v.Place); ok {
			zero := st.Asked(p)
			if v.Number == 1 {
				zero = x.Terms.Not(zero)
			}
			return zero
		}
	case summary.BorrowOf, summary.AliasOf:
		if p, ok := x.resolve(st, s, fn, v.Place); ok {
			if r, ok := x.Roles[p]; ok {
				kind := fate.AsBorrow
				if v.Kind == summary.AliasOf || r.As == fate.AsAlias {
					kind = fate.AsAlias
				}
				return at(kind, r.Object)
			}
		}
	case summary.Fresh:
		n := x.Terms.Make(term.Node{Kind: term.Alloc, Tag: to, At: st.Turn(s.instr)})
		delete(st.Shared, n)
		for _, p := range v.Parts {
			within := to
			within.path += p.Path
			part := x.rebuild(st, s, fn, p.To, refs, within)
			if part == 0 {
				part = x.Terms.Make(term.Node{Kind: term.Opaque, Tag: within, At: st.Turn(s.instr)})
				if p.To.Kind == summary.NotNil {
					x.Terms.SetNonNil(part)
				}
			}
			addr := n
			for _, step := range p.Path.Steps() {
				addr = x.Terms.Field(addr, step.Field)
			}
			st.Cells[addr] = part
		}
		if v.Number == summary.WholeStruct {
			return x.Terms.Load(n)
		}
		return n
	}
	return 0
}

// resolve finds the value at a place of a callee among the caller's values.
func (x *explorer) resolve(st *memory.State, s *site, fn *types.Func, p place.Place) (term.Term, bool) {
	var t term.Term
	var typ types.Type
	switch i, isParameter := p.Parameter(); {
	case p.IsGlobal():
		g := x.pkg.Global(p.Name)
		if g == nil {
			return 0, false
		}
		t, typ = x.Terms.Make(term.Node{Kind: term.Global, Tag: g}), g.Type()
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
func (x *explorer) follow(st *memory.State, s *site, t term.Term, typ types.Type, step place.Step) (term.Term, types.Type, bool) {
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
	t = x.Interior(x.Terms.Field(t, step.Field), t, fate.AsBorrow)
	x.Fields[t] = field
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

// noteLoan and noteExposed note where a plain parameter goes, for the callers who
// may have passed something borrowed.
func (x *explorer) noteLoan(st *memory.State, v term.Term, how fate.Handover, _ token.Pos) {
	x.noteEffect(st, v, summary.Effect{Kind: summary.Lends, How: how})
}

func (x *explorer) noteExposed(st *memory.State, v term.Term, _ token.Pos) {
	x.noteEffect(st, v, summary.Effect{Kind: summary.Exposes})
}

func (x *explorer) noteEffect(st *memory.State, v term.Term, e summary.Effect) {
	if _, tracked := x.Roles[v]; tracked {
		return
	}
	if n := x.Terms.Node(v); n.Kind == term.Load { // a parameter's copy
		if whole, ok := st.Cells[n.A]; ok && x.Terms.Node(whole).Kind == term.Param {
			v = whole
		}
	}
	p, ok := place.Of(x.Terms, v)
	i, isParameter := p.Parameter()
	if !ok || !isParameter || p.IsRoot() && api.IsBasic(x.top.Params[i].Type()) {
		return
	}
	e.Place, e.Once, e.Pool = p, place.Place{}, place.Place{}
	if p.IsElement() {
		e.Kind = summary.Maybe
		x.exposed = append(x.exposed, e)
		return
	}
	if !slices.Contains(st.Effects, e) {
		st.Effects = append(st.Effects[:len(st.Effects):len(st.Effects)], e)
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
		if !x.isRelevant(fn) && !x.concerning(st, args) && !decides(fn) {
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
func (x *explorer) concerning(st *memory.State, args []term.Term) bool {
	for _, a := range args {
		if len(st.Reachable(a)) > 0 {
			return true
		}
	}
	return false
}
