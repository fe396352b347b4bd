package check

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
	"github.com/rcpool/rcpool/tools/internal/ownership/code"
)

// This file is about flags that tell something of one owner alone. A flag of a pooled struct
// may stay set on purpose: it says what the object has, or where it is known, and so for how
// long the object keeps that. If all other fields are readied for the next owner, and nothing
// else happens to the object where the flag is set, then there is nothing that it could say.

// isOfOneOwner reports whether a flag is set for reasons of one owner, and says nothing of
// what the object keeps.
func (s *stale) isOfOneOwner(f *pooledFlag, pool *turnover) bool {
	if !s.readiesOthers(f.of, f.field, pool) {
		return false
	}
	for _, take := range pool.takes {
		if s.effects(take.Parent(), f.of).always[f.field] {
			return false // all owners set it
		}
	}
	for _, fn := range inOrder(f.reads) {
		if s.decidesPut(fn, f, pool) {
			return false
		}
	}
	sets := s.setsOf(f)
	return len(sets) > 0 && !slices.ContainsFunc(sets, func(set *ssa.Store) bool { return !s.isSetByOwner(set, f) })
}

// readiesOthers reports whether all fields but one are readied where objects go back to
// their pool, or are taken from it: at least two of them.
func (s *stale) readiesOthers(of *types.Named, but int, pool *turnover) bool {
	u := of.Underlying().(*types.Struct)
	others := 0
	for field := range u.NumFields() {
		if v := u.Field(field); field == but || v.Name() == "_" || isLock(v.Type()) {
			continue
		}
		if others++; api.IsKept(u.Tag(field)) || !s.readies(of, field, pool) {
			return false
		}
	}
	return others >= 2 && len(pool.puts) > 0
}

// readies reports whether all functions that put objects into a pool reset a field, or all
// that take objects reset or set it.
func (s *stale) readies(of *types.Named, field int, pool *turnover) bool {
	unready := func(fn *ssa.Function) bool { return !s.effects(fn, of).resets[field] }
	if !anyKey(pool.puts, unready) {
		return true
	}
	return !slices.ContainsFunc(pool.takes, func(take *ssa.TypeAssert) bool {
		e := s.effects(take.Parent(), of)
		return !e.resets[field] && !e.always[field]
	})
}

func anyKey[K comparable, V any](m map[K]V, is func(K) bool) bool {
	for k := range m {
		if is(k) {
			return true
		}
	}
	return false
}

// setsOf returns where a flag is set.
func (s *stale) setsOf(f *pooledFlag) (sets []*ssa.Store) {
	for instr := range s.Code.Instructions() {
		if store, ok := instr.(*ssa.Store); ok {
			if field, whole, in := s.fieldIn(store.Addr, f.of); in && whole && field == f.field {
				sets = append(sets, store)
			}
		}
	}
	return sets
}

// isSetByOwner reports whether a flag is set for a reason that is not in the object, or for
// that it is not set yet in the same use; and whether nothing else is done with the object in
// the same branch.
func (s *stale) isSetByOwner(set *ssa.Store, f *pooledFlag) bool {
	branch, reason := branchOf(set.Block())
	if reason == nil || s.changesKept(branch, set, f) {
		return false
	}
	if s.isFlag(reason.Cond, f) {
		return s.isReadAgain(set, f)
	}
	return isOfOneCall(reason.Cond, s, f.of, 0)
}

// branchOf returns where the branch begins that a block is in, and the condition that leads
// there; nil if the block is in none.
func branchOf(b *ssa.BasicBlock) (branch *ssa.BasicBlock, reason *ssa.If) {
	for ; b != nil; b = b.Idom() {
		if len(b.Preds) != 1 {
			continue
		}
		before := b.Preds[0]
		if test, ok := before.Instrs[len(before.Instrs)-1].(*ssa.If); ok {
			return b, test
		}
	}
	return nil, nil
}

// changesKept reports whether something is done with the object in a branch, other than to
// set the flag, that the flag may stand for: anything but to set other flags and numbers.
func (s *stale) changesKept(branch *ssa.BasicBlock, set *ssa.Store, f *pooledFlag) bool {
	u := f.of.Underlying().(*types.Struct)
	for _, b := range branch.Parent().Blocks {
		if !branch.Dominates(b) {
			continue
		}
		for _, instr := range b.Instrs {
			e := s.step(instr, f.of)
			if e == nil || instr == set {
				continue
			}
			for _, fields := range []map[int]bool{e.sets, e.resets, e.touches} {
				if e.puts || anyKey(fields, func(field int) bool { return field == all || !api.IsBasic(u.Field(field).Type()) }) {
					return true
				}
			}
		}
	}
	return false
}

