package code

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
	"golang.org/x/tools/go/ssa"
)

// Waits reports whether a call may wait for goroutines. A function of this package
// does if it receives from a channel, or calls one that waits. Others are judged by
// their names.
func (p *Package) Waits(fn *ssa.Function, object *types.Func) bool {
	if fn == nil || !p.Has(fn) {
		return object != nil && waitsByName(object)
	}
	if known, ok := p.waits[fn]; ok {
		return known
	}
	p.waits[fn] = false // while it is being found out
	for instr := range Instructions(fn) {
		if p.WaitsAt(instr) {
			p.waits[fn] = true
			return true
		}
	}
	return false
}

// WaitsAt reports whether an instruction may wait for goroutines.
func (p *Package) WaitsAt(instr ssa.Instruction) bool {
	switch i := instr.(type) {
	case *ssa.UnOp:
		return i.Op == token.ARROW && tells(i.X, Received(i))
	case *ssa.Select:
		for k, c := range i.States {
			if c.Dir == types.RecvOnly && tells(c.Chan, i.Type().(*types.Tuple).At(ReceivedAt(i, k)).Type()) {
				return true
			}
		}
	case ssa.CallInstruction:
		if _, started := i.(*ssa.Go); started {
			return false
		}
		common := i.Common()
		if common.IsInvoke() {
			return waitsByName(common.Method)
		}
		callee := Callee(common)
		if callee == nil {
			return false
		}
		object, _ := callee.Object().(*types.Func)
		return p.Waits(callee, object)
	}
	return false
}

// tells reports whether a receive from a channel, of a type, can tell that a goroutine
// has ended.
func tells(ch ssa.Value, received types.Type) bool {
	return !IsDone(ch) && api.TypeName(received) != "Time"
}

// waitsByName reports whether a method, by its name, may wait for goroutines.
func waitsByName(fn *types.Func) bool {
	if fn.Signature().Recv() == nil {
		return false
	}
	if strings.HasPrefix(fn.Name(), "Wait") {
		return true
	}
	if fn.Pkg() == nil || api.InStandardLibrary(fn.Pkg().Path()) {
		return false
	}
	switch fn.Name() {
	case "Close", "Stop", "Shutdown", "Join", "Drain":
		return true
	}
	return false
}

// Locks reports whether a method takes a mutex.
func Locks(fn *types.Func) bool {
	if fn == nil || fn.Pkg() == nil || fn.Pkg().Path() != "sync" {
		return false
	}
	return fn.Name() == "Lock" || fn.Name() == "RLock"
}

// ClosesSome reports whether a function, or a literal in it, closes a channel of the
// type of ch. If it is ch, one receive may tell that all goroutines have ended.
func ClosesSome(fn *ssa.Function, ch ssa.Value) bool {
	for fn.Parent() != nil {
		fn = fn.Parent()
	}
	t, ok := ch.Type().Underlying().(*types.Chan)
	return !ok || closesSome(fn, t.Elem())
}

func closesSome(fn *ssa.Function, elem types.Type) bool {
	for instr := range Instructions(fn) {
		call, ok := instr.(ssa.CallInstruction)
		if !ok || Builtin(call.Common()) != "close" {
			continue
		}
		if t, ok := call.Common().Args[0].Type().Underlying().(*types.Chan); ok && types.Identical(t.Elem(), elem) {
			return true
		}
	}
	return slices.ContainsFunc(fn.AnonFuncs, func(literal *ssa.Function) bool { return closesSome(literal, elem) })
}

// ReceivesTwice reports whether a function has more than one receive from ch, such as
// one for each goroutine that it has started.
func ReceivesTwice(fn *ssa.Function, ch ssa.Value) bool {
	receives := 0
	for instr := range Instructions(fn) {
		if i, ok := instr.(*ssa.UnOp); ok && i.Op == token.ARROW && structure(i.X, 0) == structure(ch, 0) {
			receives++
		}
	}
	return receives > 1
}
