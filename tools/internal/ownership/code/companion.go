package code

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// Companions lists the variables that may have been assigned together with the one that a
// condition compares with a constant, such as a reference with the number of its users: those
// that have different values on the same ways, and those in memory that are assigned on some
// ways only.
func Companions(cond ssa.Value) (values []*ssa.Phi, variables []*ssa.Alloc) {
	phi := comparedPhi(cond)
	if phi == nil {
		return nil, nil
	}
	b := phi.Block()
	for _, instr := range b.Instrs[:PhiCount(b)] {
		if other := instr.(*ssa.Phi); other != phi {
			values = append(values, other)
		}
	}
	for instr := range Instructions(b.Parent()) {
		if a, ok := instr.(*ssa.Alloc); ok && a.Block() != b && a.Block().Dominates(b) && isAssignedBefore(a, b) {
			variables = append(variables, a)
		}
	}
	return values, variables
}

// comparedPhi returns the variable that a condition compares with a constant, if it has a
// constant on some way, or nil.
func comparedPhi(cond ssa.Value) *ssa.Phi {
	comparison, ok := cond.(*ssa.BinOp)
	if !ok || !isKnown(comparison.Y) {
		return nil
	}
	v := comparison.X
	for {
		switch i := v.(type) {
		case *ssa.BinOp:
			if !isKnown(i.Y) {
				return nil
			}
			v = i.X
			continue
		case *ssa.Phi:
			if hasConst(i, map[*ssa.Phi]bool{}) {
				return i
			}
		}
		return nil
	}
}

// isKnown reports whether a value is a constant, and not nil.
func isKnown(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && c.Value != nil
}

func hasConst(phi *ssa.Phi, seen map[*ssa.Phi]bool) bool {
	seen[phi] = true
	for _, edge := range phi.Edges {
		if other, ok := edge.(*ssa.Phi); isKnown(edge) || ok && !seen[other] && hasConst(other, seen) {
			return true
		}
	}
	return false
}

// isAssignedBefore reports whether a variable is assigned on some of the ways to a block.
func isAssignedBefore(a *ssa.Alloc, b *ssa.BasicBlock) bool {
	for _, r := range *a.Referrers() {
		s, ok := r.(*ssa.Store)
		if ok && s.Addr == a && !s.Block().Dominates(b) && Reaches(s.Block(), b, nil) {
			return true
		}
	}
	return false
}

// A Companion is a result of a call that came together with others which a condition depends
// on.
type Companion struct {
	Call   *ssa.Call
	Result *ssa.Extract
	Tells  func(result int) bool // whether the function looks at another result, besides in the condition
}

// Beside lists the companions of the results that a condition is computed from. A result that
// the condition depends on tells nothing else, unless it was compared with nil before. One
// that nobody looks at tells nothing, either.
func Beside(cond ssa.Value) (all []Companion) {
	at, ok := cond.(ssa.Instruction)
	if !ok {
		return nil
	}
	decide := map[*ssa.Call][]int{}
	var calls []*ssa.Call
	depends(cond, map[ssa.Value]bool{}, func(e *ssa.Extract) {
		if call, ok := e.Tuple.(*ssa.Call); ok {
			if decide[call] == nil {
				calls = append(calls, call)
			}
			decide[call] = append(decide[call], e.Index)
		}
	})
	for _, call := range calls {
		var others []*ssa.Extract
		looked := map[int]bool{}
		for _, r := range *call.Referrers() {
			e, ok := r.(*ssa.Extract)
			switch {
			case !ok || len(*e.Referrers()) == 0:
			case !slices.Contains(decide[call], e.Index):
				others = append(others, e)
				looked[e.Index] = true
			default:
				looked[e.Index] = isNilTestedBefore(e, at)
			}
		}
		for _, e := range others {
			all = append(all, Companion{call, e, func(k int) bool { return looked[k] }})
		}
	}
	return all
}

// IsNilTestOf reports whether a condition compares a result of a call with nil.
func IsNilTestOf(cond ssa.Value, call *ssa.Call) bool {
	test, ok := cond.(*ssa.BinOp)
	if !ok || !IsZeroValue(test.Y) {
		return false
	}
	result, ok := test.X.(*ssa.Extract)
	return ok && result.Tuple == call
}

// isNilTestedBefore reports whether the function knows at an instruction whether a value is
// nil: the instruction is behind one side of a condition on that.
func isNilTestedBefore(v ssa.Value, at ssa.Instruction) bool {
	for _, r := range *v.Referrers() {
		test, ok := r.(*ssa.BinOp)
		if !ok || !IsZeroValue(test.X) && !IsZeroValue(test.Y) {
			continue
		}
		for _, use := range *test.Referrers() {
			if branch, ok := use.(*ssa.If); ok && slices.ContainsFunc(branch.Block().Succs, func(side *ssa.BasicBlock) bool {
				return len(side.Preds) == 1 && side.Dominates(at.Block())
			}) {
				return true
			}
		}
	}
	return false
}

const maxDepends = 64 // values that a condition depends on

// depends calls found for the results that a value is computed from.
func depends(v ssa.Value, seen map[ssa.Value]bool, found func(*ssa.Extract)) {
	if seen[v] || len(seen) > maxDepends {
		return
	}
	seen[v] = true
	switch i := v.(type) {
	case *ssa.Extract:
		found(i)
		return
	case *ssa.UnOp:
		if made := madeHere(i.X); i.Op == token.MUL && made != nil {
			for _, stored := range storedAt(made, i.X) {
				depends(stored, seen, found)
			}
			return
		} else if i.Op == token.MUL {
			return
		}
	case *ssa.Phi, *ssa.BinOp, *ssa.Call, *ssa.MakeInterface, *ssa.ChangeInterface, *ssa.ChangeType, *ssa.Convert, *ssa.TypeAssert, *ssa.Field, *ssa.Slice:
	default:
		return
	}
	for _, operand := range v.(ssa.Instruction).Operands(nil) {
		if *operand != nil {
			depends(*operand, seen, found)
		}
	}
}

// madeHere returns the variable that an address is in, if it is one of this function.
func madeHere(addr ssa.Value) *ssa.Alloc {
	for {
		switch a := addr.(type) {
		case *ssa.FieldAddr:
			addr = a.X
			continue
		case *ssa.IndexAddr:
			addr = a.X
			continue
		case *ssa.Alloc:
			return a
		}
		return nil
	}
}

// storedAt lists what is stored at an address in a variable, or in the whole of it.
func storedAt(made *ssa.Alloc, addr ssa.Value) []ssa.Value {
	all := storedIn(made)
	at, ok := addr.(*ssa.FieldAddr)
	if !ok {
		return all
	}
	for _, r := range *made.Referrers() {
		if other, ok := r.(*ssa.FieldAddr); ok && other.Field == at.Field {
			for _, use := range *other.Referrers() {
				if s, ok := use.(*ssa.Store); ok && s.Addr == other {
					all = append(all, s.Val)
				}
			}
		}
	}
	return all
}
