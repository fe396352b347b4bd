package code

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// OwnPointers reports whether two variables, each a *types.Var of a field or an *ssa.Global,
// never hold the same pointer: all that is ever assigned to them was made for that variable
// alone, as pools are made by
//
//	var small, large = newBlocks(512), newBlocks(64 << 10)
func (p *Package) OwnPointers(a, b any) bool {
	return a != b && p.isMadeFor(a) && p.isMadeFor(b)
}

// isMadeFor reports whether all pointers that are assigned to a variable are new, and are
// assigned to no other one.
func (p *Package) isMadeFor(variable any) bool {
	if p.pointers == nil {
		p.pointers = map[any]bool{}
		for instr := range p.AllInstructions() {
			p.notePointers(instr)
		}
	}
	return p.pointers[variable]
}

// notePointers notes what an instruction does with variables that hold pointers: all but to
// load one, or to assign a new pointer to it, may put another one there.
func (p *Package) notePointers(instr ssa.Instruction) {
	if addr, ok := instr.(*ssa.FieldAddr); ok {
		if field := FieldOf(addr); field != nil && isPointer(field.Type()) {
			for _, use := range *addr.Referrers() {
				p.notePointer(field.Origin(), addr, use)
			}
			if field.Exported() && p.Types.Name() != "main" {
				p.pointers[field.Origin()] = false
			}
		}
		return
	}
	for _, o := range instr.Operands(nil) {
		if g, ok := (*o).(*ssa.Global); ok && isPointer(g.Type().(*types.Pointer).Elem()) {
			p.notePointer(g, g, instr)
		}
	}
}

func (p *Package) notePointer(variable any, addr ssa.Value, use ssa.Instruction) {
	switch use := use.(type) {
	case *ssa.UnOp, *ssa.DebugRef:
	case *ssa.Store:
		if c, ok := use.Val.(*ssa.Const); ok && c.IsNil() && use.Addr == addr {
			return
		}
		isNew := use.Addr == addr && p.isNew(use.Val) && storesOf(use.Val) == 1
		before, seen := p.pointers[variable]
		p.pointers[variable] = isNew && (before || !seen)
	default:
		p.pointers[variable] = false
	}
}

// isNew reports whether a value is a pointer to memory that nobody else has: it was allocated
// here or by a constructor. Of those of other packages the names tell.
func (p *Package) isNew(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Alloc:
		return true
	case *ssa.Call:
		callee := Callee(&v.Call)
		switch {
		case callee == nil:
			return false
		case callee.Pkg != p.SSA:
			return strings.HasPrefix(callee.Name(), "New")
		}
		return returnsNew(Generic(callee))
	}
	return false
}

// returnsNew reports whether all that a function returns is memory that it has allocated.
func returnsNew(fn *ssa.Function) bool {
	some := false
	for _, b := range fn.Blocks {
		if exit, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok {
			if len(exit.Results) != 1 {
				return false
			}
			if _, made := exit.Results[0].(*ssa.Alloc); !made {
				return false
			}
			some = true
		}
	}
	return some
}

// storesOf counts the assignments of a value.
func storesOf(v ssa.Value) (n int) {
	for _, use := range *v.Referrers() {
		if store, ok := use.(*ssa.Store); ok && store.Val == v {
			n++
		}
	}
	return n
}

func isPointer(t types.Type) bool {
	_, ok := t.Underlying().(*types.Pointer)
	return ok
}
