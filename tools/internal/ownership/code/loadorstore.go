package code

import (
	"slices"

	"golang.org/x/tools/go/ssa"
)

// TakesWhatIsThere reports whether a caller of LoadOrStore goes on with what is in the map, if somebody has
// put it there, and does not find that out: it neither compares that with what it has brought, nor
// has taken a lock before, under which it may have looked.
func TakesWhatIsThere(instr ssa.Instruction) bool {
	call, ok := instr.(*ssa.Call)
	if !ok {
		return false
	}
	for before := range Instructions(call.Parent()) {
		other, isCall := before.(ssa.CallInstruction)
		if isCall && Locks(Object(other.Common())) {
			return false
		}
	}
	uses := 0
	for _, use := range *call.Referrers() {
		part, ok := use.(*ssa.Extract)
		if ok && part.Index == 0 {
			if isCompared(part) {
				return false
			}
			uses += len(*part.Referrers())
		}
	}
	return uses > 0
}

// isCompared reports whether a value, or what is in it if it is an interface, is compared with
// another one.
func isCompared(v ssa.Value) bool {
	return slices.ContainsFunc(*v.Referrers(), func(use ssa.Instruction) bool {
		switch i := use.(type) {
		case *ssa.BinOp, *ssa.Store, *ssa.Phi:
			return true
		case *ssa.TypeAssert:
			return isCompared(i)
		case *ssa.Extract:
			return i.Index == 0 && isCompared(i)
		}
		return false
	})
}
