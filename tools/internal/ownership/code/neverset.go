package code

import (
	"go/constant"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// IsNeverSet reports whether an address is that of a flag which is false in all structs: a
// field of type bool that other packages cannot name, and to which nothing else is assigned
// in this one.
func (p *Package) IsNeverSet(addr ssa.Value) bool {
	at, ok := addr.(*ssa.FieldAddr)
	if !ok {
		return false
	}
	field := FieldOf(at)
	if field == nil || field.Exported() || field.Pkg() != p.Types || !types.Identical(field.Type(), types.Typ[types.Bool]) {
		return false
	}
	if p.set == nil {
		p.set = p.findSet()
	}
	return !p.set[nil] && !p.set[field.Origin()]
}

// findSet returns the fields that may be set. It has nil if that may be any.
func (p *Package) findSet() map[*types.Var]bool {
	set := map[*types.Var]bool{}
	for _, imported := range p.Types.Imports() {
		if imported.Path() == "unsafe" {
			set[nil] = true
		}
	}
	for instr := range p.AllInstructions() {
		switch i := instr.(type) {
		case *ssa.FieldAddr:
			if field := FieldOf(i); field != nil && maySet(i) {
				set[field.Origin()] = true
			}
		case *ssa.ChangeType: // of another struct, or of a pointer to one
			addFields(i.Type(), i.X.Type(), set, map[[2]*types.Struct]bool{})
		case *ssa.MultiConvert:
			set[nil] = true
		}
	}
	return set
}

// maySet reports whether something other than false may be stored at the address of a flag.
func maySet(at ssa.Value) bool {
	for _, use := range *at.Referrers() {
		switch use := use.(type) {
		case *ssa.UnOp, *ssa.DebugRef:
		case *ssa.Store:
			c, ok := use.Val.(*ssa.Const)
			if use.Addr != at || !ok || c.Value != nil && (c.Value.Kind() != constant.Bool || constant.BoolVal(c.Value)) {
				return true
			}
		default:
			return true
		}
	}
	return false
}

// addFields adds the fields of a struct type to which one of another struct type is converted,
// with those of the structs in it. A pair that was seen adds nothing: a struct may have pointers
// to others of its type.
func addFields(to, from types.Type, set map[*types.Var]bool, seen map[[2]*types.Struct]bool) {
	u, isStruct := structBehind(to)
	v, both := structBehind(from)
	pair := [2]*types.Struct{u, v}
	if !isStruct || !both || u == v || seen[pair] {
		return
	}
	seen[pair] = true
	for i := range u.NumFields() {
		set[u.Field(i).Origin()] = true
		addFields(u.Field(i).Type(), v.Field(i).Type(), set, seen)
	}
}

// structBehind returns the struct type that a type is, or is a pointer to.
func structBehind(t types.Type) (*types.Struct, bool) {
	if pointer, ok := t.Underlying().(*types.Pointer); ok {
		t = pointer.Elem()
	}
	u, ok := t.Underlying().(*types.Struct)
	return u, ok
}
