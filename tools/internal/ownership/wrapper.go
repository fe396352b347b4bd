package ownership

import (
	"go/types"
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

// This file is about structs that have an object in a field and go to unknown code as an
// interface: a http.ResponseWriter that collects what a handler writes in a pooled buffer.
// The unknown code can do with the object what the methods of the struct's type do. If none
// of them releases it, hands it over or replaces it, the function still owns it.

// wrappers looks for such structs in what unknown code is given.
type wrappers struct {
	*memory.Values
	courses *courses
	isKept  func(in types.Type, field int) bool
}

// A wrapping is what a call gives to unknown code in structs.
type wrapping struct {
	*wrappers
	st    *memory.State
	seen  map[term.Term]bool
	safe  map[term.Term]bool // references that only methods get at, none of which gives them away
	other map[term.Term]bool // others
}

// wrap looks for references in v that unknown code cannot give up, if v goes there as a
// value of type t. It returns nil if v is no struct in an interface.
func (ws *wrappers) wrap(st *memory.State, v term.Term, t types.Type) *wrapping {
	if t == nil || !types.IsInterface(t) || ws.Concrete[v] == nil {
		return nil
	}
	if _, isParameter := types.Unalias(t).(*types.TypeParam); isParameter {
		return nil
	}
	w := &wrapping{ws, st, map[term.Term]bool{}, map[term.Term]bool{}, map[term.Term]bool{}}
	w.open(v)
	return w
}

// open looks into a struct, or a pointer to one, that is in an interface.
func (w *wrapping) open(v term.Term) {
	if w.seen[v] {
		return
	}
	w.seen[v] = true
	base := v
	if n := w.Terms.Node(v); n.Kind == term.Load {
		base = n.A
	}
	concrete := w.Concrete[v]
	u, isStruct := api.Deref(concrete).Underlying().(*types.Struct)
	for addr, part := range w.st.Stored(func(addr term.Term) bool { return addr != base && w.Terms.Under(addr, base) }) { // isKept walks functions
		at := w.Terms.Node(addr)
		isField := isStruct && at.Kind == term.Field && at.A == base && at.N < u.NumFields()
		_, tracked := w.Roles[part]
		switch {
		case tracked && isField && w.isKept(concrete, at.N):
			w.safe[part] = true
		case !tracked && isField && types.IsInterface(u.Field(at.N).Type()) && w.Concrete[part] != nil:
			w.open(part) // a wrapper in a wrapper
		default:
			w.st.Reach(part, func(_ fate.Role, v term.Term) { w.other[v] = true })
		}
	}
}

// keeps reports whether a reference in the structs is safe. It notes what unknown code may
// do with the object nevertheless: write it, reset it, and show it to others.
func (w *wrapping) keeps(r fate.Role, v term.Term) bool {
	if w == nil || !w.safe[v] || w.other[v] {
		return false
	}
	w.courses.loseTrack(w.st, v)
	f := w.st.Fate(r.Object)
	f.Reset = true
	if w.Objects[r.Object].Family != nil {
		f.Abroad, f.Passed = true, true
	}
	w.st.SetFate(r.Object, f)
	return true
}

// isKept reports whether code that knows values of a type only as interfaces leaves the
// object in a field alone.
func (c *checker) isKept(in types.Type, field int) bool {
	key := wrappedField{in, field}
	if kept, done := c.kept[key]; done {
		return kept
	}
	named, ok := types.Unalias(api.Deref(in)).(*types.Named)
	if !ok || named.Obj().Pkg() != c.pass.Pkg || c.pkg.IsAsserted(in) {
		return false
	}
	f := named.Underlying().(*types.Struct).Field(field)
	if f.Exported() && !(f.Embedded() && !named.Obj().Exported()) {
		return false // other packages get at it, perhaps by reflection
	}
	methods := types.NewMethodSet(in)
	for i := range methods.Len() {
		if !c.leavesAlone(methods.At(i), field) {
			return false // not noted: the method may be the one that is walked
		}
	}
	c.kept[key] = true
	return true
}

// leavesAlone reports whether a method leaves the object in a field alone.
func (c *checker) leavesAlone(method *types.Selection, field int) bool {
	promoted := len(method.Index()) > 1
	if promoted && method.Index()[0] != field {
		return true // it gets another field
	}
	object, ok := method.Obj().(*types.Func)
	if !ok || object.Signature().Recv() == nil || types.IsInterface(object.Signature().Recv().Type()) {
		return false
	}
	if object = object.Origin(); promoted && object.Pkg() != c.pass.Pkg {
		return !c.table.Tracks(object) && !api.Declares(object) && !naming.Releases(object.Name())
	}
	fn := c.pkg.Declared(object)
	if fn == nil || !c.pkg.Has(fn) || len(fn.AnonFuncs) > 0 {
		return false
	}
	g := givenBy{held: place.Parameter(0), named: c.mayRelease(fn, map[*ssa.Function]bool{})}
	if !promoted {
		g.at = place.Parameter(0)
		g.at.Path = g.at.Path.Field(field)
		g.held = g.at
		if _, isPointer := object.Signature().Recv().Type().Underlying().(*types.Pointer); isPointer {
			g.held = g.at.Content()
		}
	}
	return !g.away(c.explore(fn))
}

// mayRelease reports whether a function calls one that, by its name, gives up what it is
// given.
func (c *checker) mayRelease(fn *ssa.Function, seen map[*ssa.Function]bool) bool {
	if seen[fn] {
		return false
	}
	seen[fn] = true
	for instr := range code.Instructions(fn) {
		if call, ok := instr.(ssa.CallInstruction); ok && naming.Releases(nameOf(call.Common())) {
			return true
		}
	}
	return slices.ContainsFunc(c.pkg.Callees(fn), func(callee *ssa.Function) bool { return c.mayRelease(callee, seen) })
}

func nameOf(call *ssa.CallCommon) string {
	if call.IsInvoke() {
		return call.Method.Name()
	}
	if callee := call.StaticCallee(); callee != nil {
		return callee.Name()
	}
	return naming.OfCall(call, nil)
}

// givenBy is what a method does with the object that its receiver has in a field, or is.
type givenBy struct {
	held  place.Place // the object
	at    place.Place // the field
	named bool        // unknown code that it calls may release the object, by its name
}

// away reports whether a method may release the object, hand it over or replace it.
func (g givenBy) away(s *summary.Summary) bool {
	if s == nil || s.Opaque {
		return true
	}
	return slices.ContainsFunc(s.Elements, func(e summary.Effect) bool { return e.Place.IsIn(g.held) && e.Kind != summary.Uses }) ||
		slices.ContainsFunc(s.Outcomes, g.inOutcome)
}

func (g givenBy) inOutcome(o summary.Outcome) bool {
	return slices.ContainsFunc(o.Does, g.byEffect) || slices.ContainsFunc(o.Sets, g.byAssignment) ||
		slices.ContainsFunc(o.Results, func(r summary.Value) bool { return r.Has(g.isIt) })
}

func (g givenBy) byEffect(e summary.Effect) bool {
	switch e.Kind {
	case summary.Uses, summary.Readies, summary.Dirties:
		return false
	case summary.Exposes: // it may be written and read there
		return e.Place == place.Parameter(0) && e.Place != g.held || e.Place == g.held && g.named
	}
	return g.leadsTo(e.Place) || e.Place.IsIn(g.held)
}

func (g givenBy) byAssignment(a summary.Assignment) bool {
	if g.leadsTo(a.Place) || a.Place == g.at {
		return true
	}
	return !a.Place.IsIn(g.held) && a.To.Has(func(v summary.Value) bool {
		return g.leadsTo(v.Place) || v.Place.IsIn(g.held)
	})
}

// isIt reports whether a value is the object, or the struct that has it.
func (g givenBy) isIt(v summary.Value) bool { return v.Kind == summary.AtPlace && g.leadsTo(v.Place) }

// leadsTo reports whether a place is that of the object, or of the struct that has it.
func (g givenBy) leadsTo(p place.Place) bool { return p == g.held || p == place.Parameter(0) }
