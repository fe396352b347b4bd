package code

import (
	"go/types"
	"slices"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
	"golang.org/x/tools/go/ssa"
)

// madeErrors are the errors in global variables that are set once. The key is the
// variable, the value is what the error wraps.
type madeErrors map[*ssa.Global][]*ssa.Global

// DifferentErrors reports whether the errors in two global variables are certainly not
// the same, and neither wraps the other. One of them must be made here: an error of
// another package may be one of a third package.
func (p *Package) DifferentErrors(a, b *ssa.Global) bool {
	plain := func(g *ssa.Global) bool {
		wrapped, made := p.errors()[g]
		return made && len(wrapped) == 0
	}
	known := func(g *ssa.Global) bool { return plain(g) || g.Pkg != p.SSA }
	return a != b && known(a) && known(b) && (plain(a) || plain(b))
}

// Wraps reports whether the error in one global variable wraps that in another.
func (p *Package) Wraps(a, b *ssa.Global) bool { return slices.Contains(p.errors()[a], b) }

func (p *Package) errors() madeErrors {
	if p.made != nil {
		return p.made
	}
	p.made = madeErrors{}
	again := map[*ssa.Global]bool{}
	for instr := range p.AllInstructions() {
		store, ok := instr.(*ssa.Store)
		if !ok {
			continue
		}
		g, ok := store.Addr.(*ssa.Global)
		if !ok || !api.IsError(api.Deref(g.Type())) {
			continue
		}
		wrapped, made := wrappedIn(store.Val)
		if made && !again[g] {
			p.made[g] = wrapped
		} else {
			delete(p.made, g)
		}
		again[g] = true
	}
	return p.made
}

// wrappedIn returns the errors in global variables that a new error wraps. It is made if
// errors.New or fmt.Errorf has made it, and not of other errors.
func wrappedIn(v ssa.Value) (wrapped []*ssa.Global, made bool) {
	call, ok := v.(*ssa.Call)
	if !ok || call.Call.StaticCallee() == nil {
		return nil, false
	}
	object, ok := call.Call.StaticCallee().Object().(*types.Func)
	if !ok {
		return nil, false
	}
	switch object.FullName() {
	case "errors.New":
		return nil, true
	case "fmt.Errorf":
		arguments, ok := call.Call.Args[1].(*ssa.Slice)
		if !ok {
			return nil, true // there are none
		}
		for _, r := range *arguments.X.Referrers() {
			at, ok := r.(*ssa.IndexAddr)
			if !ok {
				continue
			}
			for _, set := range *at.Referrers() {
				g := errorIn(set)
				if g == nil {
					return nil, false
				}
				wrapped = append(wrapped, g)
			}
		}
		return wrapped, true
	}
	return nil, false
}

// errorIn returns the global variable with the error that an instruction stores, or nil.
func errorIn(instr ssa.Instruction) *ssa.Global {
	store, ok := instr.(*ssa.Store)
	if !ok {
		return nil
	}
	v := store.Val
	if wide, ok := v.(*ssa.ChangeInterface); ok {
		v = wide.X
	}
	load, ok := v.(*ssa.UnOp)
	if !ok {
		return nil
	}
	g, _ := load.X.(*ssa.Global)
	return g
}
