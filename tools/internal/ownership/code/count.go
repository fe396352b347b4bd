package code

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// Counts reports whether a function, or one of this package that it calls, may count
// references by hand: it uses sync/atomic, or takes 1 away from something in memory.
func (p *Package) Counts(fn *ssa.Function) bool { return p.counts(fn, map[*ssa.Function]bool{}) }

func (p *Package) counts(fn *ssa.Function, seen map[*ssa.Function]bool) bool {
	if seen[fn] {
		return false
	}
	seen[fn] = true
	for instr := range Instructions(fn) {
		switch i := instr.(type) {
		case *ssa.Store:
			if takesOne(i.Val) {
				return true
			}
		case ssa.CallInstruction:
			if callee := i.Common().StaticCallee(); callee != nil && (isAtomic(callee) || p.Has(callee) && p.counts(callee, seen)) {
				return true
			}
		}
	}
	return false
}

func takesOne(v ssa.Value) bool {
	i, ok := v.(*ssa.BinOp)
	if !ok || i.Op != token.SUB {
		return false
	}
	one, ok := i.Y.(*ssa.Const)
	return ok && one.Value != nil && one.Value.ExactString() == "1"
}

func isAtomic(fn *ssa.Function) bool {
	object, ok := fn.Object().(*types.Func)
	return ok && object.Pkg() != nil && object.Pkg().Path() == "sync/atomic"
}
