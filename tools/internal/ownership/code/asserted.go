package code

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// IsAsserted reports whether a function of this package takes values of a type out of
// interfaces: it gets at all fields of what it finds there.
func (p *Package) IsAsserted(t types.Type) bool {
	if p.asserted == nil {
		p.asserted = []types.Type{}
		for instr := range p.Instructions() {
			if assertion, ok := instr.(*ssa.TypeAssert); ok && !types.IsInterface(assertion.AssertedType) {
				p.asserted = append(p.asserted, assertion.AssertedType)
			}
		}
	}
	for _, asserted := range p.asserted {
		if types.Identical(asserted, t) {
			return true
		}
	}
	return false
}
