package ownership

import (
	"go/types"

	"github.com/rcpool/rcpool/tools/internal/ownership/fate"
	"github.com/rcpool/rcpool/tools/internal/ownership/memory"
	"github.com/rcpool/rcpool/tools/internal/ownership/summary"
	"github.com/rcpool/rcpool/tools/internal/ownership/term"
)

// A rebuilder makes the values of a summary again, at the caller.
type rebuilder struct {
	*resolver
	st   *memory.State
	s    *site
	fn   *types.Func
	refs []term.Term // of the outcome's objects
}

// rebuild makes a value again. 0 is unknown.
func (r *rebuilder) rebuild(v summary.Value, to rebuilt) term.Term {
	if v.Number < len(r.refs) && v.Number >= 0 {
		switch v.Kind {
		case summary.Object, summary.Borrow, summary.Alias, summary.Cleanup:
			return r.ofObject(v, to)
		}
	}
	switch v.Kind {
	case summary.Nil:
		return r.Terms.Nil()
	case summary.Zero:
		return r.Terms.Zero()
	case summary.Const:
		return r.Terms.Exact(v.Const, v.Number)
	case summary.AtPlace, summary.IsZero, summary.BorrowOf, summary.AliasOf:
		if p, ok := r.resolve(r.st, r.s, r.fn, v.Place); ok {
			return r.ofPlace(v, p, to)
		}
	case summary.Cleanups:
		return r.cleanups(v, to)
	case summary.Fresh:
		return r.fresh(v, to)
	}
	return 0
}

// tie makes a value with a role.
func (r *rebuilder) tie(to rebuilt, kind fate.As, id fate.ID) term.Term {
	b := r.Tie(to, r.st.Turn(r.s.instr), 0, fate.Role{Object: id, As: kind})
	r.Terms.SetNonNil(b)
	return b
}

// ofObject makes a value that refers to an object of the outcome.
func (r *rebuilder) ofObject(v summary.Value, to rebuilt) term.Term {
	ref := r.refs[v.Number]
	if ref == 0 || v.Kind == summary.Object {
		return ref
	}
	id := r.Roles[ref].Object
	switch v.Kind {
	case summary.Borrow:
		return r.tie(to, fate.AsBorrow, id)
	case summary.Alias:
		return r.tie(to, fate.AsAlias, id)
	}
	return r.tie(to, fate.AsCleanup, id)
}

// ofPlace makes a value that the callee has from a place where the caller has p.
func (r *rebuilder) ofPlace(v summary.Value, p term.Term, to rebuilt) term.Term {
	switch v.Kind {
	case summary.AtPlace:
		return p
	case summary.IsZero:
		zero := r.st.Asked(p)
		if v.Number == 1 {
			zero = r.Terms.Not(zero)
		}
		return zero
	}
	role, ok := r.Roles[p]
	if !ok && v.Kind == summary.AliasOf && !to.set { // a part of something of this function's caller
		part := r.Terms.Make(term.Node{Kind: term.Opaque, Tag: to, At: r.st.Turn(r.s.instr)})
		r.SetWithin(part, p)
		return part
	}
	if !ok || role.As == fate.AsReference && v.Kind == summary.AliasOf && isSlice(r.fn, v.Place) {
		return 0
	}
	kind := fate.AsBorrow
	if v.Kind == summary.AliasOf || role.As == fate.AsAlias {
		kind = fate.AsAlias
	}
	return r.tie(to, kind, role.Object)
}

// cleanups makes a function that releases several objects.
func (r *rebuilder) cleanups(v summary.Value, to rebuilt) term.Term {
	var all []term.Term
	for i, p := range v.Parts {
		each := to
		each.item = i
		all = append(all, r.rebuild(p.To, each))
	}
	t := r.Terms.List(all)
	r.Terms.SetNonNil(t)
	return t
}

// fresh makes a struct, part by part.
func (r *rebuilder) fresh(v summary.Value, to rebuilt) term.Term {
	n := r.Terms.Make(term.Node{Kind: term.Alloc, Tag: to, At: r.st.Turn(r.s.instr)})
	delete(r.st.Shared, n)
	if v.Shared {
		r.st.Shared[n] = true
	}
	for _, p := range v.Parts {
		within := to
		within.path += p.Path
		part := r.rebuild(p.To, within)
		if part == 0 {
			part = r.Terms.Make(term.Node{Kind: term.Opaque, Tag: within, At: r.st.Turn(r.s.instr)})
			if p.To.Kind == summary.NotNil {
				r.Terms.SetNonNil(part)
			}
		}
		addr := n
		for _, step := range p.Path.Steps() {
			addr = r.Terms.Field(addr, step.Field)
		}
		r.st.Cells[addr] = part
	}
	if v.Number == summary.WholeStruct {
		return r.Terms.Load(n)
	}
	return n
}
