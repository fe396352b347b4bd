package ownership

import (
	"go/types"

	"github.com/rcpool/rcpool/tools/internal/ownership/fate"
	"github.com/rcpool/rcpool/tools/internal/ownership/memory"
	"github.com/rcpool/rcpool/tools/internal/ownership/place"
	"github.com/rcpool/rcpool/tools/internal/ownership/summary"
	"github.com/rcpool/rcpool/tools/internal/ownership/term"
	"golang.org/x/tools/go/ssa"
)

// rebuilt is the tag of what a callee has made, and returned or stored.
type rebuilt struct {
	call    ssa.Instruction
	outcome int
	set     bool       // stored, else returned
	item    int        // which of the outcome's Sets or Results
	path    place.Path // to a part of it
}

// rebuild makes a value of a summary again, at the caller. 0 is unknown.
func (x *explorer) rebuild(st *memory.State, s *site, fn *types.Func, v summary.Value, refs []term.Term, to rebuilt) term.Term {
	at := func(kind fate.As, id fate.ID) term.Term {
		b := x.Tie(to, st.Turn(s.instr), 0, fate.Role{Object: id, As: kind})
		x.Terms.SetNonNil(b)
		return b
	}
	if v.Number < len(refs) && v.Number >= 0 {
		switch v.Kind {
		case summary.Object, summary.Borrow, summary.Alias, summary.Cleanup:
			if refs[v.Number] == 0 {
				return 0
			}
			id := x.Roles[refs[v.Number]].Object
			switch v.Kind {
			case summary.Object:
				return refs[v.Number]
			case summary.Borrow:
				return at(fate.AsBorrow, id)
			case summary.Alias:
				return at(fate.AsAlias, id)
			case summary.Cleanup:
				return at(fate.AsCleanup, id)
			}
		}
	}
	switch v.Kind {
	case summary.Nil:
		return x.Terms.Nil()
	case summary.Zero:
		return x.Terms.Zero()
	case summary.Const:
		return x.Terms.Exact(v.Const, v.Number)
	case summary.AtPlace:
		if p, ok := x.resolve(st, s, fn, v.Place); ok {
			return p
		}
	case summary.IsZero:
		if p, ok := x.resolve(st, s, fn, v.Place); ok {
			zero := st.Asked(p)
			if v.Number == 1 {
				zero = x.Terms.Not(zero)
			}
			return zero
		}
	case summary.BorrowOf, summary.AliasOf:
		if p, ok := x.resolve(st, s, fn, v.Place); ok {
			if r, ok := x.Roles[p]; ok && !(r.As == fate.AsReference && v.Kind == summary.AliasOf && isSlice(fn, v.Place)) {
				kind := fate.AsBorrow
				if v.Kind == summary.AliasOf || r.As == fate.AsAlias {
					kind = fate.AsAlias
				}
				return at(kind, r.Object)
			}
		}
	case summary.Cleanups:
		var all []term.Term
		for i, p := range v.Parts {
			each := to
			each.item = i
			all = append(all, x.rebuild(st, s, fn, p.To, refs, each))
		}
		t := x.Terms.List(all)
		x.Terms.SetNonNil(t)
		return t
	case summary.Fresh:
		n := x.Terms.Make(term.Node{Kind: term.Alloc, Tag: to, At: st.Turn(s.instr)})
		delete(st.Shared, n)
		if v.Shared {
			st.Shared[n] = true
		}
		for _, p := range v.Parts {
			within := to
			within.path += p.Path
			part := x.rebuild(st, s, fn, p.To, refs, within)
			if part == 0 {
				part = x.Terms.Make(term.Node{Kind: term.Opaque, Tag: within, At: st.Turn(s.instr)})
				if p.To.Kind == summary.NotNil {
					x.Terms.SetNonNil(part)
				}
			}
			addr := n
			for _, step := range p.Path.Steps() {
				addr = x.Terms.Field(addr, step.Field)
			}
			st.Cells[addr] = part
		}
		if v.Number == summary.WholeStruct {
			return x.Terms.Load(n)
		}
		return n
	}
	return 0
}

// resolve finds the value at a place of a callee among the caller's values.
func (x *explorer) resolve(st *memory.State, s *site, fn *types.Func, p place.Place) (term.Term, bool) {
	var t term.Term
	var typ types.Type
	switch i, isParameter := p.Parameter(); {
	case p.IsGlobal():
		g := x.pkg.Global(p.Name)
		if g == nil {
			return 0, false
		}
		t, typ = x.Terms.Make(term.Node{Kind: term.Global, Tag: g}), g.Type()
	case isParameter && i < len(s.args):
		t, typ = s.args[i], argumentType(fn, i)
	default:
		return 0, false
	}
	if typ == nil {
		return 0, p.IsRoot()
	}
	for _, step := range p.Path.Steps() {
		var ok bool
		if t, typ, ok = x.follow(st, s, t, typ, step); !ok {
			return 0, false
		}
	}
	return t, true
}

// follow goes one step of a place.
func (x *explorer) follow(st *memory.State, s *site, t term.Term, typ types.Type, step place.Step) (term.Term, types.Type, bool) {
	pointer, isPointer := typ.Underlying().(*types.Pointer)
	switch step.Kind {
	case place.ToElement:
		return 0, nil, false // nobody knows which
	case place.ToContent:
		if !isPointer {
			return 0, nil, false
		}
		return x.load(st, t, pointer.Elem(), s.instr, s.pos), pointer.Elem(), true
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
		return x.project(st, t, step.Field, field.Type(), s.instr), field.Type(), true
	}
	t = x.Interior(x.Terms.Field(t, step.Field), t, fate.AsBorrow)
	x.Fields[t] = field
	return t, types.NewPointer(field.Type()), true
}

// isSlice reports whether a place is a parameter that is a slice. If that is pooled by
// itself, a part of it may be put back in its place.
func isSlice(fn *types.Func, p place.Place) bool {
	i, isParameter := p.Parameter()
	if !isParameter || !p.IsRoot() {
		return false
	}
	t := argumentType(fn, i)
	if t == nil {
		return false
	}
	_, is := t.Underlying().(*types.Slice)
	return is
}

func argumentType(fn *types.Func, i int) types.Type {
	if recv := fn.Signature().Recv(); recv != nil {
		if i == 0 {
			return recv.Type()
		}
		i--
	}
	if i >= fn.Signature().Params().Len() {
		return nil
	}
	return fn.Signature().Params().At(i).Type()
}
