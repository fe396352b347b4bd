package check

import (
	"go/token"
	"slices"

	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"github.com/rcpool/rcpool/tools/internal/ownership/holding"
	"github.com/rcpool/rcpool/tools/internal/ownership/mistake"
	"golang.org/x/tools/go/ssa"
)

// This file is about functions that take an object out of the container that owns it, and
// release it or give it away on some of their ways only: on another one, they return, or go on
// with the next object.

// checkWays reports objects that are taken out and then lost on a way.
func (d deletion) checkWays() {
	for _, out := range d.Outs {
		takes := slices.Concat(out.Takes, out.Moves)
		if len(takes) == 0 || slices.ContainsFunc(takes, func(take ssa.Instruction) bool { return take.Parent() != out.From.Parent() }) {
			continue
		}
		if isReceive(out.From) || isRemoveOfList(out.From) || isRemoveOfHeap(out.From) && !d.given && !d.released {
			d.checkWay(out, out.From, out.Pos)
			continue
		}
		v, ok := out.From.(ssa.Value)
		if !ok || d.given || d.released && !isLive(v) {
			continue
		}
		for _, removal := range d.Removals {
			if removal.Parent() != out.From.Parent() || !d.finds(out.From, removal) {
				continue
			}
			takesBefore := slices.ContainsFunc(takes, func(take ssa.Instruction) bool { return code.Precedes(take, removal) })
			switch {
			case emptiesAround(removal, out.From):
				d.checkSweep(out, removal)
			case !takesBefore:
				d.checkWay(out, removal, removal.Pos())
			}
		}
	}
}

// isRemoveOfList reports whether an instruction takes a value out of a list of package
// container/list.
func isRemoveOfList(instr ssa.Instruction) bool {
	call, ok := instr.(*ssa.Call)
	return ok && code.IsMethodOfList(&call.Call, "Remove")
}

// isRemoveOfHeap reports whether an instruction takes a value out of a heap of package container/heap.
func isRemoveOfHeap(instr ssa.Instruction) bool {
	call, ok := instr.(*ssa.Call)
	return ok && code.IsOfHeap(&call.Call, "Pop", "Remove")
}

// checkSweep reports a way through a turn of a loop on which nothing takes the element, if all
// elements are removed after the loop.
func (d deletion) checkSweep(out holding.Out, removal ssa.Instruction) {
	fn := removal.Parent()
	for _, other := range d.Outs {
		if other.From != out.From && code.Outermost(other.From.Parent()) == code.Outermost(fn) && len(other.Takes)+len(other.Moves) > 0 {
			return // it may be the one
		}
	}
	w := removedWay{out: out, removal: removal, seen: map[*ssa.BasicBlock]bool{}}
	b := out.From.Block()
	if w.lost(b, slices.Index(b.Instrs, out.From)+1) != nil {
		d.Reporter.ReportAt(removal.Pos(), mistake.Removed{Several: true, Sometimes: true, Held: d.IsHeld()}, placesOf(d.Puts)...)
	}
}

// checkWay reports a way from where an object is removed to a return, or to the next object, on
// which nothing takes it.
func (d deletion) checkWay(out holding.Out, removed ssa.Instruction, pos token.Pos) {
	w := removedWay{out: out, seen: map[*ssa.BasicBlock]bool{}}
	b := removed.Block()
	if lost := w.lost(b, slices.Index(b.Instrs, removed)+1); lost != nil {
		places := placesOf(d.Puts)
		if lost.Pos().IsValid() {
			places = append(places, mistake.Place{Pos: lost.Pos(), Text: "and here it has no owner"})
		}
		d.Reporter.ReportAt(pos, mistake.Removed{Received: isReceive(removed), Sometimes: true, Held: d.IsHeld()}, places...)
	}
}

// A removedWay is a way after which an object is lost.
type removedWay struct {
	out     holding.Out
	removal ssa.Instruction // of all elements, after a loop; nil if the object is removed already
	seen    map[*ssa.BasicBlock]bool
}

// lost returns where a way ends on which nothing takes the object, or nil.
func (w *removedWay) lost(b *ssa.BasicBlock, from int) ssa.Instruction {
	for _, instr := range b.Instrs[from:] {
		if slices.Contains(w.out.Takes, instr) || slices.Contains(w.out.Moves, instr) {
			return nil
		}
		if w.removal != nil && takesWithRest(instr, w.out.From) {
			return nil
		}
		if isReturn(instr) && w.removal != nil {
			return nil // all are still there
		}
		if isReturn(instr) && b != b.Parent().Recover || instr == w.out.From || instr == w.removal {
			return instr
		}
	}
	next := b.Succs
	if branch, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If); ok {
		next = w.present(branch)
	}
	for _, s := range next {
		if !w.seen[s] {
			w.seen[s] = true
			if end := w.lost(s, 0); end != nil {
				return end
			}
		}
	}
	return nil
}

