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
			return p.releasesElementIn(field) && !p.takesFrom(at.Parent(), field)
		}
		load, ok := call.Args[i].(*ssa.UnOp)
		if !ok {
			return false
		}
		at, ok := load.X.(*ssa.FieldAddr)
		return ok && p.releasesIn(FieldOf(at).Origin())
	})
}

// releasesIn reports whether the package releases the reference in a field.
func (p *Package) releasesIn(field *types.Var) bool {
	return p.releasesSuch(func(call *ssa.CallCommon) *ssa.FieldAddr { return fieldGiven(call) }, field)
}

// releasesElementIn reports whether the package releases elements of the container in a field.
func (p *Package) releasesElementIn(field *types.Var) bool {
	return p.releasesSuch(func(call *ssa.CallCommon) *ssa.FieldAddr {
		if len(call.Args) == 0 {
			return nil
		}
		return elementsOf(call.Args[0])
	}, field)
}

// releasesSuch reports whether the package releases what leads to a field.
func (p *Package) releasesSuch(fieldOf func(*ssa.CallCommon) *ssa.FieldAddr, field *types.Var) bool {
	for instr := range p.Instructions() {
		call, ok := instr.(ssa.CallInstruction)
		if !ok || !Releases(call.Common()) {
			continue
		}
		if at := fieldOf(call.Common()); at != nil && FieldOf(at).Origin() == field {
			return true
		}
	}
	return false
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
