package ownership

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"github.com/rcpool/rcpool/tools/internal/ownership/mistake"
	"github.com/rcpool/rcpool/tools/internal/ownership/naming"
	"github.com/rcpool/rcpool/tools/internal/ownership/term"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"

	"github.com/rcpool/rcpool/tools/internal/ownership/fate"

	"github.com/rcpool/rcpool/tools/internal/ownership/summary"

	"github.com/rcpool/rcpool/tools/internal/ownership/memory"
)

// This file is about pools that do not reset their objects: sync.Pool. The program
// has to reset an object after Get or before Put. An object is dirty if the next
// owner would find old values, because something was added to what it held. The
// fields of structs are another matter: see stale.go of package check.

// accumulates notes that something was added to what an object held.
func (x *explorer) accumulates(st *memory.State, t term.Term) {
	r, ok := x.Roles[t]
	if !ok {
		if n := x.Terms.Node(t); n.Kind == term.Load && x.Terms.Node(n.A).Kind != term.Field {
			if r, ok = x.Roles[n.A]; !ok {
				x.caller.noteEffect(st, x.Terms.Root(n.A), summary.Effect{Kind: summary.Dirties})
			}
		}
		if !ok {
			return
		}
	}
	if f := st.Fate(r.Object); f.Status == fate.Live && !f.Wrote {
		f.Wrote = true
		st.SetFate(r.Object, f)
	}
}

// byMethod notes what a method, by its name, does to an object, or to a parameter that may be
// one.
func (x *explorer) byMethod(st *memory.State, v term.Term, name string) {
	lower := strings.ToLower(name)
	switch {
	case naming.Resets(lower), strings.HasPrefix(lower, "read") && name != "ReadFrom", name == "WriteTo", name == "Next":
		x.caller.changes(st, v, false, true)
	case strings.HasPrefix(lower, "write"), strings.HasPrefix(lower, "append"), name == "ReadFrom":
		x.caller.changes(st, v, true, false)
	}
}

// changes notes that something was added to an object, or to a parameter that may be one, or
// that it was emptied.
func (c *callerEffects) changes(st *memory.State, v term.Term, wrote, reset bool) {
	if r, ok := st.Roles[v]; ok {
		if f := st.Fate(r.Object); f.Status == fate.Live {
			f.Wrote, f.Reset = f.Wrote || wrote, f.Reset || reset
			st.SetFate(r.Object, f)
		}
		return
	}
	if st.Terms.Node(v).Kind != term.Param {
		return
	}
	if wrote {
		c.noteEffect(st, v, summary.Effect{Kind: summary.Dirties})
	}
	if reset {
		c.noteEffect(st, v, summary.Effect{Kind: summary.Readies})
	}
}

// foundEmpty notes that there is nothing in an object, where a condition on its Len says
// so.
func (x *explorer) foundEmpty(st *memory.State, condition ssa.Value, holds bool) {
	comparison, ok := condition.(*ssa.BinOp)
	if !ok || !api.IsInteger(comparison.X.Type()) || !code.IsConstZero(comparison.Y) {
		return
	}
	length, ok := comparison.X.(*ssa.Call)
	if !ok || length.Call.StaticCallee() == nil || length.Call.StaticCallee().Name() != "Len" || len(length.Call.Args) != 1 {
		return
	}
	switch comparison.Op {
	case token.EQL:
	case token.NEQ, token.GTR:
		holds = !holds
	default:
		return
	}
	if holds {
		st.WasReset(x.Roles[st.Value(length.Call.Args[0])].Object)
	}
}

// noteReadies notes calls that ready a parameter of this function: by their
// name, or because nothing is known of them.
func (x *explorer) noteReadies(st *memory.State, s *site, object *types.Func) {
	if object != nil && !naming.Resets(object.Name()) {
		return
	}
	if object == nil {
		if _, ok := x.Closures[s.fn]; ok || x.Terms.Node(s.fn).Kind == term.Func {
			return
		}
	}
	for _, a := range s.args {
		if r, ok := x.Roles[a]; ok {
			st.WasReset(r.Object)
		} else if x.Terms.Node(a).Kind == term.Param {
			x.caller.noteEffect(st, a, summary.Effect{Kind: summary.Readies})
		}
	}
}

// passedOn notes what a function that takes a writer or a value to fill does.
func (x *explorer) passedOn(f *fate.Fate, t types.Type, s *site) {
	if f.Status != fate.Live || t == nil {
		return
	}
	object := s.common.StaticCallee()
	name := ""
	if object != nil {
		name = object.Name()
	}
	u, isInterface := t.Underlying().(*types.Interface)
	switch {
	case naming.Resets(name):
		f.Reset = true
	case isInterface && api.HasMethod(t, "Write"):
		f.Wrote = true
	case isInterface && api.HasMethod(t, "Read"):
		f.Reset = true // it is drained
	case isInterface && u.Empty() && strings.HasPrefix(name, "Unmarshal"):
		f.Wrote = true
	}
}

// written notes a store into an object.
func (x *explorer) written(f *fate.Fate, addr term.Term, i ssa.Instruction) {
	s, ok := i.(*ssa.Store)
	if !ok {
		return // by a callee: its effects tell
	}
	field := x.Terms.Node(addr).Kind == term.Field // see stale.go of package check
	switch value := s.Val.(type) {
	case *ssa.Slice:
		if code.IsConstZero(value.High) {
			f.Reset = true
			return
		}
	case *ssa.Const:
		if value.Value == nil { // assigning a constant counts as a reset
			f.Reset = true
			return
		}
	case *ssa.Call:
		if code.Builtin(&value.Call) == "append" && code.SameAddress(value.Call.Args[0], s.Addr) {
			f.Wrote = f.Wrote || !field
			return
		}
	case *ssa.BinOp:
		if code.SameAddress(value.X, s.Addr) {
			f.Wrote = f.Wrote || !field
			return
		}
	}
	if !field {
		f.Reset = true // the whole object was assigned
	}
}

// leavePool reports an object that goes back to a sync.Pool dirty. For structs of this
// package, package check does so.
func (x *explorer) leavePool(st *memory.State, id fate.ID, family *api.Family, s *site) {
	f, o := st.Fate(id), &x.Objects[id]
	if family.Package != "sync" || o.Family != family || f.Status != fate.Live || f.Reset || !f.Wrote || o.Origin != fate.Acquired || o.Pool == 0 {
		return
	}
	if !slices.ContainsFunc(s.common.Args, x.keeps) {
		x.find(st, mistake.Finding{Mistake: mistake.Dirty{}, Pos: s.pos, Object: id, Other: o.Pos, Then: mistake.Acquired})
	}
}

// keeps reports whether an object may keep its contents on purpose: what it is put
// back as is a type of this package, or a map or a slice that no function of the
// package empties.
func (c *checker) keeps(v ssa.Value) bool {
	switch t := types.Unalias(api.Deref(code.Unboxed(v).Type())).(type) {
	case *types.Named:
		return t.Obj().Pkg() == c.pass.Pkg
	case *types.Map, *types.Slice:
		return !slices.ContainsFunc(c.pkg.Emptied(), func(emptied types.Type) bool { return types.Identical(emptied, t) })
	}
	return false
}
