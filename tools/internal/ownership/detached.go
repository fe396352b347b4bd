package ownership

import (
	"go/token"
	"go/types"
	"slices"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"github.com/rcpool/rcpool/tools/internal/ownership/fate"
	"golang.org/x/tools/go/ssa"
)

// stillKept reports whether a reference that was put into a field or a container, perhaps by a
// callee, is there when a call is made: nothing else runs in between, so nobody has taken it out.
func (p *position) stillKept(pkg *code.Package, f *fate.Fate, s *site) bool {
	stays := f.Stays || stays(f.How)
	block := s.instr.Block()
	if f.Status != fate.Gone || !stays || s.deferred || block == nil {
		return false
	}
	for instr := range code.Instructions(block.Parent()) {
		if pos := instr.Pos(); pos.IsValid() && p.at(pos) == f.At {
			t := takers{pkg, map[*ssa.Function]bool{}}
			return !code.RunsBetween(instr, s.instr, t.mayTakeAway)
		}
	}
	return false
}

// pureText are packages whose functions wait for nobody and only make or print text.
var pureText = []string{"bytes", "errors", "fmt", "log", "math", "strconv", "strings"}

// takers finds what may take something out of a container or a field.
type takers struct {
	pkg  *code.Package
	seen map[*ssa.Function]bool // that were searched, or are being searched
}

// mayTakeAway reports whether an instruction may run code that takes something out of a container
// or a field. A function in a variable is one of those that a program uses as values.
func (t takers) mayTakeAway(instr ssa.Instruction) bool {
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
		all := t.pkg.ValuesOf(common.Signature())
		return common.IsInvoke() || code.Callee(common) != nil || t.pkg.Types.Name() != "main" || len(all) == 0 || slices.ContainsFunc(all, t.takes)
	case fn.Signature().Recv() == nil:
		isMove := api.Declares(fn) && fn.Name() == "Move" // what it takes out is followed
		return !isMove && (fn.Pkg() == nil || !slices.Contains(pureText, fn.Pkg().Path()))
	}
	switch fn.Name() {
	case "Value", "Retain", "IsZero":
		return !api.IsRef(fn.Signature().Recv().Type())
	case "Unlock", "RUnlock":
		return !synchronizes(fn)
	}
	return true
}

// takes reports whether a function that is used as a value may take something away: it calls what
// may, or changes memory that may be another's.
func (t takers) takes(fn *ssa.Function) bool {
	if t.seen[fn] {
		return false
	}
	t.seen[fn] = true
	if !t.pkg.Has(fn) {
		return true
	}
	for instr := range code.Instructions(fn) {
		if changesContainer(instr) || t.mayTakeAway(instr) {
			return true
		}
	}
	return false
}

// changesContainer reports whether an instruction changes a map, or stores something other than a
// number, a text or a condition.
func changesContainer(instr ssa.Instruction) bool {
	switch i := instr.(type) {
	case *ssa.MapUpdate:
		return true
	case *ssa.Call:
		return code.Builtin(&i.Call) == "delete" || code.Builtin(&i.Call) == "clear"
	case *ssa.Store:
		_, isBasic := i.Val.Type().Underlying().(*types.Basic)
		return !isBasic && !isArgument(i.Addr)
	}
	return false
}

// isArgument reports whether an address is in the list of the last arguments of a variadic call.
func isArgument(addr ssa.Value) bool {
	at, ok := addr.(*ssa.IndexAddr)
	if !ok {
		return false
	}
	list, ok := at.X.(*ssa.Alloc)
	return ok && list.Comment == "varargs"
}
