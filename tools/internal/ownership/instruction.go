package ownership

import (
	"go/token"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"github.com/rcpool/rcpool/tools/internal/ownership/fate"
	"github.com/rcpool/rcpool/tools/internal/ownership/memory"
	"github.com/rcpool/rcpool/tools/internal/ownership/term"
	"golang.org/x/tools/go/ssa"
)

// instruction carries out one instruction. If the path splits there, branched is
// true and after has the states after it; there are none if the path ends.
func (x *explorer) instruction(f *code.Function, st *memory.State, instr ssa.Instruction) (after []*memory.State, branched bool) {
	switch i := instr.(type) {
	case *ssa.UnOp:
		return x.unary(f, st, i)
	case *ssa.FieldAddr:
		if x.Terms.IsNil(st.Value(i.X)) {
			return nil, true // it panics
		}
		st.Env.Set(i, x.expressions.fieldAddr(st, i))
	case *ssa.Store:
		x.keepers.stored(st, i, st.Value(i.Addr))
		x.stores.store(st, st.Value(i.Addr), st.Value(i.Val), x.where.at(i.Pos()), i)
	case *ssa.MapUpdate:
		m := st.Value(i.Map)
		st.Marks[memory.Marked(memory.IsFilled, m, nil)] = 1
		x.accounts.touch(st, m, x.where.at(i.Pos()))
		x.pools.accumulates(st, m)
		x.caller.notePut(st, m, i.Value)
		x.lent.mixes(st, m, st.Value(i.Value), i.Value.Type())
		x.stores.put(st, m, st.Value(i.Value), x.where.at(i.Pos()))
		if !api.IsBasic(i.Key.Type()) {
			x.stores.put(st, m, st.Value(i.Key), x.where.at(i.Pos()))
		}
	case *ssa.Send:
		if !x.channels.isOpen(st, i.Chan) {
			return nil, true // it blocks for ever
		}
		x.channels.send(st, st.Value(i.Chan), st.Value(i.X), x.where.at(i.Pos()), f.InLoop(i.Block()))
	case *ssa.Select:
		return x.channels.selects(f, st, i), true
	case *ssa.Go:
		return x.goes(f, st, i), true
	case *ssa.Defer:
		st.Defers = append(st.Defers, &memory.Deferred{Instr: i, Fn: st.Callee(&i.Call), Args: arguments(st, &i.Call)})
	case *ssa.Call:
		s := &site{instr: i, common: &i.Call, fn: st.Callee(&i.Call), args: arguments(st, &i.Call), pos: x.where.at(i.Pos()), f: f}
		for _, r := range x.call(st, s) {
			r.st.Env.Set(i, r.value)
			after = append(after, r.st)
		}
		return after, true
	case ssa.Value:
		st.Env.Set(i, x.expressions.evaluate(st, i))
	}
	return nil, false
}

func (x *explorer) unary(f *code.Function, st *memory.State, i *ssa.UnOp) (after []*memory.State, branched bool) {
	v := st.Value(i.X)
	switch i.Op {
	case token.MUL:
		x.courses.loads(st, v, i)
		st.Env.Set(i, x.loads.load(st, v, i.Type(), i, x.where.at(i.Pos())))
	case token.NOT:
		st.Env.Set(i, x.Terms.Not(v))
	case token.ARROW:
		return x.channels.receive(f, st, i)
	default:
		st.Env.Set(i, x.Terms.Make(term.Node{Kind: term.Binary, A: v, Tag: i.Op}))
	}
	return nil, false
}

// goes starts a goroutine.
func (x *explorer) goes(f *code.Function, st *memory.State, i *ssa.Go) []*memory.State {
	s := &site{instr: i, common: &i.Call, fn: st.Callee(&i.Call), args: arguments(st, &i.Call), pos: x.where.at(i.Pos()), f: f}
	x.spawns.spawn(st, s, later{fn: s.fn, args: s.args, how: fate.ToGoroutine})
	return []*memory.State{st}
}
