package ownership

import (
	"go/types"
	"strings"

	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"github.com/rcpool/rcpool/tools/internal/ownership/fate"
	"github.com/rcpool/rcpool/tools/internal/ownership/memory"
	"github.com/rcpool/rcpool/tools/internal/ownership/term"
	"golang.org/x/tools/go/ssa"
)

// maxDeferred limits the number of states after deferred calls.
const maxDeferred = 256

// runDefers runs the deferred calls, last first. The resulting states have none
// left.
func (x *explorer) runDefers(st *memory.State) []*memory.State {
	states := []*memory.State{st}
	for {
		var next []*memory.State
		done := true
		for _, s := range states {
			if len(s.Defers) == 0 {
				next = append(next, s)
				continue
			}
			done = false
			d := s.Defers[len(s.Defers)-1]
			s.Defers = s.Defers[: len(s.Defers)-1 : len(s.Defers)-1]
			x.where.deferring++
			x.where.deferPos = append(x.where.deferPos, x.where.at(d.Instr.Pos()))
			results := x.call(s, &site{instr: d.Instr, common: &d.Instr.Call, fn: d.Fn, args: d.Args, pos: x.where.at(d.Instr.Pos()), deferred: true, f: x.pkg.Function(d.Instr.Parent())})
			x.where.deferring--
			x.where.deferPos = x.where.deferPos[:len(x.where.deferPos)-1]
			for _, r := range results {
				next = append(next, r.st)
			}
		}
		states = next
		x.gaveUp = x.gaveUp || len(states) > maxDeferred
		if done || x.gaveUp {
			return states
		}
	}
}

// call carries out a call.
func (x *explorer) call(st *memory.State, s *site) []result {
	if b, ok := s.common.Value.(*ssa.Builtin); ok {
		return one(st, x.builtins.call(st, s, b.Name()))
	}
	fn, object := x.target(s)
	x.pools.noteReadies(st, s, object)
	x.accounts.countByHand(st, s, object)
	x.others.during(st, s, fn, object)
	if s.common.IsInvoke() && len(s.args) > 0 {
		if r, ok := x.Roles[s.args[0]]; ok && r.As == fate.AsReference && x.IsTyped(r.Object) && object.Name() != "String" {
			results, _ := x.typed.refMethod(st, s, object.Name())
			return results
		}
		if method := x.callees.devirtualize(s.args[0], object); method != nil {
			fn = method
			object, _ = method.Object().(*types.Func)
		}
	}
	if held := x.heldFunction(s, fn); held != nil {
		if object, _ = held.Object().(*types.Func); object == nil {
			return x.carryOutHeld(st, s, held)
		}
		fn = held
	}
	if object != nil {
		if results, known := x.callByName(st, s, fn, object); known {
			return results
		}
	}
	if results, known := x.callBody(st, s, fn, object); known {
		return results
	}
	if object != nil {
		if sum := x.callees.summaryOf(st, fn, object, s.args); sum != nil {
			if results, known := carryOutAliased(x, st, s, sum, fn); known {
				return results
			}
			return x.constructed(x.applier.apply(st, s, sum, object), s, fn)
		}
	}
	results := x.unknown.call(st, s, object)
	x.staysNil(results, s, object)
	if x.callees.isBeingMade(fn) {
		for _, r := range results {
			x.unknown.mayLeave(r.st, s)
		}
	}
	return results
}

// callByName carries out a call of a declared function or a method that is known by its name.
func (x *explorer) callByName(st *memory.State, s *site, fn *ssa.Function, object *types.Func) ([]result, bool) {
	if results, known := x.typed.call(st, s, object); known {
		return results, true
	}
	if u := x.table.Lookup(object); u != nil {
		if results, known := x.tabled.call(st, s, u, object); known {
			return results, true
		}
	}
	x.courses.step(st, s, object)
	if code.NeverReturns(object) || fn != nil && x.pkg.Endless(fn) {
		return nil, true
	}
	if object.Name() == "Insert" && object.Pkg() != nil && object.Pkg().Path() == "slices" {
		return one(st, x.builtins.inserts(st, s)), true
	}
	if results, known := x.library.call(st, s, object); known {
		return results, true
	}
	return x.library.asserted(st, s, object)
}

