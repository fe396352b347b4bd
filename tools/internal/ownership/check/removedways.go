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
		if len(out.Takes) == 0 || slices.ContainsFunc(out.Takes, func(take ssa.Instruction) bool { return take.Parent() != out.From.Parent() }) {
			continue
		}
		if isReceive(out.From) {
			d.checkWay(out, out.From, out.Pos)
			continue
		}
		v, ok := out.From.(ssa.Value)
		if !ok || d.given || d.released && !isLive(v) {
			continue
		}
		for _, removal := range d.Removals {
			takesBefore := slices.ContainsFunc(out.Takes, func(take ssa.Instruction) bool { return code.Precedes(take, removal) })
			if removal.Parent() == out.From.Parent() && !takesBefore && isOneOf(out.From) && d.finds(out.From, removal) {
				d.checkWay(out, removal, removal.Pos())
			}
		}
	}
}

// isOneOf reports whether an instruction takes one object out of a container, or one in each
// turn of a loop over a map.
func isOneOf(from ssa.Instruction) bool {
	switch i := from.(type) {
	case *ssa.Next, *ssa.Lookup:
		return true
	case *ssa.UnOp:
		return !isEach(i)
	}
	return false
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
	out  holding.Out
	seen map[*ssa.BasicBlock]bool
}

// lost returns where a way ends on which nothing takes the object, or nil.
func (w *removedWay) lost(b *ssa.BasicBlock, from int) ssa.Instruction {
	for _, instr := range b.Instrs[from:] {
		if slices.Contains(w.out.Takes, instr) {
			return nil
		}
		if isReturn(instr) && b != b.Parent().Recover || instr == w.out.From {
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

// present returns where a condition may lead if there is an object.
func (w *removedWay) present(branch *ssa.If) []*ssa.BasicBlock {
	succs := branch.Block().Succs
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
	n, ok := test.Y.(*ssa.Const)
	if !ok || int(n.Int64()) >= len(i.States) {
		return succs
	}
	if i.States[n.Int64()].Pos == w.out.Pos {
		return succs[:1]
	}
	return succs[1:]
}
