package check

import (
	"go/token"
	"go/types"
	"slices"

	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"golang.org/x/tools/go/ssa"
)

// This file is about objects that have the key of their entry in a field: a function that puts one
// into the map takes the key from there.

// A keyedBy is an object that has the key of the entry in a field.
type keyedBy struct {
	object ssa.Value
	field  *types.Var
}

// fieldsWithKey returns the fields of an object that have the key of the entry where an instruction
// uses the object: the function has assigned it, and nothing else, to them.
func (w *entryWay) fieldsWithKey(object ssa.Value, at ssa.Instruction) (all []*types.Var) {
	root := rootOf(object)
	if w.key == nil || w.key.Parent() != at.Parent() || root == nil {
		return nil
	}
	assigned := map[*types.Var]int{}
	for instr := range code.Instructions(at.Parent()) {
		store, ok := instr.(*ssa.Store)
		if !ok {
			continue
		}
		part, ok := store.Addr.(*ssa.FieldAddr)
		if !ok || rootOf(part.X) != root {
			continue
		}
		field := code.FieldOf(part).Origin()
		if assigned[field]++; assigned[field] == 1 && code.SameWritten(store.Val, w.key) && code.Dominates(store, at) {
			all = append(all, field)
		}
	}
	return slices.DeleteFunc(all, func(field *types.Var) bool { return assigned[field] > 1 })
}

// rootOf returns the value, or the variable, that has the reference to an object, by which a function
// uses the object or retains it.
func rootOf(v ssa.Value) ssa.Value {
	for range maxWay {
		switch i := v.(type) {
		case *ssa.Call:
			if !code.IsMethodOfRef(&i.Call, "Value", "Retain") {
				return v
			}
			v = i.Call.Args[0]
		case *ssa.UnOp:
			variable, ok := i.X.(*ssa.Alloc)
			if i.Op != token.MUL || !ok {
				return v
			}
			return variable
		default:
			return v
		}
	}
	return v
}
