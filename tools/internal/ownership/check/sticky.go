package check

import (
	"cmp"
	"go/token"
	"go/types"
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"github.com/rcpool/rcpool/tools/internal/ownership/mistake"
	"github.com/rcpool/rcpool/tools/internal/ownership/naming"
)

// This file is about flags in structs of a pool that stick: once a flag is set, nobody
// clears it, so all later owners find it set. Some flags are meant to stay: one that
// says what the object already has, one that keeps a broken object out of its pool, and
// one that a constructor sets.

// A pooledFlag is a field of type bool in a struct that is pooled, or a string or an error, which may
// stick, too.
type pooledFlag struct {
	of          *types.Named
	field       int
	sets, reads map[*ssa.Function]bool
	computed    bool // it is set to what one call of a function has found out
	stays       bool // it may be cleared, or is meant to stay
}

// A turnover is what a package does with the objects of a type where they leave their
// pool, and where they come back.
type turnover struct {
	takes   []*ssa.TypeAssert
	puts    map[*ssa.Function]bool // and whether it puts the object back on each way
	effects *fieldEffects          // of the functions that take and put
}

// checkSticky reports the flags that nobody clears.
func (s *stale) checkSticky() {
	pools := s.turnovers()
	left := map[*types.Named][]string{}
	for _, flag := range s.pooledFlags(pools) {
		if s.sticks(flag, pools[flag.of]) {
			left[flag.of] = append(left[flag.of], flag.of.Underlying().(*types.Struct).Field(flag.field).Name())
		}
	}
	for _, of := range slices.SortedFunc(maps.Keys(left), func(a, b *types.Named) int { return cmp.Compare(a.Obj().Pos(), b.Obj().Pos()) }) {
		flags := left[of]
		if s.reportUnreset(of, pools[of], flags) {
			continue
		}
		var way []mistake.Place
		if put := s.onlyPutOf(of, pools[of]); put != nil {
			way = append(way, mistake.Place{Pos: put.Pos(), Text: "other fields are reset here"})
		}
		s.Reporter.ReportAt(pools[of].takes[0].X.Pos(), mistake.Sticky{Type: of.Obj().Name(), Flags: flags}, way...)
	}
}

// reportUnreset reports fields that the function misses which readies the objects of a pool. If that
// is called for other reasons, too, it is the function that puts them back which misses the fields.
// It reports nothing if there is no such function.
func (s *stale) reportUnreset(of *types.Named, pool *turnover, fields []string) bool {
	reset := s.resetOf(of, pool)
	if reset == nil {
		return false
	}
	at := reset.Pos()
	if put := s.putAfter(reset, of, pool); put != nil {
		reset, at = put.Parent(), put.Pos()
	}
	pos, end := s.Reporter.Extent(at)
	s.Reporter.Report(pos, end, mistake.Unreset{Function: reset.Name(), Type: of.Obj().Name(), Fields: fields})
	return true
}

// putAfter returns where a function puts an object into its pool that calls a reset, if others than
// those which take and put objects call that reset, too; otherwise nil.
func (s *stale) putAfter(reset *ssa.Function, of *types.Named, pool *turnover) (put ssa.Instruction) {
	elsewhere := false
	for _, call := range s.Code.CallsOf(reset) {
		in := call.Parent()
		_, puts := pool.puts[in]
		takes := slices.ContainsFunc(pool.takes, func(take *ssa.TypeAssert) bool { return take.Parent() == in })
		elsewhere = elsewhere || !puts && !takes
		for _, back := range s.putsOf(of) {
			if back.Parent() == in {
				put = back
			}
		}
	}
	if !elsewhere {
		return nil
	}
	return put
}

