package ownership

import (
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
	"github.com/rcpool/rcpool/tools/internal/ownership/memory"
	"github.com/rcpool/rcpool/tools/internal/ownership/term"
)

// This file is about loops over iterators that nobody knows, such as strings.SplitSeq(s, ","):
// calls of a function with the body of the loop. The language says when the body runs: not
// at all, or again and again until it returns false, and never after the call. So it is
// carried out here like the body of any other loop, up to twice.

// loopsOver returns the body of the loop that a call is. The function that is called may own
// the counted objects that it yields, or lend them; such loops are not carried out.
func (x *explorer) loopsOver(s *site) (memory.Closure, bool) {
	if s.common.IsInvoke() || len(s.common.Args) != 1 {
		return memory.Closure{}, false
	}
	body, ok := x.courses.loopBody(lastOf(s, 0).fn)
	return body, ok && !slices.ContainsFunc(body.Fn.Params, func(p *ssa.Parameter) bool {
		return x.tracksType(p.Type()) || api.HoldsRef(p.Type())
	})
}

// loopOver carries out a loop over an iterator.
func (x *explorer) loopOver(st *memory.State, s *site, body memory.Closure) []result {
	turn, f := *s, lastOf(s, 0)
	turn.fn, turn.common = f.fn, &ssa.CallCommon{Value: f.called}
	ofLibrary := makesIterator(s.common.Value)
	nothing := st.Opaque(s.instr, 0)
	over := one(st.Clone(), nothing)
	begin := []*memory.State{st}
	for k := range memory.MaxTurns - 1 {
		var next []*memory.State
		for _, before := range begin {
			if !ofLibrary {
				x.forget(before, s)
			}
			turn.args = yielded(before, body.Fn)
			known := before.Clone()
			for _, r := range x.inline(before, &turn, body) {
				over = append(over, result{r.st, nothing})
				if goesOn, decided := x.Terms.AsBool(r.value); !decided || goesOn {
					further := r.st.Clone()
					x.loseCounts(known, further, body)
					next = append(next, further)
				}
			}
		}
		if begin = next; k == memory.MaxTurns-2 {
			for _, r := range over {
				r.st.DrainLong()
			}
		}
	}
	return x.merge(over)
}

// makesIterator reports whether a value is an iterator of the standard library, which changes
// no memory of the program.
func makesIterator(v ssa.Value) bool {
	call, ok := v.(*ssa.Call)
	if !ok {
		return false
	}
	fn := call.Call.StaticCallee()
	return fn != nil && fn.Object() != nil && fn.Object().Pkg() != nil && api.InStandardLibrary(fn.Object().Pkg().Path())
}

// yielded returns what an iterator yields in the next turn.
func yielded(st *memory.State, body *ssa.Function) []term.Term {
	args := make([]term.Term, len(body.Params))
	for k := range args {
		args[k] = st.Opaque(body.Blocks[0].Instrs[0], -1-k) // the instruction itself makes the others
	}
	return args
}

// loseCounts makes the variables unknown that a turn has changed, unless they have objects:
// nobody knows how many turns there are. The compiler has a variable of its own for where
// the loop is.
func (x *explorer) loseCounts(before, after *memory.State, body memory.Closure) {
	for k, variable := range body.Bindings {
		v, set := after.Cells[variable]
		if !set || v == before.Cells[variable] || strings.HasPrefix(body.Fn.FreeVars[k].Name(), "jump$") {
			continue
		}
		if _, isBool := x.Terms.AsBool(v); !isBool && !x.Terms.IsNil(v) && !x.Matters(v) && !after.HoldsObjects(v) {
			after.Cells[variable] = after.Overwritten(variable, body.Fn.Blocks[0].Instrs[0])
		}
	}
}
