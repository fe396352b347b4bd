package ownership

import (
	"go/types"
	"maps"

	"golang.org/x/tools/go/ssa"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
	"github.com/rcpool/rcpool/tools/internal/ownership/code"

	"github.com/rcpool/rcpool/tools/internal/ownership/summary"
)

// isRelevant reports whether a function counts references, or calls one that does
// so for it.
func (c *checker) isRelevant(fn *ssa.Function) bool {
	if c.relevant[fn] {
		return true
	}
	if known, ok := c.asked[fn]; ok {
		return known
	}
	c.asked[fn] = false
	for _, callee := range c.pkg.Callees(fn) {
		if c.isRelevant(callee) && c.mattersToCallers(callee) {
			c.asked[fn] = true
			return true
		}
	}
	return false
}

// mattersToCallers reports whether a function that counts references may change what its callers own: it
// does so itself, or may call a function that they give it, or nothing is known of it. When a package has
// taken hugeWork, its functions are walked for what their callees surely do only: what nobody knows, and
// what they themselves give to others, leads to few reports, and to most of the walks.
func (c *checker) mattersToCallers(callee *ssa.Function) bool {
	s := c.explore(callee)
	active := s != nil && s.Active()
	if c.taken > hugeWork {
		return active && !s.Opaque
	}
	return active || c.pkg.CallsValues(callee)
}

// findRelevant marks the functions in which references occur, and those that
// call them.
func (c *checker) findRelevant() {
	pooled := api.Pooled(c.pass.TypesInfo)
	inSyncPools := c.pkg.InSyncPools()
	c.pooled = maps.Clone(pooled)
	maps.Copy(c.pooled, inSyncPools)
	for _, fn := range c.pkg.Sources {
		if recv := fn.Signature.Recv(); recv != nil && inSyncPools[types.Unalias(api.Deref(recv.Type()))] && returnsSlice(fn) {
			c.relevant[fn] = true // it may be memory of the object
		}
		for i, p := range fn.Params {
			isReceiver := i == 0 && fn.Signature.Recv() != nil
			if !isReceiver && c.table.Releasable(p.Type()) { // it may keep the object
				c.relevant[fn] = true
			}
			if t := api.Deref(p.Type()); api.HoldsRef(t) || pooled[types.Unalias(t)] && t != p.Type() {
				c.relevant[fn] = true
			}
		}
		for instr := range code.Instructions(fn) {
			switch i := instr.(type) {
			case *ssa.MakeClosure:
				c.noteLiteral(fn, i)
			case ssa.CallInstruction:
				c.noteCall(fn, i.Common())
			}
		}
	}
	for fn := range c.relevant { // a literal is walked as part of what is around it
		for parent := fn.Parent(); parent != nil && !c.relevant[parent]; parent = parent.Parent() {
			c.relevant[parent] = true
		}
	}
}

// noteLiteral notes that a function makes a function literal, or binds a method to its
// receiver.
func (c *checker) noteLiteral(fn *ssa.Function, literal *ssa.MakeClosure) {
	f, ok := literal.Fn.(*ssa.Function)
	if !ok {
		return
	}
	if o, ok := f.Object().(*types.Func); ok && c.table.Tracks(o) {
		c.relevant[fn] = true
	}
}

// noteCall notes a call in a function.
func (c *checker) noteCall(fn *ssa.Function, call *ssa.CallCommon) {
	if call.IsInvoke() {
		if c.table.Tracks(call.Method) {
			c.relevant[fn] = true
		}
		return
	}
	for v := range call.Signature().Results().Variables() {
		if api.IsRef(v.Type()) {
			c.relevant[fn] = true
		}
	}
	callee := c.pkg.CalleeOf(call)
	if callee == nil {
		return
	}
	if o, ok := callee.Object().(*types.Func); ok {
		if o = o.Origin(); c.table.Tracks(o) || o.Pkg() != c.pass.Pkg && c.hasFact(o) || c.countsFirst(callee) != nil {
			c.relevant[fn] = true
		}
	}
}

// isPooled reports whether a type is a pointer to objects of a pool.
func (c *checker) isPooled(t types.Type) bool {
	pointer, ok := t.Underlying().(*types.Pointer)
	return ok && c.pooled[types.Unalias(pointer.Elem())]
}

func returnsSlice(fn *ssa.Function) bool {
	for v := range fn.Signature.Results().Variables() {
		if _, ok := v.Type().Underlying().(*types.Slice); ok {
			return true
		}
	}
	return false
}

func (c *checker) hasFact(fn *types.Func) bool {
	var f summary.Fact
	return c.pass.ImportObjectFact(fn, &f) && f.HasSummary()
}

// concerned reports whether anything that the table knows is used in the package.
// Most packages use nothing, and cost no more than this.
func (c *checker) concerned() bool {
	if c.notes.Any() {
		return true
	}
	seen := map[*types.Func]bool{}
	for _, object := range c.pass.TypesInfo.Uses {
		if t, ok := object.(*types.TypeName); ok && api.Declares(t) {
			return true
		}
		fn, ok := object.(*types.Func)
		if !ok || seen[fn] {
			continue
		}
		seen[fn] = true
		if c.table.Tracks(fn) || fn.Pkg() != c.pass.Pkg && c.hasFact(fn) || code.IsOfPool(fn) {
			return true
		}
		for v := range fn.Signature().Results().Variables() {
			if api.IsRef(v.Type()) {
				return true
			}
		}
	}
	return false
}

// countsFirst returns the family of the objects that a function makes with one reference,
// or nil.
func (c *checker) countsFirst(fn *ssa.Function) *api.Family {
	if fn == nil || fn.Signature.Results().Len() == 0 || !c.table.CountsPointer(fn.Signature.Results().At(0).Type()) || !c.pkg.MakesFirst(fn) {
		return nil
	}
	return c.table.Counting(fn.Signature.Results().At(0).Type())
}
