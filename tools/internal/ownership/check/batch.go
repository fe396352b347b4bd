package check

import (
	"go/token"
	"slices"

	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"github.com/rcpool/rcpool/tools/internal/ownership/mistake"
	"golang.org/x/tools/go/ssa"
)

// This file is about functions that have a list of references, put some of them into a home (see
// onehome.go), and then release all that are in the list.

// checkBatch reports the release of all elements of a list, one of which was put into a home.
func (o *seconds) checkBatch(p placing) {
	list := listOf(p.value)
	if list == nil || !o.isOnly(p.value) || isCountedOnWay(p.value, p.instr) || isWritten(list) {
		return
	}
	if _, isOwn := p.at.base.(*ssa.Alloc); isOwn && !o.secondOwner(p, p.at).isReleased() {
		return // perhaps nobody closes it
	}
	var release ssa.Instruction
	a := &aftermath{
		Package: o.Package, certain: true,
		changes: func(instr ssa.Instruction, _ thing) bool {
			return instr != p.instr && o.Code.MayCut(instr, p.into.Field)
		},
		ways:     func(branch *ssa.If) []*ssa.BasicBlock { return branch.Block().Succs },
		goesOver: func(branch *ssa.If) bool { return isLoopOver(branch, list) },
		found: func(instr ssa.Instruction, _ thing, _ []token.Pos) bool {
			call, ok := instr.(*ssa.Call)
			if !ok {
				return false
			}
			v := o.given(&call.Call)
			if _, every := code.EveryTurn(instr); v == nil || !every || listOf(v) != list {
				return false
			}
			release = instr
			return true
		},
	}
	if a.follows(p.instr, thing{base: list}) && !o.isReported(p.instr.Parent()) {
		o.Reporter.ReportAt(release.Pos(), mistake.DoubleRelease{StillHeld: p.into.Field.Name()}, mistake.Place{Pos: p.instr.Pos(), Text: string(mistake.HandedBefore)})
	}
}

// listOf returns the list of which a value is the element of a loop's turn, or nil.
func listOf(v ssa.Value) ssa.Value {
	load, ok := v.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return nil
	}
	at, ok := load.X.(*ssa.IndexAddr)
	if !ok || !code.IsInEachTurn(at) {
		return nil
	}
	return at.X
}

// isWritten reports whether a function may change what is in a list, or gives the list away.
func isWritten(list ssa.Value) bool {
	return list.Referrers() == nil || slices.ContainsFunc(*list.Referrers(), func(use ssa.Instruction) bool {
		switch i := use.(type) {
		case *ssa.DebugRef:
			return false
		case *ssa.IndexAddr:
			return !code.IsOnlyLoaded(i)
		case *ssa.Call:
			return code.Builtin(&i.Call) != "len"
		}
		return true
	})
}

// isLoopOver reports whether a branch begins a loop over a list.
func isLoopOver(branch *ssa.If, list ssa.Value) bool {
	cond, ok := branch.Cond.(*ssa.BinOp)
	if !ok || branch.Block().Comment != "rangeindex.loop" {
		return false
	}
	length := code.BuiltinOf(cond.Y, "len")
	return length != nil && length.Args[0] == list
}
