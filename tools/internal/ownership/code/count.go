package code

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// Counts reports whether a function, or one of this package that it calls, may count
// references by hand: it uses sync/atomic, or takes 1 away from something in memory.
func (p *Package) Counts(fn *ssa.Function) bool { return p.counts(fn, map[*ssa.Function]bool{}) }

func (p *Package) counts(fn *ssa.Function, seen map[*ssa.Function]bool) bool {
	if seen[fn] {
		return false
	}
	seen[fn] = true
	for instr := range Instructions(fn) {
		switch i := instr.(type) {
		case *ssa.Store:
			if takesOne(i.Val) {
				return true
			}
		case ssa.CallInstruction:
			for _, callee := range p.calledBy(i.Common()) {
				if IsAtomic(callee) || p.Has(callee) && p.counts(callee, seen) {
					return true
				}
			}
		}
	}
	return false
}

// calledBy lists the functions that a call is known to call: by a name, or one of the literals in
// a variable.
func (p *Package) calledBy(call *ssa.CallCommon) (all []*ssa.Function) {
	if callee := p.CalleeOf(call); callee != nil {
		return []*ssa.Function{callee}
	}
	load, ok := call.Value.(*ssa.UnOp)
	if !ok {
		return nil
	}
	variable, ok := Shared(load.X).(*ssa.Alloc)
	if !ok {
		return nil
	}
	for _, r := range *variable.Referrers() {
		if store, ok := r.(*ssa.Store); ok && store.Addr == variable {
			if fn := literal(store.Val); fn != nil {
				all = append(all, fn)
			}
		}
	}
	return all
}

func takesOne(v ssa.Value) bool {
	i, ok := v.(*ssa.BinOp)
	if !ok || i.Op != token.SUB {
		return false
	}
	one, ok := i.Y.(*ssa.Const)
	return ok && one.Value != nil && one.Value.ExactString() == "1"
}

// IsAtomic reports whether a function is one of package sync/atomic, or a method of its types.
func IsAtomic(fn *ssa.Function) bool {
	object, ok := fn.Object().(*types.Func)
	return ok && object.Pkg() != nil && object.Pkg().Path() == "sync/atomic"
}

// Raises reports whether a call adds to a counter, or stores more than 1 in it: others get
// references. A counter is a field that the package counts down with sync/atomic.
func (p *Package) Raises(call *ssa.CallCommon) bool {
	field, n := atomically(call)
	if field == nil || !p.isCounter(field) {
		return false
	}
	least := int64(1)
	if strings.HasPrefix(call.StaticCallee().Name(), "Store") {
		least = 2
	}
	return n == nil || constant.Compare(n, token.GEQ, constant.MakeInt64(least))
}

// ChangesCount reports whether a call adds to a counter, or takes something away from it.
func (p *Package) ChangesCount(call *ssa.CallCommon) bool {
	field, _ := atomically(call)
	return field != nil && p.isCounter(field) && strings.HasPrefix(call.StaticCallee().Name(), "Add")
}

// CountsDown reports whether a function of this package takes something away from a counter. What it
// does when nothing is left, it does in one of its calls, and a caller does not know in which.
func (p *Package) CountsDown(fn *types.Func) bool {
	declared := p.Declared(fn)
	if declared == nil {
		return false
	}
	for instr := range Instructions(declared) {
		if call, ok := instr.(*ssa.Call); ok {
			if field, n := atomically(&call.Call); field != nil && n != nil && constant.Sign(n) < 0 {
				return true
			}
		}
	}
	return false
}

// CountedDownBy returns the struct whose counter a condition asks for what is left after it was counted
// down, or nil.
func CountedDownBy(cond ssa.Value) ssa.Value {
	test, ok := cond.(*ssa.BinOp)
	if !ok {
		return nil
	}
	call, ok := test.X.(*ssa.Call)
	if !ok {
		return nil
	}
	if field, n := atomically(&call.Call); field == nil || n == nil || constant.Sign(n) >= 0 {
		return nil
	}
	return call.Call.Args[0].(*ssa.FieldAddr).X
}

// RaisesOwn reports whether a method of this package raises a counter in its receiver, itself
// or by another method of the same receiver.
func (p *Package) RaisesOwn(method *types.Func) bool {
	fn := p.Declared(method)
	return fn != nil && p.raisesOwn(fn, map[*ssa.Function]bool{})
}

