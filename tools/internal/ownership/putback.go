package ownership

import (
	"github.com/rcpool/rcpool/tools/internal/ownership/api"
	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"github.com/rcpool/rcpool/tools/internal/ownership/fate"
	"github.com/rcpool/rcpool/tools/internal/ownership/memory"
	"github.com/rcpool/rcpool/tools/internal/ownership/place"
	"github.com/rcpool/rcpool/tools/internal/ownership/summary"
	"golang.org/x/tools/go/ssa"
)

// This file is about parameters that a function puts back, or releases, if their types do not tell.
// They are objects from the beginning, so that what is borrowed from them before is known. One that
// is put back on some ways only is not: on the others, it is somebody else's.

// followPutBack makes an object of a parameter that the function puts back on each of its ways.
func (x *explorer) followPutBack(st *memory.State, i int, p *ssa.Parameter) {
	family := x.familyPutBack(p)
	if family == nil {
		return
	}
	t := x.Terms.Param(i)
	id := x.Object(memory.Key{Found: t}, fate.Object{Family: family, Origin: fate.Stored, Pos: p.Pos(), What: parameterName(p), Place: place.Parameter(i)})
	x.Roles[t] = fate.Reference(id)
	st.SetFate(id, fate.Fate{Status: fate.Live})
}

// familyPutBack returns the API to which the function gives a parameter back on each way, or nil.
func (x *explorer) familyPutBack(p *ssa.Parameter) *api.Family {
	given := []ssa.Value{p}
	for _, use := range *p.Referrers() {
		if boxed, ok := use.(*ssa.MakeInterface); ok { // for the Put of a sync.Pool
			given = append(given, boxed)
		}
	}
	for _, v := range given {
		for _, use := range *v.Referrers() {
			if call, ok := use.(ssa.CallInstruction); ok && code.OnEachWay(use.Block()) {
				if family := x.familyOfCall(call.Common(), v); family != nil {
					return family
				}
			}
		}
	}
	return nil
}

// familyOfCall returns the API to which a call gives an argument back: one of the table, or of a function
// of the package that does so.
func (x *explorer) familyOfCall(call *ssa.CallCommon, v ssa.Value) *api.Family {
	args := call.Args
	if call.IsInvoke() {
		args = append([]ssa.Value{call.Value}, args...)
	}
	if u := x.table.Lookup(code.Object(call)); u != nil {
		if u.Operation == api.Release && u.Where < len(args) && args[u.Where] == v {
			return u.Family
		}
		return nil
	}
	callee := code.Callee(call)
	if callee == nil || !x.pkg.Has(callee) || !x.checker.isRelevant(callee) {
		return nil
	}
	sum := x.checker.explore(callee)
	if sum == nil {
		return nil
	}
	for _, o := range sum.Outcomes {
		for _, e := range o.Does {
			if j, ok := e.Place.Parameter(); ok && e.Kind == summary.Releases && e.Place.IsRoot() && j < len(args) && args[j] == v {
				return x.table.ByName(e.Family)
			}
		}
	}
	return nil
}
