package code

import (
	"go/token"
	"go/types"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
	"golang.org/x/tools/go/ssa"
)

// KeepsWeakly reports whether a variable may hold copies of references that it does not
// own: a function of this package calls TryRetain on what is in there. The variable is
// a *types.Var of a field, or an *ssa.Global.
func (p *Package) KeepsWeakly(variable any) bool {
	if p.weak == nil {
		p.weak = map[any]bool{}
		for _, fn := range p.Sources {
			for _, b := range fn.Blocks {
				for _, instr := range b.Instrs {
					if call, ok := instr.(ssa.CallInstruction); ok {
						p.findWeak(call.Common())
					}
				}
			}
		}
	}
	return p.weak[origin(variable)]
}

func (p *Package) findWeak(call *ssa.CallCommon) {
	callee := Callee(call)
	if callee == nil || callee.Name() != "TryRetain" || len(call.Args) == 0 || !api.IsRef(call.Args[0].Type()) {
		return
	}
	if variable := heldIn(call.Args[0], 0); variable != nil {
		p.weak[origin(variable)] = true
	}
}

// longestWay bounds the search for a variable.
const longestWay = 12

// heldIn returns the nearest field, or the global variable, that a value was taken out
// of, perhaps through containers and local variables; nil if there is none.
func heldIn(v ssa.Value, depth int) any {
	if depth > longestWay {
		return nil
	}
	next := func(v ssa.Value) any { return heldIn(v, depth+1) }
	switch v := v.(type) {
	case *ssa.FieldAddr:
		if field := FieldOf(v); field != nil {
			return field
		}
	case *ssa.Field:
		return v.X.Type().Underlying().(*types.Struct).Field(v.Field)
	case *ssa.Global:
		return v
	case *ssa.UnOp:
		if v.Op == token.MUL {
			return next(v.X)
		}
	case *ssa.IndexAddr:
		return next(v.X)
	case *ssa.Index:
		return next(v.X)
	case *ssa.Slice:
		return next(v.X)
	case *ssa.Lookup:
		return next(v.X)
	case *ssa.Extract:
		return next(v.Tuple)
	case *ssa.Next:
		return next(v.Iter)
	case *ssa.Range:
		return next(v.X)
	case *ssa.Phi:
		for _, edge := range v.Edges {
			if found := next(edge); found != nil {
				return found
			}
		}
	case *ssa.Alloc: // a local variable
		for _, r := range *v.Referrers() {
			if store, ok := r.(*ssa.Store); ok && store.Addr == v {
				if found := next(store.Val); found != nil {
					return found
				}
			}
		}
	}
	return nil
}
