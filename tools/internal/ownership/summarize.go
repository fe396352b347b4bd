package ownership

import (
	"go/types"
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"github.com/rcpool/rcpool/tools/internal/ownership/naming"
	"github.com/rcpool/rcpool/tools/internal/ownership/place"
	"github.com/rcpool/rcpool/tools/internal/ownership/term"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"

	"github.com/rcpool/rcpool/tools/internal/ownership/fate"

	"github.com/rcpool/rcpool/tools/internal/ownership/summary"

	"github.com/rcpool/rcpool/tools/internal/ownership/memory"
)

// summarize makes a function's summary of its exits.
func (x *explorer) summarize(exits []exit) *summary.Summary {
	if x.gaveUp {
		return &summary.Summary{Opaque: true}
	}
	var outcomes []summary.Outcome
	for _, e := range exits {
		if !e.panicked {
			for _, o := range x.failed(e, x.outcome(e)) {
				outcomes = append(outcomes, x.failedLate(e, o)...)
			}
		}
	}
	return summary.New(outcomes, x.elementEffects(exits), x.takes)
}

// takes reports whether a function has taken a parameter from its caller on all paths
// if it puts it into a lossy pool on some: that is what a function of such a name is
// for. On the other paths it drops the object, unless it counts references.
func (x *explorer) takes(e summary.Effect) bool {
	family := x.table.ByName(e.Family)
	_, isParameter := e.Place.Parameter()
	return family != nil && family.Lossy && isParameter && e.Place.IsRoot() && naming.Releases(x.top.Name()) && !x.pkg.Counts(x.top.Function)
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
			ef := summary.Effect{Place: o.Place, Kind: summary.Maybe}
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

// noteLoan and noteExposed note where a plain parameter goes, for the callers who
// may have passed something borrowed.
func (x *explorer) noteLoan(st *memory.State, v term.Term, how fate.Handover) {
	x.noteEffect(st, v, summary.Effect{Kind: summary.Lends, How: how})
}

func (x *explorer) noteExposed(st *memory.State, v term.Term) {
	x.noteEffect(st, v, summary.Effect{Kind: summary.Exposes})
}

// noteAppended notes where a plain parameter is that was appended to a list which the
// caller finds: the call stores the list where it was.
func (x *explorer) noteAppended(st *memory.State, s *site, v term.Term) {
	call, ok := s.instr.(*ssa.Call)
	if !ok {
		return
	}
	list, ok := place.Of(x.Terms, x.Terms.Node(s.args[0]).A)
	for _, r := range *call.Referrers() {
		if m, ok := r.(*ssa.MapUpdate); ok && m.Value == call {
			x.notePutAt(st, st.Value(m.Map), v)
		}
	}
	if ok && slices.ContainsFunc(*call.Referrers(), func(r ssa.Instruction) bool {
		s, ok := r.(*ssa.Store)
		return ok && code.SameAddress(call.Call.Args[0], s.Addr)
	}) {
		x.noteEffect(st, v, summary.Effect{Kind: summary.Lends, How: fate.ToContainer, List: list})
	}
}

// notePut notes where a plain parameter is that was put into a map which the caller finds,
// and which nobody else deletes from.
func (x *explorer) notePut(st *memory.State, m term.Term, value ssa.Value) {
	if !api.IsBasic(value.Type()) {
		x.notePutAt(st, m, st.Value(value))
	}
}

// notePutAt does so for a value that was put into a map, or appended to a list in it.
func (x *explorer) notePutAt(st *memory.State, m, v term.Term) {
	addr := x.Terms.Node(m).A
	variable := x.variableAt(addr)
	if variable == nil || st.Local(m) || x.pkg.RemovesElsewhere(variable, x.top.Function) {
		return
	}
	if p, ok := place.Of(x.Terms, addr); ok {
		x.noteEffect(st, v, summary.Effect{Kind: summary.Lends, How: fate.ToContainer, List: p})
	}
}

// expose notes that something happens to one of the elements of a caller's container,
// or to what it leads to: nobody knows to which.
func (x *explorer) expose(p place.Place) {
	e := summary.Effect{Place: p.Element(), Kind: summary.Maybe}
	if !slices.Contains(x.exposed, e) {
		x.exposed = append(x.exposed, e)
	}
}

// exposeElements notes that something happens to elements of a caller's slice: they are
// in another slice, too.
func (x *explorer) exposeElements(slice term.Term) {
	if p, ok := place.Of(x.Terms, slice); ok {
		x.expose(p.SomeElement())
	}
}

// ofOne notes that an object is given up, if it is an element of a caller's container
// and only some of the elements are given up, and not one in each turn of a loop.
func (x *explorer) ofOne(id fate.ID) {
	if p := x.Objects[id].Place; p.IsElement() {
		header, every := code.EveryTurn(x.current)
		if !every || !x.onEachWay(header) {
			x.expose(p)
		}
	}
}

// onEachWay reports whether a block is on each way to the end of its function, and of
// those around it that call it.
func (x *explorer) onEachWay(b *ssa.BasicBlock) bool {
	if !code.OnEachWay(b) {
		return false
	}
	return !slices.ContainsFunc(x.sites, func(s *site) bool { return !code.OnEachWay(s.instr.Block()) })
}

func (x *explorer) noteEffect(st *memory.State, v term.Term, e summary.Effect) {
	if _, tracked := x.Roles[v]; tracked {
		return
	}
	if whole, ok := x.Within[v]; ok && e.Kind == summary.Lends {
		v = whole
	}
	if n := x.Terms.Node(v); n.Kind == term.Load && x.Terms.Node(x.Terms.Root(n.A)).Kind == term.Alloc {
		if whole, ok := st.Cells[n.A]; ok && x.Terms.Node(whole).Kind == term.Param { // a parameter's copy
			v = whole
		} else {
			for _, part := range st.PartsOf(n.A) { // a struct with parameters in it
				x.noteEffect(st, part, e)
			}
			return
		}
	}
	p, ok := place.Of(x.Terms, v)
	i, isParameter := p.Parameter()
	if !ok || !isParameter || p.IsRoot() && api.IsBasic(x.top.Params[i].Type()) {
		return
	}
	e.Place = p
	if p.ThroughElement() {
		x.expose(p)
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
