package check

import (
	"go/token"
	"go/types"
	"slices"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"golang.org/x/tools/go/ssa"
)

// This file is about what a program knows that leaves an object in its second container: it has asked
// that one whether it still has the object, it puts each object into the place of an older one, or it
// finds there what it has just put there.

// asksBoth reports whether a condition before an instruction compares what two containers have.
func (x *indexes) asksBoth(before ssa.Instruction, first, second *types.Var) bool {
	for instr := range code.Instructions(before.Parent()) {
		branch, ok := instr.(*ssa.If)
		if ok && code.Precedes(branch, before) && x.asks(branch.Cond, first) && x.asks(branch.Cond, second) {
			return true
		}
	}
	return false
}

// asks reports whether a value is computed from what is in a container, perhaps by a function that
// names it and is given more than the struct that has it.
func (x *indexes) asks(v ssa.Value, container *types.Var) bool {
	return isComputed(v, func(from ssa.Value) bool {
		call, ok := from.(*ssa.Call)
		if !ok {
			return isFieldAt(from, container)
		}
		callee := code.Callee(&call.Call)
		return callee != nil && x.Code.Has(callee) && len(call.Call.Args) > 1 && x.named(callee)[container]
	}, map[ssa.Value]bool{})
}

// isRing reports whether something that is put into a container takes the place of what was there
// before: it has an index, or a key that is one.
func (x *indexes) isRing(container *types.Var) bool {
	return slices.ContainsFunc(x.listings[container], func(l listing) bool {
		switch i := l.instr.(type) {
		case *ssa.MapUpdate:
			return isComputed(i.Key, isRemainder, map[ssa.Value]bool{})
		case *ssa.Store:
			_, isElement := i.Addr.(*ssa.IndexAddr)
			return isElement
		}
		return false
	})
}

// isRemainder reports whether a value is one of a few numbers.
func isRemainder(v ssa.Value) bool {
	op, ok := v.(*ssa.BinOp)
	return ok && (op.Op == token.REM || op.Op == token.AND)
}

// toldByCallers adds the fields to what tells that an object was released which the functions assign
// that call the one which has released it: they may note there what they do.
func (p *Package) toldByCallers(fn *ssa.Function, told map[*types.Var]bool) {
	callers := map[*ssa.Function]bool{fn: true}
	add := func(fn *ssa.Function) {
		for instr := range code.Instructions(fn) {
			if store, ok := instr.(*ssa.Store); ok {
				if at, ok := store.Addr.(*ssa.FieldAddr); ok && !isPartOfOwn(at) {
					told[code.FieldOf(at).Origin()] = true
				}
			}
		}
	}
	for next := []*ssa.Function{fn}; len(next) > 0; next = next[1:] {
		for _, call := range p.Code.CallsOf(next[0]) {
			if caller := call.Parent(); !callers[caller] {
				callers[caller] = true
				add(caller)
				next = append(next, caller)
			}
		}
	}
}

// isJustPut reports whether what a function looks up was put under the same key before it in each
// case: by the function itself, or by one that calls it where the calls are.
func (s *secondIndex) isJustPut(found ssa.Instruction, calls []token.Pos) bool {
	look, ok := found.(*ssa.Lookup)
	if !ok {
		return false
	}
	key, at := look.Index, found
	for _, pos := range slices.Backward(calls) {
		if s.isPutBefore(key, at) {
			return true
		}
		call := s.callAt(at.Parent(), pos)
		if call == nil {
			return false
		}
		if key = argumentOf(call, at.Parent(), key); key == nil {
			return false
		}
		at = call
	}
	return s.isPutBefore(key, at)
}

// callAt returns the call of a function that is at a position, or nil.
func (s *secondIndex) callAt(fn *ssa.Function, pos token.Pos) *ssa.Call {
	for _, instr := range s.Code.CallsOf(fn) {
		if call, ok := instr.(*ssa.Call); ok && call.Pos() == pos {
			return call
		}
	}
	return nil
}

// isPutBefore reports whether each way to an instruction puts something into the second container,
// under a key, and nothing after that may release it.
func (s *secondIndex) isPutBefore(key ssa.Value, at ssa.Instruction) bool {
	for instr := range code.Instructions(at.Parent()) {
		if code.Dominates(instr, at) && s.putsUnder(instr, key, 0) && !code.RunsBetween(instr, at, s.mayDepart) {
			return true
		}
	}
	return false
}

// mayDepart reports whether an instruction may release what has departed from the first container.
func (s *secondIndex) mayDepart(instr ssa.Instruction) bool {
	call, ok := instr.(ssa.CallInstruction)
	if !ok {
		return false
	}
	callee := code.Callee(call.Common())
	return instr == s.give || callee != nil && s.Code.Has(callee) && s.Code.MayCall(callee, map[*ssa.Function]bool{code.Outermost(s.give.Parent()): true})
}

// putsUnder reports whether an instruction puts something into the second container under a key, by
// itself or in a function that does so unless it fails.
func (s *secondIndex) putsUnder(instr ssa.Instruction, key ssa.Value, depth int) bool {
	switch i := instr.(type) {
	case *ssa.MapUpdate:
		return s.puts[i] && code.Home(i.Map) == any(s.second) && code.SameWritten(i.Key, key)
	case *ssa.Call:
		callee := code.Callee(&i.Call)
		if callee == nil || !s.Code.Has(callee) || depth == maxInside {
			return false
		}
		for k, p := range callee.Params {
			if k >= len(i.Call.Args) || !code.SameWritten(i.Call.Args[k], key) {
				continue
			}
			puts := func(inner ssa.Instruction) bool { return s.putsUnder(inner, p, depth+1) }
			if !code.LeadsFrom(callee.Blocks[0], succeeds, puts) {
				return true
			}
		}
	}
	return false
}

// succeeds reports whether an instruction returns no error.
func succeeds(instr ssa.Instruction) bool {
	ret, ok := instr.(*ssa.Return)
	if !ok {
		return false
	}
	results := code.Returned(ret)
	if len(results) == 0 {
		return true
	}
	last := results[len(results)-1]
	return !api.IsError(last.Type()) || code.IsZeroValue(last)
}
