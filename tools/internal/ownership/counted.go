package ownership

import (
	"go/constant"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
	"github.com/rcpool/rcpool/tools/internal/ownership/memory"
)

// This file is about objects of pools that count their references themselves, such as
// those of a sync.Pool with an atomic counter. Once there are several references, the pool
// does not know when the last one is given up, so the object is not followed any more.

// countByHand notes a call that makes several references to an object, by its name or by
// what it does with a counter.
func (x *explorer) countByHand(st *memory.State, s *site, fn *types.Func) {
	if fn == nil || len(s.args) == 0 {
		return
	}
	r, ok := x.Roles[s.args[0]] // of the counter, too
	if !ok || x.IsTyped(r.Object) || !x.Objects[r.Object].Family.Lossy {
		return
	}
	isMethod := fn.Signature().Recv() != nil
	if x.raises(s.common) || isMethod && (raisesByName[fn.Name()] || x.raisesOwn(fn)) {
		st.ToTopLive(r.Object)
	}
}

var raisesByName = map[string]bool{"Ref": true, "AddRef": true, "IncRef": true, "IncrRef": true, "Retain": true, "IncrementReferenceCount": true}

// raisesOwn reports whether a method of this package raises a counter in its receiver.
func (x *explorer) raisesOwn(fn *types.Func) bool {
	method := x.pkg.Declared(fn)
	if method == nil || len(method.Blocks) == 0 {
		return false
	}
	for _, b := range method.Blocks {
		for _, i := range b.Instrs {
			call, ok := i.(ssa.CallInstruction)
			if !ok || !x.raises(call.Common()) {
				continue
			}
			if field, ok := call.Common().Args[0].(*ssa.FieldAddr); ok && field.X == method.Params[0] {
				return true
			}
		}
	}
	return false
}

// raises reports whether a call adds to a counter, or stores more than 1 in it: others get
// references. A counter is a field that the package counts down with sync/atomic.
func (c *checker) raises(common *ssa.CallCommon) bool {
	field, n := atomically(common)
	if field == nil || !c.counters()[field] {
		return false
	}
	least := int64(1)
	if strings.HasPrefix(common.StaticCallee().Name(), "Store") {
		least = 2
	}
	return n == nil || constant.Compare(n, token.GEQ, constant.MakeInt64(least))
}

// counters returns the fields that the package counts down.
func (c *checker) counters() map[*types.Var]bool {
	if c.countedDown == nil {
		c.countedDown = map[*types.Var]bool{}
		for i := range c.pkg.Instructions() {
			if call, ok := i.(ssa.CallInstruction); ok {
				if field, n := atomically(call.Common()); field != nil && n != nil && constant.Sign(n) < 0 {
					c.countedDown[field] = true
				}
			}
		}
	}
	return c.countedDown
}

// atomically returns the field that a call of sync/atomic adds to or stores in, and the
// number if it is constant. An unsigned number that is subtracted counts as negative.
func atomically(common *ssa.CallCommon) (field *types.Var, n constant.Value) {
	fn := common.StaticCallee()
	if fn == nil || fn.Pkg == nil || fn.Pkg.Pkg.Path() != "sync/atomic" || len(common.Args) < 2 ||
		!strings.HasPrefix(fn.Name(), "Add") && !strings.HasPrefix(fn.Name(), "Store") {
		return nil, nil
	}
	addr, isField := common.Args[0].(*ssa.FieldAddr)
	number, isNumber := common.Args[1].Type().Underlying().(*types.Basic)
	if !isField || !isNumber || number.Info()&types.IsInteger == 0 {
		return nil, nil
	}
	if k, ok := common.Args[1].(*ssa.Const); ok {
		n = k.Value
		if number.Info()&types.IsUnsigned != 0 && constant.BitLen(n) >= 32 {
			n = constant.MakeInt64(-1) // ^uint32(0)
		}
	}
	return api.Deref(addr.X.Type()).Underlying().(*types.Struct).Field(addr.Field), n
}
