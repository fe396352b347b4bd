package ownership

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/rcpool/rcpool/tools/internal/ownership/place"
	"github.com/rcpool/rcpool/tools/internal/ownership/term"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"

	"github.com/rcpool/rcpool/tools/internal/ownership/fate"
)

// typed carries out a call of the typed API, rcpool.Pool and rcpool.Ref.
func (x *explorer) typed(st *state, s *site, fn *types.Func) ([]result, bool) {
	if fn.Pkg() == nil || fn.Pkg().Path() != api.Path {
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

func (x *explorer) typedFunction(st *state, s *site, name string) ([]result, bool) {
	switch name {
	case "Move":
		addr := s.args[0]
		v := x.loadRef(st, addr, s)
		x.store(st, addr, x.ts.Zero(), s.pos, s.instr)
		return one(st, v), true
	case "Drop":
		addr := s.args[0]
		v := x.loadRef(st, addr, s)
		zero := st.isZeroRef(v)
		if !zero {
			m := x.moment(s)
			m.drop = true
			x.release(st, x.refObject(st, v, s), m)
		}
		x.store(st, addr, x.ts.Zero(), s.pos, s.instr)
		return one(st, st.opaque(s.instr, 0)), true
	}
	return nil, false
}

func (x *explorer) loadRef(st *state, addr term.Term, s *site) term.Term {
	t := api.Deref(s.common.Args[0].Type())
	return x.load(st, addr, t, s.instr, s.pos)
}

func (st *state) isZeroRef(v term.Term) bool {
	if st.ts.Node(v).Kind == term.Zero {
		return true
	}
	zero, known := st.facts.Said(st.zeroness(v))
	return known && zero
}

// refObject returns the object that a Ref refers to. If the Ref comes from memory
// that others know, somebody else owns it.
func (x *explorer) refObject(st *state, v term.Term, s *site) fate.ID {
	if r, ok := x.roles[v]; ok {
		if st.fates[r.Object] == nil {
			st.setFate(r.Object, fate.Fate{Status: fate.Live})
		}
		return r.Object
	}
	o := fate.Object{Origin: fate.Stored, Pos: s.pos, What: "the reference"}
	if p, ok := place.Of(x.ts, v); ok {
		o.Place = p
	} else {
	}
	id := x.object(objectKey{found: v}, o)
	x.roles[v] = fate.Reference(id)
	if st.fates[id] == nil {
		st.setFate(id, fate.Fate{Status: fate.Live})
	}
	return id
}

func (x *explorer) poolMethod(st *state, s *site, name string) ([]result, bool) {
	switch name {
	case "Get":
		return one(st, st.acquire(s.instr, 0, newReference(s))), true
	case "With":
		return x.with(st, s), true
	}
	return one(st, st.opaque(s.instr, 0)), true
}

// with carries out Pool.With: a lease for the call of a function.
func (x *explorer) with(st *state, s *site) []result {
	c, ok := x.closures[s.args[1]]
	if !ok || len(c.fn.Blocks) == 0 {
		return one(st, st.opaque(s.instr, 0))
	}
	id := x.object(objectKey{by: s.instr, at: st.turn(s.instr), sub: 8}, fate.Object{Pos: s.pos, What: "the object of With"})
	st.setFate(id, fate.Fate{Status: fate.Live, Count: 1})
	v := st.opaque(s.instr, 8)
	x.roles[v] = fate.Borrow(id)
	x.ts.SetNonNil(v)
	call := *s
	call.args = []term.Term{v}
	results := x.inline(st, &call, c)
	for _, r := range results {
		x.release(r.st, id, moment{pos: s.pos, deferred: true})
	}
	return results
}

func (x *explorer) refMethod(st *state, s *site, name string) ([]result, bool) {
	v := s.args[0]
	if st.isZeroRef(v) {
		return x.zeroMethod(st, s, name), true
	}
	id := x.refObject(st, v, s)
	ref := fate.Reference(id)
	switch name {
	case "Value":
		x.use(st, ref, s.pos)
		t := x.ts.Make(term.Node{Kind: term.Opaque, Tag: tied{as: fate.Borrow(id)}}) // the same each time
		x.roles[t] = fate.Borrow(id)
		x.ts.SetNonNil(t)
		return one(st, t), true
	case "Retain", "Hold":
		x.use(st, ref, s.pos)
		what := "the reference"
		t := st.acquire(s.instr, 0, fate.Object{Pos: s.pos, Lease: x.objects[id].Lease, What: what})
		if name == "Hold" {
			x.roles[t] = fate.Cleanup(x.roles[t].Object)
		}
		return one(st, t), true
	case "TryRetain":
		no := st.clone()
		t := st.acquire(s.instr, 0, fate.Object{Pos: s.pos, Lease: x.objects[id].Lease, What: "the reference"})
		return []result{
			{st, x.ts.List([]term.Term{t, x.ts.Bool(true)})},
			{no, x.ts.List([]term.Term{x.ts.Zero(), x.ts.Bool(false)})},
		}, true
	case "Release":
		x.release(st, id, x.moment(s))
	case "Detach":
		x.detach(st, id, s)
		t := st.opaque(s.instr, 0)
		x.ts.SetNonNil(t)
		return one(st, t), true
	case "Go":
		x.use(st, ref, s.pos)
		x.handOn(st, s.args[1], fate.ToGoroutine, s.pos, 0, s.f.InLoop(s.instr.Block()))
	case "AfterFunc", "AfterDone":
		x.use(st, ref, s.pos)
		x.handOn(st, s.args[2], fate.ToGoroutine, s.pos, 0, s.f.InLoop(s.instr.Block()))
	case "IsZero":
		t := st.asked(v)
		if i, ok := s.instr.(*ssa.Call); ok && x.repeatsAt(i) {
			x.ts.SetRepeats(t)
		}
		return one(st, t), true
	}
	return one(st, st.opaque(s.instr, 0)), true
}

// asked returns the result of IsZero.
func (st *state) asked(v term.Term) term.Term {
	if st.isZeroRef(v) {
		return st.ts.Bool(true)
	}
	if r, ok := st.roles[v]; ok && st.objects[r.Object].Origin == fate.Acquired && st.fate(r.Object).Status != fate.Top {
		return st.ts.Bool(false)
	}
	return st.zeroness(v)
}

func (x *explorer) zeroMethod(st *state, s *site, name string) []result {
	switch name {
	case "IsZero":
		return one(st, x.ts.Bool(true))
	case "Valid":
		return one(st, x.ts.Bool(false))
	case "TryRetain":
		return one(st, x.ts.List([]term.Term{x.ts.Zero(), x.ts.Bool(false)}))
	}
	if x.ts.Node(s.args[0]).Kind == term.Zero {
		x.find(st, finding{category: ZeroRef, pos: s.pos, name: name})
	}
	return one(st, st.opaque(s.instr, 0))
}

func (x *explorer) detach(st *state, id fate.ID, s *site) {
	x.use(st, fate.Reference(id), s.pos)
	f := st.fate(id)
	if f.Status != fate.Live {
		return
	}
	for other, g := range st.fates {
		if other != id && x.objects[other].Lease == x.objects[id].Lease && g.Status == fate.Live && g.Count > 0 {
			x.find(st, finding{category: Detach, pos: s.pos, id: id, other: x.objects[other].Pos, otherText: "acquired here"})
		}
	}
	if f.Count == 0 {
		f.Given++
	}
	f.Status, f.Count, f.At, f.Detached, f.Loans = fate.Dead, 0, s.pos, true, nil
	st.setFate(id, f)
}
