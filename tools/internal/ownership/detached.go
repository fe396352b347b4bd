package ownership

import (
	"go/token"
	"slices"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"github.com/rcpool/rcpool/tools/internal/ownership/fate"
	"golang.org/x/tools/go/ssa"
)

// stillKept reports whether a reference that was put into a field or a container, perhaps by a
// callee, is there when a call is made: nothing else runs in between, so nobody has taken it out.
func (p *position) stillKept(f *fate.Fate, s *site) bool {
	stays := f.Stays || stays(f.How)
	block := s.instr.Block()
	if f.Status != fate.Gone || !stays || s.deferred || block == nil {
		return false
	}
	for instr := range code.Instructions(block.Parent()) {
		if pos := instr.Pos(); pos.IsValid() && p.at(pos) == f.At {
			return !code.RunsBetween(instr, s.instr, mayTakeAway)
		}
	}
	return false
}

// pureText are packages whose functions wait for nobody and only make or print text.
var pureText = []string{"bytes", "errors", "fmt", "log", "math", "strconv", "strings"}

// mayTakeAway reports whether an instruction may run code that takes something out of a container
// or a field.
func mayTakeAway(instr ssa.Instruction) bool {
	switch i := instr.(type) {
	case *ssa.Send, *ssa.Select:
		return true // it waits for others
	case *ssa.UnOp:
		return i.Op == token.ARROW
	}
	call, ok := instr.(ssa.CallInstruction)
	if !ok {
		return false
	}
	common := call.Common()
	if _, isBuiltin := common.Value.(*ssa.Builtin); isBuiltin {
		return false
	}
	fn := code.Object(common)
	switch {
	case fn == nil:
		return true
	case fn.Signature().Recv() == nil:
		return fn.Pkg() == nil || !slices.Contains(pureText, fn.Pkg().Path())
	}
	switch fn.Name() {
	case "Value", "Retain", "IsZero":
		return !api.IsRef(fn.Signature().Recv().Type())
	case "Unlock", "RUnlock":
		return !synchronizes(fn)
	}
	return true
}
