package code

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// maxCarried is the size of the largest function that CallsValues says yes to, in blocks.
const maxCarried = 24

// CallsValues reports whether a function of this package may call a function that it was
// given, or that it finds in what it was given: it, a literal in it or one of the functions
// that it calls has a call of a value. Large functions are not looked at.
func (p *Package) CallsValues(fn *ssa.Function) bool {
	if known, ok := p.dynamic[fn]; ok {
		return known
	}
	if p.dynamic == nil {
		p.dynamic = map[*ssa.Function]bool{}
	}
	p.dynamic[fn] = false // while it is being looked at: one that calls itself
	p.dynamic[fn] = p.findsDynamic(fn)
	return p.dynamic[fn]
}

func (p *Package) findsDynamic(fn *ssa.Function) bool {
	if len(fn.Blocks) == 0 || len(fn.Blocks) > maxCarried {
		return false
	}
	for instr := range Instructions(fn) {
		call, ok := instr.(ssa.CallInstruction)
		if !ok || call.Common().IsInvoke() {
			continue
		}
		switch callee := call.Common().StaticCallee(); {
		case callee == nil:
			if _, builtin := call.Common().Value.(*ssa.Builtin); !builtin {
				return true
			}
		case callee.Parent() != nil || p.takesFunctions(callee):
			if p.CallsValues(Generic(callee)) {
				return true
			}
		}
	}
	for _, literal := range fn.AnonFuncs {
		if p.CallsValues(literal) {
			return true
		}
	}
	return false
}

// takesFunctions reports whether an argument of a function of this package may lead to a
// function.
func (p *Package) takesFunctions(fn *ssa.Function) bool {
	fn = Generic(fn)
	if !p.Has(fn) {
		return false
	}
	for _, param := range fn.Params {
		if LeadsToFunction(param.Type()) {
			return true
		}
	}
	return false
}

// LeadsToFunction reports whether a type is that of functions, of lists of functions, or
// of structs with such fields, or a pointer to one of these.
func LeadsToFunction(t types.Type) bool { return leadsToFunction(t, maxNested) }

// maxNested is how deep in a type a function is looked for.
const maxNested = 4

func leadsToFunction(t types.Type, depth int) bool {
	if depth == 0 {
		return false
	}
	switch u := t.Underlying().(type) {
	case *types.Signature:
		return true
	case *types.Pointer:
		return depth == maxNested && leadsToFunction(u.Elem(), depth-1)
	case *types.Slice:
		return leadsToFunction(u.Elem(), depth-1)
	case *types.Map:
		return leadsToFunction(u.Elem(), depth-1)
	case *types.Array:
		return leadsToFunction(u.Elem(), depth-1)
	case *types.Struct:
		for field := range u.Fields() {
			if leadsToFunction(field.Type(), depth-1) {
				return true
			}
		}
	}
	return false
}
