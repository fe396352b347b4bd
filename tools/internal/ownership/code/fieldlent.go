package code

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// This file is about references that a function passes on while a field, or a container in a
// field, still owns them.

// FieldsKeep reports whether some caller passes, as argument number i, a reference that is in a
// field, and some function of the package releases what is in that field: the field still owns it.
// The same is true of an element of a list or of a map in a field if the caller leaves it there.
func (p *Package) FieldsKeep(fn *types.Func, i int) bool {
	return slices.ContainsFunc(p.Callers(fn), func(call *ssa.CallCommon) bool {
		if i >= len(call.Args) {
			return false
		}
		if at := elementsOf(call.Args[i]); at != nil {
			field := FieldOf(at).Origin()
			return p.releasedFields().elements[field] && !p.takesFrom(at.Parent(), field)
		}
		load, ok := call.Args[i].(*ssa.UnOp)
		if !ok {
			return false
		}
		at, ok := load.X.(*ssa.FieldAddr)
		return ok && p.releasedFields().themselves[FieldOf(at).Origin()]
	})
}

// releasedFields are the fields of which a package releases what is in there.
type releasedFields struct {
	themselves map[*types.Var]bool // it releases the reference in the field
	elements   map[*types.Var]bool // it releases elements of the container in the field
}

// releasedFields finds these fields when it is asked for the first time.
func (p *Package) releasedFields() releasedFields {
	if p.given.themselves != nil {
		return p.given
	}
	p.given = releasedFields{map[*types.Var]bool{}, map[*types.Var]bool{}}
	for instr := range p.Instructions() {
		call, ok := instr.(ssa.CallInstruction)
		if !ok || !Releases(call.Common()) {
			continue
		}
		if at := fieldGiven(call.Common()); at != nil {
			p.given.themselves[FieldOf(at).Origin()] = true
		}
		if args := call.Common().Args; len(args) > 0 {
			if at := elementsOf(args[0]); at != nil {
				p.given.elements[FieldOf(at).Origin()] = true
			}
		}
	}
	return p.given
}

// takesFrom reports whether a function may take something out of the container in a field:
// it deletes from it, perhaps through others, or assigns another one.
func (p *Package) takesFrom(fn *ssa.Function, field *types.Var) bool {
	if p.Removes(fn, field) {
		return true
	}
	for instr := range Instructions(fn) {
		store, ok := instr.(*ssa.Store)
		if !ok || OnlyAdds(store) {
			continue
		}
		if at, ok := store.Addr.(*ssa.FieldAddr); ok && FieldOf(at).Origin() == field {
			return true
		}
	}
	return false
}

// elementsOf returns the field with the list or the map that a value, or a pointer, is an element
// of, or nil.
func elementsOf(v ssa.Value) *ssa.FieldAddr {
	if load, ok := v.(*ssa.UnOp); ok && load.Op == token.MUL {
		v = load.X
	}
	var container ssa.Value
	switch v := v.(type) {
	case *ssa.IndexAddr:
		container = v.X
	case *ssa.Lookup:
		container = v.X
	case *ssa.Extract:
		container = iteratedOf(v)
	}
	load, ok := container.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return nil
	}
	at, _ := load.X.(*ssa.FieldAddr)
	return at
}

// iteratedOf returns the map that an element comes from, by a lookup or as the value of a loop.
func iteratedOf(v *ssa.Extract) ssa.Value {
	switch from := v.Tuple.(type) {
	case *ssa.Lookup:
		if v.Index == 0 {
			return from.X
		}
	case *ssa.Next:
		if loop, ok := from.Iter.(*ssa.Range); ok && v.Index == 2 {
			return loop.X
		}
	}
	return nil
}
