package ownership

import (
	"go/types"
	"slices"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"github.com/rcpool/rcpool/tools/internal/ownership/fate"
	"github.com/rcpool/rcpool/tools/internal/ownership/memory"
	"github.com/rcpool/rcpool/tools/internal/ownership/mistake"
	"github.com/rcpool/rcpool/tools/internal/ownership/term"
	"golang.org/x/tools/go/ssa"
)

// typedCalls carries out calls of rcpool itself. The accounts enter what happens to references,
// and spawns what functions do that run with a reference of their own.
type typedCalls struct {
	*memory.Values
	where    *position
	recorder *recorder
	accounts *accounts
	loads    *loads
	stores   *stores
	spawns   *spawns
	callees  *callees
	carrier  carrier
}

// call carries out a call of the typed API, rcpool.Pool and rcpool.Ref, and of what a
// summary of its function cannot say.
func (tc *typedCalls) call(st *memory.State, s *site, fn *types.Func) ([]result, bool) {
	switch {
	case fn.Pkg() == nil:
		return nil, false
	case fn.Pkg().Path() == api.Path+"/rchttp" && fn.Name() == "Adopt":
		return tc.adopt(st, s), true
	case fn.Pkg().Path() != api.Path:
		return nil, false
	}
	recv := fn.Signature().Recv()
	switch {
	case recv == nil:
		return tc.typedFunction(st, s, fn.Name())
	case api.IsPool(api.Deref(recv.Type())):
		return tc.poolMethod(st, s, fn.Name())
	case api.IsRef(recv.Type()):
		return tc.refMethod(st, s, fn.Name())
	}
	return nil, false
}

func (tc *typedCalls) typedFunction(st *memory.State, s *site, name string) ([]result, bool) {
	switch name {
	case "Move":
		addr := s.args[0]
		v := tc.loadRef(st, addr, s)
		tc.stores.store(st, addr, tc.Terms.Zero(), s.pos, s.instr)
		return one(st, v), true
	case "Drop":
		addr := s.args[0]
		v := tc.loadRef(st, addr, s)
		zero := st.IsZeroRef(v)
		if !zero {
			m := tc.where.moment(s)
			m.drop = true
			tc.accounts.release(st, tc.accounts.refObject(st, v, s), m)
		}
		tc.stores.store(st, addr, tc.Terms.Zero(), s.pos, s.instr)
		return one(st, st.Opaque(s.instr, 0)), true
	}
	return nil, false
}

// adopt carries out rchttp.Adopt. The scope owns the reference now, and the caller can
// use the object, by the old reference or by the result, until the scope ends.
func (tc *typedCalls) adopt(st *memory.State, s *site) []result {
	ref := s.args[1]
	if st.IsZeroRef(ref) {
		return tc.zeroMethod(st, s, "Value")
	}
	id := tc.accounts.refObject(st, ref, s)
	if f := st.Fate(id); f.Status == fate.Gone && f.How == fate.ToScope {
		tc.accounts.release(st, id, tc.where.moment(s)) // it is given up twice
	} else {
		tc.accounts.use(st, tc.Roles[ref], s.pos)
		tc.accounts.move(st, id, fate.ToScope, s.pos, 0)
	}
	borrowed := tc.Terms.Make(term.Node{Kind: term.Alloc, Tag: rebuilt{call: s.instr}, At: st.Turn(s.instr)})
	st.Cells[tc.Terms.Field(borrowed, 0)] = ref
	return one(st, tc.Terms.Load(borrowed))
}

func (tc *typedCalls) loadRef(st *memory.State, addr term.Term, s *site) term.Term {
	t := api.Deref(s.common.Args[0].Type())
	return tc.loads.load(st, addr, t, s.instr, s.pos)
}

func (tc *typedCalls) poolMethod(st *memory.State, s *site, name string) ([]result, bool) {
	switch name {
	case "Get":
		return one(st, st.Acquire(s.instr, 0, tc.where.newReference(s))), true
	case "With":
		return tc.with(st, s), true
	}
	return one(st, st.Opaque(s.instr, 0)), true
}

// with carries out Pool.With: a lease for the call of a function.
func (tc *typedCalls) with(st *memory.State, s *site) []result {
	c, ok := tc.Closures[s.args[1]]
	if !ok || len(c.Fn.Blocks) == 0 {
		return one(st, st.Opaque(s.instr, 0))
	}
	id := tc.Object(memory.Key{By: s.instr, At: st.Turn(s.instr), Sub: 8}, fate.Object{Pos: s.pos, What: "the object of With"})
	st.SetFate(id, fate.Fate{Status: fate.Live, Count: 1})
	v := st.Opaque(s.instr, 8)
	tc.Roles[v] = fate.Borrow(id)
	tc.Terms.SetNonNil(v)
	call := *s
	call.args = []term.Term{v}
	results := tc.carrier.inline(st, &call, c)
	for _, r := range results {
		tc.accounts.release(r.st, id, moment{pos: s.pos, deferred: true})
	}
	return results
}

