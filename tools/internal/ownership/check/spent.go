package check

import (
	"slices"

	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"github.com/rcpool/rcpool/tools/internal/ownership/mistake"
	"github.com/rcpool/rcpool/tools/internal/ownership/spot"
	"golang.org/x/tools/go/ssa"
)

// This file is about elements of a list that are certainly released, by a loop or one by
// one, and are then used or released again through the list, or through a variable that one
// was assigned to. The function may do either through those that it calls, or later. The walk
// knows the lists that a function makes itself.

// checkSpent reports elements that are used or released after their release.
func (h *holders) checkSpent() {
	a := newActs(h)
	for _, fn := range h.Code.Sources {
		all := slices.DeleteFunc(slices.Clone(a.of(fn)), func(does act) bool {
			return does.spot.Part.Of == spot.None || code.IsLocalList(does.spot.Base)
		})
		for _, give := range all {
			if !give.gives {
				continue
			}
			for _, next := range all {
				if a.isSpent(give, next) && a.report(give, next) {
					break
				}
			}
		}
	}
}

// isSpent reports whether some of what one act releases is what another one uses, or releases
// again.
func (a *acts) isSpent(give, next act) bool {
	if give.instr == next.instr || give.typed != next.typed || !give.spot.Same(next.spot) {
		return false
	}
	if !give.spot.Part.Overlaps(next.spot.Part) {
		return false
	}
	if give.clears {
		return !give.deferred && !next.deferred && next.wasFoundBefore(give) && !a.mayChange(give, next)
	}
	if give.deferred {
		return next.gives && (code.Dominates(give.instr, next.instr) || a.alwaysBefore(next, give)) && !a.mayChange(give, next)
	}
	if next.deferred {
		return false // the other way round
	}
	return (give.comesBefore(next) || next.gives && a.alwaysBefore(give, next)) && !a.mayChange(give, next)
}

// wasFoundBefore reports whether an act is always on what a function has found before another act, and
// comes after that.
func (next act) wasFoundBefore(give act) bool {
	isBefore := func(load ssa.Instruction) bool {
		if loop := give.spot.Part.Loop; loop != nil {
			return load.Block() != loop && load.Block().Dominates(loop)
		}
		return code.Dominates(load, give.instr)
	}
	return len(next.spot.Loads) > 0 && !slices.ContainsFunc(next.spot.Loads, func(load ssa.Instruction) bool { return !isBefore(load) }) && give.comesBefore(next)
}

// comesBefore reports whether an act is over whenever another one begins.
func (a act) comesBefore(next act) bool {
	if loop := a.spot.Part.Loop; loop != nil {
		return afterLoop(loop).Dominates(next.instr.Block())
	}
	return code.Dominates(a.instr, next.instr)
}

// alwaysBefore reports whether each way from an act leads to another one on the same list.
func (a *acts) alwaysBefore(first, then act) bool {
	if list, ok := first.spot.Base.(ssa.Instruction); ok && code.Precedes(first.instr, list) {
		return false // it may be another one
	}
	begins := then.instr
	if loop := then.spot.Part.Loop; loop != nil {
		begins = loop.Instrs[0]
	}
	return !code.Leads(first.instr, isReturn, func(i ssa.Instruction) bool { return i == begins }) && code.Precedes(first.instr, begins)
}

func isReturn(instr ssa.Instruction) bool {
	_, is := instr.(*ssa.Return)
	return is
}

// mayChange reports whether something else may be in the list where the second one of two
// acts finds it, or whether the function may know that nothing was released.
func (a *acts) mayChange(give, next act) bool {
	begin := beginOf(slices.Concat(give.spot.Loads, next.spot.Loads, []ssa.Instruction{give.instr, next.instr}), give.spot.Part.Loop)
	if begin == nil || a.isDecided(give, next) || next.spot.Borrowed && a.retains {
		return true
	}
	fn := next.instr.Parent()
	changesInside := func(literal *ssa.Function) bool { return a.changesInside(literal, give.spot) }
	if list := a.takenOut(give, next); list != nil {
		return a.mayReplace(give, next, list) || slices.ContainsFunc(fn.AnonFuncs, changesInside)
	}
	for instr := range code.Instructions(fn) {
		if a.asks(instr, give.spot) || a.changes(instr, give.spot) && (wasTakenBefore(give, instr) || a.changesAfter(instr, give, next, begin)) {
			return true
		}
	}
	return slices.ContainsFunc(fn.AnonFuncs, changesInside)
}

// wasTakenBefore reports whether an object was taken out before an instruction that changes the list, and
// released after it.
func wasTakenBefore(give act, change ssa.Instruction) bool {
	return change != give.instr && code.Dominates(change, give.instr) &&
		slices.ContainsFunc(give.spot.Loads, func(load ssa.Instruction) bool { return code.Dominates(load, change) })
}

// changesAfter reports whether an instruction that changes the list may run between two acts.
func (a *acts) changesAfter(change ssa.Instruction, give, next act, begin ssa.Instruction) bool {
	switch {
	case change == next.instr || !isAfter(begin, change, begin.Block()):
		return false
	case give.clears:
		return change != give.instr && a.mayChangeBefore(change, give)
	}
	return give.deferred || isAfter(change, next.instr, begin.Block())
}

