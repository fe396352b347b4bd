package code

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// IsValue reports whether a function of this package is used other than by calling it:
// it is assigned or passed on, perhaps bound to a receiver. Then not all of its callers
// are known.
func (p *Package) IsValue(fn *types.Func) bool {
	p.findAllValues()
	return p.values[fn]
}

// ValuesOf returns the functions and literals of a type that the package uses other than by
// calling them.
func (p *Package) ValuesOf(t *types.Signature) (all []*ssa.Function) {
	p.findAllValues()
	for _, fn := range p.usedAs {
		if types.Identical(fn.Signature, t) {
			all = append(all, fn)
		}
	}
	return all
}

func (p *Package) findAllValues() {
	if p.values == nil {
		p.values = map[*types.Func]bool{}
		for instr := range p.AllInstructions() {
			p.findValues(instr)
		}
	}
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
		p.usedAs = append(p.usedAs, fn)
		if object, ok := Generic(fn).Object().(*types.Func); ok {
			p.values[object] = true
		}
	}
}
