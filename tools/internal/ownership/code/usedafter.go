package code

import (
	"slices"

	"golang.org/x/tools/go/ssa"
)

// This file is about callers that use a reference after they have passed it to a function: they
// have not given it away, so the function has only borrowed it.

// usedAfter reports whether a function does something with a reference after it was an argument of
// a call. What comes to a variable meanwhile is another reference.
func usedAfter(call *ssa.CallCommon, v ssa.Value) bool {
	all := valuesOf(v)
	at := callWith(v, call)
	return at != nil && leadsWith(at, v, func(instr ssa.Instruction) bool { return instr != at && usesOne(instr, all) })
}

// releasedAfter reports whether a function, or a literal in it, releases a reference that was an
// argument of a call, and may do so after the call: not only on ways that do not come there.
func releasedAfter(call *ssa.CallCommon, v ssa.Value) bool {
	at := callWith(v, call)
	return releasedBy(v, func(release ssa.CallInstruction) bool {
		if _, atEnd := release.(*ssa.Defer); atEnd || at == nil {
			return true
		}
		return leadsWith(at, v, func(instr ssa.Instruction) bool { return instr == release })
	})
}

// leadsWith reports whether a way leads from an instruction to another one while a variable has the
// same value.
func leadsWith(at ssa.Instruction, v ssa.Value, is func(ssa.Instruction) bool) bool {
	all := valuesOf(v)
	return Leads(at, is, func(instr ssa.Instruction) bool {
		if store, ok := instr.(*ssa.Store); ok {
			return slices.Contains(all, store.Addr)
		}
		defined, ok := instr.(ssa.Value)
		return ok && defined == v
	})
}

// callWith returns the instruction that is a certain call, of which a value is an argument.
func callWith(v ssa.Value, call *ssa.CallCommon) ssa.Instruction {
	if v.Referrers() == nil {
		return nil
	}
	for _, use := range *v.Referrers() {
		if i, ok := use.(*ssa.Call); ok && i.Common() == call {
			return i
		}
	}
	return nil
}

// usesOne reports whether an instruction gives one of some values to somebody, or calls a method
// of it.
func usesOne(instr ssa.Instruction, all []ssa.Value) bool {
	switch i := instr.(type) {
	case *ssa.Send:
		return slices.Contains(all, i.X)
	case *ssa.Store:
		return slices.Contains(all, i.Val)
	case *ssa.MapUpdate:
		return slices.Contains(all, i.Value)
	case *ssa.Return, ssa.CallInstruction, *ssa.MakeClosure, *ssa.MakeInterface, *ssa.Select:
		return slices.ContainsFunc(instr.Operands(nil), func(operand *ssa.Value) bool { return slices.Contains(all, *operand) })
	}
	return false
}