// isFlag reports whether a condition is the flag itself.
func (s *stale) isFlag(condition ssa.Value, f *pooledFlag) bool {
	if not, ok := condition.(*ssa.UnOp); ok && not.Op == token.NOT {
		condition = not.X
	}
	load, ok := condition.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return false
	}
	field, whole, in := s.fieldIn(load.X, f.of)
	return in && whole && field == f.field
}

// isReadAgain reports whether a function reads the flag after it was set, and before another
// object is taken from a pool: it tells the same owner something.
func (s *stale) isReadAgain(set *ssa.Store, f *pooledFlag) bool {
	reads := func(instr ssa.Instruction) bool {
		load, ok := instr.(*ssa.UnOp)
		return ok && s.isFlag(load, f)
	}
	return code.Leads(set, reads, func(instr ssa.Instruction) bool {
		v, ok := instr.(ssa.Value)
		return ok && s.structOf(v.Type()) == f.of && isSource(v)
	})
}

// maxReason limits how far a condition is looked into.
const maxReason = 6

// isOfOneCall reports whether a condition is made of what this call of the function was given
// or has found out, and of constants: nothing that is in the object, nor in something that
// stays as it is for all owners.
func isOfOneCall(v ssa.Value, s *stale, of *types.Named, depth int) bool {
	if depth == maxReason || s.structOf(v.Type()) == of {
		return false
	}
	parts := func(all ...ssa.Value) bool {
		return !slices.ContainsFunc(all, func(part ssa.Value) bool {
			_, constant := part.(*ssa.Const)
			return !constant && !isOfOneCall(part, s, of, depth+1)
		})
	}
	switch v := v.(type) {
	case *ssa.Parameter:
		return v.Parent().Signature.Recv() == nil || v != v.Parent().Params[0]
	case *ssa.BinOp:
		return parts(v.X, v.Y)
	case *ssa.UnOp:
		return parts(v.X)
	case *ssa.FieldAddr:
		return parts(v.X)
	case *ssa.Field:
		return parts(v.X)
	case *ssa.Alloc: // a variable with a parameter
		return holdsParameter(v) && parts(storedIn(v)...)
	case *ssa.Lookup:
		return parts(v.X)
	case *ssa.Extract:
		return parts(v.Tuple)
	case *ssa.Call:
		return parts(v.Call.Args...) && len(v.Call.Args) > 0
	}
	return false
}

// storedIn returns what is assigned to a variable.
func storedIn(v *ssa.Alloc) (all []ssa.Value) {
	for _, use := range *v.Referrers() {
		if store, ok := use.(*ssa.Store); ok && store.Addr == v {
			all = append(all, store.Val)
		}
	}
	return all
}

// decidesPut reports whether a flag, where a function reads it, may decide whether an object
// goes back to its pool: then it tells which objects are not pooled.
func (s *stale) decidesPut(fn *ssa.Function, f *pooledFlag, pool *turnover) bool {
	if always, puts := pool.puts[fn]; puts && !always {
		return true
	}
	puts := map[*ssa.Function]bool{}
	for put := range pool.puts {
		puts[put] = true
	}
	for instr := range code.Instructions(fn) {
		switch i := instr.(type) {
		case *ssa.Call:
			if _, put := code.PutIntoPool(&i.Call); put {
				return true
			}
			if callee := i.Call.StaticCallee(); callee != nil && s.Code.MayCall(code.Generic(callee), puts) {
				return true
			}
		case *ssa.Return: // its caller decides
			if slices.ContainsFunc(i.Results, func(v ssa.Value) bool { return s.isFlag(v, f) }) {
				return true
			}
		}
	}
	given := slices.ContainsFunc(fn.Params, func(p *ssa.Parameter) bool { return s.structOf(p.Type()) == f.of })
	return given && tells(fn) && !s.isAlwaysPut(pool)
}

// isAlwaysPut reports whether each function that puts an object into a pool does so whatever it has
// found out, and so do those that call such a function.
func (s *stale) isAlwaysPut(pool *turnover) bool {
	for fn, always := range pool.puts {
		object, _ := fn.Object().(*types.Func)
		if !always || s.Code.IsValue(object) || slices.ContainsFunc(s.Code.CallsOf(fn), func(call ssa.CallInstruction) bool { return !code.OnEachWay(call.Block()) }) {
			return false
		}
	}
	return true
}
