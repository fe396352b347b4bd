package code

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// Emptied lists the types of the maps that the package clears or deletes from, and of
// the slices that it cuts to [:0].
func (p *Package) Emptied() []types.Type {
	if p.emptied != nil {
		return p.emptied
	}
	p.emptied = []types.Type{}
	for instr := range p.Instructions() {
		if v := emptiedBy(instr); v != nil {
			p.emptied = append(p.emptied, v.Type())
		}
	}
	return p.emptied
}

func emptiedBy(instr ssa.Instruction) ssa.Value {
	if cut, ok := instr.(*ssa.Slice); ok && IsConstZero(cut.High) {
		return cut.X
	}
	return RemovesFrom(instr)
}
