package ownership

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"github.com/rcpool/rcpool/tools/internal/ownership/mistake"
	"github.com/rcpool/rcpool/tools/internal/ownership/place"
	"github.com/rcpool/rcpool/tools/internal/ownership/term"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"

	"github.com/rcpool/rcpool/tools/internal/ownership/fate"

	"github.com/rcpool/rcpool/tools/internal/ownership/memory"
)

// typed carries out a call of the typed API, rcpool.Pool and rcpool.Ref, and of what a
// summary of its function cannot say.
func (x *explorer) typed(st *memory.State, s *site, fn *types.Func) ([]result, bool) {
	switch {
	case fn.Pkg() == nil:
		return nil, false
	case fn.Pkg().Path() == api.Path+"/rchttp" && fn.Name() == "Adopt":
		return x.adopt(st, s), true
	case fn.Pkg().Path() != api.Path:
		return nil, false
	}
	recv := fn.Signature().Recv()
	switch {
	case recv == nil:
		return x.typedFunction(st, s, fn.Name())
	case api.IsPool(api.Deref(recv.Type())):
		return x.poolMethod(st, s, fn.Name())
	case api.IsRef(recv.Type()):
		return x.refMethod(st, s, fn.Name())
	}
	return nil, false
}

func (x *explorer) typedFunction(st *memory.State, s *site, name string) ([]result, bool) {
	switch name {
	case "Move":
		addr := s.args[0]
		v := x.loadRef(st, addr, s)
		x.store(st, addr, x.Terms.Zero(), s.pos, s.instr)
		return one(st, v), true
	case "Drop":
		addr := s.args[0]
		v := x.loadRef(st, addr, s)
		zero := st.IsZeroRef(v)
		if !zero {
			m := x.moment(s)
			m.drop = true
			x.release(st, x.refObject(st, v, s), m)
		}
		x.store(st, addr, x.Terms.Zero(), s.pos, s.instr)
		return one(st, st.Opaque(s.instr, 0)), true
	}
	return nil, false
}

// adopt carries out rchttp.Adopt. The scope owns the reference now, and the caller can
// use the object, by the old reference or by the result, until the scope ends.
func (x *explorer) adopt(st *memory.State, s *site) []result {
	ref := s.args[1]
	if st.IsZeroRef(ref) {
		return x.zeroMethod(st, s, "Value")
	}
	id := x.refObject(st, ref, s)
	if f := st.Fate(id); f.Status == fate.Gone && f.How == fate.ToScope {
		x.release(st, id, x.moment(s)) // it is given up twice
	} else {
		x.use(st, x.Roles[ref], s.pos)
		x.move(st, id, fate.ToScope, s.pos, 0)
	}
	borrowed := x.Terms.Make(term.Node{Kind: term.Alloc, Tag: rebuilt{call: s.instr}, At: st.Turn(s.instr)})
	st.Cells[x.Terms.Field(borrowed, 0)] = ref
	return one(st, x.Terms.Load(borrowed))
}

func (x *explorer) loadRef(st *memory.State, addr term.Term, s *site) term.Term {
	t := api.Deref(s.common.Args[0].Type())
	return x.load(st, addr, t, s.instr, s.pos)
}

// refObject returns the object that a Ref refers to. If the Ref comes from memory
// that others know, somebody else owns it.
func (x *explorer) refObject(st *memory.State, v term.Term, s *site) fate.ID {
	if r, ok := x.Roles[v]; ok {
		if st.Fates[r.Object] == nil {
			st.SetFate(r.Object, fate.Fate{Status: fate.Live})
		}
		return r.Object
	}
	o := fate.Object{Origin: fate.Stored, Pos: s.pos, What: "the reference"}
	if p, ok := place.Of(x.Terms, v); ok {
		o.Place = p
	}
	id := x.Object(memory.Key{Found: v}, o)
	x.Roles[v] = fate.Reference(id)
	if st.Fates[id] == nil {
		st.SetFate(id, fate.Fate{Status: fate.Live})
	}
	return id
}

func (x *explorer) poolMethod(st *memory.State, s *site, name string) ([]result, bool) {
	switch name {
	case "Get":
		return one(st, st.Acquire(s.instr, 0, x.newReference(s))), true
	case "With":
		return x.with(st, s), true
	}
	return one(st, st.Opaque(s.instr, 0)), true
}

// with carries out Pool.With: a lease for the call of a function.
func (x *explorer) with(st *memory.State, s *site) []result {
	c, ok := x.Closures[s.args[1]]
	if !ok || len(c.Fn.Blocks) == 0 {
		return one(st, st.Opaque(s.instr, 0))
	}
	id := x.Object(memory.Key{By: s.instr, At: st.Turn(s.instr), Sub: 8}, fate.Object{Pos: s.pos, What: "the object of With"})
	st.SetFate(id, fate.Fate{Status: fate.Live, Count: 1})
	v := st.Opaque(s.instr, 8)
	x.Roles[v] = fate.Borrow(id)
	x.Terms.SetNonNil(v)
	call := *s
	call.args = []term.Term{v}
	results := x.inline(st, &call, c)
	for _, r := range results {
		x.release(r.st, id, moment{pos: s.pos, deferred: true})
	}
	return results
}

