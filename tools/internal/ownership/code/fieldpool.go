package code

import (
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// This file is about fields that have objects of one pool only: all that is ever assigned to
// such a field was taken out of the same sync.Pool. So whatever is in the field of any struct
// of that type is of this pool, also in a function that finds it there.

// A fieldPool is the pool that the objects in a field are from.
type fieldPool struct {
	pool *ssa.Global
	got  *ssa.Call // the first Get
	open bool      // there may be objects of another one
}

// PoolOf returns the call of Get that has taken an object in a field out of its pool, and the
// pool, if all that are ever there are of that pool; otherwise nil.
func (p *Package) PoolOf(field *types.Var) (got *ssa.Call, pool *ssa.Global) {
	if p.fieldPools == nil {
		p.fieldPools = map[*types.Var]*fieldPool{}
		for instr := range p.AllInstructions() {
			if at, ok := instr.(*ssa.FieldAddr); ok {
				p.notePoolOf(at)
			}
		}
	}
	if has := p.fieldPools[field.Origin()]; has != nil && !has.open && has.got != nil {
		return has.got, has.pool
	}
	return nil, nil
}

// notePoolOf notes what is done with the address of a field: all but to load it, or to assign
// what was just taken out of the pool, may put something else there.
func (p *Package) notePoolOf(at *ssa.FieldAddr) {
	field := FieldOf(at)
	if field == nil || !isPointer(field.Type()) {
		return
	}
	field = field.Origin()
	has := p.fieldPools[field]
	if has == nil {
		has = &fieldPool{open: field.Exported() && p.Types.Name() != "main" || field.Pkg() != p.Types}
		p.fieldPools[field] = has
	}
	for _, use := range *at.Referrers() {
		switch use := use.(type) {
		case *ssa.UnOp, *ssa.DebugRef:
		case *ssa.Store:
			switch got, pool := p.takenOut(use.Val); {
			case use.Addr == at && IsZeroValue(use.Val):
			case use.Addr != at || got == nil || has.pool != nil && has.pool != pool:
				has.open = true
			case has.pool == nil:
				has.got, has.pool = got, pool
			}
		default:
			has.open = true
		}
	}
}

// takenOut returns the call that a value is the result of, if that takes it out of a sync.Pool
// in a global variable, and the pool; otherwise nil. It may do so through a function of this
// package that returns nothing else.
func (p *Package) takenOut(v ssa.Value) (got *ssa.Call, pool *ssa.Global) {
	if assert, ok := v.(*ssa.TypeAssert); ok && !assert.CommaOk {
		v = assert.X
	}
	call, ok := v.(*ssa.Call)
	if !ok {
		return nil, nil
	}
	if IsGetFromSyncPool(&call.Call) {
		if pool = poolVariable(call.Call.Args[0]); pool == nil {
			return nil, nil
		}
		return call, pool
	}
	callee := Callee(&call.Call)
	if callee == nil || !p.Has(callee) || callee.Signature.Results().Len() != 1 {
		return nil, nil
	}
	for instr := range Instructions(callee) {
		ret, ok := instr.(*ssa.Return)
		if !ok || ret.Block() == callee.Recover {
			continue
		}
		assert, ok := ret.Results[0].(*ssa.TypeAssert)
		if !ok || assert.CommaOk {
			return nil, nil
		}
		get, ok := assert.X.(*ssa.Call)
		if !ok || !IsGetFromSyncPool(&get.Call) {
			return nil, nil
		}
		from := poolVariable(get.Call.Args[0])
		if from == nil || pool != nil && from != pool {
			return nil, nil
		}
		got, pool = get, from
	}
	return got, pool
}

// poolVariable returns the global variable that has a pool, or a pointer to one; nil if there is
// none.
func poolVariable(pool ssa.Value) *ssa.Global {
	if load, ok := pool.(*ssa.UnOp); ok && load.Op == token.MUL {
		pool = load.X
	}
	variable, _ := pool.(*ssa.Global)
	return variable
}

// AsksCapacity reports whether a function asks how large something is: it may choose a pool by
// that.
func AsksCapacity(fn *ssa.Function) bool {
	for instr := range Instructions(fn) {
		call, ok := instr.(ssa.CallInstruction)
		if !ok {
			continue
		}
		if callee := Callee(call.Common()); Builtin(call.Common()) == "cap" || callee != nil && strings.EqualFold(callee.Name(), "cap") {
			return true
		}
	}
	return false
}
