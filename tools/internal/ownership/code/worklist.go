package code

import (
	"slices"

	"golang.org/x/tools/go/ssa"
)

// This file is about work lists: a loop takes an element out of a list and gives it up, adds
// others, and ends when the list is empty. Where it ends, nothing is left of what was in there.

// WorkListEnds returns where the function goes on after its loops over work lists.
func (f *Function) WorkListEnds() []*ssa.BasicBlock {
	if f.workEnds == nil {
		f.workEnds = []*ssa.BasicBlock{}
		for _, b := range f.Blocks {
			if list := listAskedIn(b); list != nil && isWorkList(list, b) {
				end := slices.IndexFunc(b.Succs, func(next *ssa.BasicBlock) bool { return !isInLoop(next, b) })
				if end >= 0 {
					f.workEnds = append(f.workEnds, b.Succs[end])
				}
			}
		}
	}
	return f.workEnds
}

// listAskedIn returns the list of which a block asks at its end whether it is empty, or nil.
func listAskedIn(b *ssa.BasicBlock) ssa.Value {
	branch, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
	if !ok {
		return nil
	}
	cond, ok := branch.Cond.(*ssa.BinOp)
	if !ok || !IsConstZero(cond.Y) {
		return nil
	}
	if length, ok := cond.X.(*ssa.Call); ok && Builtin(&length.Call) == "len" {
		return length.Call.Args[0]
	}
	return nil
}

// isWorkList reports whether the loop that begins at header cuts a list, adds to it, and gives
// up an element of it.
func isWorkList(list ssa.Value, header *ssa.BasicBlock) bool {
	cuts, adds, gives := false, false, false
	for instr := range Instructions(header.Parent()) {
		if b := instr.Block(); b != header && !IsWithin(b, header) {
			continue
		}
		switch i := instr.(type) {
		case *ssa.Slice:
			cuts = cuts || isSameList(i.X, list)
		case *ssa.IndexAddr:
			gives = gives || isSameList(i.X, list) && givesUp(i, map[ssa.Value]bool{})
		case *ssa.Call:
			adds = adds || addsTo(i, list)
		}
	}
	return cuts && adds && gives
}

// addsTo reports whether a call appends to a list: itself, or by a literal that has the variable.
func addsTo(call *ssa.Call, list ssa.Value) bool {
	if Builtin(&call.Call) == "append" {
		return comesFrom(call.Call.Args[0], list, map[ssa.Value]bool{})
	}
	literal, ok := call.Call.Value.(*ssa.MakeClosure)
	load, isLoad := list.(*ssa.UnOp)
	if !ok || !isLoad {
		return false
	}
	k := slices.Index(literal.Bindings, load.X)
	fn, ok := literal.Fn.(*ssa.Function)
	return ok && k >= 0 && slices.ContainsFunc(*fn.FreeVars[k].Referrers(), func(use ssa.Instruction) bool {
		store, ok := use.(*ssa.Store)
		return ok && store.Addr == fn.FreeVars[k] && AppendsTo(store.Val, store.Addr)
	})
}

// isSameList reports whether two values are what a variable has.
func isSameList(v, list ssa.Value) bool {
	if v == list {
		return true
	}
	a, ok := v.(*ssa.UnOp)
	b, both := list.(*ssa.UnOp)
	return ok && both && a.Op == b.Op && a.X == b.X
}

// comesFrom reports whether a list is what is left of another one, perhaps with more in it.
func comesFrom(v, list ssa.Value, seen map[ssa.Value]bool) bool {
	if isSameList(v, list) {
		return true
	}
	if seen[v] {
		return false
	}
	seen[v] = true
	switch v := v.(type) {
	case *ssa.Slice:
		return comesFrom(v.X, list, seen)
	case *ssa.Phi:
		return slices.ContainsFunc(v.Edges, func(e ssa.Value) bool { return comesFrom(e, list, seen) })
	case *ssa.Call:
		return Builtin(&v.Call) == "append" && comesFrom(v.Call.Args[0], list, seen)
	}
	return false
}