func (x *explorer) refMethod(st *memory.State, s *site, name string) ([]result, bool) {
	v := s.args[0]
	if st.IsZeroRef(v) {
		return x.zeroMethod(st, s, name), true
	}
	id := x.refObject(st, v, s)
	ref := fate.Reference(id)
	switch name {
	case "Value":
		x.use(st, ref, s.pos)
		t := x.Tie(nil, term.At{}, 0, fate.Borrow(id)) // the same each time
		x.Terms.SetNonNil(t)
		return one(st, t), true
	case "Retain":
		x.use(st, ref, s.pos)
		return one(st, st.Acquire(s.instr, 0, fate.Object{Pos: x.acquiredAt(s), Lease: x.Objects[id].Lease, What: "the reference"})), true
	case "Hold":
		x.use(st, ref, s.pos)
		t := st.Acquire(s.instr, 0, fate.Object{Pos: x.acquiredAt(s), Lease: x.Objects[id].Lease, What: "the reference"})
		x.Roles[t] = fate.Cleanup(x.Roles[t].Object)
		f := lastOf(s, fate.ToLater)
		f.soon = true // whether it runs before a release depends on who calls it
		x.spawnHeld(st, s, id, f)
		return one(st, t), true
	case "TryRetain":
		no := st.Clone()
		t := st.Acquire(s.instr, 0, fate.Object{Pos: x.acquiredAt(s), Lease: x.Objects[id].Lease, What: "the reference"})
		well := result{st, x.Terms.List([]term.Term{t, x.Terms.Bool(true)})}
		if code.IgnoresLast(s.instr) { // the caller expects that it is there
			return []result{well}, true
		}
		return []result{well, {no, x.Terms.List([]term.Term{x.Terms.Zero(), x.Terms.Bool(false)})}}, true
	case "Release":
		x.release(st, id, x.moment(s))
	case "Detach":
		x.detach(st, id, s)
		t := st.Opaque(s.instr, 0)
		x.Terms.SetNonNil(t)
		return one(st, t), true
	case "Go":
		x.use(st, ref, s.pos)
		x.spawnHeld(st, s, id, lastOf(s, fate.ToGoroutine))
	case "AfterFunc", "AfterDone":
		x.use(st, ref, s.pos)
		f := lastOf(s, fate.ToLater)
		f.stop = st.Opaque(s.instr, 0)
		x.spawnHeld(st, s, id, f)
		return one(st, f.stop), true
	case "Valid":
		switch f := st.Fate(id); {
		case f.Status == fate.Dead:
			return one(st, x.Terms.Bool(false)), true
		case f.Owned() && x.Objects[id].Origin == fate.Acquired:
			return one(st, x.Terms.Bool(true)), true
		case f.Status != fate.Live || f.Count > 0: // the code that asks handles both
			st.ToTop(id)
		default:
			f.Asked = true
			st.SetFate(id, f)
		}
	case "IsZero":
		t := st.Asked(v)
		if i, ok := s.instr.(*ssa.Call); ok && x.repeatsAt(i) {
			x.Terms.SetRepeats(t)
		}
		return one(st, t), true
	}
	return one(st, st.Opaque(s.instr, 0)), true
}

func (x *explorer) zeroMethod(st *memory.State, s *site, name string) []result {
	switch name {
	case "IsZero":
		return one(st, x.Terms.Bool(true))
	case "Valid":
		return one(st, x.Terms.Bool(false))
	case "TryRetain":
		return one(st, x.Terms.List([]term.Term{x.Terms.Zero(), x.Terms.Bool(false)}))
	}
	if x.Terms.Node(s.args[0]).Kind == term.Zero && !x.mayBeFilled(s) {
		x.find(st, mistake.Finding{Mistake: mistake.ZeroRef{Method: name}, Pos: s.pos})
	}
	return one(st, st.Opaque(s.instr, 0))
}

// mayBeFilled reports whether a reference that is zero on this path may have been assigned
// for a reason that the function does not show. Then the path may be one that cannot be
// taken: the program calls the method because it knows that the reference is there.
func (x *explorer) mayBeFilled(s *site) bool {
	if len(s.common.Args) == 0 || s.instr.Block() == nil {
		return false
	}
	return slices.ContainsFunc(code.Fills(s.common.Args[0], s.instr.Block()), x.decidesToFill)
}

// decidesToFill reports whether a loop, or a function that has a variable's address, assigns
// the variable on some paths only, and the results of the function do not tell which.
func (x *explorer) decidesToFill(f code.Fill) bool {
	if f.Call == nil {
		return f.InLoop
	}
	fn := f.Call.StaticCallee()
	if fn == nil {
		return true
	}
	if isFunction(f.Call.Args[f.Arg].Type()) {
		return true
	}
	if fn = code.Generic(fn); !x.pkg.Has(fn) {
		return false
	}
	sum := x.explore(fn)
	return sum.FillsUntold(f.Arg) || f.InLoop && sum.Fills(f.Arg)
}

func (x *explorer) detach(st *memory.State, id fate.ID, s *site) {
	x.use(st, fate.Reference(id), s.pos)
	f := st.Fate(id)
	if f.Status != fate.Live {
		return
	}
	for other, g := range st.Fates {
		if other != id && x.Objects[other].Lease == x.Objects[id].Lease && (g.Owned() || x.stillKept(g, s)) {
			x.find(st, mistake.Finding{Mistake: mistake.Detach{}, Pos: s.pos, Object: id, Other: x.Objects[other].Pos, Then: mistake.Acquired})
		}
	}
	if f.Count == 0 {
		f.Given++
	}
	f.Status, f.Count, f.At, f.Detached, f.Loans = fate.Dead, 0, s.pos, true, nil
	st.SetFate(id, f)
}
