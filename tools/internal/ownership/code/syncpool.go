package code

import (
	"go/types"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
	"golang.org/x/tools/go/ssa"
)

// InSyncPools returns the types to which the package takes pointers out of a sync.Pool.
func (p *Package) InSyncPools() map[types.Type]bool {
	all := map[types.Type]bool{}
	for instr := range p.Instructions() {
		assert, ok := instr.(*ssa.TypeAssert)
		if !ok {
			continue
		}
		if call, ok := assert.X.(*ssa.Call); ok && IsGetFromSyncPool(&call.Call) {
			all[types.Unalias(api.Deref(assert.AssertedType))] = true
		}
	}
	return all
}

// IsGetFromSyncPool reports whether a call takes an object from a sync.Pool.
func IsGetFromSyncPool(call *ssa.CallCommon) bool { return callsSyncPool(call, "Get", 0) }

// PutIntoSyncPool returns what a call puts into a sync.Pool. It is not ok if the call is
// no Put.
func PutIntoSyncPool(call *ssa.CallCommon) (v ssa.Value, ok bool) {
	if !callsSyncPool(call, "Put", 1) {
		return nil, false
	}
	return Unboxed(call.Args[1]), true
}

// IsTakenFromPool reports whether a value is the result of Get of a sync.Pool, or of an
// interface with the same methods.
func IsTakenFromPool(v ssa.Value) bool {
	call, ok := v.(*ssa.Call)
	return ok && (IsGetFromSyncPool(&call.Call) || callsPool(&call.Call, "Get"))
}

// PutIntoPool returns what a call puts into a sync.Pool, or into an interface with the
// same methods. It is not ok if the call is no Put.
func PutIntoPool(call *ssa.CallCommon) (v ssa.Value, ok bool) {
	if callsPool(call, "Put") {
		return Unboxed(call.Args[0]), true
	}
	return PutIntoSyncPool(call)
}

// callsPool reports whether a call is one of a method of an interface that has the
// methods of a sync.Pool.
func callsPool(call *ssa.CallCommon, method string) bool {
	return call.IsInvoke() && call.Method.Name() == method && IsOfPool(call.Method)
}

// IsOfPool reports whether a function is a method of an interface that has the methods of
// a sync.Pool.
func IsOfPool(fn *types.Func) bool {
	recv := fn.Signature().Recv()
	return recv != nil && types.IsInterface(recv.Type()) && hasMethod(recv.Type(), "Get", 0, 1) && hasMethod(recv.Type(), "Put", 1, 0)
}

// hasMethod reports whether a type has a method with so many parameters and results, all
// of which are of type any.
func hasMethod(t types.Type, name string, params, results int) bool {
	method, _, _ := types.LookupFieldOrMethod(t, false, nil, name)
	fn, ok := method.(*types.Func)
	if !ok || fn.Signature().Params().Len() != params || fn.Signature().Results().Len() != results {
		return false
	}
	for _, tuple := range []*types.Tuple{fn.Signature().Params(), fn.Signature().Results()} {
		for v := range tuple.Variables() {
			if u, ok := v.Type().Underlying().(*types.Interface); !ok || !u.Empty() {
				return false
			}
		}
	}
	return true
}

// callsSyncPool reports whether a call is one of a method of sync.Pool, with so many
// arguments besides the pool.
func callsSyncPool(call *ssa.CallCommon, method string, arguments int) bool {
	callee := call.StaticCallee()
	return callee != nil && callee.Name() == method && len(call.Args) == 1+arguments && api.IsSyncPool(call.Args[0].Type())
}
