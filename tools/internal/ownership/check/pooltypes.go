package check

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"github.com/rcpool/rcpool/tools/internal/ownership/mistake"
)

// This file is about the types of what is in a sync.Pool. If all functions that take an
// object from a pool expect the same type, an object of another type is in the wrong
// pool: the next function that takes one panics, or throws it away.

// poolUse is what a package does with a sync.Pool of its own.
type poolUse struct {
	puts  []ssa.CallInstruction
	taken []types.Type // what Get is asserted to be
	open  bool         // objects may be taken elsewhere, or as something else
}

// checkPooledTypes reports what is put into a pool from which nobody takes an object of
// its type, and returns where.
func (p *Package) checkPooledTypes() (misplaced map[ssa.Instruction]bool) {
	misplaced = map[ssa.Instruction]bool{}
	for _, use := range p.poolUses() {
		if use.open || len(use.taken) == 0 {
			continue
		}
		for _, put := range use.puts {
			v, _ := code.PutIntoSyncPool(put.Common())
			if isOpen(v.Type()) || types.IsInterface(v.Type()) || slices.ContainsFunc(use.taken, func(t types.Type) bool { return types.AssignableTo(v.Type(), t) }) {
				continue
			}
			misplaced[put] = true
			pos, end := p.Reporter.Extent(put.Pos())
			p.Reporter.Report(pos, end, mistake.WrongType{Type: p.nameOf(v.Type()), Taken: p.nameOf(use.taken[0])})
		}
	}
	return misplaced
}

func (p *Package) nameOf(t types.Type) string {
	return types.TypeString(t, types.RelativeTo(p.Pass.Pkg))
}

// poolUses returns the pools in variables and fields that only this package can name,
// with their uses, in the order of the code.
func (p *Package) poolUses() (all []*poolUse) {
	of := map[types.Object]*poolUse{}
	for instr := range p.Code.Instructions() {
		for _, operand := range instr.Operands(nil) {
			pool := ownPool(*operand)
			if pool == nil {
				continue
			}
			if of[pool] == nil {
				of[pool] = &poolUse{}
				all = append(all, of[pool])
			}
			of[pool].note(instr, *operand)
		}
	}
	return all
}

// ownPool returns the variable or field that a value is the address of, if it is a pool
// that other packages cannot name, or nil.
func ownPool(v ssa.Value) types.Object {
	var pool types.Object
	switch v := v.(type) {
	case *ssa.Global:
		pool = v.Object()
	case *ssa.FieldAddr:
		if field := code.FieldOf(v); field != nil {
			pool = field.Origin()
		}
	}
	if pool == nil || pool.Exported() {
		return nil
	}
	if _, isPointer := pool.Type().(*types.Pointer); isPointer || !api.IsSyncPool(pool.Type()) {
		return nil
	}
	return pool
}

// note notes what an instruction does with the address of the pool.
func (u *poolUse) note(instr ssa.Instruction, pool ssa.Value) {
	switch i := instr.(type) {
	case *ssa.DebugRef:
	case *ssa.FieldAddr: // its field New
	case *ssa.Store:
		u.open = u.open || i.Addr != pool
	case ssa.CallInstruction:
		switch {
		case code.IsGetFromSyncPool(i.Common()):
			u.noteTaken(i)
		default:
			if _, puts := code.PutIntoSyncPool(i.Common()); !puts {
				u.open = true
				return
			}
			u.puts = append(u.puts, i)
		}
	default:
		u.open = true
	}
}

// noteTaken notes to which types the result of a Get is asserted.
func (u *poolUse) noteTaken(get ssa.CallInstruction) {
	call, ok := get.(*ssa.Call)
	if !ok {
		return
	}
	for _, r := range *call.Referrers() {
		switch r := r.(type) {
		case *ssa.DebugRef, *ssa.BinOp:
		case *ssa.TypeAssert:
			u.taken = append(u.taken, r.AssertedType)
			u.open = u.open || isOpen(r.AssertedType)
		default:
			u.open = true
		}
	}
}

// isOpen reports whether it takes type arguments to know a type.
func isOpen(t types.Type) bool {
	switch t := types.Unalias(t).(type) {
	case *types.TypeParam:
		return true
	case *types.Pointer:
		return isOpen(t.Elem())
	case *types.Slice:
		return isOpen(t.Elem())
	case *types.Named:
		for argument := range t.TypeArgs().Types() {
			if isOpen(argument) {
				return true
			}
		}
	}
	return false
}
