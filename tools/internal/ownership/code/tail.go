package code

import (
	"go/constant"
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// TakesSome reports whether an instruction of the loop at header is about some elements of
// a list only: the index begins or ends at a mark, as in a rollback.
func TakesSome(instr ssa.Instruction, header *ssa.BasicBlock) bool {
	for _, operand := range instr.Operands(nil) {
		for _, v := range ChainTo(*operand) {
			if at, ok := v.(*ssa.IndexAddr); ok && (beginsAtMark(at.Index, header) || endsAtMark(header)) {
				return true
			}
		}
	}
	return false
}

// beginsAtMark reports whether an index does not begin at one of the ends of a list.
func beginsAtMark(index ssa.Value, header *ssa.BasicBlock) bool {
	switch i := index.(type) {
	case *ssa.BinOp:
		return beginsAtMark(i.X, header) || beginsAtMark(i.Y, header)
	case *ssa.Phi:
		if i.Block() != header {
			return false
		}
		for k, edge := range i.Edges {
			if header.Dominates(header.Preds[k]) {
				continue // from one turn to the next
			}
			if isMark(edge) || countsUp(i) && !isConstant(edge) {
				return true
			}
		}
		return false
	}
	return isMark(index)
}

// endsAtMark reports whether a loop goes on up to a mark, or down to one.
func endsAtMark(header *ssa.BasicBlock) bool {
	branch, ok := header.Instrs[len(header.Instrs)-1].(*ssa.If)
	if !ok {
		return false
	}
	cond, ok := branch.Cond.(*ssa.BinOp)
	if !ok {
		return false
	}
	down := (cond.Op == token.GEQ || cond.Op == token.GTR) && !isConstant(cond.Y)
	return down || isMark(cond.X) || isMark(cond.Y)
}

// isMark reports whether a number is made of one that the function was given, or has
// captured.
func isMark(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Parameter, *ssa.FreeVar:
		return true
	case *ssa.BinOp:
		return isMark(v.X) || isMark(v.Y)
	case *ssa.Convert:
		return isMark(v.X)
	case *ssa.UnOp:
		_, captured := v.X.(*ssa.FreeVar)
		return captured && v.Op == token.MUL
	}
	return false
}

// countsUp reports whether an index grows from turn to turn.
func countsUp(index *ssa.Phi) bool {
	return slices.ContainsFunc(index.Edges, func(e ssa.Value) bool {
		next, ok := e.(*ssa.BinOp)
		if !ok || next.X != index {
			return false
		}
		by, ok := next.Y.(*ssa.Const)
		return next.Op == token.ADD && ok && constant.Sign(by.Value) > 0
	})
}

func isConstant(v ssa.Value) bool {
	_, ok := v.(*ssa.Const)
	return ok
}
