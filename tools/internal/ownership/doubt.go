package ownership

import (
	"go/token"
	"go/types"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"github.com/rcpool/rcpool/tools/internal/ownership/fate"
	"github.com/rcpool/rcpool/tools/internal/ownership/memory"
	"github.com/rcpool/rcpool/tools/internal/ownership/summary"
	"github.com/rcpool/rcpool/tools/internal/ownership/term"
	"golang.org/x/tools/go/ssa"
)

// This file is about conditions that the walk does not decide, and that may tell the program
// whether it owns a reference: they are on something that was assigned together with it.

// doubts notes what a condition makes doubtful on a path.
type doubts struct {
	*memory.Values
	where   *position
	callees *callees
	st      *memory.State
}

// ofCondition handles what is in variables that were assigned together with the one which a
// condition compares. The program may test one of them to know the others, so an object in
// them is doubtful.
func (d *doubts) ofCondition(cond ssa.Value) {
	values, variables := code.Companions(cond)
	var held []term.Term
	for _, v := range values {
		held = append(held, d.st.Value(v))
	}
	for _, v := range variables {
		root := d.st.Value(v)
		for addr, t := range d.st.Cells {
			if d.Terms.Root(addr) == root {
				held = append(held, t)
			}
		}
	}
	if sized := code.AskedForSize(cond); sized != nil {
		held = append(held, d.ofSize(sized)...)
	}
	for _, e := range code.Beside(cond) {
		d.ofResult(e, code.IsNilTestOf(cond, e.Call))
	}
	if counted := code.CountedDownBy(cond); counted != nil { // the program counts the users of what is in there
		for _, id := range d.st.Reachable(d.st.Value(counted)) {
			d.st.ToTopLive(id)
		}
	}
	for _, t := range held {
		r, ok := d.Roles[t]
		if !ok || r.As != fate.AsReference {
			continue
		}
		switch d.st.Fate(r.Object).Status {
		case fate.Live:
			d.st.Marks[memory.Marked(memory.IsDoubtful, 0, r.Object)] = 1
		case fate.Dead, fate.Gone:
			d.st.ToTop(r.Object)
		}
	}
}

// foundAgain gives up following a Ref that a path knows to be equal to another one, such as one in a
// list: it is that reference, which has an owner there.
func foundAgain(st *memory.State, cond ssa.Value, holds bool) {
	c, ok := cond.(*ssa.BinOp)
	if !ok || !api.IsRef(c.X.Type()) || c.Op != token.EQL && c.Op != token.NEQ || (c.Op == token.EQL) != holds {
		return
	}
	a, b := st.Value(c.X), st.Value(c.Y)
	if st.IsZeroRef(a) || st.IsZeroRef(b) {
		return
	}
	for _, t := range []term.Term{a, b} {
		if r, ok := st.Roles[t]; ok && r.As == fate.AsReference {
			st.ToTopLive(r.Object)
		}
	}
}

// ofSize returns what a condition asks for its size, if it is a slice of something else: that is
// as long as this function has asked for, so that it may know already that there is something.
func (d *doubts) ofSize(of ssa.Value) []term.Term {
	t := d.st.Value(of)
	r, ok := d.Roles[t]
	if !ok || !d.Objects[r.Object].Counted() {
		return nil
	}
	for instr := range code.Instructions(d.where.top.Function) {
		if made, ok := instr.(*ssa.Call); ok && made.Pos() == d.Objects[r.Object].Pos && code.MakesSlice(&made.Call) {
			return []term.Term{t}
		}
	}
	return nil
}

// ofResult handles a result of a call of which another result decides a condition, as when
// a status is computed from an error. The condition may be what tells the program whether the
// result is a reference that it owns, unless what the callee does is told by the results that
// the condition does not depend on. A test of the error itself is not decided if the callee
// returns what it owns beside an error of which it knows nothing: that is no doubt.
func (d *doubts) ofResult(b code.Companion, isTest bool) {
	sum := d.summaryOf(b.Call)
	if sum == nil || !sum.OwnsUntold(b.Result.Index, b.Tells) {
		return
	}
	t := d.st.Value(b.Result)
	for _, id := range d.st.Reachable(t) {
		if d.st.Fate(id).Owned() && !isTest {
			d.st.Marks[memory.Marked(memory.IsDoubtful, 0, id)] = 1
		}
	}
	if api.IsRef(b.Result.Type()) && d.Terms.Node(t).Kind == term.Zero {
		d.replaceZero(b.Result)
	}
}

// replaceZero puts an unknown reference in place of a result that is zero, wherever it was
// assigned to.
func (d *doubts) replaceZero(result *ssa.Extract) {
	unknown := d.st.StoredRef(result)
	d.st.Env.Set(result, unknown)
	for _, r := range *result.Referrers() {
		switch r := r.(type) {
		case *ssa.Phi:
			if t, ok := d.st.Env.Get(r); ok && d.Terms.Node(t).Kind == term.Zero {
				d.st.Env.Set(r, unknown)
			}
		case *ssa.Store:
			if addr := d.st.Value(r.Addr); r.Val == result && d.Terms.Node(d.st.Cells[addr]).Kind == term.Zero {
				d.st.Cells[addr] = unknown
			}
		}
	}
}

// summaryOf is what is known of the function that a call names, or nil.
func (d *doubts) summaryOf(call *ssa.Call) *summary.Summary {
	fn := call.Call.StaticCallee()
	if fn == nil {
		return nil
	}
	fn = code.Generic(fn)
	object, ok := fn.Object().(*types.Func)
	if !ok {
		return nil
	}
	return d.callees.summaryOf(d.st, fn, object.Origin(), nil)
}
