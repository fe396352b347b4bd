package check

import (
	"go/types"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"golang.org/x/tools/go/ssa"
)

// This file is about structs that are never without something in a field.

// beginsWith reports whether each struct of a type is made with something in a field.
func (p *Package) beginsWith(t types.Type, field *types.Var) bool {
	t = types.Unalias(t)
	made := false
	for instr := range p.Code.AllInstructions() {
		alloc, ok := instr.(*ssa.Alloc)
		if !ok || !api.Holds(api.Deref(alloc.Type()), t) {
			continue
		}
		if !types.Identical(api.Deref(alloc.Type()), t) || !isSetIn(alloc, field) {
			return false
		}
		made = true
	}
	return made && !p.isPart(t)
}

// isSetIn reports whether the field of a new struct is set where the struct is made.
func isSetIn(alloc *ssa.Alloc, field *types.Var) bool {
	for _, r := range *alloc.Referrers() {
		switch r := r.(type) {
		case *ssa.FieldAddr:
			if code.FieldOf(r).Origin() != field {
				continue
			}
			for _, use := range *r.Referrers() {
				if store, ok := use.(*ssa.Store); ok && store.Addr == r && store.Block() == alloc.Block() && !code.IsZeroValue(store.Val) {
					return true
				}
			}
		case *ssa.Store: // of a literal, which has an Alloc of its own, or of a result
			if r.Addr == alloc && r.Block() == alloc.Block() {
				return true
			}
		}
	}
	return false
}

// isPart reports whether a global variable or a type of the package has such structs in
// it.
func (p *Package) isPart(t types.Type) bool {
	scope := p.Code.Types.Scope()
	for _, name := range scope.Names() {
		switch o := scope.Lookup(name).(type) {
		case *types.Var:
			if api.Holds(o.Type(), t) {
				return true
			}
		case *types.TypeName:
			if !types.Identical(o.Type(), t) && api.Holds(o.Type(), t) {
				return true
			}
		}
	}
	return false
}
