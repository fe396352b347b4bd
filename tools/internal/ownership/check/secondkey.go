package check

import (
	"go/token"
	"go/types"
	"slices"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"github.com/rcpool/rcpool/tools/internal/ownership/mistake"
	"golang.org/x/tools/go/ssa"
)

// This file is about pooled objects without references that a function finds in a map, and puts there
// under a second key. A loop that puts back all that is in the map puts such an object back twice.
// For references, see onehome.go.

// checkSecondKeys reports objects that are put back once for each of their keys.
func (h *holders) checkSecondKeys() {
	for instr := range h.Code.Instructions() {
		put, ok := instr.(*ssa.MapUpdate)
		if !ok || api.IsRef(put.Value.Type()) || api.IsByteRef(put.Value.Type()) {
			continue
		}
		taken, container := takenOutOf(put.Value)
		if taken == nil || !code.SameWritten(container, put.Map) || !isOtherKey(taken, put.Key) || !isOnlyStored(put.Value) {
			continue
		}
		field, ok := code.Home(put.Map).(*types.Var)
		if !ok || h.losesEntries(field) || h.cutsBeside(put, field) || h.keptOnSomeWay(field) {
			continue
		}
		if give := h.givesAll(field); give.IsValid() {
			h.Reporter.ReportAt(give, mistake.DoubleRelease{Twice: true}, mistake.Place{Pos: put.Pos(), Text: "it gets a second key here"})
		}
	}
}

// isOnlyStored reports whether a function does nothing to an object but to store it, and to look at it.
func isOnlyStored(v ssa.Value) bool {
	return !slices.ContainsFunc(*v.Referrers(), func(use ssa.Instruction) bool {
		switch i := use.(type) {
		case *ssa.MapUpdate, *ssa.DebugRef, *ssa.BinOp:
			return false
		case *ssa.FieldAddr:
			return !code.IsOnlyLoaded(i)
		}
		return true
	})
}

// cutsBeside reports whether the function that puts something into a map, or one that calls it, may remove
// something itself, or put something else there.
func (h *holders) cutsBeside(put *ssa.MapUpdate, field *types.Var) bool {
	for instr := range code.Instructions(put.Parent()) {
		if instr != ssa.Instruction(put) && h.Code.MayCut(instr, field) {
			return true
		}
	}
	return slices.ContainsFunc(h.Code.CallsOf(put.Parent()), func(call ssa.CallInstruction) bool {
		return slices.ContainsFunc(slices.Collect(code.Instructions(call.Parent())), func(instr ssa.Instruction) bool {
			return !h.callsOwn(instr) && !isBeginning(instr) && h.Code.MayCut(instr, field)
		})
	})
}

// keptOnSomeWay reports whether a function removes something from a map on a way on which it puts nothing back,
// as for a key that is only another name.
func (h *holders) keptOnSomeWay(field *types.Var) bool {
	gives := map[ssa.Instruction]bool{}
	for _, fn := range h.Code.Sources {
		for _, g := range h.gives[fn] {
			gives[g.instr] = g.way.In == field || gives[g.instr]
		}
	}
	for instr := range h.Code.Instructions() {
		if _, isPut := instr.(*ssa.MapUpdate); isPut || h.callsOwn(instr) || isBeginning(instr) || !h.Code.MayCut(instr, field) {
			continue
		}
		isGiven := func(instr ssa.Instruction) bool { return gives[instr] }
		isBefore := func(other ssa.Instruction) bool { return gives[other] && code.Precedes(other, instr) }
		if !slices.ContainsFunc(slices.Collect(code.Instructions(instr.Parent())), isBefore) && code.Leads(instr, isReturn, isGiven) {
			return true
		}
	}
	return false
}

// losesEntries reports whether a function removes something from a map, or gets it from elsewhere to
// change it, and puts back nothing of it.
func (h *holders) losesEntries(field *types.Var) bool {
	return h.losesBy(func(instr ssa.Instruction) bool { return h.Code.MayCut(instr, field) }, field)
}

// givesAll returns where a function puts back all that is in a map, if it does not compare the objects.
func (h *holders) givesAll(field *types.Var) token.Pos {
	for _, fn := range h.Code.Sources {
		for _, g := range h.gives[fn] {
			if g.way.In == field && len(g.way.Fields) == 1 && releasesAll(g) && !h.compares(fn) && !h.cutsEarlier(g, field) {
				return g.instr.Pos()
			}
		}
	}
	return token.NoPos
}

// cutsEarlier reports whether a function may remove something from a map before the loop that puts back the rest.
func (h *holders) cutsEarlier(g give, field *types.Var) bool {
	header, _ := code.EveryTurn(g.instr)
	return anyBefore(g.instr, func(instr ssa.Instruction) bool {
		return h.Code.MayCut(instr, field) && !code.IsWithin(instr.Block(), header)
	})
}
