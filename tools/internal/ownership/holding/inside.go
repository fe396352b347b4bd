package holding

import (
	"slices"

	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"golang.org/x/tools/go/ssa"
)

// This file is about functions of the package that are given what another one has found in a
// container, such as finish(key, found): they take it, and remove it from there themselves.

// RemovedInside reports whether the function that an instruction calls with what was found removes
// it from the container on each of its ways.
func (h *Holding) RemovedInside(take, from ssa.Instruction) bool {
	call, ok := take.(*ssa.Call)
	if !ok {
		return false
	}
	callee := code.Callee(&call.Call)
	if callee == nil || len(callee.Blocks) == 0 || len(callee.Params) != len(call.Call.Args) {
		return false
	}
	given := handing{call: call, callee: callee, from: from}
	isRemoval := func(instr ssa.Instruction) bool {
		return slices.Contains(h.Removals, instr) && given.isOf(instr)
	}
	return !code.LeadsFrom(callee.Blocks[0], isReturn, isRemoval)
}

func isReturn(instr ssa.Instruction) bool {
	_, is := instr.(*ssa.Return)
	return is
}

// A handing is a call that is given what was found in a container.
type handing struct {
	call   *ssa.Call
	callee *ssa.Function
	from   ssa.Instruction // that has found it
}

// isOf reports whether a removal in the function that is called removes what was found: it has the
// key, or a key that is in what was found.
func (h handing) isOf(removal ssa.Instruction) bool {
	deletion, ok := removal.(*ssa.Call)
	if !ok || code.Builtin(&deletion.Call) != "delete" {
		return false
	}
	switch key := deletion.Call.Args[1].(type) {
	case *ssa.Parameter:
		return h.isKey(h.argument(key))
	case *ssa.UnOp:
		if at, isField := key.X.(*ssa.FieldAddr); isField {
			p, isParameter := at.X.(*ssa.Parameter)
			return isParameter && h.isFound(h.argument(p))
		}
	}
	return false
}

func (h handing) argument(p *ssa.Parameter) ssa.Value {
	return h.call.Call.Args[slices.Index(h.callee.Params, p)]
}

// isKey reports whether a value is the key that something was found by.
func (h handing) isKey(v ssa.Value) bool {
	switch i := h.from.(type) {
	case *ssa.Lookup:
		return code.SameWritten(v, i.Index)
	case *ssa.Next:
		key, ok := v.(*ssa.Extract)
		return ok && key.Tuple == ssa.Value(i) && key.Index == 1
	}
	return false
}

// isFound reports whether a value is what was found.
func (h handing) isFound(v ssa.Value) bool {
	found, _ := h.from.(ssa.Value)
	part, ok := v.(*ssa.Extract)
	if !ok {
		return v == found
	}
	value := 0
	if _, ranges := found.(*ssa.Next); ranges {
		value = 2
	}
	return part.Tuple == found && part.Index == value
}
