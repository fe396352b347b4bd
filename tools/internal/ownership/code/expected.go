package code

import (
	"go/token"
	"go/types"
	"slices"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
	"golang.org/x/tools/go/ssa"
)

// This file is about callers that drop a result. One that is called for its error alone expects
// nothing beside it: a test, say. But if the caller fails where the call has failed, it goes on
// where the call went well, and has dropped what it got.

// ExpectsNone reports whether a caller drops one of several results of a call, and may know that
// there is nothing in it.
func ExpectsNone(instr ssa.Instruction, result int) bool {
	return Discards(instr, result) && !failsAlong(instr)
}

// failsAlong reports whether a function returns an error where a call tells that it has failed,
// and not otherwise.
func failsAlong(instr ssa.Instruction) bool {
	call, ok := instr.(*ssa.Call)
	if !ok {
		return false
	}
	last := call.Call.Signature().Results().Len() - 1
	return slices.ContainsFunc(*call.Referrers(), func(use ssa.Instruction) bool {
		told, ok := use.(*ssa.Extract)
		return ok && told.Index == last && slices.ContainsFunc(sidesOfFailure(told), fails)
	})
}

// sidesOfFailure lists where a function goes on if a result, an error or a bool, tells of a failure.
func sidesOfFailure(told ssa.Value) (sides []*ssa.BasicBlock) {
	isBool := api.IsBool(told.Type())
	for _, use := range *told.Referrers() {
		switch test := use.(type) {
		case *ssa.If:
			if isBool {
				sides = append(sides, test.Block().Succs[1])
			}
		case *ssa.BinOp:
			if isBool || !IsZeroValue(test.Y) || test.Op != token.NEQ && test.Op != token.EQL {
				continue
			}
			for _, use := range *test.Referrers() {
				if branch, ok := use.(*ssa.If); ok && test.Op == token.NEQ {
					sides = append(sides, branch.Block().Succs[0])
				} else if ok {
					sides = append(sides, branch.Block().Succs[1])
				}
			}
		}
	}
	return sides
}

// fails reports whether a function returns an error, and nothing else, on all ways that begin with
// a block.
func fails(side *ssa.BasicBlock) bool {
	if len(side.Preds) != 1 {
		return false
	}
	returns := false
	for _, b := range side.Parent().Blocks {
		if !side.Dominates(b) {
			continue
		}
		if slices.ContainsFunc(b.Succs, func(next *ssa.BasicBlock) bool { return !side.Dominates(next) }) {
			return false
		}
		if ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok {
			if !returnsFailure(ret) {
				return false
			}
			returns = true
		}
	}
	return returns
}

// returnsFailure reports whether the last result is an error that may not be nil.
func returnsFailure(ret *ssa.Return) bool {
	results := Returned(ret)
	if len(results) == 0 {
		return false
	}
	last := results[len(results)-1]
	return types.IsInterface(last.Type()) && api.IsError(last.Type()) && !IsZeroValue(last)
}
