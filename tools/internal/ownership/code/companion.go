package code

import (
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