// resetOf returns the function that readies the objects of a pool where they are taken or put
// back, by its name and by what it does. It is nil if there is none, or more than one.
func (s *stale) resetOf(of *types.Named, pool *turnover) (reset *ssa.Function) {
	around := map[*ssa.Function]bool{}
	for _, take := range pool.takes {
		around[take.Parent()] = true
	}
	for fn := range pool.puts {
		around[fn] = true
	}
	for fn := range around {
		for _, callee := range s.Code.Callees(fn) {
			if callee == reset || !s.Code.Has(callee) || callee.Object() == nil || !naming.Resets(callee.Name()) || len(s.effects(callee, of).resets) == 0 {
				continue
			}
			if reset != nil {
				return nil
			}
			reset = callee
		}
	}
	return reset
}

// onlyPutOf returns the only function that puts objects back into a pool, if it is a declared one and
// resets a field of them before; otherwise nil.
func (s *stale) onlyPutOf(of *types.Named, pool *turnover) (put *ssa.Function) {
	for fn := range pool.puts {
		if put != nil || fn.Object() == nil || len(s.effects(fn, of).resets) == 0 || slices.ContainsFunc(pool.takes, func(take *ssa.TypeAssert) bool { return take.Parent() == fn }) {
			return nil
		}
		put = fn
	}
	return put
}

// turnovers returns the structs of this package that it takes out of pools.
func (s *stale) turnovers() map[*types.Named]*turnover {
	all := map[*types.Named]*turnover{}
	for instr := range s.Code.Instructions() {
		if assert, ok := instr.(*ssa.TypeAssert); ok && code.IsTakenFromPool(assert.X) {
			if of := s.structOf(assert.AssertedType); of != nil {
				if all[of] == nil {
					all[of] = &turnover{puts: map[*ssa.Function]bool{}, effects: newFieldEffects()}
				}
				all[of].takes = append(all[of].takes, assert)
			}
		}
	}
	for instr := range s.Code.Instructions() {
		if call, ok := instr.(ssa.CallInstruction); ok {
			if v, ok := code.PutIntoPool(call.Common()); ok && all[s.structOf(v.Type())] != nil {
				all[s.structOf(v.Type())].puts[instr.Parent()] = code.OnEachWay(instr.Block())
			}
		}
	}
	for of, pool := range all {
		for _, take := range pool.takes {
			pool.effects.add(s.effects(take.Parent(), of))
		}
		for _, fn := range inOrder(pool.puts) {
			pool.effects.add(s.effects(fn, of))
		}
	}
	return all
}

// inOrder lists functions in the order of the code. What is known of those that call each other depends
// on which is asked first.
func inOrder[V any](of map[*ssa.Function]V) []*ssa.Function {
	return slices.SortedFunc(maps.Keys(of), func(a, b *ssa.Function) int {
		return cmp.Or(cmp.Compare(a.Pos(), b.Pos()), cmp.Compare(a.Name(), b.Name()))
	})
}

// pooledFlags returns the flags of the structs, in the order of the fields.
func (s *stale) pooledFlags(pools map[*types.Named]*turnover) []*pooledFlag {
	flags := map[*types.Var]*pooledFlag{}
	for of := range pools {
		u := of.Underlying().(*types.Struct)
		for field := range u.NumFields() {
			if v := u.Field(field); maySay(v.Type()) {
				flags[v] = &pooledFlag{of: of, field: field, sets: map[*ssa.Function]bool{}, reads: map[*ssa.Function]bool{}, stays: api.IsKept(u.Tag(field))}
			}
		}
	}
	for instr := range s.Code.Instructions() {
		switch i := instr.(type) {
		case *ssa.FieldAddr:
			if flag := flags[code.FieldOf(i)]; flag != nil {
				s.noteFlag(flag, i)
			}
		case *ssa.Field:
			if u, ok := i.X.Type().Underlying().(*types.Struct); ok && flags[u.Field(i.Field)] != nil {
				flags[u.Field(i.Field)].reads[i.Parent()] = true
			}
		}
	}
	return slices.SortedFunc(maps.Values(flags), func(a, b *pooledFlag) int {
		return cmp.Or(cmp.Compare(a.of.Obj().Pos(), b.of.Obj().Pos()), cmp.Compare(a.field, b.field))
	})
}

