package code

import (
	"go/constant"

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
	some := false
	for _, b := range fn.Blocks {
		exit, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok {
			continue
		}
		switch made := exit.Results[0].(type) {
		case *ssa.Const: // nil, beside an error
		case *ssa.Alloc:
			if !p.isFirst(made) {
				return false
			}
			some = true
		default:
			return false
		}
	}
	return some
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
