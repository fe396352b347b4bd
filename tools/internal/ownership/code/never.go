package code

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// NeverReturns reports whether a function of a library ends the program, the
// goroutine or the test.
func NeverReturns(fn *types.Func) bool {
	if fn.Pkg() == nil {
		return false
	}
	name := fn.Name()
	switch fn.Pkg().Path() {
	case "os":
		return name == "Exit"
	case "runtime":
		return name == "Goexit"
	case "syscall":
		return name == "Exit"
	case "log":
		return strings.HasPrefix(name, "Fatal") || strings.HasPrefix(name, "Panic")
	case "testing":
		return strings.HasPrefix(name, "Fatal") || name == "FailNow" || strings.HasPrefix(name, "Skip") && name != "Skipped"
	case "go.uber.org/zap":
		return strings.HasPrefix(name, "Fatal") || strings.HasPrefix(name, "Panic")
	case "github.com/sirupsen/logrus", "k8s.io/klog", "k8s.io/klog/v2":
		return strings.HasPrefix(name, "Fatal") || strings.HasPrefix(name, "Panic") || name == "Exit"
	}
	return false
}

// Endless reports whether a function of this package does not return.
func (p *Package) Endless(fn *ssa.Function) bool {
	if fn.Pkg != p.SSA || len(fn.Blocks) == 0 {
		return false
	}
	if known, ok := p.endless[fn]; ok {
		return known
	}
	p.endless[fn] = false // while it is being found out
	seen := map[*ssa.BasicBlock]bool{}
	var returns func(b *ssa.BasicBlock) bool
	returns = func(b *ssa.BasicBlock) bool {
		if seen[b] {
			return false
		}
		seen[b] = true
		for _, instr := range b.Instrs {
			switch instr := instr.(type) {
			case *ssa.Return:
				return true
			case *ssa.Call:
				if callee := instr.Call.StaticCallee(); callee != nil && p.Endless(callee) {
					return false
				}
			}
		}
		return slices.ContainsFunc(b.Succs, returns)
	}
	p.endless[fn] = !returns(fn.Blocks[0]) && (fn.Recover == nil || !p.Function(fn).Recovers)
	return p.endless[fn]
}

// MayPanic reports whether a function of this package, that is called, panics by
// a statement of its own.
func (p *Package) MayPanic(call *ssa.Call) bool {
	fn := call.Call.StaticCallee()
	if fn == nil || fn.Pkg != p.SSA {
		return false
	}
	fn = Generic(fn)
	for _, b := range fn.Blocks {
		if _, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Panic); ok && !p.Function(fn).Recovers {
			return true
		}
	}
	return false
}

func recovers(v ssa.Value) bool {
	var fn *ssa.Function
	switch v := v.(type) {
	case *ssa.Function:
		fn = v
	case *ssa.MakeClosure:
		fn, _ = v.Fn.(*ssa.Function)
	}
	if fn == nil {
		return false
	}
	for instr := range Instructions(fn) {
		if call, ok := instr.(*ssa.Call); ok && Builtin(&call.Call) == "recover" {
			return true
		}
	}
	return false
}
