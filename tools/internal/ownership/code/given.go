package code

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// This file is about pooled structs that get their memory with each use: who takes one from
// its pool gives it the buffer to write to. Nobody reads or writes the memory that was left in
// the field, so it may go on elsewhere.

// IsGivenAnew reports whether all functions that take something from a pool give it another
// value in a field, before they do anything else.
func (p *Package) IsGivenAnew(pool *ssa.Global, field *types.Var) bool {
	taken := false
	for instr := range p.Instructions() {
		get, ok := instr.(*ssa.Call)
		if !ok || !IsGetFromSyncPool(&get.Call) || len(get.Call.Args) == 0 || get.Call.Args[0] != pool {
			continue
		}
		taken = true
		for _, use := range *get.Referrers() {
			if object, ok := use.(*ssa.TypeAssert); !ok || object.CommaOk || !p.gives(object, field) {
				return false
			}
		}
	}
	return taken
}

// gives reports whether a function gives an object another value in a field, in the block in
// which it has taken the object.
func (p *Package) gives(object *ssa.TypeAssert, field *types.Var) bool {
	return slices.ContainsFunc(*object.Referrers(), func(use ssa.Instruction) bool {
		if use.Block() != object.Block() {
			return false
		}
		switch use := use.(type) {
		case *ssa.FieldAddr:
			return FieldOf(use) == field && isAssignedOther(use)
		case *ssa.Call:
			callee := use.Call.StaticCallee()
			return callee != nil && p.Has(callee) && slices.ContainsFunc(callee.Params, func(to *ssa.Parameter) bool {
				k := slices.Index(callee.Params, to)
				return use.Call.Args[0] == object && !leadsTo(use.Call.Args[k], object, map[ssa.Value]bool{}) && passesOn(callee, to, field)
			})
		}
		return false
	})
}

// passesOn reports whether a method stores a parameter in a field of its receiver, whatever
// else it does.
func passesOn(method *ssa.Function, parameter *ssa.Parameter, field *types.Var) bool {
	return slices.ContainsFunc(*parameter.Referrers(), func(use ssa.Instruction) bool {
		store, ok := use.(*ssa.Store)
		if !ok || !OnEachWay(store.Block()) {
			return false
		}
		addr, ok := store.Addr.(*ssa.FieldAddr)
		return ok && store.Val == parameter && addr.X == method.Params[0] && FieldOf(addr) == field
	})
}

// isAssignedOther reports whether something that is no part of the same object is stored at an
// address, in the same block.
func isAssignedOther(addr *ssa.FieldAddr) bool {
	return slices.ContainsFunc(*addr.Referrers(), func(use ssa.Instruction) bool {
		store, ok := use.(*ssa.Store)
		return ok && store.Addr == addr && store.Block() == addr.Block() && !leadsTo(store.Val, addr.X, map[ssa.Value]bool{})
	})
}

// leadsTo reports whether a value was computed from another one.
func leadsTo(v, from ssa.Value, seen map[ssa.Value]bool) bool {
	if v == from || seen[v] {
		return v == from
	}
	seen[v] = true
	instr, ok := v.(ssa.Instruction)
	if _, isPhi := v.(*ssa.Phi); !ok || isPhi {
		return isPhi
	}
	return slices.ContainsFunc(instr.Operands(nil), func(operand *ssa.Value) bool { return *operand != nil && leadsTo(*operand, from, seen) })
}
