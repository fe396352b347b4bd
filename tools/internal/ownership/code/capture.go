package code

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// AssignedOnce reports whether a variable that closures share has one value only.
func (p *Package) AssignedOnce(v ssa.Value) bool {
	for {
		free, ok := v.(*ssa.FreeVar)
		if !ok {
			break
		}
		if v = bindingOf(free); v == nil {
			return false
		}
	}
	cell, ok := v.(*ssa.Alloc)
	if !ok {
		return false
	}
	if once, ok := p.once[cell]; ok {
		return once
	}
	stores := 0
	for _, r := range *cell.Referrers() {
		switch r := r.(type) {
		case *ssa.Store:
			if r.Addr == cell {
				stores++
			} else {
				stores += 2
			}
		case *ssa.UnOp, *ssa.DebugRef:
		case *ssa.MakeClosure:
			for k, b := range r.Bindings {
				if b == cell && Writes(r.Fn.(*ssa.Function), k) {
					stores += 2
				}
			}
		default:
			stores += 2
		}
	}
	p.once[cell] = stores <= 1
	return stores <= 1
}

// CapturesConstants reports whether each variable that a function literal captures has one
// value only: the literal then does the same whenever it is called, as far as they decide.
func (p *Package) CapturesConstants(literal *ssa.Function) bool {
	return !slices.ContainsFunc(literal.FreeVars, func(v *ssa.FreeVar) bool {
		_, isVariable := v.Type().Underlying().(*types.Pointer)
		return isVariable && !isBound(literal) && !p.AssignedOnce(v)
	})
}

// isBound reports whether a function is a method value: it captures its receiver, and no
// variable.
func isBound(fn *ssa.Function) bool { return strings.HasPrefix(fn.Synthetic, "bound ") }

// bindingOf is the variable that a closure captures.
func bindingOf(v *ssa.FreeVar) ssa.Value {
	fn := v.Parent()
	index := slices.Index(fn.FreeVars, v)
	if fn.Parent() == nil {
		return nil
	}
	for instr := range Instructions(fn.Parent()) {
		if mk, ok := instr.(*ssa.MakeClosure); ok && mk.Fn == fn {
			return mk.Bindings[index]
		}
	}
	return nil
}

// Writes reports whether a closure may write the variable that is bound.
func Writes(fn *ssa.Function, binding int) bool {
	if fn == nil || binding >= len(fn.FreeVars) {
		return true
	}
	return writesThrough(fn.FreeVars[binding], 0)
}

func writesThrough(v ssa.Value, depth int) bool {
	if depth > 3 || v.Referrers() == nil {
		return true
	}
	for _, i := range *v.Referrers() {
		switch i := i.(type) {
		case *ssa.UnOp, *ssa.DebugRef:
		case *ssa.FieldAddr:
			if writesThrough(i, depth+1) {
				return true
			}
		case *ssa.IndexAddr:
			if writesThrough(i, depth+1) {
				return true
			}
		case *ssa.MakeClosure:
			for k, b := range i.Bindings {
				if b == v && Writes(i.Fn.(*ssa.Function), k) {
					return true
				}
			}
		default:
			return true
		}
	}
	return false
}
