package check

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"github.com/rcpool/rcpool/tools/internal/ownership/mistake"
)

// This file is about functions that take an object from a sync.Pool, and read a field as an
// earlier owner has left it. A field may keep its value on purpose. It does not if another
// function that takes objects from the same pool resets it first, and nobody does so before
// the objects go back: then each owner has to.

// checkInherited reports the fields that functions read although it is not sure that they
// were set.
func (s *stale) checkInherited(leases []*lease) {
	for _, l := range leases {
		var read []string
		u := l.of.Underlying().(*types.Struct)
		for field := range u.NumFields() {
			if s.inherits(l, field, leases) {
				read = append(read, u.Field(field).Name())
			}
		}
		if len(read) > 0 {
			pos, end := s.Reporter.Extent(l.taken().X.Pos())
			s.Reporter.Report(pos, end, mistake.Inherited{Type: l.of.Obj().Name(), Fields: read})
		}
	}
}

// taken returns where the function takes its object from a pool, or nil.
func (l *lease) taken() *ssa.TypeAssert {
	if l.several || l.given {
		return nil
	}
	for instr := range code.Instructions(l.fn) {
		if taken, ok := instr.(*ssa.TypeAssert); ok && types.Identical(taken.AssertedType, types.NewPointer(l.of)) && code.IsTakenFromPool(taken.X) {
			return taken
		}
	}
	return nil
}

// inherits reports whether a function may read what an earlier owner has left in a field,
// which others reset before they use it.
func (s *stale) inherits(l *lease, field int, leases []*lease) bool {
	u := l.of.Underlying().(*types.Struct)
	if l.taken() == nil || l.effects.clears(field) || l.initial.clears(field) || s.readied[l.of][field] || api.IsKept(u.Tag(field)) {
		return false
	}
	if _, basic := u.Field(field).Type().Underlying().(*types.Basic); !basic || !s.haveOnePool(l.of) {
		return false
	}
	reset, left := false, false
	for _, other := range leases {
		if other.of != l.of {
			continue
		}
		reset = reset || other != l && other.taken() != nil && other.isInitial(field) && other.effects.resets[field]
		left = left || other.effects.puts && !other.defers.clears(field) && s.putsSet(other, field) != nil
	}
	r := reading{s, l.of, field}
	return reset && left && r.unset(l.fn, 0)
}

// haveOnePool reports whether all objects of a type that the package takes from pools, and
// puts into some, are those of one pool.
func (s *stale) haveOnePool(of *types.Named) bool { return len(s.pools[of]) == 1 }

// findPools finds the pools that the package takes objects from, or puts them into. It asks for
// what is done to structs of a type only if there is a pool for them.
func (s *stale) findPools() {
	note := func(t types.Type, call *ssa.CallCommon) {
		of, pool := s.structOf(t), call.Value
		if !call.IsInvoke() {
			pool = call.Args[0]
		}
		if home := homeOfPool(pool); of != nil && !slices.Contains(s.pools[of], home) {
			s.pools[of] = append(s.pools[of], home)
		}
	}
	for instr := range s.Code.Instructions() {
		switch i := instr.(type) {
		case *ssa.TypeAssert:
			if code.IsTakenFromPool(i.X) {
				note(i.AssertedType, &i.X.(*ssa.Call).Call)
			}
		case ssa.CallInstruction:
			if v, ok := code.PutIntoPool(i.Common()); ok {
				note(v.Type(), i.Common())
			}
		}
	}
}

// homeOfPool is the field or the global variable that has a pool, or else the pool itself.
func homeOfPool(pool ssa.Value) any {
	if at, ok := pool.(*ssa.FieldAddr); ok {
		return code.FieldOf(at).Origin()
	}
	return code.Home(pool)
}

// A reading finds out whether a field is read where it may not have been set before.
type reading struct {
	*stale
	of    *types.Named
	field int
}

// maxReading limits through how many functions an object is followed.
const maxReading = 3

// unset reports whether a function reads the field, on each of its ways, although a way leads
// there on which it was not set. What is read on some ways only may be read where it was set.
func (r reading) unset(fn *ssa.Function, depth int) bool {
	for instr := range code.Instructions(fn) {
		if !code.OnEachWay(instr.Block()) || !r.reads(instr, depth) {
			continue
		}
		is := func(other ssa.Instruction) bool { return other == instr }
		sets := func(other ssa.Instruction) bool { return r.sets(other, depth) }
		if code.LeadsFrom(fn.Blocks[0], is, sets) {
			return true
		}
	}
	return false
}

// reads reports whether an instruction reads the field, and not just to count on.
func (r reading) reads(instr ssa.Instruction, depth int) bool {
	switch i := instr.(type) {
	case *ssa.UnOp:
		if i.Op != token.MUL {
			return false
		}
		field, whole, ok := r.fieldIn(i.X, r.of)
		return ok && whole && field == r.field && !isMade(i.X.(*ssa.FieldAddr).X) && !onlyCounts(i)
	case *ssa.Call:
		callee := r.givenTo(&i.Call)
		return callee != nil && depth < maxReading && r.unset(callee, depth+1)
	}
	return false
}

// onlyCounts reports whether what was loaded from a field is used for nothing but its next
// value.
func onlyCounts(load *ssa.UnOp) bool {
	return !slices.ContainsFunc(*load.Referrers(), func(use ssa.Instruction) bool {
		next, ok := use.(*ssa.BinOp)
		return !ok || slices.ContainsFunc(*next.Referrers(), func(use ssa.Instruction) bool {
			store, ok := use.(*ssa.Store)
			return !ok || !code.SameAddress(load, store.Addr)
		})
	})
}

// sets reports whether an instruction leaves the field set, as far as is known.
func (r reading) sets(instr ssa.Instruction, depth int) bool {
	call, ok := instr.(*ssa.Call)
	if !ok {
		step := r.step(instr, r.of)
		return step != nil && (step.sets[r.field] || step.clears(r.field))
	}
	step := r.step(instr, r.of)
	if step == nil || !step.sets[r.field] && !step.clears(r.field) {
		return false
	}
	callee := r.givenTo(&call.Call)
	if callee == nil || depth == maxReading {
		return true
	}
	leaves := func(other ssa.Instruction) bool { _, returns := other.(*ssa.Return); return returns }
	return !code.LeadsFrom(callee.Blocks[0], leaves, func(other ssa.Instruction) bool { return r.sets(other, depth+1) })
}

// givenTo returns the function of this package that a call gives an object to, and nothing
// else with which it may set the field; otherwise nil.
func (r reading) givenTo(call *ssa.CallCommon) *ssa.Function {
	callee := call.StaticCallee()
	if callee == nil || callee.Parent() != nil || !r.Code.Has(code.Generic(callee)) {
		return nil
	}
	given := 0
	for _, a := range call.Args {
		if r.structOf(a.Type()) == r.of {
			given++
		}
	}
	if given != 1 {
		return nil
	}
	return code.Generic(callee)
}