// maySay reports whether a field of a type may say something of one owner: a flag, a string or an
// error. A number may be kept on purpose, as one that tells how much the last owner needed.
func maySay(t types.Type) bool {
	return types.Identical(t, types.Typ[types.Bool]) || types.Identical(t, types.Typ[types.String]) || api.IsError(t)
}

// isOwners reports whether what is assigned to a flag is what one owner has found out. An error
// always is, unless it was in the object.
func (s *stale) isOwners(v ssa.Value, of *types.Named) bool {
	if !api.IsError(v.Type()) {
		return isOfOneCall(v, s, of, 0)
	}
	load, ok := v.(*ssa.UnOp)
	if !ok {
		return true
	}
	_, _, in := s.fieldIn(load.X, of)
	return !in
}

// isReadUnset reports whether a function reads a flag where this owner of the object may not have set
// it before: neither the function itself, on some way, nor one that calls it.
func (s *stale) isReadUnset(f *pooledFlag) bool {
	r := reading{s, f.of, f.field}
	for fn := range f.reads {
		for instr := range code.Instructions(fn) {
			if load, ok := instr.(*ssa.UnOp); ok && s.isFlag(load, f) && r.isReachedUnset(load, 0) {
				return true
			}
		}
	}
	return false
}

// isReachedUnset reports whether a way leads from where the object was taken to an instruction, on
// which the field was not set.
func (r reading) isReachedUnset(instr ssa.Instruction, depth int) bool {
	fn := instr.Parent()
	sets := func(other ssa.Instruction) bool { return r.sets(other, depth) }
	if depth == maxReading || fn.Parent() != nil || r.isToldBeside(instr.Block()) || !code.LeadsFrom(fn.Blocks[0], only(instr), sets) {
		return false
	}
	if !slices.ContainsFunc(fn.Params, func(p *ssa.Parameter) bool { return r.structOf(p.Type()) == r.of }) {
		return true // it was taken here
	}
	return slices.ContainsFunc(r.Code.CallsOf(fn), func(call ssa.CallInstruction) bool { return r.isReachedUnset(call, depth+1) })
}

// isToldBeside reports whether a block is reached only if another field has a certain value, and that
// field is always set together with this one.
func (r reading) isToldBeside(b *ssa.BasicBlock) bool {
	for branch, reason := branchOf(b); reason != nil; branch, reason = branchOf(branch.Idom()) {
		tells := func(v ssa.Value) bool {
			at, ok := v.(*ssa.FieldAddr)
			return ok && r.structOf(at.X.Type()) == r.of && at.Field != r.field && r.isSetWith(at.Field)
		}
		if isComputed(reason.Cond, tells, map[ssa.Value]bool{}) {
			return true
		}
	}
	return false
}

// isSetWith reports whether the field is set wherever another one is.
func (r reading) isSetWith(other int) bool {
	isSet := func(instr ssa.Instruction, of int) bool {
		store, ok := instr.(*ssa.Store)
		if !ok {
			return false
		}
		field, whole, in := r.fieldIn(store.Addr, r.of)
		return in && whole && field == of && !empties(store.Val)
	}
	set := false
	for instr := range r.Code.Instructions() {
		if !isSet(instr, other) {
			continue
		}
		if !slices.ContainsFunc(instr.Block().Instrs, func(beside ssa.Instruction) bool { return isSet(beside, r.field) }) {
			return false
		}
		set = true
	}
	return set
}

// noteFlag notes what is done with the address of a flag.
func (s *stale) noteFlag(f *pooledFlag, at *ssa.FieldAddr) {
	for _, r := range *at.Referrers() {
		switch r := r.(type) {
		case *ssa.DebugRef:
		case *ssa.UnOp:
			f.reads[at.Parent()] = true
		case *ssa.Store:
			_, isConst := r.Val.(*ssa.Const)
			if r.Addr != at || isMade(at.X) || isConst && empties(r.Val) || !isConst && !s.isOwners(r.Val, f.of) {
				f.stays = true
				return
			}
			f.sets[at.Parent()] = true
			f.computed = f.computed || !isConst || !api.IsBool(r.Val.Type())
		default:
			f.stays = true
		}
	}
}

