package ownership

import (
	"go/types"
	"slices"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"github.com/rcpool/rcpool/tools/internal/ownership/fate"
	"github.com/rcpool/rcpool/tools/internal/ownership/memory"
	"github.com/rcpool/rcpool/tools/internal/ownership/term"
	"golang.org/x/tools/go/ssa"
)

// This file is about declared functions that are carried out at the call, as function
// literals are. A summary cannot tell what a function does with a function that it is
// given: that depends on both.

// passesFunctions reports whether a call is to be carried out in the body of the function
// that is called: an argument is a function that is known here, or leads to one, and the
// callee may call it.
func (x *explorer) passesFunctions(st *memory.State, s *site, fn *ssa.Function, object *types.Func) bool {
	if object == nil || fn == nil || !x.pkg.Has(fn) || x.checker.notes.On(object) || x.where.isAround(s, fn) || x.pkg.Function(fn).Recovers {
		return false // of one that recovers, it may be the point that the function panics
	}
	if len(x.where.outer) >= maxInlining || x.pushes > x.limit/2 || !x.pkg.CallsValues(fn) {
		return false
	}
	counts := x.checker.isRelevant(fn)
	if !slices.ContainsFunc(s.args, func(a term.Term) bool { return x.callees.leadsToFunction(st, a, counts) }) {
		return false
	}
	return x.callees.isSound(fn)
}

// carryOut carries out a call in the body of the function that is called.
func (x *explorer) carryOut(st *memory.State, s *site, fn *ssa.Function) []result {
	known, before := len(x.Objects), st.Clone()
	results := x.inline(st, s, memory.Closure{Fn: fn})
	if len(results) == 0 { // it seems never to return, which its own walk would know
		object, _ := fn.Object().(*types.Func)
		return x.unknown.call(before, s, object)
	}
	x.where.noteCarried(s, known, results)
	x.mayHaveCalled(before, s, results)
	var kept []result
	for _, r := range results {
		expectError(r, s, fn)
		kept = append(kept, x.late.carriedLate(result{r.st, keptPromise(r.st, s, fn, r.value)}, s, fn)...)
	}
	return kept
}

// mayHaveCalled handles the functions that release something and were given to one that was carried
// out: if that calls one on some of its ways and keeps it on the others, and returns nothing that
// tells, then its caller knows by something else which of them it is.
func (x *explorer) mayHaveCalled(before *memory.State, s *site, results []result) {
	if s.common.Signature().Results().Len() > 0 {
		return
	}
	for i, a := range s.args {
		if t := s.typeOf(i); t == nil || !isFunction(t) {
			continue
		}
		for _, id := range before.Reachable(a) {
			isDead := func(r result) bool { return r.st.Fate(id).Status == fate.Dead }
			if before.Fate(id).Status != fate.Live || !slices.ContainsFunc(results, func(r result) bool { return !isDead(r) }) {
				continue
			}
			for _, r := range results {
				if isDead(r) {
					r.st.ToTop(id)
				}
			}
		}
	}
}

// expectError handles a result that the caller drops, of a function that was carried out: the
// caller expects an error beside it, and no reference.
func expectError(r result, s *site, fn *ssa.Function) {
	results := fn.Signature.Results()
	parts, ok := r.st.Terms.Listed(r.value)
	if last := results.Len() - 1; !ok || last < 1 || !api.IsError(results.At(last).Type()) || code.Discards(s.instr, last) {
		return
	}
	for i, p := range parts[:len(parts)-1] {
		if code.ExpectsNone(s.instr, i) {
			for _, id := range r.st.Reachable(p) {
				r.st.ToTopLive(id)
			}
		}
	}
}

// heldFunction returns the function that is called if the called value is not known on this
// path, but is in a variable that holds no other.
func (x *explorer) heldFunction(s *site, fn *ssa.Function) *ssa.Function {
	if fn != nil || s.common.IsInvoke() || x.Roles[s.fn].As != 0 {
		return nil
	}
	if _, listed := x.Terms.Listed(s.fn); listed {
		return nil
	}
	return x.pkg.FunctionIn(s.common.Value)
}

// carryOutHeld carries out the call of a function literal that a variable holds. Nobody
// knows the variables that it has captured, and it may change them.
func (x *explorer) carryOutHeld(st *memory.State, s *site, literal *ssa.Function) []result {
	if x.where.isAround(s, literal) || len(literal.Blocks) > maxHeld || x.pushes > x.limit/2 {
		return x.unknown.call(st, s, nil)
	}
	known := len(x.Objects)
	results := x.inline(st, s, memory.Closure{Fn: literal})
	x.where.noteCarried(s, known, results)
	for _, r := range results {
		x.others.forget(r.st, s)
	}
	return results
}

// maxHeld is the size of the largest function literal that is carried out where a variable
// holds it, in blocks.
const maxHeld = 24

// keptPromise returns what a function returns. If that is a zero reference beside an error,
// the error is not nil: the function would break its promise otherwise.
func keptPromise(st *memory.State, s *site, fn *ssa.Function, value term.Term) term.Term {
	results := fn.Signature.Results()
	parts, ok := st.Terms.Listed(value)
	n := results.Len()
	if !ok || n < 2 || !api.IsError(results.At(n-1).Type()) || st.Terms.IsNil(parts[n-1]) || st.Terms.NotNil(parts[n-1]) {
		return value
	}
	for i, p := range parts[:n-1] {
		if api.MayBeReference(results.At(i).Type()) && st.Terms.Node(p).Kind == term.Zero {
			parts = slices.Clone(parts)
			parts[n-1] = st.Opaque(s.instr, 15)
			st.Terms.SetNonNil(parts[n-1])
			return st.Terms.List(parts)
		}
	}
	return value
}
