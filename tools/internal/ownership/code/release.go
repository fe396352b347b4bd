package code

import (
	"go/token"
	"slices"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
	"golang.org/x/tools/go/ssa"
)

// Released reports whether the function around a value, or a literal in it,
// releases the reference by itself.
func Released(v ssa.Value) bool {
	return releasedBy(v, func(ssa.CallInstruction) bool { return true })
}

// releasedBy reports whether a literal releases the reference, or a call that counts.
func releasedBy(v ssa.Value, counts func(ssa.CallInstruction) bool) bool {
	for _, cell := range valuesOf(v) {
		referrers := cell.Referrers()
		if referrers == nil {
			continue
		}
		for _, r := range *referrers {
			switch r := r.(type) {
			case ssa.CallInstruction:
				if Releases(r.Common()) && counts(r) {
					return true
				}
			case *ssa.MakeClosure:
				if literalReleases(r, cell) {
					return true
				}
			}
		}
	}
	return false
}

// sameVariable returns a value, and what else is loaded from the variable, or from the field
// of a variable, that it was loaded from.
func sameVariable(v ssa.Value) []ssa.Value {
	cells := []ssa.Value{v}
	load, ok := v.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return cells
	}
	for _, addr := range sameField(load.X) {
		cells = append(cells, addr)
		if referrers := addr.Referrers(); referrers != nil {
			for _, r := range *referrers {
				if other, ok := r.(*ssa.UnOp); ok {
					cells = append(cells, other)
				}
			}
		}
	}
	return cells
}

// valuesOf is sameVariable with the values that a value becomes where ways meet: one of a variable
// that is assigned another one on some ways.
func valuesOf(v ssa.Value) []ssa.Value {
	all := sameVariable(v)
	for k := 0; k < len(all); k++ { // the list grows
		if all[k].Referrers() == nil {
			continue
		}
		for _, use := range *all[k].Referrers() {
			if phi, ok := use.(*ssa.Phi); ok && !slices.Contains(all, ssa.Value(phi)) {
				all = append(all, phi)
			}
		}
	}
	return all
}

// sameField returns an address, and if it is that of a field of a local variable, the other
// places where the function takes it.
func sameField(addr ssa.Value) []ssa.Value {
	field, ok := addr.(*ssa.FieldAddr)
	if !ok {
		return []ssa.Value{addr}
	}
	variable, ok := field.X.(*ssa.Alloc)
	if !ok {
		return []ssa.Value{addr}
	}
	var all []ssa.Value
	for _, r := range *variable.Referrers() {
		if other, ok := r.(*ssa.FieldAddr); ok && other.Field == field.Field {
			all = append(all, other)
		}
	}
	return all
}

// Releases reports whether a call is one of rcpool's Release or Drop.
func Releases(call *ssa.CallCommon) bool {
	callee := Callee(call)
	if callee == nil {
		return false
	}
	o := callee.Object()
	return api.Declares(o) && (o.Name() == "Release" || o.Name() == "Drop")
}

// literalReleases reports whether a function literal releases what it has captured, or is
// a bound Release.
func literalReleases(closure *ssa.MakeClosure, captured ssa.Value) bool {
	fn, _ := closure.Fn.(*ssa.Function)
	if fn != nil && fn.Object() != nil && fn.Object().Name() == "Release" {
		return true
	}
	for i, b := range closure.Bindings {
		if b == captured && capturedReleases(fn, i) {
			return true
		}
	}
	return false
}

func capturedReleases(fn *ssa.Function, i int) bool {
	return i < len(fn.FreeVars) && releasedThrough(fn.FreeVars[i])
}

// releasedThrough reports whether a function literal releases what is in a variable that it has
// captured: by the value, by the address, or in a literal of its own.
func releasedThrough(v *ssa.FreeVar) bool {
	for _, r := range *v.Referrers() {
		switch r := r.(type) {
		case *ssa.UnOp:
			if Released(r) {
				return true
			}
		case ssa.CallInstruction:
			if Releases(r.Common()) {
				return true
			}
		case *ssa.MakeClosure:
			if literalReleases(r, v) {
				return true
			}
		}
	}
	return false
}

// FieldGiven returns the field whose content is the first argument of a call, such as the receiver of
// Release, or nil.
func FieldGiven(instr ssa.Instruction) *ssa.FieldAddr {
	call, ok := instr.(*ssa.Call)
	if !ok {
		return nil
	}
	return fieldGiven(&call.Call)
}

func fieldGiven(call *ssa.CallCommon) *ssa.FieldAddr {
	if len(call.Args) == 0 {
		return nil
	}
	v := call.Args[0]
	if load, ok := v.(*ssa.UnOp); ok && load.Op == token.MUL {
		v = load.X
	}
	field, _ := v.(*ssa.FieldAddr)
	return field
}

// IsFoundByPointer reports whether a field is one of a struct to which a pointer leads that the
// function has loaded, as that to the last element of a list.
func IsFoundByPointer(field *ssa.FieldAddr) bool {
	if field == nil {
		return false
	}
	pointer, ok := field.X.(*ssa.UnOp)
	if !ok || pointer.Op != token.MUL {
		return false
	}
	_, isVariable := pointer.X.(*ssa.Alloc)
	return !isVariable
}
