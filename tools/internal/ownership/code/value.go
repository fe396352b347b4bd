package code

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// IsValue reports whether a function of this package is used other than by calling it:
// it is assigned or passed on, perhaps bound to a receiver. Then not all of its callers
// are known.
func (p *Package) IsValue(fn *types.Func) bool {
	if p.values == nil {
		p.values = map[*types.Func]bool{}
		for instr := range p.Instructions() {
			p.findValues(instr)
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
		if object, ok := Generic(fn).Object().(*types.Func); ok {
			p.values[object] = true
		}
	}
}
