package code

import (
	"go/types"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
	"golang.org/x/tools/go/ssa"
)

// IsOnlyGiven reports whether nobody finds a struct after the function that makes it: neither
// that function, nor one of the package that gets it, puts it anywhere. Code of which nothing is known
// may have read from it, or written to it, as a reader that unpacks what another one reads. What
// such code returns is followed like the struct.
func (p *Package) IsOnlyGiven(made *ssa.Alloc) bool {
	g := given{p, map[ssa.Value]bool{}}
	return g.follow(made)
}

// given follows a value, and what leads to it.
type given struct {
	pkg  *Package
	seen map[ssa.Value]bool
}

func (g *given) follow(v ssa.Value) bool {
	if _, isBasic := v.Type().Underlying().(*types.Basic); g.seen[v] || isBasic || api.IsError(v.Type()) || v.Referrers() == nil {
		return true
	}
	g.seen[v] = true
	for _, use := range *v.Referrers() {
		if !g.passes(v, use) {
			return false
		}
	}
	return true
}

// passes reports whether an instruction puts a value nowhere.
func (g *given) passes(v ssa.Value, use ssa.Instruction) bool {
	switch use := use.(type) {
	case *ssa.DebugRef, *ssa.FieldAddr, *ssa.UnOp, *ssa.BinOp, *ssa.If:
		return true
	case *ssa.Store:
		return use.Val != v
	case *ssa.MakeInterface, *ssa.ChangeInterface, *ssa.ChangeType, *ssa.TypeAssert, *ssa.Extract, *ssa.Phi:
		return g.follow(use.(ssa.Value))
	case *ssa.Call:
		return g.call(v, use.Common()) && (g.pkg.hasBody(use.Common()) || g.follow(use))
	case *ssa.Defer:
		return g.call(v, use.Common())
	}
	return false
}

// call reports whether a call that gets a value puts it nowhere.
func (g *given) call(v ssa.Value, call *ssa.CallCommon) bool {
	callee := Callee(call)
	for k, a := range call.Args {
		switch {
		case a != v || k == 0 && callee != nil && !g.pkg.Has(callee) && callee.Signature.Recv() != nil: // by a method of the value itself
		case callee != nil && !call.IsInvoke() && g.pkg.Has(callee):
			if !g.follow(callee.Params[k]) {
				return false
			}
		case !types.IsInterface(v.Type()) || !isOf(types.NewPointer(v.Type()), "io"): // nobody reads from it, or writes to it
			return false
		}
	}
	return call.Value != v || call.IsInvoke()
}

func (p *Package) hasBody(call *ssa.CallCommon) bool {
	callee := Callee(call)
	return callee != nil && !call.IsInvoke() && p.Has(callee)
}
