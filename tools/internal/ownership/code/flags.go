package code

import (
	"go/constant"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// A flag is an unexported field of type bool.
type flag struct {
	makers map[*ssa.Function]bool // functions that make a struct with the flag set
	varies bool                   // it may be set at other times, too
}

// AreExclusive reports whether no struct has both flags set: each is set only where a
// struct is made, and no function makes one with both.
func (p *Package) AreExclusive(a, b *types.Var) bool {
	if p.flags == nil {
		p.flags = map[*types.Var]*flag{}
		for _, fn := range p.Sources {
			p.findFlags(fn)
		}
	}
	one, other := p.flags[a.Origin()], p.flags[b.Origin()]
	if a == b || one == nil || other == nil || one.varies || other.varies {
		return false
	}
	for maker := range one.makers {
		if other.makers[maker] {
			return false
		}
	}
	return len(one.makers) > 0 && len(other.makers) > 0
}

func (p *Package) findFlags(fn *ssa.Function) {
	for instr := range Instructions(fn) {
		at, ok := instr.(*ssa.FieldAddr)
		if !ok {
			continue
		}
		field := FieldOf(at)
		if field == nil || field.Exported() || !types.Identical(field.Type(), types.Typ[types.Bool]) {
			continue
		}
		f := p.flags[field.Origin()]
		if f == nil {
			f = &flag{makers: map[*ssa.Function]bool{}}
			p.flags[field.Origin()] = f
		}
		f.note(fn, at)
	}
}

// note notes what a function does with the address of a flag.
func (f *flag) note(fn *ssa.Function, at *ssa.FieldAddr) {
	_, made := at.X.(*ssa.Alloc)
	for _, user := range *at.Referrers() {
		switch user := user.(type) {
		case *ssa.UnOp, *ssa.DebugRef:
		case *ssa.Store:
			c, ok := user.Val.(*ssa.Const)
			switch {
			case !ok || c.Value == nil || user.Addr != at:
				f.varies = true
			case !constant.BoolVal(c.Value): // it is cleared
			case made:
				f.makers[Outermost(fn)] = true
			default:
				f.varies = true
			}
		default:
			f.varies = true
		}
	}
}
