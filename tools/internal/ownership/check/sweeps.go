package check

import (
	"go/token"
	"go/types"
	"slices"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"github.com/rcpool/rcpool/tools/internal/ownership/mistake"
	"golang.org/x/tools/go/ssa"
)

// This file is about loops that release some elements of a container, and leave them
// there. If another loop of the function uses each element, it uses what was released.
// The function must come to that loop: if it may return before, it may do so because it
// has released something. The walk sees all of it in a list that the function makes.

// checkSweeps reports elements that are used after a loop has released them.
func (h *holders) checkSweeps() {
	for _, fn := range h.Code.Sources {
		var gives, uses []code.Sweep
		for instr := range code.Instructions(fn) {
			if v, _, ok := h.released(instr); ok {
				if s, ok := code.SweepOf(instr, v); ok && !s.IsEveryTurn() && !code.IsLocalList(s.Container) {
					gives = append(gives, s)
				}
			}
			if v := h.usedElement(instr); v != nil {
				if s, ok := code.SweepOf(instr, v); ok && s.IsEveryTurn() {
					uses = append(uses, s)
				}
			}
		}
		for _, give := range gives {
			for _, use := range uses {
				if h.isSwept(give, use) {
					h.reportSwept(give, use)
					break
				}
			}
		}
	}
}

// usedElement returns the reference or the pointer to an object that an instruction uses,
// or nil. A flag of an object may say that it was released.
func (h *holders) usedElement(instr ssa.Instruction) ssa.Value {
	switch i := instr.(type) {
	case *ssa.FieldAddr:
		if !api.IsBool(code.FieldOf(i).Type()) {
			return i.X
		}
	case *ssa.Call:
		if v, typed, ok := h.released(i); ok && !typed {
			return v
		}
		if code.IsMethodOfRef(&i.Call, "Value", "Retain", "Release") || isMethodOfPointer(&i.Call) {
			return i.Call.Args[0]
		}
	}
	return nil
}

// isMethodOfPointer reports whether a call is one of a method of what a pointer leads to.
func isMethodOfPointer(call *ssa.CallCommon) bool {
	callee := code.Callee(call)
	if callee == nil || callee.Signature.Recv() == nil {
		return false
	}
	_, isPointer := callee.Signature.Recv().Type().Underlying().(*types.Pointer)
	return isPointer
}

func (h *holders) reportSwept(give, use code.Sweep) {
	var m mistake.Mistake = mistake.UseAfterRelease{Swept: true}
	if _, _, again := h.released(use.Instr); again {
		m = mistake.DoubleRelease{Swept: true}
	}
	h.Reporter.ReportAt(use.Instr.Pos(), m, mistake.Place{Pos: give.Instr.Pos(), Text: "some are released here"})
}

// isSwept reports whether a loop leaves what it has released in its container, where
// another loop uses it.
func (h *holders) isSwept(give, use code.Sweep) bool {
	if give.Loop == use.Loop || !code.SameWritten(give.Container, use.Container) || !slices.Equal(give.Fields, use.Fields) ||
		code.IsWithin(use.Loop, give.Loop) || code.IsWithin(give.Loop, use.Loop) || !isStable(give.Container) || h.isSpared(give) {
		return false
	}
	for instr := range code.Instructions(give.Instr.Parent()) {
		if h.touchesSwept(instr, give) && !code.IsOfSameTurn(instr, use.Instr) && code.Precedes(give.Instr, instr) && code.Precedes(instr, use.Instr) {
			return false
		}
	}
	return !isAvoided(give, use)
}

// isAvoided reports whether a way leads from a release to the end of the function, and not
// to the other loop. The function may take that way if it has released something.
func isAvoided(give, use code.Sweep) bool {
	return code.Leads(give.Instr, isReturn, only(use.Loop.Instrs[0]))
}

// isStable reports whether a container is the same each time it is written: it is a value,
// or in a field. What a function literal may change is not.
func isStable(container ssa.Value) bool {
	load, ok := container.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return true
	}
	_, isField := load.X.(*ssa.FieldAddr)
	return isField
}

// isSpared reports whether a function retains elements, or takes references weakly out of
// the container.
func (h *holders) isSpared(give code.Sweep) bool {
	if h.keepsWeakly(give.Fields) || h.Code.KeepsWeakly(code.Home(give.Container)) {
		return true
	}
	for instr := range code.Instructions(give.Instr.Parent()) {
		call, ok := instr.(*ssa.Call)
		if !ok || !code.IsMethodOfRef(&call.Call, "Retain", "TryRetain") {
			continue
		}
		if s, ok := code.SweepOf(instr, call.Call.Args[0]); ok && code.SameWritten(s.Container, give.Container) {
			return true
		}
	}
	return false
}

// touchesSwept reports whether an instruction may change the container, or what is in its
// elements.
func (h *holders) touchesSwept(instr ssa.Instruction, give code.Sweep) bool {
	fields := give.Fields
	if field, ok := code.Home(give.Container).(*types.Var); ok {
		fields = append(slices.Clone(fields), field)
	}
	if h.Code.MayTouch(instr, fields) {
		return true
	}
	is := func(v ssa.Value) bool { return code.SameWritten(v, give.Container) }
	switch i := instr.(type) {
	case *ssa.MapUpdate:
		return is(i.Map)
	case *ssa.Slice:
		return is(i.X)
	case *ssa.Store:
		at, ok := i.Addr.(*ssa.IndexAddr)
		return ok && is(at.X)
	case ssa.CallInstruction:
		builtin := code.Builtin(i.Common())
		return builtin != "len" && builtin != "cap" && slices.ContainsFunc(i.Common().Args, func(arg ssa.Value) bool {
			at, ok := arg.(*ssa.IndexAddr) // as for Drop
			return is(arg) || ok && is(at.X)
		})
	}
	return false
}
