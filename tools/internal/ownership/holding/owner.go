package holding

import (
	"go/types"
	"slices"

	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"golang.org/x/tools/go/ssa"
)

// This file is about structs that are made with an object of their own: who has the struct has
// the object, and a container of such structs owns the objects in it. What takes the object out
// of the struct, such as a method that closes it, takes the struct.

// findOwners finds the structs that have an object from the beginning, and only that one.
func (l *Ledger) findOwners() {
	for _, h := range l.all {
		if l.isObject(h.Field.Type()) && h.OwnsAll() && !slices.ContainsFunc(h.Puts, func(p Put) bool { return !isPartOfNew(p.Instr) }) {
			if named, ok := h.Of.(*types.Named); ok {
				l.owners[named.Obj()] = append(l.owners[named.Obj()], h)
			}
		}
	}
}

// isPartOfNew reports whether an object comes to a field of a struct that was made there.
func isPartOfNew(put ssa.Instruction) bool {
	store, ok := put.(*ssa.Store)
	if !ok {
		return false
	}
	at, ok := store.Addr.(*ssa.FieldAddr)
	if !ok {
		return false
	}
	made, ok := at.X.(*ssa.Alloc)
	return ok && made.Block() == put.Block()
}

// ownedBy returns the holdings that a struct is made with to which a type points.
func (l *Ledger) ownedBy(t types.Type) []*Holding {
	p, ok := types.Unalias(t).(*types.Pointer)
	if !ok {
		return nil
	}
	named, ok := types.Unalias(p.Elem()).(*types.Named)
	if !ok {
		return nil
	}
	return l.owners[named.Obj()]
}

// followField notes what is done with a field of a struct that owns objects.
func (l *Ledger) followField(at *ssa.FieldAddr, u *uses) {
	owned := l.ownedBy(at.X.Type())
	if !slices.ContainsFunc(owned, func(h *Holding) bool { return h.Field == code.FieldOf(at).Origin() }) {
		return
	}
	for _, use := range *at.Referrers() {
		switch i := use.(type) {
		case *ssa.DebugRef:
		case *ssa.UnOp:
			l.follow(i, u)
		case *ssa.Store:
			if !isPartOfNew(i) {
				u.take(i)
			}
		case *ssa.Call:
			if !isEdit(&i.Call) {
				u.take(i)
			}
		default:
			u.take(i)
		}
	}
}

// isOwner reports whether a new struct has got its object.
func (s *source) isOwner(made *ssa.Alloc) bool {
	owned := s.ownedBy(made.Type())
	return len(owned) > 0 && !slices.ContainsFunc(owned, func(h *Holding) bool { return !setsField(made, h.Field) })
}

func setsField(made *ssa.Alloc, field *types.Var) bool {
	return slices.ContainsFunc(*made.Referrers(), func(use ssa.Instruction) bool {
		at, ok := use.(*ssa.FieldAddr)
		return ok && code.FieldOf(at).Origin() == field && slices.ContainsFunc(*at.Referrers(), isPartOfNew)
	})
}

// makesOwner reports whether a function of this package returns only new structs with their
// objects, or nil.
func (s *source) makesOwner(fn *ssa.Function, result int) (makes bool) {
	if result >= fn.Signature.Results().Len() || s.ownedBy(fn.Signature.Results().At(result).Type()) == nil {
		return false
	}
	for instr := range code.Instructions(fn) {
		ret, ok := instr.(*ssa.Return)
		if !ok || ret.Block() == fn.Recover {
			continue
		}
		switch v := code.Returned(ret)[result].(type) {
		case *ssa.Const:
		case *ssa.Alloc:
			of := source{Ledger: s.Ledger, instr: ret, at: ret.Block()}
			if !s.isOwner(v) || !of.hasOneOwner(v) {
				return false
			}
			makes = true
		default:
			return false
		}
	}
	return makes
}
