package ownership

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"github.com/rcpool/rcpool/tools/internal/ownership/memory"
)

// This file is about ways through loops that do something at a chosen index: see
// code.Function.ChoosesAt.

// hasChosen notes that a loop has had its chosen index, if the way from a condition to one
// of some successors says so.
func hasChosen(f *code.Function, st *memory.State, test *ssa.If, successors ...int) {
	for _, successor := range successors {
		if loop, ok := f.ChoosesAt(test, successor); ok && !slices.Contains(st.Chosen, loop) {
			st.Chosen = append(st.Chosen, loop)
		}
	}
}

// missesChosen reports whether a loop runs out of indexes and no turn had the chosen one.
func missesChosen(f *code.Function, st *memory.State, from, to *ssa.BasicBlock) bool {
	test, ok := from.Instrs[len(from.Instrs)-1].(*ssa.If)
	if !ok {
		return false
	}
	successor := slices.Index(from.Succs, to)
	hasChosen(f, st, test, successor)
	loop, last := f.RunsOut(from, successor)
	if loop == nil || last && st.Turns.At(loop) < 2 { // the loop had no turn
		return false
	}
	return !slices.Contains(st.Chosen, loop)
}
