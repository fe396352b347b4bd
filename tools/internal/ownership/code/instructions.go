package code

import (
	"iter"

	"golang.org/x/tools/go/ssa"
)

// Instructions returns the instructions of a function, block by block.
func Instructions(fn *ssa.Function) iter.Seq[ssa.Instruction] {
	return func(yield func(ssa.Instruction) bool) {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if !yield(instr) {
					return
				}
			}
		}
	}
}

// AllInstructions returns the instructions of all functions that are written in the
// package, and of what the variables of the package begin with.
func (p *Package) AllInstructions() iter.Seq[ssa.Instruction] {
	return func(yield func(ssa.Instruction) bool) {
		for instr := range p.Instructions() {
			if !yield(instr) {
				return
			}
		}
		if init := p.SSA.Func("init"); init != nil {
			for instr := range Instructions(init) {
				if !yield(instr) {
					return
				}
			}
		}
	}
}

// Instructions returns the instructions of all functions that are written in the
// package.
func (p *Package) Instructions() iter.Seq[ssa.Instruction] {
	return func(yield func(ssa.Instruction) bool) {
		for _, fn := range p.Sources {
			for instr := range Instructions(fn) {
				if !yield(instr) {
					return
				}
			}
		}
	}
}
