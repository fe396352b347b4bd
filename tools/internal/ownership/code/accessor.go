package code

import (
	"go/token"

	"golang.org/x/tools/go/ssa"
)

// This file is about functions that only find something: they return an element of a list, a field,
// or the address of one, and change nothing. A call of such a function is as good as what is written
// in it.

// Found returns the call that a value is a result of, and what the function returns there, if all
// it does is to find that, or nothing; otherwise nil. What it returns belongs to the function.
func Found(v ssa.Value) (call *ssa.Call, found ssa.Value) {
	index := 0
	if part, ok := v.(*ssa.Extract); ok {
		v, index = part.Tuple, part.Index
	}
	call, ok := v.(*ssa.Call)
	if !ok {
		return nil, nil
	}
	callee := Callee(&call.Call)
	if callee == nil || len(callee.Params) != len(call.Call.Args) || !onlyFinds(callee, 0) {
		return nil, nil
	}
	for instr := range Instructions(callee) {
		ret, ok := instr.(*ssa.Return)
		if !ok || IsZeroValue(ret.Results[index]) {
			continue
		}
		if found != nil && ret.Results[index] != found {
			return nil, nil
		}
		found = ret.Results[index]
	}
	if found == nil {
		return nil, nil
	}
	return call, found
}

// FoundAt is Found for a function that returns the address of a place.
func FoundAt(v ssa.Value) ssa.Value {
	_, found := Found(v)
	switch found.(type) {
	case *ssa.IndexAddr, *ssa.FieldAddr:
		return found
	}
	return nil
}

// maxFinders is how many functions that only find something may call each other.
const maxFinders = 2

// onlyFinds reports whether a function goes straight to what it returns: it has no loop, in which it
// would choose, and changes nothing.
func onlyFinds(fn *ssa.Function, depth int) bool {
	if depth > maxFinders || len(fn.Blocks) == 0 || fn.Signature.Results().Len() == 0 {
		return false
	}
	for instr := range Instructions(fn) {
		switch i := instr.(type) {
		case *ssa.FieldAddr, *ssa.Field, *ssa.IndexAddr, *ssa.Index, *ssa.Lookup, *ssa.Extract, *ssa.BinOp, *ssa.Convert, *ssa.ChangeType,
			*ssa.If, *ssa.Jump, *ssa.Return, *ssa.DebugRef:
		case *ssa.UnOp:
			if i.Op == token.ARROW {
				return false
			}
		case *ssa.Call:
			switch Builtin(&i.Call) {
			case "len", "cap", "min", "max":
			default:
				if callee := Callee(&i.Call); callee == nil || !onlyFinds(callee, depth+1) {
					return false
				}
			}
		default:
			return false
		}
	}
	return true
}