func (tc *typedCalls) refMethod(st *memory.State, s *site, name string) ([]result, bool) {
	v := s.args[0]
	if st.IsZeroRef(v) {
		return tc.zeroMethod(st, s, name), true
	}
	id := tc.accounts.refObject(st, v, s)
	ref := fate.Reference(id)
	switch name {
	case "Value":
		tc.accounts.use(st, ref, s.pos)
		t := tc.Tie(nil, term.At{}, 0, fate.Borrow(id)) // the same each time
		tc.Terms.SetNonNil(t)
		return one(st, t), true
	case "Retain":
		tc.accounts.use(st, ref, s.pos)
		return one(st, st.Acquire(s.instr, 0, fate.Object{Pos: tc.where.acquiredAt(s), Lease: tc.Objects[id].Lease, What: "the reference"})), true
	case "Hold":
		tc.accounts.use(st, ref, s.pos)
		t := st.Acquire(s.instr, 0, fate.Object{Pos: tc.where.acquiredAt(s), Lease: tc.Objects[id].Lease, What: "the reference"})
		tc.Roles[t] = fate.Cleanup(tc.Roles[t].Object)
		f := lastOf(s, fate.ToLater)
		f.soon = true // whether it runs before a release depends on who calls it
		tc.spawns.spawnHeld(st, s, id, f)
		return one(st, t), true
	case "TryRetain":
		no := st.Clone()
		t := st.Acquire(s.instr, 0, fate.Object{Pos: tc.where.acquiredAt(s), Lease: tc.Objects[id].Lease, What: "the reference"})
		st.Assume(st.Asked(v), false) // of a zero reference it fails
		well := result{st, tc.Terms.List([]term.Term{t, tc.Terms.Bool(true)})}
		if code.IgnoresLast(s.instr) { // the caller expects that it is there
			return []result{well}, true
		}
		return []result{well, {no, tc.Terms.List([]term.Term{tc.Terms.Zero(), tc.Terms.Bool(false)})}}, true
	case "Release":
		tc.accounts.release(st, id, tc.where.moment(s))
	case "Detach":
		tc.detach(st, id, s)
		t := st.Opaque(s.instr, 0)
		tc.Terms.SetNonNil(t)
		return one(st, t), true
	case "Go":
		tc.accounts.use(st, ref, s.pos)
		tc.spawns.spawnHeld(st, s, id, lastOf(s, fate.ToGoroutine))
	case "AfterFunc", "AfterDone":
		tc.accounts.use(st, ref, s.pos)
		f := lastOf(s, fate.ToLater)
		f.stop = st.Opaque(s.instr, 0)
		tc.spawns.spawnHeld(st, s, id, f)
		return one(st, f.stop), true
	case "Valid":
		switch f := st.Fate(id); {
		case f.Status == fate.Dead:
			return one(st, tc.Terms.Bool(false)), true
		case f.Owned() && tc.Objects[id].Origin == fate.Acquired:
			return one(st, tc.Terms.Bool(true)), true
		case f.Status != fate.Live || f.Count > 0: // the code that asks handles both
			st.ToTop(id)
		default:
			f.Asked = true
			st.SetFate(id, f)
		}
	case "IsZero":
		t := st.Asked(v)
		if i, ok := s.instr.(*ssa.Call); ok && tc.loads.repeatsAt(i) {
			tc.Terms.SetRepeats(t)
		}
		return one(st, t), true
	}
	return one(st, st.Opaque(s.instr, 0)), true
}

func (tc *typedCalls) zeroMethod(st *memory.State, s *site, name string) []result {
	switch name {
	case "IsZero":
		return one(st, tc.Terms.Bool(true))
	case "Valid":
		return one(st, tc.Terms.Bool(false))
	case "TryRetain":
		return one(st, tc.Terms.List([]term.Term{tc.Terms.Zero(), tc.Terms.Bool(false)}))
	}
	if tc.Terms.Node(s.args[0]).Kind == term.Zero && !tc.mayBeFilled(s) {
		tc.recorder.find(st, mistake.Finding{Mistake: mistake.ZeroRef{Method: name}, Pos: s.pos})
	}
	return one(st, st.Opaque(s.instr, 0))
}

// mayBeFilled reports whether a reference that is zero on this path may have been assigned
// for a reason that the function does not show. Then the path may be one that cannot be
// taken: the program calls the method because it knows that the reference is there.
func (tc *typedCalls) mayBeFilled(s *site) bool {
	if len(s.common.Args) == 0 || s.instr.Block() == nil {
		return false
	}
	return slices.ContainsFunc(code.Fills(s.common.Args[0], s.instr.Block()), tc.callees.decidesToFill)
}

func (tc *typedCalls) detach(st *memory.State, id fate.ID, s *site) {
	tc.accounts.use(st, fate.Reference(id), s.pos)
	f := st.Fate(id)
	if f.Status != fate.Live {
		return
	}
	for other, g := range st.Fates {
		if other != id && tc.Objects[other].Lease == tc.Objects[id].Lease && (g.Owned() || tc.where.stillKept(tc.accounts.pkg, g, s)) {
			tc.recorder.find(st, mistake.Finding{Mistake: mistake.Detach{}, Pos: s.pos, Object: id, Other: tc.Objects[other].Pos, Then: mistake.Acquired})
		}
	}
	if f.Count == 0 {
		f.Given++
	}
	f.Status, f.Count, f.At, f.Detached, f.Loans = fate.Dead, 0, s.pos, true, nil
	st.SetFate(id, f)
}
