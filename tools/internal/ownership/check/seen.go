package check

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/rcpool/rcpool/tools/internal/ownership/code"
)

// This file is about who sees what the last owner has left in a field. Nobody does if each
// function that takes an object from its pool sets the field before it reads it, or does not
// care for the field at all. Then it does not matter that some functions reset the field, as
// those do that assign the whole object.

// noteSeen notes the fields of which a function that takes an object from a sync.Pool may see
// what was left there.
func (s *stale) noteSeen(l *lease) {
	for instr := range code.Instructions(l.fn) {
		if taken, ok := instr.(*ssa.TypeAssert); !ok || s.structOf(taken.AssertedType) != l.of {
			continue
		}
		fields := s.seen[l.of]
		if fields == nil {
			fields = map[int]bool{}
			s.seen[l.of] = fields
		}
		for field := range l.of.Underlying().(*types.Struct).NumFields() {
			fields[field] = fields[field] || !s.setsFirst(l, field) && !s.ignores(l, field)
		}
	}
}

// ignores reports whether a function neither sets a field nor shows it to anybody.
func (s *stale) ignores(l *lease, field int) bool {
	shows := showing{s, l.of, field, map[*ssa.Function]bool{}}
	return !l.effects.sets[field] && !shows.by(l.fn)
}

// A showing finds out who may read a field of the objects of a type.
type showing struct {
	*stale
	of    *types.Named
	field int
	asked map[*ssa.Function]bool // of which the answer is known, or is being found
}

// by reports whether a function may read the field, or gives an object to somebody who may.
func (s showing) by(fn *ssa.Function) bool {
	fn = code.Generic(fn)
	if s.asked[fn] {
		return false // as far as it is known
	}
	s.asked[fn] = true
	for instr := range code.Instructions(fn) {
		if s.at(instr) {
			return true
		}
	}
	return false
}

func (s showing) at(instr ssa.Instruction) bool {
	switch i := instr.(type) {
	case *ssa.FieldAddr:
		return s.isObject(i.X) && i.Field == s.field && !code.OnlyStoredTo(i)
	case *ssa.UnOp: // the struct as a whole
		return i.Op == token.MUL && s.isObject(i.X)
	case ssa.CallInstruction:
		return s.inCall(i.Common())
	case *ssa.MakeClosure:
		return s.by(i.Fn.(*ssa.Function))
	case *ssa.Store:
		_, local := i.Addr.(*ssa.Alloc)
		return s.isObject(i.Val) && !local
	case *ssa.MakeInterface:
		return s.isObject(i.X) && !isOnlyPut(i)
	case *ssa.Return:
		return slices.ContainsFunc(i.Results, s.isObject)
	case *ssa.Send:
		return s.isObject(i.X)
	case *ssa.MapUpdate:
		return s.isObject(i.Key) || s.isObject(i.Value)
	}
	return false
}

// inCall reports whether a call is given an object, by which the function called may read the
// field.
func (s showing) inCall(call *ssa.CallCommon) bool {
	if !slices.ContainsFunc(call.Args, s.isObject) {
		return false
	}
	callee := call.StaticCallee()
	return callee == nil || !s.Code.Has(callee) || s.by(callee)
}

// isObject reports whether a value may be an object that was taken from a pool: not a literal.
func (s showing) isObject(v ssa.Value) bool { return s.structOf(v.Type()) == s.of && !isMade(v) }

// isOnlyPut reports whether all that is done with an interface is that it is put into a pool.
func isOnlyPut(boxed *ssa.MakeInterface) bool {
	return !slices.ContainsFunc(*boxed.Referrers(), func(use ssa.Instruction) bool {
		call, ok := use.(ssa.CallInstruction)
		if !ok {
			return true
		}
		_, isPut := code.PutIntoPool(call.Common())
		return !isPut
	})
}

// setsFirst reports whether a function sets a field on each of its ways before it reads
// it, and before it calls anything with the object.
func (s *stale) setsFirst(l *lease, field int) bool {
	set := s.setOnEachWay(l, field)
	if set == nil {
		return false
	}
	for _, b := range l.fn.Blocks {
		for _, instr := range before(b, set) {
			if load, ok := instr.(*ssa.UnOp); ok && load.Op == token.MUL {
				if at, _, in := s.fieldIn(load.X, l.of); in && at == field {
					return false
				}
			}
			if _, isStore := instr.(*ssa.Store); !isStore && l.steps[instr] != nil {
				return false
			}
		}
	}
	return true
}

// setOnEachWay returns the first assignment of a field that is on each way through the
// function, or nil.
func (s *stale) setOnEachWay(l *lease, field int) *ssa.Store {
	for instr := range code.Instructions(l.fn) {
		store, ok := instr.(*ssa.Store)
		if !ok {
			continue
		}
		if at, whole, in := s.fieldIn(store.Addr, l.of); in && whole && at == field && code.OnEachWay(store.Block()) {
			return store
		}
	}
	return nil
}

// before returns the instructions of a block that may run before a certain one.
func before(b *ssa.BasicBlock, certain ssa.Instruction) []ssa.Instruction {
	switch {
	case b == certain.Block():
		return b.Instrs[:slices.Index(b.Instrs, certain)]
	case certain.Block().Dominates(b):
		return nil
	}
	return b.Instrs
}
