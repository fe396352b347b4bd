package code

import (
	"go/token"
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

// AskedAgain lists the blocks that ask for the type of the same value as an assertion does, or of
// what is in the same field, and the block in which that value, or the struct, is another one; nil
// if it never is.
func AskedAgain(i *ssa.TypeAssert) (blocks []*ssa.BasicBlock, begin *ssa.BasicBlock) {
	from, field := i.X, loadedField(i.X)
	if field != nil {
		from = field.X
	}
	if defined, ok := from.(ssa.Instruction); ok {
		begin = defined.Block()
	}
	values := []ssa.Value{i.X}
	if field != nil {
		values = loadsOf(field)
	}
	for _, v := range values {
		if v.Referrers() == nil { // nil
			continue
		}
		for _, use := range *v.Referrers() {
			if again, ok := use.(*ssa.TypeAssert); ok && again != i {
				blocks = append(blocks, again.Block())
			}
		}
	}
	return blocks, begin
}

// loadsOf lists what is loaded from the same field of the same struct.
func loadsOf(field *ssa.FieldAddr) (loads []ssa.Value) {
	if field.X.Referrers() == nil { // a global variable
		return nil
	}
	for _, use := range *field.X.Referrers() {
		same, ok := use.(*ssa.FieldAddr)
		if !ok || same.Field != field.Field {
			continue
		}
		for _, use := range *same.Referrers() {
			if load, ok := use.(*ssa.UnOp); ok {
				loads = append(loads, load)
			}
		}
	}
	return loads
}

// loadedField returns the address of the field that a value was loaded from, or nil.
func loadedField(v ssa.Value) *ssa.FieldAddr {
	if load, ok := v.(*ssa.UnOp); ok && load.Op == token.MUL {
		field, _ := load.X.(*ssa.FieldAddr)
		return field
	}
	return nil
}
