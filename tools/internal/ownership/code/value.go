package code

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// IsValue reports whether a function of this package, or one that is bound to a
// receiver, is used other than by calling it: nobody knows who does.
func (p *Package) IsValue(fn *types.Func) bool {
	if p.values == nil {
		p.values = map[*types.Func]bool{}
		for _, in := range p.Sources {
			for _, b := range in.Blocks {
				for _, instr := range b.Instrs {
					p.findValues(instr)
				}
			}
		}
	}
	return p.values[fn]
}

func (p *Package) findValues(instr ssa.Instruction) {
	var callee ssa.Value
	if call, ok := instr.(ssa.CallInstruction); ok {
		callee = call.Common().Value
	}
	for _, operand := range instr.Operands(nil) {
		fn, ok := (*operand).(*ssa.Function)
		if !ok || *operand == callee {
			continue
		}
		if origin := fn.Origin(); origin != nil {
			fn = origin
		}
		if object, ok := fn.Object().(*types.Func); ok {
			p.values[object] = true
		}
	}
}
