package ownership

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"github.com/rcpool/rcpool/tools/internal/ownership/fate"
	"github.com/rcpool/rcpool/tools/internal/ownership/memory"
	"github.com/rcpool/rcpool/tools/internal/ownership/term"
)

// This file is about declared functions that are carried out at the call, as function
// literals are. A summary cannot tell what a function does with a function that it is
// given: that depends on both.

// passesFunctions reports whether a call is to be carried out in the body of the function
// that is called: an argument is a function that is known here, or leads to one, and the
// callee may call it.
func (x *explorer) passesFunctions(st *memory.State, s *site, fn *ssa.Function, object *types.Func) bool {
	if object == nil || fn == nil || !x.pkg.Has(fn) || x.notes.On(object) || x.isAround(s, fn) || x.pkg.Function(fn).Recovers {
		return false // of one that recovers, it may be the point that the function panics
	}
	if len(x.outer) >= maxInlining || x.pushes > x.limit/2 || !x.pkg.CallsValues(fn) {
		return false
	}
	counts := x.isRelevant(fn)
	if !slices.ContainsFunc(s.args, func(a term.Term) bool { return x.leadsToFunction(st, a, counts) }) {
		return false
	}
	return x.isSound(fn)
}

// isSound reports whether nothing is wrong in a function by itself. If something is, it is
// reported once, there.
func (x *explorer) isSound(fn *ssa.Function) bool {
	x.explore(fn)
	return !x.mistaken[fn]
}

// leadsToFunction reports whether a value is a function that this function knows, or leads
// to one through its memory. Unless the callee counts references itself, it must be one that
// may do something to an object.
func (x *explorer) leadsToFunction(st *memory.State, v term.Term, calleeCounts bool) bool {
	matters := func(f term.Term) bool {
		switch n := x.Terms.Node(f); n.Kind {
		case term.Closure:
			return calleeCounts || len(st.Reachable(f)) > 0 || x.isRelevant(x.Closures[f].Fn)
		case term.Func:
			fn, ok := n.Tag.(*ssa.Function)
			return ok && x.pkg.Has(fn) && (calleeCounts || x.isRelevant(fn))
		}
		return x.Roles[f].As == fate.AsCleanup || isCleanupList(st, f)
	}
	if matters(v) {
		return true
	}
	root := x.Terms.Root(v)
	if !st.Local(root) {
		return false
	}
	for addr, part := range st.Cells {
		if x.Terms.Root(addr) == root && matters(part) {
			return true
		}
	}
	return false
}

// carryOut carries out a call in the body of the function that is called.
func (x *explorer) carryOut(st *memory.State, s *site, fn *ssa.Function) []result {
	known, before := len(x.Objects), st.Clone()
	results := x.inline(st, s, memory.Closure{Fn: fn})
	if len(results) == 0 { // it seems never to return, which its own walk would know
		object, _ := fn.Object().(*types.Func)
		return x.unknown(before, s, object)
	}
	x.noteCarried(s, known, results)
	var kept []result
	for _, r := range results {
		x.expectError(r, s, fn)
		kept = append(kept, x.carriedLate(result{r.st, x.keptPromise(r.st, s, fn, r.value)}, s, fn)...)
	}
	return kept
}

// expectError handles a result that the caller drops, of a function that was carried out: the
// caller expects an error beside it, and no reference.
func (x *explorer) expectError(r result, s *site, fn *ssa.Function) {
	results := fn.Signature.Results()
	parts, ok := x.Terms.Listed(r.value)
	if last := results.Len() - 1; !ok || last < 1 || !api.IsError(results.At(last).Type()) || code.Discards(s.instr, last) {
		return
	}
	for i, p := range parts[:len(parts)-1] {
		if code.Discards(s.instr, i) {
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
	if x.isAround(s, literal) || len(literal.Blocks) > maxHeld || x.pushes > x.limit/2 {
		return x.unknown(st, s, nil)
	}
	known := len(x.Objects)
	results := x.inline(st, s, memory.Closure{Fn: literal})
	x.noteCarried(s, known, results)
	for _, r := range results {
		x.forget(r.st, s)
	}
	return results
}

// maxHeld is the size of the largest function literal that is carried out where a variable
// holds it, in blocks.
const maxHeld = 24

// storedFarAway notes that what is in a list was put there by another function than this
// one: what becomes of it where this function ends is not known.
func (x *explorer) storedFarAway(st *memory.State, list term.Term) {
	if !x.isCarried() || isCleanupList(st, list) { // each of those is known by what it releases
		return
	}
	for _, id := range st.ContentsOf(list) {
		if f := st.Fate(id); f.Contained {
			f.Abroad = true
			st.SetFate(id, f)
		}
	}
}

// keptPromise returns what a function returns. If that is a zero reference beside an error,
// the error is not nil: the function would break its promise otherwise.
func (x *explorer) keptPromise(st *memory.State, s *site, fn *ssa.Function, value term.Term) term.Term {
	results := fn.Signature.Results()
	parts, ok := x.Terms.Listed(value)
	n := results.Len()
	if !ok || n < 2 || !api.IsError(results.At(n-1).Type()) || x.Terms.IsNil(parts[n-1]) || x.Terms.NotNil(parts[n-1]) {
		return value
	}
	for i, p := range parts[:n-1] {
		if api.MayBeReference(results.At(i).Type()) && x.Terms.Node(p).Kind == term.Zero {
			parts = slices.Clone(parts)
			parts[n-1] = st.Opaque(s.instr, 15)
			x.Terms.SetNonNil(parts[n-1])
			return x.Terms.List(parts)
		}
	}
	return value
}
