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

// pools knows what is in the objects of pools, and which pool an object goes back to. It asks
// nobody but the code of the package; what a function does to its parameters goes to the
// effects on the caller.
type pools struct {
	*memory.Values
	where    *position
	recorder *recorder
	caller   *callerEffects
	pkg      *code.Package
}

// accumulates notes that something was added to what an object held.
func (p *pools) accumulates(st *memory.State, t term.Term) {
	r, ok := p.Roles[t]
	if !ok {
		if n := p.Terms.Node(t); n.Kind == term.Load && p.Terms.Node(n.A).Kind != term.Field {
			if r, ok = p.Roles[n.A]; !ok {
				p.caller.noteEffect(st, p.Terms.Root(n.A), summary.Effect{Kind: summary.Dirties})
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
func (p *pools) byMethod(st *memory.State, v term.Term, name string) {
	lower := strings.ToLower(name)
	switch {
	case naming.Resets(lower), strings.HasPrefix(lower, "read") && name != "ReadFrom", name == "WriteTo", name == "Next":
		p.caller.changes(st, v, false, true)
	case strings.HasPrefix(lower, "write"), strings.HasPrefix(lower, "append"), name == "ReadFrom":
		p.caller.changes(st, v, true, false)
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
func (p *pools) foundEmpty(st *memory.State, condition ssa.Value, holds bool) {
	if emptied := code.EmptiedMap(condition); emptied != nil && !holds {
		if r, ok := p.Roles[st.Value(emptied)]; ok {
			st.WasReset(r.Object)
		}
		return
	}
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
		st.WasReset(p.Roles[st.Value(length.Call.Args[0])].Object)
	}
}

// noteReadies notes calls that ready a parameter of this function: by their
// name, or because nothing is known of them.
func (p *pools) noteReadies(st *memory.State, s *site, object *types.Func) {
	if object != nil && !naming.Resets(object.Name()) {
		return
	}
	if object == nil {
		if _, ok := p.Closures[s.fn]; ok || p.Terms.Node(s.fn).Kind == term.Func {
			return
		}
	}
	for _, a := range s.args {
		if r, ok := p.Roles[a]; ok {
			st.WasReset(r.Object)
		} else if p.Terms.Node(a).Kind == term.Param {
			p.caller.noteEffect(st, a, summary.Effect{Kind: summary.Readies})
		}
	}
}

// passedOn notes what a function that takes a writer or a value to fill does.
func passedOn(f *fate.Fate, t types.Type, s *site) {
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
func (p *pools) written(f *fate.Fate, addr term.Term, i ssa.Instruction) {
	s, ok := i.(*ssa.Store)
	if !ok {
		return // by a callee: its effects tell
	}
	field := p.Terms.Node(addr).Kind == term.Field // see stale.go of package check
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
		if code.AppendsTo(value, s.Addr) {
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
func (p *pools) leavePool(st *memory.State, id fate.ID, family *api.Family, s *site) {
	f, o := st.Fate(id), &p.Objects[id]
	if family.Package != "sync" || o.Family != family || f.Status != fate.Live || f.Reset || !f.Wrote || o.Origin != fate.Acquired || o.Pool == 0 {
		return
	}
	isIt := func(v ssa.Value) bool { return p.Roles[st.Value(v)].Object == id }
	if !slices.ContainsFunc(s.common.Args, func(v ssa.Value) bool { return p.keeps(v) && !code.ReadsWhatItAdds(v) || isIt(v) && isNeverReset(v) }) {
		p.recorder.find(st, mistake.Finding{Mistake: mistake.Dirty{}, Pos: s.pos, Object: id, Other: o.Pos, Then: mistake.Acquired})
	}
}

// keeps reports whether an object may keep its contents on purpose: what it is put
// back as is a type of this package, or a map or a slice that no function of the
// package empties. A slice is not kept if the function reads all that it has added to.
func (p *pools) keeps(v ssa.Value) bool {
	switch t := types.Unalias(api.Deref(code.Unboxed(v).Type())).(type) {
	case *types.Named:
		return t.Obj().Pkg() == p.pkg.Types
	case *types.Map, *types.Slice:
		return !slices.ContainsFunc(p.pkg.Emptied(), func(emptied types.Type) bool { return types.Identical(emptied, t) })
	}
	return false
}

// isNeverReset reports whether no method of an object empties it, by its name. Then it gathers
// what it has for all its owners, as one does that cuts strings out of a large block.
func isNeverReset(v ssa.Value) bool {
	t, ok := types.Unalias(api.Deref(code.Unboxed(v).Type())).(*types.Named)
	if !ok || types.IsInterface(t) {
		return false
	}
	methods := types.NewMethodSet(types.NewPointer(t))
	return !slices.ContainsFunc(slices.Collect(methods.Methods()), func(m *types.Selection) bool { return naming.Resets(m.Obj().Name()) })
}

// wrote notes a write into an object.
func (p *pools) wrote(st *memory.State, r fate.Role, addr term.Term, i ssa.Instruction) {
	f := st.Fate(r.Object)
	if f.Status != fate.Live {
		return
	}
	p.written(&f, addr, i)
	st.SetFate(r.Object, f)
}

// adds notes a store that adds to what a parameter's object holds.
func (p *pools) adds(st *memory.State, addr term.Term, s *ssa.Store) {
	var f fate.Fate
	p.written(&f, addr, s)
	switch {
	case f.Reset:
		p.caller.noteEffect(st, p.Terms.Root(addr), summary.Effect{Kind: summary.Readies})
	case f.Wrote:
		p.caller.noteEffect(st, p.Terms.Root(addr), summary.Effect{Kind: summary.Dirties})
	}
}

// isEmptied reports whether an object is a pointer to a slice of which the memory was taken out, or
// replaced: the pointer alone may go to another pool, such as one of those that have no memory.
func (p *pools) isEmptied(st *memory.State, s *site, id fate.ID) bool {
	v, ok := code.PutIntoPool(s.common)
	if !ok || st.Marks[memory.Marked(memory.IsTaken, 0, id)] == 0 {
		return false
	}
	_, isSlice := api.Deref(v.Type()).Underlying().(*types.Slice)
	return isSlice
}

// checkPut reports objects that are put into another pool than they came from, whatever
// happened to them in between.
func (p *pools) checkPut(st *memory.State, s *site, to, v term.Term) {
	r, ok := p.Roles[v]
	if !ok || r.As != fate.AsReference {
		return
	}
	if now := st.Fate(r.Object).Status; now != fate.Live && now != fate.Top {
		return
	}
	pools := poolIdentity{p.Values, p.pkg}
	from, got := p.Objects[r.Object].Pool, p.Objects[r.Object].Pos
	if from == 0 && !code.AsksCapacity(p.where.current.Parent()) { // a buffer that has grown may belong elsewhere
		from, got = pools.ofField(v)
	}
	if from != 0 && from != to && pools.distinct(from, to) && !code.PutByContent(s.instr) && !p.isEmptied(st, s, r.Object) {
		p.recorder.find(st, mistake.Finding{Mistake: mistake.WrongPool{}, Pos: s.pos, Object: r.Object, Other: got, Then: mistake.OtherPool})
		st.ToTop(r.Object)
	}
}
