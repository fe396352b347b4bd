package code

import (
	"go/types"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
	"golang.org/x/tools/go/ssa"
)

// InSyncPools returns the types to which the package takes pointers out of a sync.Pool.
func (p *Package) InSyncPools() map[types.Type]bool {
	all := map[types.Type]bool{}
	for _, fn := range p.Sources {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				assert, ok := instr.(*ssa.TypeAssert)
				if !ok {
					continue
				}
				if call, ok := assert.X.(*ssa.Call); ok && isPoolGet(call) {
					all[types.Unalias(api.Deref(assert.AssertedType))] = true
				}
			}
		}
	}
	return all
}

func isPoolGet(call *ssa.Call) bool {
	callee := call.Call.StaticCallee()
	return callee != nil && callee.Name() == "Get" && len(call.Call.Args) == 1 && api.IsSyncPool(call.Call.Args[0].Type())
}
