package code

import (
	"iter"
	"slices"

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
// package. They are listed once: many ask for all of them and look at a few kinds, and to go from
// block to block through a large package takes longer than to look at what is there.
func (p *Package) Instructions() iter.Seq[ssa.Instruction] {
	if p.instructions == nil {
		n := 0
		for _, fn := range p.Sources {
			for _, b := range fn.Blocks {
				n += len(b.Instrs)
			}
		}
		p.instructions = make([]ssa.Instruction, 0, n)
		for _, fn := range p.Sources {
			for _, b := range fn.Blocks {
				p.instructions = append(p.instructions, b.Instrs...)
			}
		}
	}
	return slices.Values(p.instructions)
}
