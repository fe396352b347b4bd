package ownership

import (
	"go/types"

	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"github.com/rcpool/rcpool/tools/internal/ownership/fate"
	"github.com/rcpool/rcpool/tools/internal/ownership/memory"
	"github.com/rcpool/rcpool/tools/internal/ownership/place"
	"github.com/rcpool/rcpool/tools/internal/ownership/term"
)

// A resolver finds what a summary names, by its place in the callee, among the values of the
// caller. It loads what is behind pointers.
type resolver struct {
	*memory.Values
	loads *loads
	pkg   *code.Package
}

// resolve finds the value at a place of a callee among the caller's values.
func (r *resolver) resolve(st *memory.State, s *site, fn *types.Func, p place.Place) (term.Term, bool) {
	var t term.Term
	var typ types.Type
	switch i, isParameter := p.Parameter(); {
	case p.IsGlobal():
		g := r.pkg.Global(p.Name)
		if g == nil {
			return 0, false
		}
		t, typ = r.Terms.Make(term.Node{Kind: term.Global, Tag: g}), g.Type()
	case isParameter && i < len(s.args):
		t, typ = s.args[i], r.typeOf(s, fn, i)
	default:
		return 0, false
	}
	if typ == nil {
		return 0, p.IsRoot()
	}
	for _, step := range p.Path.Steps() {
		var ok bool
		if t, typ, ok = r.follow(st, s, t, typ, step); !ok {
			return 0, false
		}
	}
	return t, true
}

// typeOf returns the type of an argument. Of an interface, or of a type parameter, it is the type of
// what the caller has: the callee knows its methods, and what they do to its fields.
func (r *resolver) typeOf(s *site, fn *types.Func, i int) types.Type {
	declared := argumentType(fn, i)
	if declared == nil || !types.IsInterface(declared) {
		return declared
	}
	if concrete := r.Concrete[s.args[i]]; concrete != nil {
		return concrete
	}
	if given := s.typeOf(i); given != nil {
		return given
	}
	return declared
}

// follow goes one step of a place.
func (r *resolver) follow(st *memory.State, s *site, t term.Term, typ types.Type, step place.Step) (term.Term, types.Type, bool) {
	pointer, isPointer := typ.Underlying().(*types.Pointer)
	switch step.Kind {
	case place.ToElement:
		return 0, nil, false // nobody knows which
	case place.ToContent:
		if !isPointer {
			return 0, nil, false
		}
		return r.loads.load(st, t, pointer.Elem(), s.instr, s.pos), pointer.Elem(), true
	}
	whole := typ
	if isPointer {
		whole = pointer.Elem()
	}
	u, ok := whole.Underlying().(*types.Struct)
	if !ok || step.Field >= u.NumFields() {
		return 0, nil, false
	}
	field := u.Field(step.Field)
	if !isPointer {
		return r.loads.project(st, t, field.Type(), s.instr, step.Field), field.Type(), true
	}
	t = r.Interior(r.Terms.Field(t, step.Field), t, fate.AsBorrow)
	r.Fields[t] = field
	return t, types.NewPointer(field.Type()), true
}
