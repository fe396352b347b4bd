package code

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
)

// IsReused reports whether the memory of a slice in a field goes to the next owner: the
// package empties the field and keeps its capacity (x.f = x.f[:0]), or the field's tag
// says that resets keep it.
func (p *Package) IsReused(field *types.Var) bool {
	if p.reused == nil {
		p.reused = map[*types.Var]bool{}
		for instr := range p.Instructions() {
			switch i := instr.(type) {
			case *ssa.Store:
				p.findEmptied(i)
			case *ssa.FieldAddr:
				if u, ok := api.Deref(i.X.Type()).Underlying().(*types.Struct); ok && api.IsKept(u.Tag(i.Field)) {
					p.reused[u.Field(i.Field)] = true
				}
			}
		}
	}
	return p.reused[field]
}

func (p *Package) findEmptied(s *ssa.Store) {
	addr, ok := s.Addr.(*ssa.FieldAddr)
	if !ok {
		return
	}
	val := s.Val
	if call := BuiltinOf(val, "append"); call != nil { // it is filled at once
		val = call.Args[0]
	}
	cut, ok := val.(*ssa.Slice)
	if !ok || !IsConstZero(cut.High) {
		return
	}
	load, ok := cut.X.(*ssa.UnOp)
	if !ok {
		return
	}
	from, ok := load.X.(*ssa.FieldAddr)
	if ok && from.Field == addr.Field && types.Identical(from.X.Type(), addr.X.Type()) {
		if field := FieldOf(addr); field != nil {
			p.reused[field] = true
		}
	}
}
