package code

import (
	"go/token"

	"golang.org/x/tools/go/ssa"
)

// This file is about loops that do something at one index alone, such as
//
//	for j := range old {
//		if j == i {
//			list[j] = child
//			continue
//		}
//		list[j] = old[j].Retain()
//	}
//
// Who calls a function with an index means one of the list, so one turn has it. A way
// through the loop on which no turn has it is not worth looking at. The last index of the
// list is a chosen one too, if the loop has a turn at all:
//
//	for i, b := range backends {
//		if i < len(backends)-1 {
//			ref.Retain()
//		}
//		b.queue <- ref
//	}

// A choice is a condition of a loop that holds in one turn: that with a chosen index.
type choice struct {
	test  *ssa.If
	index ssa.Value
	turn  int  // which successor of the test is for the chosen index
	last  bool // the last index is chosen
}

// ChoosesAt reports whether a loop has a chosen index if a condition turns out to be as it is
// on the way to a successor of its block, and returns where the loop begins.
func (f *Function) ChoosesAt(test *ssa.If, successor int) (loop *ssa.BasicBlock, ok bool) {
	choices := f.choices()
	for _, header := range f.Blocks {
		if c, ok := choices[header]; ok && c.test == test && c.turn == successor {
			return header, true
		}
	}
	return nil, false
}

// RunsOut returns where a loop with a chosen index begins, if a block leaves it for a
// successor because there are no more indexes; otherwise nil. The chosen index may be the
// last one, which a loop without turns does not have.
func (f *Function) RunsOut(b *ssa.BasicBlock, successor int) (loop *ssa.BasicBlock, last bool) {
	test, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
	if !ok {
		return nil, false
	}
	bounds, ok := test.Cond.(*ssa.BinOp)
	if !ok || bounds.Op != token.LSS {
		return nil, false
	}
	choices := f.choices()
	for _, header := range f.Blocks {
		c, chooses := choices[header]
		switch out := b.Succs[successor]; {
		case !chooses, isInLoop(out, header):
		case isInLoop(b, header) && (bounds.X == c.index || counts(bounds.X, c.index)):
			return header, c.last
		case !c.last && isFirstTest(b, header, out): // of a loop over a number, before it begins
			return header, false
		}
	}
	return nil, false
}

// counts reports whether a value is a counter one step further.
func counts(v, counter ssa.Value) bool {
	step, ok := v.(*ssa.BinOp)
	return ok && step.Op == token.ADD && step.X == counter
}

// isFirstTest reports whether a block decides only whether a loop has a turn at all.
func isFirstTest(b, header, out *ssa.BasicBlock) bool {
	if isInLoop(b, header) || !b.Dominates(header) || header.Comment != "rangeint.body" {
		return false
	}
	for _, p := range out.Preds {
		if isInLoop(p, header) {
			return b.Succs[0] == header
		}
	}
	return false
}

// choices finds the loops with a chosen index, by where they begin.
func (f *Function) choices() map[*ssa.BasicBlock]choice {
	if f.chosen != nil {
		return f.chosen
	}
	f.chosen = map[*ssa.BasicBlock]choice{}
	for _, b := range f.Blocks {
		test, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		if !ok {
			continue
		}
		comparison, ok := test.Cond.(*ssa.BinOp)
		if !ok {
			continue
		}
		header, _ := EveryTurn(test)
		if header == nil {
			continue
		}
		if c, ok := chosenBy(comparison, header); ok && goesOn(b.Succs[c.turn], header) {
			c.test = test
			f.chosen[header] = c
		}
	}
	return f.chosen
}

// chosenBy returns the choice that a comparison of a loop's counter is.
func chosenBy(comparison *ssa.BinOp, header *ssa.BasicBlock) (c choice, ok bool) {
	op, counter, other := comparison.Op, comparison.X, comparison.Y
	if !isCounterOf(counter, header) && !isNext(counter, header) {
		counter, other = other, counter
		op = mirrored[op]
	}
	if !isCounterOf(counter, header) && !isNext(counter, header) {
		return choice{}, false
	}
	c = choice{index: counter, last: isLastIndex(other, header)}
	if step, ok := counter.(*ssa.BinOp); ok && step.Block() != header { // i+1 is compared with the length
		c = choice{index: step.X, last: isLengthOf(other, header)}
	}
	switch op {
	case token.EQL:
		return c, c.last || isChosen(other, header)
	case token.NEQ:
		c.turn = 1
		return c, c.last || isChosen(other, header)
	case token.LSS: // or else it is the last
		c.turn = 1
		return c, c.last
	case token.GEQ:
		return c, c.last
	}
	return choice{}, false
}

// mirrored has what a comparison is if its sides are exchanged.
var mirrored = map[token.Token]token.Token{
	token.LSS: token.GTR, token.LEQ: token.GEQ, token.GTR: token.LSS, token.GEQ: token.LEQ, token.EQL: token.EQL, token.NEQ: token.NEQ,
}

// isLastIndex reports whether a value is the last index of the list that a loop goes through.
func isLastIndex(v ssa.Value, header *ssa.BasicBlock) bool {
	before, ok := v.(*ssa.BinOp)
	return ok && before.Op == token.SUB && isConstOne(before.Y) && isLengthOf(before.X, header)
}

// isLengthOf reports whether a value is the length of the list that a loop goes through.
func isLengthOf(v ssa.Value, header *ssa.BasicBlock) bool {
	test, ok := header.Instrs[len(header.Instrs)-1].(*ssa.If)
	if !ok {
		return false
	}
	bounds, ok := test.Cond.(*ssa.BinOp)
	if !ok || bounds.Op != token.LSS {
		return false
	}
	length, all := BuiltinOf(v, "len"), BuiltinOf(bounds.Y, "len")
	return length != nil && all != nil && structure(all.Args[0], 0) == structure(length.Args[0], 0)
}

// isNext reports whether a value is the counter of a loop and one.
func isNext(v ssa.Value, header *ssa.BasicBlock) bool {
	step, ok := v.(*ssa.BinOp)
	return ok && step.Op == token.ADD && isConstOne(step.Y) && isCounterOf(step.X, header)
}

func isConstOne(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && c.Value != nil && isOne(c.Value)
}

// isCounterOf reports whether a value counts the turns of a loop.
func isCounterOf(v ssa.Value, header *ssa.BasicBlock) bool {
	if step, ok := v.(*ssa.BinOp); ok && step.Op == token.ADD && step.Block() == header {
		v = step.X // of a loop over a list
	}
	phi, ok := v.(*ssa.Phi)
	if !ok || phi.Block() != header {
		return false
	}
	for i, from := range header.Preds {
		if header.Dominates(from) && phi.Edges[i] != nil {
			step, ok := phi.Edges[i].(*ssa.BinOp)
			if !ok || step.Op != token.ADD || step.X != phi {
				return false
			}
		}
	}
	return true
}

// isChosen reports whether a value is an index that was chosen before a loop: one that the
// function was given.
func isChosen(v ssa.Value, header *ssa.BasicBlock) bool {
	switch v := v.(type) {
	case *ssa.Parameter, *ssa.FreeVar:
		return true
	case *ssa.UnOp:
		return v.Op == token.MUL && !isInLoop(v.Block(), header)
	}
	return false
}

// goesOn reports whether a loop is left for the same code after the turn at a block as after
// other turns, instead of ending the function.
func goesOn(b, header *ssa.BasicBlock) bool {
	if isInLoop(b, header) {
		return true
	}
	for _, out := range header.Succs {
		if !isInLoop(out, header) && Reaches(b, out, header) {
			return true
		}
	}
	return false
}
