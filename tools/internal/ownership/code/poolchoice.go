package code

import (
	"slices"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
	"golang.org/x/tools/go/ssa"
)

// PutByContent reports whether an instruction puts an object into a pool, and another one puts it
// into a second pool, as the object itself tells: by its capacity, say, or by a field that says
// where it came from. The program then knows more about the object than where it was taken.
func PutByContent(put ssa.Instruction) bool {
	v, pool, ok := putOf(put)
	if !ok || isMixedUp(put, v, pool) {
		return false
	}
	for instr := range Instructions(put.Parent()) {
		other, second, ok := putOf(instr)
		if !ok || structure(other, 0) != structure(v, 0) || structure(second, 0) == structure(pool, 0) {
			continue
		}
		if slices.ContainsFunc(choicesBetween(put.Block(), instr.Block()), func(choice *ssa.If) bool {
			return madeOf(choice.Cond, v, 0, visits{}) && separates(choice, put.Block(), instr.Block(), v) && !bothAfter(choice, put, v, second)
		}) {
			return true
		}
	}
	return false
}

// separates reports whether a choice decides that a function comes to one block, and not to a second
// one: only one side of it leads to the first, or each way there goes on where the object itself
// decides, and cannot lead to the second any more. A choice that both sides of come to the same end
// has asked the object for something else.
func separates(choice *ssa.If, block, second *ssa.BasicBlock, v ssa.Value) bool {
	from := choice.Block()
	if Reaches(from.Succs[0], block, from) != Reaches(from.Succs[1], block, from) {
		return true
	}
	seen := map[*ssa.BasicBlock]bool{from: true}
	for ways := []*ssa.BasicBlock{from}; len(ways) > 0; {
		b := ways[len(ways)-1]
		ways = ways[:len(ways)-1]
		at, isChoice := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		asks := isChoice && madeOf(at.Cond, v, 0, visits{})
		for _, next := range b.Succs {
			if seen[next] || asks && !Reaches(next, second, from) {
				continue
			}
			if next == block {
				return false
			}
			seen[next] = true
			ways = append(ways, next)
		}
	}
	return true
}

// bothAfter reports whether an object goes into either of two pools after a choice, on the side
// of the instruction that puts it into one of them: what decides there tells nothing of the
// object, and nobody changes it meanwhile. So the choice has asked the object for something
// else, such as whether it is long enough.
func bothAfter(choice *ssa.If, put ssa.Instruction, v, second ssa.Value) bool {
	var side *ssa.BasicBlock
	for _, next := range choice.Block().Succs {
		if len(next.Preds) == 1 && next.Dominates(put.Block()) {
			side = next
		}
	}
	if side == nil {
		return false
	}
	either := false
	for instr := range Instructions(put.Parent()) {
		if !side.Dominates(instr.Block()) {
			continue
		}
		other, pool, ok := putOf(instr)
		switch {
		case !ok && mayReplace(instr, v):
			return false
		case !ok || structure(other, 0) != structure(v, 0) || structure(pool, 0) != structure(second, 0):
			continue
		}
		between := choiceBetween(put.Block(), instr.Block())
		if between == nil || madeOf(between.Cond, v, 0, visits{}) {
			return false
		}
		either = true
	}
	return either
}

// isMixedUp reports whether an object goes into the pool of another one that goes back there beside
// it: both were taken out here, each of its own pool. What decides there sends the other one home,
// so it has chosen no pool.
func isMixedUp(put ssa.Instruction, v, pool ssa.Value) bool {
	from := poolOf(v)
	if from == nil || structure(from, 0) == structure(pool, 0) {
		return false
	}
	return slices.ContainsFunc(put.Block().Instrs, func(instr ssa.Instruction) bool {
		other, to, ok := putOf(instr)
		if !ok || structure(to, 0) != structure(pool, 0) {
			return false
		}
		home := poolOf(other)
		return home != nil && structure(home, 0) == structure(pool, 0)
	})
}

// poolOf returns the pool that an object was taken out of in the same function, or nil.
func poolOf(v ssa.Value) ssa.Value {
	object, ok := v.(*ssa.TypeAssert)
	if !ok || !IsTakenFromPool(object.X) {
		return nil
	}
	get := object.X.(*ssa.Call).Common()
	if get.IsInvoke() {
		return get.Value
	}
	return get.Args[0]
}

// mayReplace reports whether an instruction sets an object, or a field of it, or gives its
// address to others that may.
func mayReplace(instr ssa.Instruction, object ssa.Value) bool {
	switch i := instr.(type) {
	case *ssa.UnOp, *ssa.FieldAddr, *ssa.DebugRef, *ssa.BinOp:
		return false
	case *ssa.MakeInterface: // for Put
		return slices.ContainsFunc(*i.Referrers(), func(user ssa.Instruction) bool {
			_, _, ok := putOf(user)
			return !ok && isWithin(i.X, object)
		})
	}
	return slices.ContainsFunc(instr.Operands(nil), func(operand *ssa.Value) bool {
		return *operand != nil && isWithin(*operand, object)
	})
}

// isWithin reports whether a value is an object, or the address of a field of it.
func isWithin(v, object ssa.Value) bool {
	if field, ok := v.(*ssa.FieldAddr); ok {
		v = field.X
	}
	return structure(v, 0) == structure(object, 0)
}

// putOf returns what an instruction puts into a pool, and the pool.
func putOf(instr ssa.Instruction) (v, pool ssa.Value, ok bool) {
	call, isCall := instr.(ssa.CallInstruction)
	if !isCall {
		return nil, nil, false
	}
	common := call.Common()
	if v, ok = PutIntoPool(common); !ok {
		return nil, nil, false
	}
	if common.IsInvoke() {
		return v, common.Value, true
	}
	return v, common.Args[0], true
}

// choicesBetween lists the conditions on which it depends that a function comes to one block and not
// to another one: that of choiceBetween, and those after it on the way to the first.
func choicesBetween(a, b *ssa.BasicBlock) (all []*ssa.If) {
	first := choiceBetween(a, b)
	if first == nil {
		return nil
	}
	for at := a.Idom(); at != first.Block(); at = at.Idom() {
		if choice, ok := at.Instrs[len(at.Instrs)-1].(*ssa.If); ok {
			all = append(all, choice)
		}
	}
	return append(all, first)
}

// choiceBetween returns the condition after which a function comes to one block or to another
// one, or nil.
func choiceBetween(a, b *ssa.BasicBlock) *ssa.If {
	above := a.Idom()
	for above != nil && !above.Dominates(b) {
		above = above.Idom()
	}
	if above == nil || above == b || len(above.Instrs) == 0 {
		return nil
	}
	choice, _ := above.Instrs[len(above.Instrs)-1].(*ssa.If)
	return choice
}

// madeOf reports whether a value is the length or the capacity of an object, a field of it, or
// what it says when it is asked, or is computed from that. What other functions make of its
// contents, such as a checksum, tells nothing of where it came from.
func madeOf(v, object ssa.Value, depth int, s visits) bool {
	if api.IsError(v.Type()) || depth == longestWay || s.ends(v, depth) {
		return false
	}
	if structure(v, 0) == structure(object, 0) {
		return true
	}
	if call, ok := v.(*ssa.Call); ok && Builtin(&call.Call) == "" {
		args := call.Call.Args
		return len(args) == 1 && structure(args[0], 0) == structure(object, 0)
	}
	instr, ok := v.(ssa.Instruction)
	return ok && slices.ContainsFunc(instr.Operands(nil), func(operand *ssa.Value) bool {
		return *operand != nil && madeOf(*operand, object, depth+1, s)
	})
}
