package ownership

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"github.com/rcpool/rcpool/tools/internal/ownership/fate"
	"github.com/rcpool/rcpool/tools/internal/ownership/memory"
	"github.com/rcpool/rcpool/tools/internal/ownership/term"
)

// channels sends and receives, and chooses the cases of selects. What is sent is handed over; to
// receive may be to wait for what others do.
type channels struct {
	*memory.Values
	where     *position
	accounts  *accounts
	handovers *handovers
	others    *others
}

// send hands a value over a channel.
func (cs *channels) send(st *memory.State, ch, v term.Term, pos token.Pos, loop bool) {
	for _, r := range st.FoundIn(v) { // who receives a struct gets what is in it
		if r.As == fate.AsReference && st.Fate(r.Object).Status == fate.Dead {
			cs.accounts.use(st, r, pos)
		}
	}
	cs.handovers.handOn(st, v, fate.ToChannel, pos, ch, loop)
}

// isOpen reports whether a channel can be used: it is not nil. A channel that comes
// from elsewhere is assumed to be there, also in what follows.
func (cs *channels) isOpen(st *memory.State, ch ssa.Value) bool {
	return st.Assume(cs.Terms.Equal(st.Value(ch), cs.Terms.Nil()), false)
}

// receive takes a value from a channel. With a comma and ok, the path is parted: the
// channel may be closed.
func (cs *channels) receive(f *code.Function, st *memory.State, i *ssa.UnOp) (after []*memory.State, branched bool) {
	if !cs.isOpen(st, i.X) {
		return nil, true // it blocks for ever
	}
	cs.received(st, i.X, i.Parent(), f.InLoop(i.Block()))
	if !api.IsRef(code.Received(i)) {
		t := st.Opaque(i, 0)
		if i.CommaOk {
			t = cs.Terms.List([]term.Term{t, st.Opaque(i, 1)})
		}
		st.Env.Set(i, t)
		return nil, false
	}
	ref := st.Acquire(i, 0, fate.Object{Origin: fate.Received, Pos: cs.where.at(i.Pos()), What: "the reference received here"})
	if !i.CommaOk {
		st.Env.Set(i, ref)
		return nil, false
	}
	closed := st.Clone()
	delete(closed.Fates, cs.Roles[ref].Object)
	closed.Env.Set(i, cs.Terms.List([]term.Term{cs.Terms.Zero(), cs.Terms.Bool(false)}))
	st.Env.Set(i, cs.Terms.List([]term.Term{ref, cs.Terms.Bool(true)}))
	return []*memory.State{st, closed}, true
}

// received notes what a receive from a channel tells. If the channel is that of a context,
// the context is done from now on. Any other may tell that goroutines have ended.
func (cs *channels) received(st *memory.State, ch ssa.Value, in *ssa.Function, loop bool) {
	if ctx := code.DoneOf(ch); ctx != nil {
		st.Marks[memory.Marked(memory.IsOver, st.Value(ctx), nil)] = 1
		return
	}
	cs.others.join(st, loop || code.ClosesSome(in, ch) || code.ReceivesTwice(in, ch))
}

// selects parts the path by the cases of a select. A case with a channel that is nil
// is never chosen.
func (cs *channels) selects(f *code.Function, st *memory.State, i *ssa.Select) []*memory.State {
	var after []*memory.State
	for k, c := range i.States {
		if cs.isOpen(st, c.Chan) {
			after = append(after, cs.selectCase(st.Clone(), i, k, f.InLoop(i.Block()))...)
		}
	}
	if !i.Blocking {
		parts := cs.chosen(st, i, -1)
		st.Env.Set(i, cs.Terms.List(parts))
		after = append(after, st)
	}
	return after
}

// chosen returns what a select gives if it chooses a case; -1 is the default.
func (cs *channels) chosen(st *memory.State, i *ssa.Select, k int) []term.Term {
	parts := make([]term.Term, i.Type().(*types.Tuple).Len())
	for p := range parts {
		parts[p] = st.Opaque(i, p)
	}
	parts[0] = cs.Terms.Int(int64(k))
	return parts
}

// selectCase carries out a case of a select.
func (cs *channels) selectCase(st *memory.State, i *ssa.Select, k int, loop bool) (after []*memory.State) {
	parts := cs.chosen(st, i, k)
	c := i.States[k]
	if c.Dir == types.SendOnly {
		cs.send(st, st.Value(c.Chan), st.Value(c.Send), cs.where.at(c.Pos), loop)
		st.Env.Set(i, cs.Terms.List(parts))
		return []*memory.State{st}
	}
	cs.received(st, c.Chan, i.Parent(), loop)
	at := code.ReceivedAt(i, k)
	if api.IsRef(i.Type().(*types.Tuple).At(at).Type()) {
		closed := st.Clone()
		parts[at] = st.Acquire(i, at, fate.Object{Origin: fate.Received, Pos: cs.where.at(c.Pos), What: "the reference received here"})
		if code.UsesOk(i) {
			nothing := slices.Clone(parts)
			parts[1], nothing[1], nothing[at] = cs.Terms.Bool(true), cs.Terms.Bool(false), cs.Terms.Zero()
			closed.Env.Set(i, cs.Terms.List(nothing))
			after = append(after, closed)
		}
	}
	st.Env.Set(i, cs.Terms.List(parts))
	return append(after, st)
}
