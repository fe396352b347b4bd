package check

import (
	"go/types"

	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"github.com/rcpool/rcpool/tools/internal/ownership/mistake"
	"golang.org/x/tools/go/ssa"
)

// checkValues reports values that are put into a sync.Pool where a pointer
// belongs: making an interface of them allocates. It is what staticcheck reports as
// SA6002, so a comment that makes staticcheck accept it counts here too. Nothing is said
// of what does not belong into its pool at all.
func (p *Package) checkValues(misplaced map[ssa.Instruction]bool) {
	for instr := range p.Code.Instructions() {
		call, ok := instr.(ssa.CallInstruction)
		if !ok {
			continue
		}
		v, ok := code.PutIntoSyncPool(call.Common())
		if !ok || misplaced[instr] || !byValue(v.Type()) {
			continue
		}
		pos, end := p.Reporter.Extent(call.Pos())
		if p.Reporter.IsAccepted(pos, "SA6002", "staticcheck") {
			continue
		}
		p.Reporter.Report(pos, end, mistake.NonPointer{Type: types.TypeString(v.Type(), types.RelativeTo(p.Pass.Pkg))})
	}
}

// byValue reports whether a value of the type has to be copied to the heap to
// become an interface.
func byValue(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Slice, *types.Array:
		return true
	case *types.Struct:
		return u.NumFields() > 0
	case *types.Basic:
		return u.Kind() != types.UnsafePointer && u.Kind() != types.UntypedNil
	}
	return false
}
