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

// send hands a value over a channel.
func (x *explorer) send(st *memory.State, ch, v term.Term, pos token.Pos, loop bool) {
	for _, r := range st.FoundIn(v) { // who receives a struct gets what is in it
		if r.As == fate.AsReference && st.Fate(r.Object).Status == fate.Dead {
			x.use(st, r, pos)
		}
	}
	x.handOn(st, v, fate.ToChannel, pos, ch, loop)
}

// isOpen reports whether a channel can be used: it is not nil. A channel that comes
// from elsewhere is assumed to be there, also in what follows.
func (x *explorer) isOpen(st *memory.State, ch ssa.Value) bool {
	return st.Assume(x.Terms.Equal(st.Value(ch), x.Terms.Nil()), false)
}

// receive takes a value from a channel. With a comma and ok, the path is parted: the
// channel may be closed.
func (x *explorer) receive(f *code.Function, st *memory.State, i *ssa.UnOp) (after []*memory.State, branched bool) {
	if !x.isOpen(st, i.X) {
		return nil, true // it blocks for ever
	}
	x.received(st, i.X, i.Parent(), f.InLoop(i.Block()))
	if !api.IsRef(code.Received(i)) {
		t := st.Opaque(i, 0)
		if i.CommaOk {
			t = x.Terms.List([]term.Term{t, st.Opaque(i, 1)})
		}
		st.Env[i] = t
		return nil, false
	}
	ref := st.Acquire(i, 0, fate.Object{Origin: fate.Received, Pos: x.at(i.Pos()), What: "the reference received here"})
	if !i.CommaOk {
		st.Env[i] = ref
		return nil, false
	}
	closed := st.Clone()
	delete(closed.Fates, x.Roles[ref].Object)
	closed.Env[i] = x.Terms.List([]term.Term{x.Terms.Zero(), x.Terms.Bool(false)})
	st.Env[i] = x.Terms.List([]term.Term{ref, x.Terms.Bool(true)})
	return []*memory.State{st, closed}, true
}

// received notes what a receive from a channel tells. If the channel is that of a context,
// the context is done from now on. Any other may tell that goroutines have ended.
func (x *explorer) received(st *memory.State, ch ssa.Value, in *ssa.Function, loop bool) {
	if ctx := code.DoneOf(ch); ctx != nil {
		st.Marks[memory.Marked(memory.IsOver, st.Value(ctx), nil)] = 1
		return
	}
	x.join(st, loop || code.ClosesSome(in, ch) || code.ReceivesTwice(in, ch))
}

// selects parts the path by the cases of a select. A case with a channel that is nil
// is never chosen.
func (x *explorer) selects(f *code.Function, st *memory.State, i *ssa.Select) []*memory.State {
	var after []*memory.State
	for k, c := range i.States {
		if x.isOpen(st, c.Chan) {
			after = append(after, x.selectCase(st.Clone(), i, k, f.InLoop(i.Block()))...)
		}
	}
	if !i.Blocking {
		parts := x.chosen(st, i, -1)
		st.Env[i] = x.Terms.List(parts)
		after = append(after, st)
	}
	return after
}

// chosen returns what a select gives if it chooses a case; -1 is the default.
func (x *explorer) chosen(st *memory.State, i *ssa.Select, k int) []term.Term {
	parts := make([]term.Term, i.Type().(*types.Tuple).Len())
	for p := range parts {
		parts[p] = st.Opaque(i, p)
	}
	parts[0] = x.Terms.Int(int64(k))
	return parts
}

// selectCase carries out a case of a select.
func (x *explorer) selectCase(st *memory.State, i *ssa.Select, k int, loop bool) (after []*memory.State) {
	parts := x.chosen(st, i, k)
	c := i.States[k]
	if c.Dir == types.SendOnly {
		x.send(st, st.Value(c.Chan), st.Value(c.Send), x.at(c.Pos), loop)
		st.Env[i] = x.Terms.List(parts)
		return []*memory.State{st}
	}
	x.received(st, c.Chan, i.Parent(), loop)
	at := code.ReceivedAt(i, k)
	if api.IsRef(i.Type().(*types.Tuple).At(at).Type()) {
		closed := st.Clone()
		parts[at] = st.Acquire(i, at, fate.Object{Origin: fate.Received, Pos: x.at(c.Pos), What: "the reference received here"})
		if code.UsesOk(i) {
			nothing := slices.Clone(parts)
			parts[1], nothing[1], nothing[at] = x.Terms.Bool(true), x.Terms.Bool(false), x.Terms.Zero()
			closed.Env[i] = x.Terms.List(nothing)
			after = append(after, closed)
		}
	}
	st.Env[i] = x.Terms.List(parts)
	return append(after, st)
}
