package code

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// This file is about fields that have something for a while only, such as the buffer of an encoder:
// who sets such a field reads it, or calls those that do, and nobody else does.

// IsReadApart reports whether somebody reads a field who is not called by those that set it: what is
// left there is found later. top is a function that has it set. Those that lead to it may call everybody,
// and do not count.
func (p *Package) IsReadApart(field *types.Var, top *ssa.Function) bool {
	setters, readers := map[*ssa.Function]bool{}, map[*ssa.Function]bool{}
	for instr := range p.Instructions() {
		at, ok := instr.(*ssa.FieldAddr)
		if !ok || at.Referrers() == nil || FieldOf(at).Origin() != field.Origin() {
			continue
		}
		for _, use := range *at.Referrers() {
			switch use := use.(type) {
			case *ssa.Store:
				if c, ok := use.Val.(*ssa.Const); !ok || !c.IsNil() {
					setters[at.Parent()] = true
				}
			default:
				readers[at.Parent()] = true
			}
		}
	}
	leadsToTop, leadsToSetters := p.leadingTo(map[*ssa.Function]bool{top: true}), p.leadingTo(setters)
	for reader := range readers {
		if setters[reader] || !p.isRun(reader) {
			continue
		}
		leadsToReader := p.leadingTo(map[*ssa.Function]bool{reader: true})
		isCalledWhereSet := func(fn *ssa.Function) bool {
			return leadsToReader[fn] && leadsToSetters[fn] && (fn == top || !leadsToTop[fn])
		}
		if !slices.ContainsFunc(p.Sources, isCalledWhereSet) {
			return true
		}
	}
	return false
}

// isRun reports whether the package calls a function, or gives it to somebody who may.
func (p *Package) isRun(fn *ssa.Function) bool {
	object, ok := fn.Object().(*types.Func)
	return !ok || len(p.Callers(object)) > 0 || len(p.callersThrough(object)) > 0 || p.IsValue(object)
}
