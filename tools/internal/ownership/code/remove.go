package code

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// RemovesElsewhere reports whether a function of this package other than fn removes
// from the map, or the list of package container/list, in a variable: a *types.Var of a
// field, or an *ssa.Global.
func (p *Package) RemovesElsewhere(variable any, fn *ssa.Function) bool {
	return slices.ContainsFunc(p.removesFrom(variable), func(in *ssa.Function) bool { return Outermost(in) != Outermost(fn) })
}

// Removes reports whether a function deletes from the map in a variable, perhaps through
// others.
func (p *Package) Removes(fn *ssa.Function, variable any) bool {
	some := map[*ssa.Function]bool{}
	for _, in := range p.removesFrom(variable) {
		some[in] = true
	}
	return len(some) > 0 && p.MayCall(fn, some)
}

// removesFrom returns the functions that delete from the map in a variable.
func (p *Package) removesFrom(variable any) []*ssa.Function {
	if p.removals == nil {
		p.removals = map[any][]*ssa.Function{}
		for _, in := range p.Sources {
			p.findRemovals(in)
		}
	}
	return p.removals[origin(variable)]
}

func (p *Package) findRemovals(fn *ssa.Function) {
	for instr := range Instructions(fn) {
		from := RemovesFrom(instr)
		if from == nil {
			from = removesFromList(instr)
		}
		load, ok := from.(*ssa.UnOp)
		if !ok {
			continue
		}
		switch from := load.X.(type) {
		case *ssa.FieldAddr:
			field := origin(FieldOf(from))
			p.removals[field] = append(p.removals[field], fn)
		case *ssa.Global:
			p.removals[from] = append(p.removals[from], fn)
		}
	}
}

// removesFromList returns the list of package container/list that a call removes from, or nil.
func removesFromList(instr ssa.Instruction) ssa.Value {
	call, ok := instr.(ssa.CallInstruction)
	if !ok {
		return nil
	}
	callee := Callee(call.Common())
	if callee == nil || callee.Pkg == nil || callee.Pkg.Pkg.Path() != "container/list" || len(call.Common().Args) == 0 {
		return nil
	}
	switch callee.Name() {
	case "Remove", "Init":
		return call.Common().Args[0]
	}
	return nil
}

// AssignsElsewhere reports whether a function of this package other than fn, or a literal in
// it, assigns something to a field of a struct that is there already: nil, or another thing, and not
// what was there with something appended.
func (p *Package) AssignsElsewhere(field *types.Var, fn *ssa.Function) bool {
	if p.assigners == nil {
		p.assigners = map[*types.Var][]*ssa.Function{}
		for _, in := range p.Sources {
			for instr := range Instructions(in) {
				if store, ok := instr.(*ssa.Store); ok && !OnlyAdds(instr) {
					if at, ok := store.Addr.(*ssa.FieldAddr); ok && AllocOf(at.X) == nil {
						assigned := FieldOf(at).Origin()
						p.assigners[assigned] = append(p.assigners[assigned], in)
					}
				}
			}
		}
	}
	return slices.ContainsFunc(p.assigners[field.Origin()], func(in *ssa.Function) bool { return in != fn })
}

// origin is the field of a generic type that a field of an instance stands for.
func origin(variable any) any {
	if field, ok := variable.(*types.Var); ok && field != nil {
		return field.Origin()
	}
	return variable
}

// Outermost is the declared function that a function literal is in, or the function itself.
func Outermost(fn *ssa.Function) *ssa.Function {
	for fn.Parent() != nil {
		fn = fn.Parent()
	}
	return fn
}