// sticks reports whether a flag is set, and read, and cleared by nobody, although what
// takes the objects from their pool, or puts them back, readies them for the next use.
func (s *stale) sticks(f *pooledFlag, pool *turnover) bool {
	if f.stays || len(f.reads) == 0 || pool.effects.clears(f.field) || s.isAssigned(f.of) || s.isSetWhereMade(f, pool) {
		return false
	}
	v := f.of.Underlying().(*types.Struct).Field(f.field)
	isOpen := v.Exported() && f.of.Obj().Exported()
	if f.computed {
		return !isOpen && s.isOfOneOwner(f, pool) && s.isReadUnset(f)
	}
	if isOpen {
		// Other packages may set and clear it. That they need not clear it shows in
		// other flags that are cleared for them.
		return !pool.effects.sets[f.field] && s.clearsAnother(f, pool)
	}
	if len(f.sets) == 0 || len(pool.effects.sets)+len(pool.effects.resets) == 0 {
		return false
	}
	if s.isOfOneOwner(f, pool) {
		return true
	}
	if pool.effects.sets[f.field] {
		return false
	}
	for fn := range f.reads {
		if always, puts := pool.puts[fn]; puts && !always || s.Code.MayCall(fn, f.sets) {
			return false // it keeps the object out of the pool, or says what it has
		}
	}
	return true
}

// clearsAnother reports whether a flag that other packages can name is cleared between
// two owners.
func (s *stale) clearsAnother(f *pooledFlag, pool *turnover) bool {
	u := f.of.Underlying().(*types.Struct)
	for field := range u.NumFields() {
		if v := u.Field(field); v.Exported() && types.Identical(v.Type(), types.Typ[types.Bool]) && pool.effects.resets[field] {
			return true
		}
	}
	return false
}

// isAssigned reports whether the package assigns all fields of a struct at once.
func (s *stale) isAssigned(of *types.Named) bool {
	for instr := range s.Code.Instructions() {
		if store, ok := instr.(*ssa.Store); ok && s.structOf(store.Addr.Type()) == of && !isMade(store.Addr) {
			return true
		}
	}
	return false
}

// isSetWhereMade reports whether a flag may be set by a function that makes a struct of
// the type, or only in structs that are no objects of the pool.
func (s *stale) isSetWhereMade(f *pooledFlag, pool *turnover) bool {
	for instr := range s.Code.Instructions() {
		made, ok := instr.(*ssa.Alloc)
		if !ok || s.structOf(made.Type()) != f.of || holdsParameter(made) {
			continue
		}
		if s.Code.MayCall(made.Parent(), f.sets) || !s.makesForPool(made.Parent(), pool, true) {
			return true
		}
	}
	return false
}

// holdsParameter reports whether a variable has the value of a parameter.
func holdsParameter(v *ssa.Alloc) bool {
	return slices.ContainsFunc(*v.Referrers(), func(r ssa.Instruction) bool {
		store, ok := r.(*ssa.Store)
		if !ok || store.Addr != v {
			return false
		}
		_, isParameter := store.Val.(*ssa.Parameter)
		return isParameter
	})
}

// makesForPool reports whether what a function makes is an object of the pool: the
// function is the pool's New, or takes an object if there is one, or only such functions
// call it.
func (s *stale) makesForPool(fn *ssa.Function, pool *turnover, callers bool) bool {
	if results := fn.Signature.Results(); len(fn.Params) == 0 && results.Len() == 1 && types.IsInterface(results.At(0).Type()) {
		return true
	}
	if slices.ContainsFunc(pool.takes, func(take *ssa.TypeAssert) bool { return take.Parent() == fn }) {
		return true
	}
	called := false
	for instr := range s.Code.Instructions() {
		call, ok := instr.(ssa.CallInstruction)
		if !ok || call.Common().StaticCallee() != fn {
			continue
		}
		if called = true; !callers || !s.makesForPool(instr.Parent(), pool, false) {
			return false
		}
	}
	return called && !token.IsExported(fn.Name())
}