// takesWithRest reports whether an instruction of a loop takes the element of this turn together with
// others: it hands over the container, or a part of it from that element on, as
// append(kept, list[i:]...) does. What becomes of these nobody knows here.
func takesWithRest(instr, from ssa.Instruction) bool {
	swept := sweptBy(from)
	if swept == nil {
		return false
	}
	switch i := instr.(type) {
	case *ssa.Slice:
		return isSameList(i.X, swept) && mayHave(i, from) && slices.ContainsFunc(*i.Referrers(), mayTakeFrom)
	case *ssa.Call:
		return mayTakeFrom(i) && slices.ContainsFunc(i.Call.Args, func(arg ssa.Value) bool { return isContainer(arg.Type()) && isSameList(arg, swept) })
	}
	return false
}

// mayHave reports whether a part of a list may have the element that a loop takes from there.
func mayHave(part *ssa.Slice, from ssa.Instruction) bool {
	load, ok := from.(*ssa.UnOp)
	if !ok {
		return true
	}
	at := elementAt(load)
	switch {
	case at == nil:
		return true
	case part.Low != nil && isNext(part.Low, at.Index):
		return false
	}
	return part.High == nil || !code.IsConstZero(part.High) && !code.SameWritten(part.High, at.Index)
}

// mayTakeFrom reports whether an instruction may keep elements of a list that it is given: it does
// not only empty or count them.
func mayTakeFrom(instr ssa.Instruction) bool {
	call, ok := instr.(*ssa.Call)
	return !ok || !slices.Contains([]string{"clear", "len", "cap", "delete"}, code.Builtin(&call.Call))
}

// present returns where a condition may lead if there is an object.
func (w *removedWay) present(branch *ssa.If) []*ssa.BasicBlock {
	succs := branch.Block().Succs
	if w.isFlag(branch.Cond) {
		return nil // it may tell whether there is one
	}
	switch cond := branch.Cond.(type) {
	case *ssa.Extract: // whether something was found or received
		if from, isValue := w.out.From.(ssa.Value); isValue && cond.Tuple == from && cond.Index <= 1 {
			return succs[:1]
		}
	case *ssa.Call:
		if len(cond.Call.Args) > 0 && w.isObject(cond.Call.Args[0]) {
			switch {
			case code.IsMethodOfRef(&cond.Call, "IsZero"):
				return succs[1:]
			case code.IsMethodOfRef(&cond.Call, "Valid"):
				return succs[:1]
			}
		}
	case *ssa.BinOp:
		if i, ok := w.out.From.(*ssa.Select); ok && isCaseOf(cond, i) {
			return w.chosen(cond, i, succs)
		}
		if !code.IsZeroValue(cond.Y) || !w.isObject(cond.X) {
			break
		}
		switch cond.Op {
		case token.EQL:
			return succs[1:]
		case token.NEQ:
			return succs[:1]
		}
	}
	return succs
}

// isFlag reports whether a condition is a field beside the object, in a struct that is an element of
// a list. Lists may have elements that nobody has put there, with all fields zero.
func (w *removedWay) isFlag(cond ssa.Value) bool {
	var whole ssa.Value
	switch i := cond.(type) {
	case *ssa.Field:
		whole = i.X
	case *ssa.UnOp:
		if at, ok := i.X.(*ssa.FieldAddr); ok {
			whole = onlyStored(at.X)
		}
	}
	switch from := w.out.From.(type) {
	case *ssa.UnOp:
		return whole == ssa.Value(from)
	case *ssa.Index:
		return whole == ssa.Value(from)
	}
	return false
}

// isObject reports whether a value is the object, or a part of what was taken out.
func (w *removedWay) isObject(v ssa.Value) bool {
	from, ok := w.out.From.(ssa.Value)
	return ok && isMadeFrom(v, from, map[ssa.Value]bool{})
}

func isCaseOf(test *ssa.BinOp, i *ssa.Select) bool {
	chosen, ok := test.X.(*ssa.Extract)
	return ok && chosen.Tuple == ssa.Value(i) && chosen.Index == 0
}

// chosen returns where a test of a select leads if it has chosen the case that has received the
// object.
func (w *removedWay) chosen(test *ssa.BinOp, i *ssa.Select, succs []*ssa.BasicBlock) []*ssa.BasicBlock {
	n, ok := code.ConstInt(test.Y)
	if !ok || n < 0 || int(n) >= len(i.States) {
		return succs
	}
	if i.States[n].Pos == w.out.Pos {
		return succs[:1]
	}
	return succs[1:]
}
