package code

import (
	"slices"

	"golang.org/x/tools/go/ssa"
)

// This file is about functions that are given a struct, or a pointer to one, and surely look at what
// a field of it refers to: a caller must not call them when that memory belongs to somebody else.

// ReadsBehind reports whether a function of this package looks, on each of its ways, at what a field of
// parameter number i refers to. To compare it, or to ask for its length, is not to look at it.
func (p *Package) ReadsBehind(fn *ssa.Function, i, field int) bool {
	return p.readsBehind(fn, i, field, 0)
}

func (p *Package) readsBehind(fn *ssa.Function, i, field, depth int) bool {
	if fn == nil || !p.Has(fn) || len(fn.Blocks) == 0 || i >= len(fn.Params) || depth > maxPassed {
		return false
	}
	read := false
	for _, whole := range wholesOf(fn.Params[i]) {
		for _, use := range *whole.Referrers() {
			switch use := use.(type) {
			case *ssa.Field:
				read = read || use.Field == field && isReadBehind(use)
			case *ssa.FieldAddr:
				if use.Field != field {
					continue
				}
				loads, only := loadsAt(use)
				if !only {
					return false // it may be changed
				}
				read = read || slices.ContainsFunc(loads, isReadBehind)
			case *ssa.Call:
				j := slices.Index(use.Call.Args, whole)
				read = read || j >= 0 && OnEachWay(use.Block()) && p.readsBehind(Callee(&use.Call), j, field, depth+1)
			}
		}
	}
	return read
}

// loadsAt lists what is loaded from a field, and reports whether nothing else is done there.
func loadsAt(field *ssa.FieldAddr) (all []ssa.Value, only bool) {
	for _, use := range *field.Referrers() {
		load, ok := use.(*ssa.UnOp)
		if !ok {
			return nil, false
		}
		all = append(all, load)
	}
	return all, true
}

// wholesOf lists what stands for a parameter: itself, and the variable that has it, with what is
// loaded from there, if nothing else comes into that.
func wholesOf(param *ssa.Parameter) []ssa.Value {
	all := []ssa.Value{param}
	for _, use := range *param.Referrers() {
		store, ok := use.(*ssa.Store)
		if !ok || store.Val != param {
			continue
		}
		variable, ok := store.Addr.(*ssa.Alloc)
		if !ok || len(storedIn(variable)) > 1 {
			continue
		}
		all = append(all, variable)
		for _, use := range *variable.Referrers() {
			if load, ok := use.(*ssa.UnOp); ok {
				all = append(all, load)
			}
		}
	}
	return all
}

// isReadBehind reports whether what a value refers to is looked at on each way through the function,
// or given to somebody.
func isReadBehind(v ssa.Value) bool {
	return slices.ContainsFunc(*v.Referrers(), func(use ssa.Instruction) bool {
		if !OnEachWay(use.Block()) && !isInRange(use.Block(), v) {
			return false
		}
		switch use := use.(type) {
		case *ssa.IndexAddr, *ssa.FieldAddr, *ssa.UnOp, *ssa.Range, *ssa.Convert:
			return true
		case *ssa.Call:
			name := Builtin(&use.Call)
			return name != "len" && name != "cap"
		}
		return false
	})
}

// isInRange reports whether a block is the body of a loop over all elements of a slice, to which each
// way leads.
func isInRange(b *ssa.BasicBlock, slice ssa.Value) bool {
	header := b.Idom()
	if header == nil || !OnEachWay(header) {
		return false
	}
	branch, ok := header.Instrs[len(header.Instrs)-1].(*ssa.If)
	if !ok {
		return false
	}
	compared, ok := branch.Cond.(*ssa.BinOp)
	if !ok {
		return false
	}
	length := BuiltinOf(compared.Y, "len")
	return length != nil && length.Args[0] == slice
}
