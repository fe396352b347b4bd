package code

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// This file is about fields that are assigned together, such as a connection with the buffer
// that was made for it. A program asks one of them whether both are there.

// SetTogether reports whether something is assigned to two fields of the same struct, the one
// after the other. Code that finds the first one zero knows that the second one is, too.
func (p *Package) SetTogether(a, b *types.Var) bool {
	if p.together == nil {
		p.together = map[[2]*types.Var]bool{}
		for _, fn := range p.Sources {
			p.findTogether(fn)
		}
	}
	return p.together[[2]*types.Var{a.Origin(), b.Origin()}]
}

// findTogether notes the fields that a function assigns together.
func (p *Package) findTogether(fn *ssa.Function) {
	var stores []*ssa.Store
	for instr := range Instructions(fn) {
		store, ok := instr.(*ssa.Store)
		if !ok || IsZeroValue(store.Val) {
			continue
		}
		if at, ok := store.Addr.(*ssa.FieldAddr); ok && FieldOf(at) != nil {
			stores = append(stores, store)
		}
	}
	for _, first := range stores {
		for _, then := range stores {
			if areTogether(first, then) {
				a, b := FieldOf(first.Addr.(*ssa.FieldAddr)).Origin(), FieldOf(then.Addr.(*ssa.FieldAddr)).Origin()
				p.together[[2]*types.Var{a, b}], p.together[[2]*types.Var{b, a}] = true, true
			}
		}
	}
}

// areTogether reports whether two assignments are to fields of the same struct, and the second
// one follows whenever the first one is carried out.
func areTogether(first, then *ssa.Store) bool {
	if first == then || first.Addr.(*ssa.FieldAddr).X != then.Addr.(*ssa.FieldAddr).X || !Precedes(first, then) {
		return false
	}
	isEnd := func(instr ssa.Instruction) bool {
		switch instr.(type) {
		case *ssa.Return, *ssa.Panic:
			return true
		}
		return false
	}
	return !Leads(first, isEnd, func(instr ssa.Instruction) bool { return instr == ssa.Instruction(then) })
}
