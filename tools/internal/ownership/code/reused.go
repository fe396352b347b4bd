package code

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
)

// IsReused reports whether the memory of a slice in a field goes to the next owner: the
// package empties the field and keeps its capacity (x.f = x.f[:0]), or puts that memory into
// a pool, or the field's tag says that resets keep it.
func (p *Package) IsReused(field *types.Var) bool {
	if p.reused == nil {
		p.reused, p.parametersPut = map[*types.Var]bool{}, map[*ssa.Function]*ssa.Parameter{}
		for instr := range p.Instructions() {
			switch i := instr.(type) {
			case *ssa.Store:
				p.findEmptied(i)
			case ssa.CallInstruction:
				p.findGivenBack(i)
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

// findGivenBack finds the field whose memory a call puts into a pool, itself or by a function of the
// package.
func (p *Package) findGivenBack(call ssa.CallInstruction) {
	at, ok := memoryOf(p.putIntoPool(call.Common())).(*ssa.FieldAddr)
	if !ok {
		return
	}
	if field := FieldOf(at); field != nil {
		if _, isSlice := field.Type().Underlying().(*types.Slice); isSlice {
			p.reused[field] = true
		}
	}
}

// putIntoPool returns what a call puts into a pool, or nil: a call of Put, or of a function of this
// package that puts its parameter there.
func (p *Package) putIntoPool(call *ssa.CallCommon) ssa.Value {
	if v, ok := PutIntoPool(call); ok {
		return v
	}
	callee := Callee(call)
	if callee == nil || !p.Has(callee) {
		return nil
	}
	if i := slices.Index(callee.Params, p.parameterPut(callee)); 0 <= i && i < len(call.Args) {
		return call.Args[i]
	}
	return nil
}

// parameterPut returns the parameter whose memory a function puts into a pool, or nil.
func (p *Package) parameterPut(fn *ssa.Function) *ssa.Parameter {
	if param, known := p.parametersPut[fn]; known {
		return param
	}
	p.parametersPut[fn] = nil // for one that calls itself
	for instr := range Instructions(fn) {
		if call, ok := instr.(ssa.CallInstruction); ok {
			if param, ok := memoryOf(p.putIntoPool(call.Common())).(*ssa.Parameter); ok {
				p.parametersPut[fn] = param
				break
			}
		}
	}
	return p.parametersPut[fn]
}

// memoryOf returns the field or the parameter that has the memory of a slice, or of the one that a pointer
// leads to; or another value, or nil.
func memoryOf(v ssa.Value) ssa.Value {
	for range longestWay {
		switch i := v.(type) {
		case *ssa.Slice:
			v = i.X
		case *ssa.MakeInterface:
			v = i.X
		case *ssa.UnOp:
			v = i.X
		case *ssa.Alloc:
			stored := storedIn(i)
			if len(stored) == 0 {
				return v
			}
			v = stored[0]
		default:
			return v
		}
	}
	return v
}
