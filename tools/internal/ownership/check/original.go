package check

import (
	"go/token"
	"go/types"
	"slices"

	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"golang.org/x/tools/go/ssa"
)

// This file is about things that are known by two names: a function makes a struct with a pointer to
// what it has in a variable, too.

// original returns a thing by the pointer that was put into the struct it is in: the struct is a copy
// of another one, or was made with that pointer, which no code changes.
func (p *Package) original(t thing) thing {
	for range maxWay {
		made, ok := t.base.(*ssa.Alloc)
		if !ok || len(t.fields) == 0 || !isPointerField(t.fields[0]) || p.Code.AssignsElsewhere(t.fields[0], nil) {
			break
		}
		inner := t.fields
		from, set := putInto(made, t.fields[0])
		switch whole := onlyStored(made); {
		case whole == nil && set == 1:
			inner = t.fields[1:]
		case whole != nil && set == 0:
			from = variableOf(whole)
		default:
			return t
		}
		outer := p.thingAt(from)
		t = thing{outer.base, slices.Concat(outer.fields, inner)}
	}
	return t
}

func isPointerField(field *types.Var) bool {
	_, is := field.Type().Underlying().(*types.Pointer)
	return is
}

// putInto returns what a function puts into the field of a struct that it makes, and how often.
func putInto(made *ssa.Alloc, field *types.Var) (v ssa.Value, n int) {
	for _, use := range *made.Referrers() {
		at, ok := use.(*ssa.FieldAddr)
		if !ok || code.FieldOf(at).Origin() != field {
			continue
		}
		for _, use := range *at.Referrers() {
			if store, ok := use.(*ssa.Store); ok {
				v = store.Val
				n++
			}
		}
	}
	return v, n
}

// variableOf returns the variable that a struct was copied from, or the struct.
func variableOf(v ssa.Value) ssa.Value {
	if load, ok := v.(*ssa.UnOp); ok && load.Op == token.MUL {
		if variable, isVariable := load.X.(*ssa.Alloc); isVariable {
			return variable
		}
	}
	return v
}
