package code

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// Returned returns the results of a function where it returns. A function with deferred
// calls stores them in variables first, and loads them when these are done.
func Returned(ret *ssa.Return) []ssa.Value {
	all := slices.Clone(ret.Results)
	for k, v := range all {
		if stored := storedBefore(v, ret); stored != nil {
			all[k] = stored
		}
	}
	return all
}

// storedBefore returns what the block of a return stores in the variable that a result is
// loaded from, or nil. A function literal may store something else there.
func storedBefore(v ssa.Value, ret *ssa.Return) (stored ssa.Value) {
	load, ok := v.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return nil
	}
	variable, ok := load.X.(*ssa.Alloc)
	if !ok || slices.ContainsFunc(*variable.Referrers(), isCapture) {
		return nil
	}
	for _, instr := range ret.Block().Instrs {
		if store, ok := instr.(*ssa.Store); ok && store.Addr == ssa.Value(variable) {
			stored = store.Val
		}
	}
	return stored
}

func isCapture(instr ssa.Instruction) bool {
	_, ok := instr.(*ssa.MakeClosure)
	return ok
}
