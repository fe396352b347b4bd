package ownership

import (
	"cmp"
	"go/token"
	"go/types"
	"maps"
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

// courses follows the objects of a function in all protocols.
type courses struct {
	*memory.Values
	pkg      *code.Package
	table    *api.Table
	where    *position
	recorder *recorder
	broken   map[course][]mistake.Finding // releases that break a protocol, if no path finishes the object
	finished map[course]bool              // those that released it finished, in a goroutine too, whose ends are no exits
}

// step tells the protocols of a call.
func (c *courses) step(st *memory.State, s *site, fn *types.Func) {
	for arg, v := range s.args {
		r, isObject := c.Roles[v]
		if body, isLoop := c.loopBody(v); isLoop {
			c.stepOfLoop(st, body, s.pos)
			continue
		}
		if !isObject || fn == nil {
			c.loseTrack(st, v)
			c.finishedBy(st, fn, v)
			continue
		}
		call := mistake.Call{Func: fn, Arg: arg, Type: c.typeOf(s, arg)}
		if _, isList := call.Type.Underlying().(*types.Slice); isList && r.As == fate.AsAlias && api.IsBasic(api.ElementType(call.Type)) {
			continue // of its buffer, through which nobody takes a step
		}
		c.advance(st, r.Object, func(p *mistake.Protocol) fate.Step { return c.stepOf(p, call) }, s.pos)
	}
}

// finishedBy notes that a function which finishes something may finish the objects in the
// fields of its argument.
func (c *courses) finishedBy(st *memory.State, fn *types.Func, v term.Term) {
	if fn == nil {
		return
	}
	body := c.pkg.Declared(fn)
	if body == nil {
		return
	}
	for t, r := range c.Roles {
		if f := st.Fates[r.Object]; f == nil || len(st.Fate(c.Objects[r.Object].Lease).Progress) == 0 || !c.Terms.Mentions(t, func(part term.Term) bool { return part == v }) {
			continue
		}
		c.advance(st, r.Object, func(p *mistake.Protocol) fate.Step {
			if c.finishes(p, body) {
				return fate.Unknown
			}
			return fate.Idle
		}, token.NoPos)
	}
}

// maxFinishing bounds the functions in which finishes looks; a function that calls more may finish
// anything.
const maxFinishing = 40

// finishes reports whether a function may finish an object in a protocol, by itself or in
// functions of the package that it calls.
func (c *courses) finishes(p *mistake.Protocol, body *ssa.Function) bool {
	bodies := []*ssa.Function{body}
	for k := 0; k < len(bodies); k++ {
		if k == maxFinishing {
			return true
		}
		for instr := range code.Instructions(bodies[k]) {
			call, ok := instr.(ssa.CallInstruction)
			if !ok {
				continue
			}
			if settles(p, call.Common()) {
				return true
			}
			if fn := code.Callee(call.Common()); fn != nil && fn.Pkg == body.Pkg && !slices.Contains(bodies, fn) {
				bodies = append(bodies, fn)
			}
		}
	}
	return false
}

// settles reports whether a call finishes an object in a protocol.
func settles(p *mistake.Protocol, common *ssa.CallCommon) bool {
	fn := code.Object(common)
	if fn == nil {
		return false
	}
	if common.IsInvoke() && p.Step(mistake.Call{Func: fn, Type: common.Value.Type()}) == fate.Settled {
		return true
	}
	for arg, v := range common.Args {
		if p.Step(mistake.Call{Func: fn, Arg: arg, Type: v.Type()}) == fate.Settled {
			return true
		}
	}
	return false
}

// stepOf returns the step of a call in a protocol. That of a function of this package is
// what its body does with the argument.
func (c *courses) stepOf(p *mistake.Protocol, call mistake.Call) fate.Step {
	step := p.Step(call)
	if step != fate.Unknown {
		return step
	}
	return c.stepOfBody(p, func(b *bodyStep) { b.enter(call.Func, call.Arg, call.Type) })
}

// loopBody returns the body of a loop over an iterator, if v is that: the iterator calls it.
func (c *courses) loopBody(v term.Term) (memory.Closure, bool) {
	body, ok := c.Closures[v]
	return body, ok && code.IsLoopBody(body.Fn)
}

// stepOfLoop carries out what the body of a loop does with the objects in its variables.
func (c *courses) stepOfLoop(st *memory.State, body memory.Closure, pos token.Pos) {
	for k, variable := range body.Bindings {
		v := st.Content(variable)
		r, isObject := c.Roles[v]
		if !isObject {
			c.loseTrack(st, variable)
			continue
		}
		c.advance(st, r.Object, func(p *mistake.Protocol) fate.Step {
			return c.stepOfBody(p, func(b *bodyStep) { b.variable(body.Fn.FreeVars[k], c.Concrete[v]) })
		}, pos)
	}
}

// typeOf returns the type of an argument of a call, the receiver being the first.
func (c *courses) typeOf(s *site, arg int) types.Type {
	if t, ok := c.Concrete[s.args[arg]]; ok {
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
func (c *courses) loseTrack(st *memory.State, v term.Term) {
	st.Reach(v, func(r fate.Role, _ term.Term) { c.advance(st, r.Object, unknownStep, token.NoPos) })
}

// loads notes that a part of an object was read, such as the compressor in a
// stdpool.Writer. It may take any step, unless only its own fields are read or set.
func (c *courses) loads(st *memory.State, addr term.Term, part *ssa.UnOp) {
	switch part.Type().Underlying().(type) {
	case *types.Pointer, *types.Interface:
	default:
		return
	}
	for _, use := range *part.Referrers() {
		switch use.(type) {
		case *ssa.FieldAddr, *ssa.DebugRef:
			continue
		}
		for n := c.Terms.Node(addr); n.Kind == term.Field; n = c.Terms.Node(n.A) {
			if r, ok := c.Roles[n.A]; ok {
				c.advance(st, r.Object, unknownStep, token.NoPos)
			}
		}
		return
	}
}

// lend adds a loan of an object. Its holder may take any step.
func (c *courses) lend(st *memory.State, id fate.ID, l fate.Loan) {
	l.Pos = c.where.placed(id, l.Pos)
	st.Lend(id, l)
	c.advance(st, id, unknownStep, token.NoPos)
}

func unknownStep(*mistake.Protocol) fate.Step { return fate.Unknown }

// advance carries out the step that each protocol takes.
func (c *courses) advance(st *memory.State, id fate.ID, step func(*mistake.Protocol) fate.Step, pos token.Pos) {
	lease := c.Objects[id].Lease
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
func (c *courses) endCourses(st *memory.State, id fate.ID, pos token.Pos) {
	lease := c.Objects[id].Lease
	if st.LeaseHeld(lease) {
		return
	}
	for k, progress := range st.Fate(lease).Progress {
		p := mistake.Protocols()[k]
		at := course{p, c.Objects[lease].Pos}
		if progress.Step == fate.Settled || progress.Step == fate.Unknown {
			c.finished[at] = true
		}
		if progress.Step != fate.Pending {
			continue
		}
		if f, ok := c.recorder.located(st, mistake.Finding{Mistake: mistake.Broken{Protocol: p}, Pos: pos, Object: lease, Other: progress.At, Then: mistake.Begun}); ok {
			c.broken[at] = append(c.broken[at], f)
		}
	}
}

// findBroken decides which releases break a protocol: those of objects that no path
// finishes or hands to code that may.
func (c *courses) findBroken(exits []exit) {
	for _, e := range exits {
		for lease, f := range e.st.Fates {
			for k, progress := range f.Progress {
				if progress.Step == fate.Settled || progress.Step == fate.Unknown {
					delete(c.broken, course{mistake.Protocols()[k], c.Objects[lease].Pos})
				}
			}
		}
	}
	inOrder := func(a, b course) int {
		return cmp.Or(cmp.Compare(a.pos, b.pos), cmp.Compare(a.protocol.Doc.ID, b.protocol.Doc.ID))
	}
	maps.DeleteFunc(c.broken, func(at course, _ []mistake.Finding) bool { return c.finished[at] })
	for _, at := range slices.SortedFunc(maps.Keys(c.broken), inOrder) {
		for _, f := range c.broken[at] {
			c.recorder.findings.Add(f)
		}
	}
}
