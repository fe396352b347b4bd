package ownership

import (
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"github.com/rcpool/rcpool/tools/internal/ownership/fate"
	"github.com/rcpool/rcpool/tools/internal/ownership/memory"
	"github.com/rcpool/rcpool/tools/internal/ownership/term"
)

// This file is about loops over iterators that nobody knows, such as strings.SplitSeq(s, ","):
// calls of a function with the body of the loop. The language says when the body runs: not
// at all, or again and again until it returns false, and never after the call. So it is
// carried out here like the body of any other loop, up to twice.

// A loopOver is such a loop.
type loopOver struct {
	*memory.Values
	where   *position
	others  *others
	carrier carrier
	site    *site // the call of the iterator
	body    memory.Closure
}

// loopOf returns the loop that a call is. The function that is called may own the counted
// objects that it yields, or lend them; such loops are not carried out.
func loopOf(x *explorer, s *site) (*loopOver, bool) {
	if s.common.IsInvoke() || len(s.common.Args) != 1 {
		return nil, false
	}
	body, ok := x.courses.loopBody(lastOf(s, 0).fn)
	return &loopOver{x.Values, x.where, x.others, x, s, body}, ok && !slices.ContainsFunc(body.Fn.Params, func(p *ssa.Parameter) bool {
		return x.table.CountsPointer(p.Type()) || api.HoldsRef(p.Type())
	})
}

// run carries out the loop.
func (l *loopOver) run(st *memory.State) []result {
	turn, f := *l.site, lastOf(l.site, 0)
	turn.fn, turn.common = f.fn, &ssa.CallCommon{Value: f.called}
	ofLibrary := madeByLibrary(l.site.common.Value)
	nothing := st.Opaque(l.site.instr, 0)
	over := one(st.Clone(), nothing)
	begin := []*memory.State{st}
	for range memory.MaxTurns - 1 {
		var next []*memory.State
		for _, before := range begin {
			if ofLibrary == nil {
				l.others.forget(before, l.site)
			}
			turn.args = l.yielded(before, ofLibrary)
			known := before.Clone()
			for _, r := range l.carrier.inline(before, &turn, l.body) {
				over = append(over, result{r.st, nothing})
				if goesOn, decided := l.Terms.AsBool(r.value); !decided || goesOn {
					further := r.st.Clone()
					l.loseCounts(known, further)
					next = append(next, further)
				}
			}
		}
		begin = next
	}
	for _, r := range over {
		r.st.DrainLong()
	}
	return l.where.merge(over)
}

// madeByLibrary returns the call of the standard library that made an iterator, which changes
// no memory of the program. It is nil for any other iterator.
func madeByLibrary(v ssa.Value) *ssa.Call {
	call, ok := v.(*ssa.Call)
	if !ok {
		return nil
	}
	fn := call.Call.StaticCallee()
	if fn == nil || fn.Object() == nil || fn.Object().Pkg() == nil || !api.InStandardLibrary(fn.Object().Pkg().Path()) {
		return nil
	}
	return call
}

// yielded returns what an iterator yields in the next turn. One that cuts bytes into parts,
// such as bytes.Lines, yields memory of these bytes.
func (l *loopOver) yielded(st *memory.State, ofLibrary *ssa.Call) []term.Term {
	args := make([]term.Term, len(l.body.Fn.Params))
	for k, p := range l.body.Fn.Params {
		at := l.body.Fn.Blocks[0].Instrs[0] // the instruction itself makes the others
		if ofLibrary == nil || !cutsBytes(ofLibrary) || !isBytes(p.Type()) {
			args[k] = st.Opaque(at, -1-k)
			continue
		}
		whole := st.Value(ofLibrary.Call.Args[0])
		if r, ok := l.Roles[whole]; ok {
			args[k] = st.OpaqueAs(at, -1-k, fate.Alias(r.Object))
			continue
		}
		args[k] = st.Opaque(at, -1-k)
		l.SetWithin(args[k], whole)
	}
	return args
}

// cutsBytes reports whether a call returns an iterator over parts of its first argument.
func cutsBytes(call *ssa.Call) bool {
	object := code.Object(&call.Call)
	cuts := object.Pkg().Path() == "bytes" || object.Pkg().Path() == "slices" && object.Name() == "Chunk"
	return cuts && len(call.Call.Args) > 0 && isBytes(call.Call.Args[0].Type())
}

// loseCounts makes the variables unknown that a turn has changed, unless they have objects:
// nobody knows how many turns there are. The compiler has a variable of its own for where
// the loop is.
func (l *loopOver) loseCounts(before, after *memory.State) {
	for k, variable := range l.body.Bindings {
		v, set := after.Cells[variable]
		if !set || v == before.Cells[variable] || strings.HasPrefix(l.body.Fn.FreeVars[k].Name(), "jump$") {
			continue
		}
		if _, isBool := l.Terms.AsBool(v); !isBool && !l.Terms.IsNil(v) && !l.Matters(v) && !after.HoldsObjects(v) {
			after.Cells[variable] = after.Overwritten(variable, l.body.Fn.Blocks[0].Instrs[0])
		}
	}
}
