package code

import (
	"go/constant"
	"go/token"
	"go/types"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
	"golang.org/x/tools/go/ssa"
)

// MakesFirst reports whether a function is a constructor whose caller has the first
// reference to a new object: all it does with the object is to set its fields, a counter
// among them to 1, and to return it. One that keeps the object elsewhere may have counted
// that.
func (p *Package) MakesFirst(fn *ssa.Function) bool {
	if !p.Has(fn) || fn.Signature.Results().Len() == 0 {
		return false
	}
	return returnsOnly(fn, p.isFirst)
}

// returnsOnly reports whether the first result of a function is always a new object, as the
// question wants it, or nil.
func returnsOnly(fn *ssa.Function, is func(*ssa.Alloc) bool) bool {
	some := false
	for _, b := range fn.Blocks {
		exit, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok {
			continue
		}
		result := exit.Results[0]
		if wrapped, ok := result.(*ssa.MakeInterface); ok {
			result = wrapped.X
		}
		switch made := result.(type) {
		case *ssa.Const: // nil, beside an error
		case *ssa.Alloc:
			if !is(made) {
				return false
			}
			some = true
		default:
			return false
		}
	}
	return some
}

// MakesUncounted reports whether a function is a constructor that leaves the counter of a new
// object at 0, of a type whose last release is the one that counts down to 0. There is no reference
// then: the first one is added later, for instance by the pool that calls the constructor, and to
// release one more has no effect. A type of which 0 is the last reference counts down to -1.
func (p *Package) MakesUncounted(fn *ssa.Function) bool {
	return fn != nil && p.Has(fn) && fn.Signature.Results().Len() > 0 && returnsOnly(fn, p.isUncounted)
}

// isUncounted reports whether nothing is done to the only counter of a new object but to leave it at
// 0, and nobody else has the object.
func (p *Package) isUncounted(made *ssa.Alloc) bool {
	of, ok := api.Deref(made.Type()).Underlying().(*types.Struct)
	if !ok {
		return false
	}
	var counter *types.Var
	for field := range of.Fields() {
		if p.isCounter(field) {
			if counter != nil {
				return false
			}
			counter = field
		}
	}
	if counter == nil || !p.endsAtZero(counter) {
		return false
	}
	for _, use := range *made.Referrers() {
		switch use := use.(type) {
		case *ssa.FieldAddr:
			if FieldOf(use) == counter {
				return false
			}
		case *ssa.MakeInterface, *ssa.Return, *ssa.DebugRef:
		default:
			return false
		}
	}
	return true
}

// endsAtZero reports whether the package only asks of what it has counted down whether it is 0, or
// below it, which no correct program comes to.
func (p *Package) endsAtZero(counter *types.Var) bool {
	some := false
	for instr := range p.Instructions() {
		call, ok := instr.(*ssa.Call)
		if !ok {
			continue
		}
		field, n := atomically(&call.Call)
		if field != counter || n == nil || constant.Sign(n) >= 0 {
			continue
		}
		for _, use := range *call.Referrers() {
			switch use := use.(type) {
			case *ssa.BinOp:
				if !asksForZero(use, call) {
					return false
				}
				some = some || use.Op != token.LSS
			case *ssa.DebugRef:
			default:
				return false
			}
		}
	}
	return some
}

func asksForZero(test *ssa.BinOp, n ssa.Value) bool {
	zero, ok := test.Y.(*ssa.Const)
	if !ok || test.X != n || zero.Value == nil || constant.Sign(zero.Value) != 0 {
		return false
	}
	return test.Op == token.EQL || test.Op == token.NEQ || test.Op == token.LSS
}

// isFirst reports whether the counter of a new object is 1, and nobody else has it.
func (p *Package) isFirst(made *ssa.Alloc) (counted bool) {
	for _, use := range *made.Referrers() {
		switch use := use.(type) {
		case *ssa.FieldAddr:
			counted = counted || p.isSetToOne(use)
		case *ssa.Return, *ssa.DebugRef:
		default:
			return false
		}
	}
	return counted
}

// isSetToOne reports whether a field is a counter and set to 1, and nothing else is done
// with it.
func (p *Package) isSetToOne(field *ssa.FieldAddr) bool {
	if !p.isCounter(FieldOf(field)) || len(*field.Referrers()) != 1 {
		return false
	}
	switch use := (*field.Referrers())[0].(type) {
	case *ssa.Store:
		return isConstOne(use.Val)
	case *ssa.Call:
		_, n := atomically(&use.Call)
		return n != nil && isOne(n)
	}
	return false
}

func isOne(v constant.Value) bool { return v.ExactString() == "1" }