// takenOut returns the list that two acts are on if the function has taken it out of a field, and put
// another one there, or none, before it releases anything: nobody else finds it any more.
func (a *acts) takenOut(give, next act) ssa.Value {
	for _, load := range give.spot.Loads {
		list, ok := load.(*ssa.UnOp)
		if !ok || !isContainer(list.Type()) || !slices.Contains(next.spot.Loads, load) {
			continue
		}
		field, ok := list.X.(*ssa.FieldAddr)
		if ok && code.RunsBetween(load, give.instr, func(instr ssa.Instruction) bool {
			store, ok := instr.(*ssa.Store)
			return ok && code.SameWritten(store.Addr, field) && isOtherList(store.Val) && code.Dominates(load, store) && code.Dominates(store, give.instr)
		}) {
			return list
		}
	}
	return nil
}

// isOtherList reports whether a value is no list, or a new one.
func isOtherList(v ssa.Value) bool {
	return code.IsZeroValue(v) || code.IsLocalList(v)
}

// mayReplace reports whether a function may put other elements into a list that only it has.
func (a *acts) mayReplace(give, next act, list ssa.Value) bool {
	only := spot.Spot{Base: list, Inner: give.spot.Inner}
	for instr := range code.Instructions(next.instr.Parent()) {
		if a.asks(instr, give.spot) || a.replaces(instr, only) || a.storesElsewhere(instr, func(v ssa.Value) bool { return a.isIn(v, only) }) {
			return true
		}
	}
	return false
}

// beginOf returns an instruction that comes before all others on each way: one of them, or
// the last one of a block.
func beginOf(all []ssa.Instruction, loop *ssa.BasicBlock) (first ssa.Instruction) {
	b := all[0].Block()
	for b != nil && slices.ContainsFunc(all, func(i ssa.Instruction) bool { return !b.Dominates(i.Block()) }) {
		b = b.Idom()
	}
	if b == loop && b != nil {
		b = b.Idom() // the loop itself comes back to its beginning
	}
	if b == nil {
		return nil
	}
	for _, i := range b.Instrs {
		if slices.Contains(all, i) {
			return i
		}
	}
	return b.Instrs[len(b.Instrs)-1]
}

// isAfter reports whether a way leads from one instruction to another one that does not go
// through a block again.
func isAfter(first, then ssa.Instruction, again *ssa.BasicBlock) bool {
	if first.Block() == then.Block() && slices.Index(first.Block().Instrs, first) < slices.Index(first.Block().Instrs, then) {
		return true
	}
	return slices.ContainsFunc(first.Block().Succs, func(b *ssa.BasicBlock) bool {
		return b != again && code.Reaches(b, then.Block(), again)
	})
}

// changes reports whether something else may be at a spot after an instruction.
func (a *acts) changes(instr ssa.Instruction, s spot.Spot) bool {
	fields := s.Fields()
	if a.replaces(instr, s) || a.Code.MayTouch(instr, fields) {
		return true
	}
	call, ok := instr.(ssa.CallInstruction)
	return ok && len(fields) > 0 && letsOthersChange(call.Common())
}

// letsOthersChange reports whether a call may run other code of the package, in a way that it
// does not show.
func letsOthersChange(call *ssa.CallCommon) bool {
	if code.Builtin(call) != "" {
		return false
	}
	callee := code.Callee(call)
	if callee == nil {
		return true
	}
	return callee.Pkg != nil && callee.Pkg.Pkg.Path() == "sync" && slices.Contains([]string{"Unlock", "RUnlock", "Wait", "Do"}, callee.Name())
}

func (a *acts) changesInside(literal *ssa.Function, s spot.Spot) bool {
	for instr := range code.Instructions(literal) {
		if a.changes(instr, s) {
			return true
		}
	}
	return slices.ContainsFunc(literal.AnonFuncs, func(inner *ssa.Function) bool { return a.changesInside(inner, s) })
}

// isDecided reports whether the end of the part that is released decides whether the second
// act happens: there may be nothing in that part.
func (a *acts) isDecided(give, next act) bool {
	high := give.spot.Part.High
	if high == nil {
		return false
	}
	for b := next.instr.Block().Idom(); b != nil && give.instr.Block().Dominates(b); b = b.Idom() {
		branch, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		if !ok {
			continue
		}
		if is, ok := branch.Cond.(*ssa.BinOp); !ok || is.X == high || is.Y == high {
			return true
		}
	}
	return false
}

// report reports an act on what was released.
func (a *acts) report(give, next act) bool {
	var m mistake.Mistake = mistake.UseAfterRelease{Swept: true}
	if next.gives {
		m = mistake.DoubleRelease{Swept: true}
	}
	if give.deferred {
		m = mistake.DoubleRelease{OneOfAll: true}
	}
	if next.inside != nil && a.Reporter.HasReported(next.inside.Pos(), m) {
		return true
	}
	then := mistake.ReleasedThere
	if give.spot.Part.Of == spot.All || give.spot.Part.Of == spot.Turn {
		then = mistake.AllReleased
	}
	way := []mistake.Place{{Pos: give.instr.Pos(), Text: string(then)}}
	if give.inside != nil {
		way = append(way, mistake.Place{Pos: give.inside.Pos(), Text: string(mistake.ReleasedThere)})
	}
	a.Reporter.ReportAt(next.instr.Pos(), m, way...)
	return true
}
