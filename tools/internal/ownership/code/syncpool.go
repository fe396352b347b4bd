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
		if call, ok := assert.X.(*ssa.Call); ok && callsSyncPool(&call.Call, "Get", 0) {
			all[types.Unalias(api.Deref(assert.AssertedType))] = true
		}
	}
	return all
}

// PutIntoSyncPool returns what a call puts into a sync.Pool. It is not ok if the call is
// no Put.
func PutIntoSyncPool(call *ssa.CallCommon) (v ssa.Value, ok bool) {
	if !callsSyncPool(call, "Put", 1) {
		return nil, false
	}
	return Unboxed(call.Args[1]), true
}

// callsSyncPool reports whether a call is one of a method of sync.Pool, with so many
// arguments besides the pool.
func callsSyncPool(call *ssa.CallCommon, method string, arguments int) bool {
	callee := call.StaticCallee()
	return callee != nil && callee.Name() == method && len(call.Args) == 1+arguments && api.IsSyncPool(call.Args[0].Type())
}
