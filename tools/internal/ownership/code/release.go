package code

import (
	"go/token"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
	"golang.org/x/tools/go/ssa"
)

// Released reports whether the function around a value, or a literal in it,
// releases the reference by itself.
func Released(v ssa.Value) bool {
	cells := []ssa.Value{v}
	if load, ok := v.(*ssa.UnOp); ok && load.Op == token.MUL {
		cells = append(cells, load.X)
		if referrers := load.X.Referrers(); referrers != nil {
			for _, r := range *referrers {
				if other, ok := r.(*ssa.UnOp); ok {
					cells = append(cells, other)
				}
			}
		}
	}
	for _, cell := range cells {
		referrers := cell.Referrers()
		if referrers == nil {
			continue
		}
		for _, r := range *referrers {
			call, ok := r.(ssa.CallInstruction)
			if !ok {
				if closure, ok := r.(*ssa.MakeClosure); ok {
					if fn, _ := closure.Fn.(*ssa.Function); fn != nil && fn.Object() != nil && fn.Object().Name() == "Release" {
						return true
					}
					for i, b := range closure.Bindings {
						if b == cell && capturedReleases(closure.Fn.(*ssa.Function), i) {
							return true
						}
					}
				}
				continue
			}
			callee := Callee(call.Common())
			if callee == nil {
				continue
			}
			if o := callee.Object(); o != nil && o.Pkg() != nil && o.Pkg().Path() == api.Path && (o.Name() == "Release" || o.Name() == "Drop") {
				return true
			}
		}
	}
	return false
}

func capturedReleases(fn *ssa.Function, i int) bool {
	return i < len(fn.FreeVars) && releasedThrough(fn.FreeVars[i])
}

func releasedThrough(v *ssa.FreeVar) bool {
	if v.Referrers() == nil {
		return false
	}
	for _, r := range *v.Referrers() {
		if load, ok := r.(*ssa.UnOp); ok && Released(load) {
			return true
		}
	}
	return false
}
