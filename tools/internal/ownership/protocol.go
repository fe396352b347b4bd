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
	"github.com/rcpool/rcpool/tools/internal/ownership/mistake"
	"github.com/rcpool/rcpool/tools/internal/ownership/term"
)

// This file follows the protocols of package mistake. How far an object is in each of
// them is in the fate of its lease.

// A course is what the paths of a function have in common: one protocol, and one place
// where an object is acquired.
type course struct {
	protocol *mistake.Protocol
	pos      token.Pos
}

// step tells the protocols of a call.
func (x *explorer) step(st *memory.State, s *site, fn *types.Func) {
	for arg, v := range s.args {
		r, isObject := x.Roles[v]
		if !isObject || fn == nil {
			x.loseTrack(st, v)
			continue
		}
		call := mistake.Call{Func: fn, Arg: arg, Type: x.typeOf(s, arg)}
		x.advance(st, r.Object, func(p *mistake.Protocol) fate.Step { return x.stepOf(p, call) }, s.pos)
	}
}

// stepOf returns the step of a call in a protocol. A function of this package that only
// releases its argument, or makes idle calls with it, is idle itself.
func (x *explorer) stepOf(p *mistake.Protocol, c mistake.Call) fate.Step {
	step := p.Step(c)
	if step != fate.Unknown {
		return step
	}
	fn := x.pkg.Declared(c.Func)
	if fn == nil || c.Arg >= len(fn.Params) {
		return fate.Unknown
	}
	uses := *fn.Params[c.Arg].Referrers()
	for k := 0; k < len(uses); k++ {
		switch i := uses[k].(type) {
		case *ssa.MakeInterface:
			uses = append(slices.Clip(uses), *i.Referrers()...)
		case *ssa.DebugRef:
		case ssa.CallInstruction:
			callee := i.Common().StaticCallee()
			if callee == nil || !x.isIdle(p, i.Common(), callee, fn.Params[c.Arg]) {
				return fate.Unknown
			}
		default:
			return fate.Unknown
		}
	}
	return fate.Idle
}

// isIdle reports whether a call releases an object, or does nothing with it in view of a
// protocol.
func (x *explorer) isIdle(p *mistake.Protocol, common *ssa.CallCommon, callee *ssa.Function, object *ssa.Parameter) bool {
	fn, _ := code.Generic(callee).Object().(*types.Func)
	if fn == nil {
		return false
	}
	if x.table.Lookup(fn) != nil || fn.Pkg() != nil && fn.Pkg().Path() == api.Path {
		return true
	}
	arg := slices.Index(common.Args, ssa.Value(object))
	return arg >= 0 && p.Step(mistake.Call{Func: fn, Arg: arg, Type: object.Type()}) == fate.Idle
}

// typeOf returns the type of an argument of a call, the receiver being the first.
func (x *explorer) typeOf(s *site, arg int) types.Type {
	if t, ok := x.Concrete[s.args[arg]]; ok {
		return t
	}
	written := s.common.Args
	before := len(s.args) - len(written) // the receiver of an interface's method, or of a method value
	switch {
	case arg >= before:
		return written[arg-before].Type()
	case s.common.IsInvoke():
		return s.common.Value.Type()
	}
	return types.Typ[types.Invalid]
}

// loseTrack notes that others may do something with the objects that v leads to.
func (x *explorer) loseTrack(st *memory.State, v term.Term) {
	st.Reach(v, func(r fate.Role, _ term.Term) { x.advance(st, r.Object, unknownStep, token.NoPos) })
}

// lend adds a loan of an object. Its holder may take any step.
func (x *explorer) lend(st *memory.State, id fate.ID, l fate.Loan) {
	l.Pos = x.placed(id, l.Pos)
	st.Lend(id, l)
	x.advance(st, id, unknownStep, token.NoPos)
}

func unknownStep(*mistake.Protocol) fate.Step { return fate.Unknown }

// advance carries out the step that each protocol takes.
func (x *explorer) advance(st *memory.State, id fate.ID, step func(*mistake.Protocol) fate.Step, pos token.Pos) {
	lease := x.Objects[id].Lease
	if st.Fates[lease] == nil {
		return
	}
	f := st.Fate(lease)
	changed := slices.Clone(f.Progress)
	for k, p := range mistake.Protocols() {
		next := step(p)
		if next == fate.Idle {
			continue
		}
		for len(changed) <= k {
			changed = append(changed, fate.Progress{})
		}
		changed[k] = changed[k].After(next, pos)
	}
	if !slices.Equal(changed, f.Progress) {
		f.Progress = changed
		st.SetFate(lease, f)
	}
}

// endCourses notes how far the object of a reference is in each protocol when that
// reference, perhaps the last, is released.
func (x *explorer) endCourses(st *memory.State, id fate.ID, pos token.Pos) {
	lease := x.Objects[id].Lease
	if st.LeaseHeld(lease) {
		return
	}
	for k, progress := range st.Fate(lease).Progress {
		if progress.Step != fate.Pending {
			continue
		}
		p := mistake.Protocols()[k]
		if f, ok := x.located(st, mistake.Finding{Mistake: mistake.Broken{Protocol: p}, Pos: pos, Object: lease, Other: progress.At, Then: mistake.Begun}); ok {
			c := course{p, x.Objects[lease].Pos}
			x.broken[c] = append(x.broken[c], f)
		}
	}
}

// findBroken decides which releases break a protocol: those of objects that no path
// finishes or hands to code that may.
func (x *explorer) findBroken(exits []exit) {
	if x.gaveUp || len(x.broken) == 0 {
		return
	}
	for _, e := range exits {
		for lease, f := range e.st.Fates {
			for k, progress := range f.Progress {
				if progress.Step == fate.Settled || progress.Step == fate.Unknown {
					delete(x.broken, course{mistake.Protocols()[k], x.Objects[lease].Pos})
				}
			}
		}
	}
	for _, all := range x.broken {
		for _, f := range all {
			x.findings.Add(f)
		}
	}
}
