package check

import (
	"slices"

	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"golang.org/x/tools/go/ssa"
)

// This file is about keys of which the function that passes them shows what they are: constants,
// or the elements of a list of constants that a loop goes over.

// constantKeys lists the constants that a key is, in one turn of a loop or another; none if it is
// anything else. Each turn of the loop must pass it, and no turn may be the last one before all
// elements had theirs.
func constantKeys(key ssa.Value, call ssa.CallInstruction) (all []string) {
	if isConst(key) {
		return []string{key.(*ssa.Const).Value.ExactString()}
	}
	load, ok := key.(*ssa.UnOp)
	if !ok {
		return nil
	}
	at, ok := load.X.(*ssa.IndexAddr)
	if !ok || !code.IsInEachTurn(at) {
		return nil
	}
	loop, every := code.EveryTurn(call)
	if own, _ := code.EveryTurn(at); !every || own != loop || leavesEarly(loop) {
		return nil
	}
	return constantsIn(at.X)
}

// leavesEarly reports whether a loop may be left other than where it begins.
func leavesEarly(loop *ssa.BasicBlock) bool {
	return slices.ContainsFunc(loop.Parent().Blocks, func(b *ssa.BasicBlock) bool {
		return code.IsWithin(b, loop) && (len(b.Succs) == 0 || slices.ContainsFunc(b.Succs, func(next *ssa.BasicBlock) bool {
			return next != loop && !code.IsWithin(next, loop)
		}))
	})
}

// constantsIn lists the elements of a literal of a list, if all are constants and nobody else has it.
func constantsIn(list ssa.Value) (all []string) {
	of, ok := list.(*ssa.Slice)
	if !ok || of.Low != nil || of.High != nil || slices.ContainsFunc(*of.Referrers(), func(use ssa.Instruction) bool { return !isOnlyRead(use) }) {
		return nil
	}
	array, ok := of.X.(*ssa.Alloc)
	if !ok {
		return nil
	}
	for _, use := range *array.Referrers() {
		at, ok := use.(*ssa.IndexAddr)
		if use == ssa.Instruction(of) {
			continue
		}
		if !ok || len(*at.Referrers()) != 1 {
			return nil
		}
		store, ok := (*at.Referrers())[0].(*ssa.Store)
		if !ok || !isConst(store.Val) {
			return nil
		}
		all = append(all, store.Val.(*ssa.Const).Value.ExactString())
	}
	return all
}

// isOnlyRead reports whether an instruction reads the length or an element of a list, and does
// nothing else with it.
func isOnlyRead(use ssa.Instruction) bool {
	switch i := use.(type) {
	case *ssa.Call:
		return code.Builtin(&i.Call) == "len"
	case *ssa.IndexAddr:
		return code.IsOnlyLoaded(i)
	case *ssa.DebugRef:
		return true
	}
	return false
}

// shareKey reports whether two calls have the same key for certain, once at least.
func shareKey(first, then ssa.CallInstruction, k int) bool {
	keys := constantKeys(first.Common().Args[k], first)
	return slices.ContainsFunc(constantKeys(then.Common().Args[k], then), func(key string) bool { return slices.Contains(keys, key) })
}

// comesFirst reports whether each way to a call leads through another one first, perhaps in
// the turns of a loop over a list of constants.
func comesFirst(first, then ssa.CallInstruction, k int) bool {
	if code.Dominates(first, then) {
		return true
	}
	loop, _ := code.EveryTurn(first)
	return loop != nil && !isConst(first.Common().Args[k]) && loop.Dominates(then.Block()) && !code.IsWithin(then.Block(), loop)
}
