package code

import (
	"slices"

	"golang.org/x/tools/go/ssa"
)

// This file is about goroutines to which a function leaves all that it gives them.

// IsLeftTo reports whether a function does nothing any more with what it gives to a goroutine: with the
// arguments, and with the variables that a function literal captures.
func IsLeftTo(spawned *ssa.Go) bool {
	given := slices.Clone(spawned.Call.Args)
	literal, isLiteral := spawned.Call.Value.(*ssa.MakeClosure)
	if isLiteral {
		given = append(given, literal.Bindings...)
	}
	var all []ssa.Value
	for _, v := range given {
		all = append(all, valuesOf(v)...)
		if variable := Outer(v); variable != nil {
			all = append(all, variable)
		}
	}
	for _, v := range all {
		if v.Referrers() == nil { // a constant, say
			continue
		}
		for _, use := range *v.Referrers() {
			_, deferred := use.(*ssa.Defer)
			other, captured := use.(*ssa.MakeClosure)
			if deferred || captured && other != literal {
				return false
			}
		}
	}
	uses := func(instr ssa.Instruction) bool {
		return slices.ContainsFunc(instr.Operands(nil), func(v *ssa.Value) bool { return slices.Contains(all, *v) })
	}
	return !Leads(spawned, uses, func(instr ssa.Instruction) bool {
		v, ok := instr.(ssa.Value)
		return ok && slices.Contains(all, v) // another turn of a loop has others
	})
}
