package check

import (
	"go/constant"
	"go/token"
	"go/types"
	"maps"
	"slices"

	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"golang.org/x/tools/go/ssa"
)

// This file is about lists of one element. A loop over such a list has one turn, and much
// is known after it: what it has counted, and how long the lists are that it has filled. So
// a condition after the loop is decided, although it is not for longer lists: if all were
// released, nothing is left, and the function may return early.

// A oneTurn is the way of a function through a loop over a list in a field, if the list has
// one element.
type oneTurn struct {
	*holders
	give
	known    map[ssa.Value]constant.Value
	released bool
	steps    int
}

// maxSteps bounds the blocks on all ways that are followed.
const maxSteps = 200

// leftAfterOne returns where a function that has released the only element of a list
// returns, and leaves the element there.
func (h *holders) leftAfterOne(fn *ssa.Function, g give) (left token.Pos) {
	loop, _ := code.EveryTurn(g.instr)
	if loop == nil || loop.Comment != "rangeindex.loop" {
		return token.NoPos
	}
	turn := &oneTurn{holders: h, give: g, known: map[ssa.Value]constant.Value{}}
	for _, before := range loop.Preds {
		if !code.IsWithin(before, loop) && before != loop {
			turn.enter(before, loop)
			return turn.walk(loop)
		}
	}
	return token.NoPos
}

// walk goes on at a block, and returns where the function returns; token.NoPos if it may
// not.
func (t *oneTurn) walk(b *ssa.BasicBlock) token.Pos {
	for t.steps++; t.steps < maxSteps; t.steps++ {
		for _, instr := range b.Instrs {
			if t.Code.MayTouch(instr, t.way.Fields) { // as Drop does
				return token.NoPos
			}
			t.released = t.released || instr == t.instr
		}
		var next *ssa.BasicBlock
		switch last := b.Instrs[len(b.Instrs)-1].(type) {
		case *ssa.Return:
			switch {
			case !t.released:
				return token.NoPos
			case last.Pos().IsValid():
				return last.Pos()
			}
			return t.instr.Pos() // at the end of the function
		case *ssa.Jump:
			next = b.Succs[0]
		case *ssa.If:
			yes := t.value(last.Cond, 0)
			if yes == nil {
				return t.fork(b)
			}
			next = b.Succs[1]
			if constant.BoolVal(yes) {
				next = b.Succs[0]
			}
		default:
			return token.NoPos
		}
		t.enter(b, next)
		b = next
	}
	return token.NoPos
}

// fork follows both ways of a condition that is not known. Before the release, one of them
// may lead there: whether it is taken depends on the element. After it, nothing is known.
func (t *oneTurn) fork(b *ssa.BasicBlock) token.Pos {
	if t.released {
		return token.NoPos
	}
	for _, next := range b.Succs {
		way := *t
		way.known = maps.Clone(t.known)
		way.enter(b, next)
		left := way.walk(next)
		t.steps = way.steps
		if left.IsValid() {
			return left
		}
	}
	return token.NoPos
}

// enter notes what the variables are that a block begins with. What was computed there
// in another turn is forgotten.
func (t *oneTurn) enter(from, to *ssa.BasicBlock) {
	k := slices.Index(to.Preds, from)
	now := map[ssa.Value]constant.Value{}
	for _, instr := range to.Instrs {
		if phi, ok := instr.(*ssa.Phi); ok {
			now[phi] = t.measure(phi.Edges[k], 0)
		}
	}
	maps.Copy(t.known, now)
}

// measure returns the value of a number or a bool, or the length of a list; nil if it is not
// known.
func (t *oneTurn) measure(v ssa.Value, depth int) constant.Value {
	if _, isList := v.Type().Underlying().(*types.Slice); isList {
		return t.length(v, depth)
	}
	return t.value(v, depth)
}

const maxComputed = 8

func (t *oneTurn) value(v ssa.Value, depth int) constant.Value {
	if depth > maxComputed {
		return nil
	}
	switch i := v.(type) {
	case *ssa.Const:
		return i.Value
	case *ssa.Phi:
		return t.known[i]
	case *ssa.UnOp:
		if x := t.value(i.X, depth+1); i.Op == token.NOT && x != nil {
			return constant.UnaryOp(token.NOT, x, 0)
		}
	case *ssa.Call:
		if code.Builtin(&i.Call) == "len" {
			return t.length(i.Call.Args[0], depth+1)
		}
	case *ssa.BinOp:
		x, y := t.value(i.X, depth+1), t.value(i.Y, depth+1)
		if x == nil || y == nil || x.Kind() != constant.Int || y.Kind() != constant.Int {
			return nil
		}
		switch i.Op {
		case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
			return constant.MakeBool(constant.Compare(x, i.Op, y))
		case token.ADD, token.SUB:
			return constant.BinaryOp(x, i.Op, y)
		}
	}
	return nil
}

// length returns how long a list is. The one in the field has one element.
func (t *oneTurn) length(list ssa.Value, depth int) constant.Value {
	if depth > maxComputed {
		return nil
	}
	switch i := list.(type) {
	case *ssa.Const:
		return constant.MakeInt64(0)
	case *ssa.Phi:
		return t.known[i]
	case *ssa.MakeSlice:
		return t.value(i.Len, depth+1)
	case *ssa.Slice:
		if n, ok := code.ArrayLen(i); ok {
			return constant.MakeInt64(n)
		}
		if i.Low == nil && i.High != nil {
			return t.value(i.High, depth+1)
		}
	case *ssa.UnOp:
		if at, ok := i.X.(*ssa.FieldAddr); ok && code.FieldOf(at).Origin() == t.way.In && code.SameWritten(at.X, t.way.Base) {
			return constant.MakeInt64(1)
		}
	case *ssa.Call:
		if added := code.Appended(&i.Call); code.Builtin(&i.Call) == "append" && len(added) > 0 {
			if n := t.length(i.Call.Args[0], depth+1); n != nil {
				return constant.BinaryOp(n, token.ADD, constant.MakeInt64(int64(len(added))))
			}
		}
	}
	return nil
}
