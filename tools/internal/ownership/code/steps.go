package code

import (
	"go/constant"
	"go/token"

	"golang.org/x/tools/go/ssa"
)

// A Direction says where the turns of a loop take a number.
type Direction uint8

// The directions: a turn leaves the number as it is, or takes it there.
const (
	Anywhere Direction = iota
	Up
	Down
)

// DirectionOf returns where a loop that begins with a phi takes its number.
func DirectionOf(phi *ssa.Phi) Direction {
	s := steps{seen: map[ssa.Value]bool{phi: true}}
	for i, pred := range phi.Block().Preds {
		if phi.Block().Dominates(pred) && !s.isStep(phi.Edges[i]) {
			return Anywhere
		}
	}
	switch {
	case s.up && !s.down:
		return Up
	case s.down && !s.up:
		return Down
	}
	return Anywhere
}

// steps is the search for what turns of a loop add to a number.
type steps struct {
	seen     map[ssa.Value]bool
	up, down bool
}

// isStep reports whether a value is what the number was at the beginning of the turn, and
// constants.
func (s *steps) isStep(v ssa.Value) bool {
	if s.seen[v] {
		return true
	}
	switch v := v.(type) {
	case *ssa.Phi:
		s.seen[v] = true
		for _, edge := range v.Edges {
			if !s.isStep(edge) {
				return false
			}
		}
		return true
	case *ssa.BinOp:
		by, ok := v.Y.(*ssa.Const)
		if !ok || by.Value == nil || by.Value.Kind() != constant.Int || constant.Sign(by.Value) <= 0 {
			return false
		}
		s.up = s.up || v.Op == token.ADD
		s.down = s.down || v.Op == token.SUB
		return (v.Op == token.ADD || v.Op == token.SUB) && s.isStep(v.X)
	}
	return false
}
