package ownership

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"github.com/rcpool/rcpool/tools/internal/ownership/summary"
)

// This file is about parameters of counted types. A function that has released one does not
// know whether others have references: its callers do. If each of them passes what it has
// just acquired, and does nothing else with it, then nobody has.

// getsFresh reports whether a function is given the only reference to a parameter by all of
// its callers, which this package shows.
func (l *leaks) getsFresh(parameter int) bool {
	object, ok := l.where.top.Object().(*types.Func)
	if !ok || l.pkg.HasUnknownCallers(object) || object.Exported() && l.pass.Pkg.Name() != "main" {
		return false
	}
	for _, call := range l.pkg.Callers(object) {
		if parameter >= len(call.Args) || !l.isFresh(call.Args[parameter]) {
			return false
		}
	}
	return len(l.pkg.Callers(object)) > 0 && !l.callersKeep(parameter)
}

// isFresh reports whether a value is what a call has acquired, and kept nowhere.
func (l *leaks) isFresh(v ssa.Value) bool {
	result := 0
	if part, ok := v.(*ssa.Extract); ok {
		v, result = part.Tuple, part.Index
	}
	call, ok := v.(*ssa.Call)
	if !ok {
		return false
	}
	if u := l.table.Lookup(code.Object(&call.Call)); u != nil {
		return u.Operation == api.Acquire && result == 0
	}
	callee := code.Callee(&call.Call)
	if callee == nil || !l.pkg.Has(callee) {
		return false
	}
	return ownsResult(l.explore(callee), result)
}

// hasOnly reports whether this function has the only reference to what it gives to a callee: it has
// acquired that, and all that it does with it besides is to read it and to release it.
func (l *leaks) hasOnly(v ssa.Value, call ssa.Instruction) bool {
	object, ok := v.(*ssa.TypeAssert)
	return (l.isFresh(v) || ok && code.IsTakenFromPool(object.X)) && l.isOnlyRead(v, call, 0)
}

// isOnlyRead reports whether all that is done with an object is to read and to release it, besides
// one call. Functions of the package may do so, too.
func (l *leaks) isOnlyRead(v ssa.Value, besides ssa.Instruction, depth int) bool {
	return depth < 4 && !slices.ContainsFunc(*v.Referrers(), func(use ssa.Instruction) bool {
		switch use := use.(type) {
		case *ssa.DebugRef, *ssa.FieldAddr, *ssa.BinOp:
			return false
		case *ssa.MakeInterface:
			return slices.ContainsFunc(*use.Referrers(), func(put ssa.Instruction) bool {
				call, ok := put.(ssa.CallInstruction)
				if !ok {
					return true
				}
				_, ok = code.PutIntoPool(call.Common())
				return !ok
			})
		case *ssa.Call, *ssa.Defer:
			return use != besides && !l.onlyReads(use.(ssa.CallInstruction).Common(), v, depth)
		}
		return true
	})
}

// onlyReads reports whether a call only reads or releases what it is given.
func (l *leaks) onlyReads(call *ssa.CallCommon, v ssa.Value, depth int) bool {
	if u := l.table.Lookup(code.Object(call)); u != nil {
		return u.Operation == api.Release || u.Operation == api.Alias || u.Operation == api.Reset
	}
	callee := code.Callee(call)
	if callee == nil || !l.pkg.Has(callee) || len(callee.Params) != len(call.Args) {
		return false
	}
	for i, a := range call.Args {
		if a == v && !l.isOnlyRead(callee.Params[i], nil, depth+1) {
			return false
		}
	}
	return true
}

// ownsResult reports whether a result of a function is an object that nobody else has, on all
// outcomes on which it is something.
func ownsResult(s *summary.Summary, result int) (some bool) {
	if s == nil || s.Opaque {
		return false
	}
	for _, o := range s.Outcomes {
		if result >= len(o.Results) {
			return false
		}
		switch v := o.Results[result]; v.Kind {
		case summary.Nil, summary.Zero:
		case summary.Object:
			own := o.Objects[v.Number]
			if own.Kept || own.Lent || own.Received || !own.Lease.IsNowhere() {
				return false
			}
			some = true
		default:
			return false
		}
	}
	return some
}