// callBody carries out a call of which no summary tells what it does: of a function literal, of
// a function that is known for what it releases or stops, or of one that is given functions.
func (x *explorer) callBody(st *memory.State, s *site, fn *ssa.Function, object *types.Func) ([]result, bool) {
	if c, ok := x.Closures[s.fn]; ok && !s.common.IsInvoke() && len(c.Fn.Blocks) > 0 && object == nil {
		return x.inline(st, s, c), true
	}
	if fn != nil && fn.Object() == nil && fn.Parent() != nil && len(fn.Blocks) > 0 {
		return x.inline(st, s, memory.Closure{Fn: fn}), true
	}
	if cleanups := x.cleanups(s); cleanups != nil {
		for _, id := range cleanups {
			x.accounts.release(st, id, x.where.moment(s))
		}
		x.others.forget(st, s)
		return one(st, st.Opaque(s.instr, 0)), true
	}
	for _, literal := range x.cleanupLists.calledInLoop(st, s) {
		x.tryLiteral(st, s, literal)
	}
	x.cleanupLists.mayHaveRun(st, s)
	if object == nil && !s.common.IsInvoke() {
		if results, known := x.spawns.stops(st, s.fn); known {
			return results, true
		}
	}
	if x.passesFunctions(st, s, fn, object) {
		return x.carryOut(st, s, fn), true
	}
	if loop, ok := loopOf(x, s); ok {
		return loop.run(st), true
	}
	return nil, false
}

// tryLiteral carries out a function literal, to see what is wrong in that. The path goes on without it.
func (x *explorer) tryLiteral(st *memory.State, s *site, literal term.Term) {
	c := x.Closures[literal]
	covered := x.checker.covered[c.Fn]
	x.inline(st.Clone(), s, c)
	x.checker.covered[c.Fn] = covered
}

// cleanups returns what a call releases, if the function is known for that alone.
func (x *explorer) cleanups(s *site) (released []fate.ID) {
	if s.common.IsInvoke() {
		return nil
	}
	all, ok := x.Terms.Listed(s.fn)
	if !ok {
		all = []term.Term{s.fn}
	}
	for _, t := range all {
		if r, ok := x.Roles[t]; ok && r.As == fate.AsCleanup {
			released = append(released, r.Object)
		}
	}
	return released
}

// target returns the function that is called, or nil if it is unknown. It resolves
// bound methods and method expressions to their methods.
func (x *explorer) target(s *site) (*ssa.Function, *types.Func) {
	if s.common.IsInvoke() {
		s.args = append([]term.Term{s.fn}, s.args...)
		return nil, code.Invoked(s.common)
	}
	fn, _ := x.Terms.Node(s.fn).Tag.(*ssa.Function)
	if c, ok := x.Closures[s.fn]; ok {
		fn = c.Fn
		if fn.Synthetic != "" && strings.HasPrefix(fn.Synthetic, "bound ") {
			s.args = append(append([]term.Term(nil), c.Bindings...), s.args...)
		}
	}
	if fn == nil {
		fn = s.common.StaticCallee()
	}
	if fn == nil {
		return nil, nil
	}
	fn = code.Generic(fn)
	object, _ := fn.Object().(*types.Func)
	if object != nil {
		object = object.Origin()
		if fn.Synthetic != "" { // a wrapper: the method itself has the body
			if real := fn.Prog.FuncValue(object); real != nil {
				fn = real
			}
		}
	}
	return fn, object
}

// inline walks through the body of a function literal, or of another function, as part of
// this path.
func (x *explorer) inline(st *memory.State, s *site, c memory.Closure) []result {
	for _, f := range x.where.outer {
		if f.Function == c.Fn {
			return x.unknown.call(st, s, nil) // it calls itself
		}
	}
	if len(x.where.outer) >= maxInlining || c.Fn == x.where.top.Function {
		return x.unknown.call(st, s, nil)
	}
	st.Calls[c.Fn]++
	switch {
	case x.where.isOwn(c.Fn):
		x.checker.covered[c.Fn] = true
	case c.Fn.Parent() != nil && !x.callees.isSound(c.Fn):
		return x.unknown.call(st, s, nil)
	}
	x.where.outer = append(x.where.outer, s.f)
	defer func() { x.where.outer = x.where.outer[:len(x.where.outer)-1] }()
	isWithin := func(b *ssa.BasicBlock) bool { return b.Parent() == c.Fn }
	st.Turns.Forget(isWithin)
	st.Visits.Forget(isWithin)
	for i, p := range c.Fn.Params {
		if i < len(s.args) {
			st.Env.Set(p, s.args[i])
		}
	}
	for i, v := range c.Fn.FreeVars {
		if i < len(c.Bindings) {
			st.Env.Set(v, c.Bindings[i])
		}
	}
	outer := st.Defers
	st.Defers = nil
	defer x.where.reportAt(x.where.placeOf(c.Fn, s))()
	x.where.sites = append(x.where.sites, s)
	defer func() { x.where.sites = x.where.sites[:len(x.where.sites)-1] }()
	var results []result
	for _, e := range x.walk(x.pkg.Function(c.Fn), st) {
		if e.panicked {
			continue
		}
		e.st.Defers = outer
		value := term.Term(0)
		switch len(e.results) {
		case 0:
			value = e.st.Opaque(s.instr, 0)
		case 1:
			value = e.results[0]
		default:
			value = x.Terms.List(e.results)
		}
		results = append(results, result{e.st, value})
	}
	return x.where.merge(results)
}
