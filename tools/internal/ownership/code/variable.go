package code

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
)

// FunctionIn returns the function that a variable of a function type always holds: that of
// an unexported field or global variable of this package to which nothing else is assigned.
// It returns nil if v is not loaded from such a variable.
func (p *Package) FunctionIn(v ssa.Value) *ssa.Function {
	load, ok := v.(*ssa.UnOp)
	if !ok {
		return nil
	}
	if p.held == nil {
		p.held = map[any]*heldFunction{}
		for instr := range p.AllInstructions() {
			p.findHeld(instr)
		}
	}
	if h := p.held[variableOf(load.X)]; h != nil && !h.varies {
		return h.fn
	}
	return nil
}

// A heldFunction is what is known of a variable of a function type.
type heldFunction struct {
	fn     *ssa.Function // the first that is assigned to it
	varies bool          // or others may be assigned to it
}

// findHeld notes what an instruction does with a variable of a function type: all but to
// load it or to assign one function may make another function known to it.
func (p *Package) findHeld(instr ssa.Instruction) {
	if addr, ok := instr.(*ssa.FieldAddr); ok && variableOf(addr) != nil {
		for _, r := range *addr.Referrers() {
			p.noteHeld(variableOf(addr), addr, r)
		}
		return
	}
	for _, o := range instr.Operands(nil) {
		if g, ok := (*o).(*ssa.Global); ok && variableOf(g) != nil {
			p.noteHeld(g, g, instr)
		}
	}
}

func (p *Package) noteHeld(variable any, addr ssa.Value, use ssa.Instruction) {
	h := p.held[variable]
	if h == nil {
		h = &heldFunction{}
		p.held[variable] = h
	}
	switch use := use.(type) {
	case *ssa.UnOp, *ssa.DebugRef:
	case *ssa.Store:
		fn := literal(use.Val)
		if c, ok := use.Val.(*ssa.Const); ok && c.IsNil() && use.Addr == addr {
			return
		}
		if use.Addr != addr || fn == nil || h.fn != nil && h.fn != fn {
			h.varies = true
		}
		h.fn = fn
	default:
		h.varies = true
	}
}

// variableOf returns the unexported field or global variable of a function type at an
// address: a *types.Var, an *ssa.Global, or nil.
func variableOf(addr ssa.Value) any {
	if _, ok := api.Deref(addr.Type()).Underlying().(*types.Signature); !ok {
		return nil
	}
	switch addr := addr.(type) {
	case *ssa.FieldAddr:
		if field := FieldOf(addr); field != nil && !field.Exported() {
			return field.Origin()
		}
	case *ssa.Global:
		if o := addr.Object(); o != nil && !o.Exported() {
			return addr
		}
	}
	return nil
}

// literal returns the declared function or the function literal that a value is, or nil.
func literal(v ssa.Value) *ssa.Function {
	switch v := v.(type) {
	case *ssa.ChangeType:
		return literal(v.X)
	case *ssa.Function:
		return v
	case *ssa.MakeClosure:
		if fn := v.Fn.(*ssa.Function); fn.Synthetic == "" {
			return fn
		}
	}
	return nil
}