func (p *Package) raisesOwn(fn *ssa.Function, seen map[*ssa.Function]bool) bool {
	seen[fn] = true
	for instr := range Instructions(fn) {
		call, ok := instr.(ssa.CallInstruction)
		if !ok || len(call.Common().Args) == 0 {
			continue
		}
		receiver := call.Common().Args[0]
		if field, ok := receiver.(*ssa.FieldAddr); ok && field.X == fn.Params[0] && p.Raises(call.Common()) {
			return true
		}
		callee := Callee(call.Common())
		if callee != nil && receiver == fn.Params[0] && p.Has(callee) && !seen[callee] && p.raisesOwn(callee, seen) {
			return true
		}
	}
	return false
}

// AsksCount reports whether the code uses a counter by its address, other than to begin it: it
// counts by hand, or asks whether there are other references. A counter is a field that the
// package counts down, with sync/atomic or not.
func (p *Package) AsksCount(at *ssa.FieldAddr) bool {
	if !p.isCountedDown(FieldOf(at)) {
		return false
	}
	return slices.ContainsFunc(*at.Referrers(), func(use ssa.Instruction) bool {
		switch i := use.(type) {
		case *ssa.DebugRef, *ssa.Store:
			return false
		case ssa.CallInstruction:
			callee := i.Common().StaticCallee()
			return callee == nil || !IsAtomic(callee) || !strings.HasPrefix(callee.Name(), "Store") && !isFirstRaise(i, at)
		}
		return true
	})
}

// isFirstRaise reports whether a call adds the first reference to the counter of an object that
// the function has just made: nothing else there is done to the counter.
func isFirstRaise(call ssa.CallInstruction, at *ssa.FieldAddr) bool {
	made, isNew := at.X.(*ssa.Alloc)
	_, n := atomically(call.Common())
	if !isNew || n == nil || constant.Sign(n) <= 0 || call.Value() == nil || len(*call.Value().Referrers()) > 0 {
		return false
	}
	return !slices.ContainsFunc(*made.Referrers(), func(use ssa.Instruction) bool {
		other, ok := use.(*ssa.FieldAddr)
		return ok && other != at && other.Field == at.Field
	})
}

func (p *Package) isCountedDown(field *types.Var) bool {
	if p.down == nil {
		p.down = map[*types.Var]bool{}
		for instr := range p.Instructions() {
			if store, ok := instr.(*ssa.Store); ok && takesOne(store.Val) {
				if at, ok := store.Addr.(*ssa.FieldAddr); ok {
					p.down[FieldOf(at).Origin()] = true
				}
			}
		}
	}
	return p.down[field.Origin()] || p.isCounter(field)
}

// BeginsCount reports whether a function gives an object that it makes a first reference: it
// sets a number in it to 1 or more, with sync/atomic or not.
func BeginsCount(fn *ssa.Function) bool {
	for instr := range Instructions(fn) {
		switch i := instr.(type) {
		case *ssa.Store:
			if _, isField := i.Addr.(*ssa.FieldAddr); isField && isPositive(i.Val) {
				return true
			}
		case *ssa.Call:
			if field, n := atomically(&i.Call); field != nil && n != nil && constant.Sign(n) > 0 {
				return true
			}
		}
	}
	return false
}

func isPositive(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && c.Value != nil && c.Value.Kind() == constant.Int && constant.Sign(c.Value) > 0
}

// isCounter reports whether the package counts a field down.
func (p *Package) isCounter(field *types.Var) bool {
	if p.counters == nil {
		p.counters = map[*types.Var]bool{}
		for instr := range p.Instructions() {
			if call, ok := instr.(ssa.CallInstruction); ok {
				if field, n := atomically(call.Common()); field != nil && n != nil && constant.Sign(n) < 0 {
					p.counters[field] = true
				}
			}
		}
	}
	return p.counters[field]
}

// atomically returns the field that a call of sync/atomic adds to or stores in, and the
// number if it is constant. An unsigned number that is subtracted counts as negative.
func atomically(call *ssa.CallCommon) (field *types.Var, n constant.Value) {
	fn := call.StaticCallee()
	if fn == nil || !IsAtomic(fn) || len(call.Args) < 2 || !strings.HasPrefix(fn.Name(), "Add") && !strings.HasPrefix(fn.Name(), "Store") {
		return nil, nil
	}
	addr, isField := call.Args[0].(*ssa.FieldAddr)
	number, isNumber := call.Args[1].Type().Underlying().(*types.Basic)
	if !isField || !isNumber || number.Info()&types.IsInteger == 0 {
		return nil, nil
	}
	if k, ok := call.Args[1].(*ssa.Const); ok {
		n = k.Value
		if number.Info()&types.IsUnsigned != 0 && constant.BitLen(n) >= 32 {
			n = constant.MakeInt64(-1) // ^uint32(0)
		}
	}
	return FieldOf(addr), n
}
