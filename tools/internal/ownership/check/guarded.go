package check

import (
	"go/token"
	"slices"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"golang.org/x/tools/go/ssa"
)

// This file is about references in variables that a deferred Drop guards: what is moved out of such
// a variable, and each copy that was made before, is the reference that it was made with.

// guarded returns the reference that a variable was made with, if a value is a copy of it, or was
// moved out of the variable; otherwise the value.
func guarded(v ssa.Value) ssa.Value {
	variable, read := readFrom(v)
	if variable == nil {
		return v
	}
	made := onlyStored(variable)
	if made == nil || !api.IsReference(made.Type()) {
		return v
	}
	for _, use := range *variable.Referrers() {
		switch i := use.(type) {
		case *ssa.Store, *ssa.UnOp, *ssa.DebugRef:
		case ssa.CallInstruction:
			if !leavesZero(i) {
				return v
			}
			if _, isCall := i.(*ssa.Call); isCall && use != read && code.Precedes(use, read) {
				return v // it may be zero by then
			}
		default:
			return v
		}
	}
	return made
}

// readFrom returns the variable that a reference was copied from or moved out of, and the
// instruction that did so; nil if it was in none.
func readFrom(v ssa.Value) (variable *ssa.Alloc, read ssa.Instruction) {
	switch i := v.(type) {
	case *ssa.UnOp:
		if i.Op == token.MUL {
			variable, _ = i.X.(*ssa.Alloc)
			return variable, i
		}
	case *ssa.Call:
		if movesVariable(&i.Call) {
			variable, _ = i.Call.Args[0].(*ssa.Alloc)
			return variable, i
		}
	}
	return nil, nil
}

// isCountedIn reports whether a function retains what it has in a variable, or releases it. A
// deferred Drop does not, if the function moves it.
func (o *homes) isCountedIn(variable *ssa.Alloc, depth int) bool {
	isMove := func(use ssa.Instruction) bool {
		call, ok := use.(*ssa.Call)
		return ok && movesVariable(&call.Call)
	}
	uses := *variable.Referrers()
	return !slices.ContainsFunc(uses, isMove) || slices.ContainsFunc(uses, func(use ssa.Instruction) bool {
		switch i := use.(type) {
		case *ssa.Store, *ssa.DebugRef, *ssa.Defer:
			return false
		case *ssa.UnOp:
			return o.isCounted(i, depth+1)
		case *ssa.Call:
			return !isMove(i) || o.isCounted(i, depth+1)
		}
		return true
	})
}
