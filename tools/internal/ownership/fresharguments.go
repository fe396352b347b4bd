package ownership

import (
	"go/types"

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
