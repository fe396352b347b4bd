package ownership

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"github.com/rcpool/rcpool/tools/internal/ownership/naming"
	"github.com/rcpool/rcpool/tools/internal/ownership/term"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"

	"github.com/rcpool/rcpool/tools/internal/ownership/fate"

	"github.com/rcpool/rcpool/tools/internal/ownership/memory"
)

// A site is a call that the explorer carries out: at its place, or, if it is
// deferred, when the function returns.
type site struct {
	instr    ssa.Instruction // *ssa.Call, *ssa.Defer or *ssa.Go
	common   *ssa.CallCommon
	fn       term.Term
	args     []term.Term
	pos      token.Pos
	deferred bool
	f        *code.Function
}

// inLoop reports whether the call is made in a loop.
func (s *site) inLoop() bool { return s.f != nil && s.f.InLoop(s.instr.Block()) }

// isDiscarded reports whether nothing is done with what the call returns.
func (s *site) isDiscarded() bool {
	call, ok := s.instr.(*ssa.Call)
	return ok && !slices.ContainsFunc(*call.Referrers(), func(use ssa.Instruction) bool {
		_, isDebug := use.(*ssa.DebugRef)
		return !isDebug
	})
}

// typeOf returns the type of the parameter for an argument. It is nil for the receiver.
func (s *site) typeOf(arg int) types.Type {
	params := s.common.Signature().Params()
	k := arg - (len(s.args) - params.Len())
	if k < 0 || k >= params.Len() {
		return nil
	}
	return params.At(k).Type()
}

// result is a state after a call, with what the call returned.
type result struct {
	st    *memory.State
	value term.Term
}

func one(st *memory.State, value term.Term) []result { return []result{{st, value}} }

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
			x.deferring++
			x.deferPos = append(x.deferPos, x.at(d.Instr.Pos()))
			results := x.call(s, &site{instr: d.Instr, common: &d.Instr.Call, fn: d.Fn, args: d.Args, pos: x.at(d.Instr.Pos()), deferred: true, f: x.pkg.Function(d.Instr.Parent())})
			x.deferring--
			x.deferPos = x.deferPos[:len(x.deferPos)-1]
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
		return one(st, x.builtin(st, s, b.Name()))
	}
	fn, object := x.target(s)
	x.noteReadies(st, s, object)
	x.countByHand(st, s, object)
	if x.pkg.Waits(fn, object) {
		x.join(st, true)
	}
	if code.Locks(object) {
		x.mayBeCleared(st)
	}
	for _, a := range s.common.Args { // the callee may wait for goroutines that send on the channel
		if ch, ok := a.Type().Underlying().(*types.Chan); ok && ch.Dir() != types.SendOnly {
			x.join(st, true)
		}
	}
	if s.common.IsInvoke() && len(s.args) > 0 {
		if r, ok := x.Roles[s.args[0]]; ok && r.As == fate.AsReference && x.IsTyped(r.Object) && object.Name() != "String" {
			results, _ := x.refMethod(st, s, object.Name())
			return results
		}
		if method := x.devirtualize(s.args[0], object); method != nil {
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
		if results, known := x.typed(st, s, object); known {
			return results
		}
		if u := x.table.Lookup(object); u != nil {
			if results, known := x.tabled(st, s, u, object); known {
				return results
			}
		}
		x.courses.step(st, s, object)
		if code.NeverReturns(object) || fn != nil && x.pkg.Endless(fn) {
			return nil
		}
		if results, known := x.library(st, s, object); known {
			return results
		}
		if results, known := x.asserted(st, s, object); known {
			return results
		}
	}
	if c, ok := x.Closures[s.fn]; ok && !s.common.IsInvoke() && len(c.Fn.Blocks) > 0 && object == nil {
		return x.inline(st, s, c)
	}
	if fn != nil && fn.Object() == nil && fn.Parent() != nil && len(fn.Blocks) > 0 {
		return x.inline(st, s, memory.Closure{Fn: fn})
	}
	if cleanups := x.cleanups(s); cleanups != nil {
		for _, id := range cleanups {
			x.release(st, id, x.moment(s))
		}
		x.forget(st, s)
		return one(st, st.Opaque(s.instr, 0))
	}
	if object == nil && !s.common.IsInvoke() {
		if results, known := x.stops(st, s.fn); known {
			return results
		}
	}
	if x.passesFunctions(st, s, fn, object) {
		return x.carryOut(st, s, fn)
	}
	if loop, ok := loopOf(x, s); ok {
		return loop.run(st)
	}
	if object != nil {
		if sum := x.summaryOf(st, fn, object, s.args); sum != nil {
			if results, known := carryOutAliased(x, st, s, sum, fn); known {
				return results
			}
			return x.constructed(x.apply(st, s, sum, object), s, fn)
		}
	}
	return x.unknown(st, s, object)
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
	for _, f := range x.outer {
		if f.Function == c.Fn {
			return x.unknown(st, s, nil) // it calls itself
		}
	}
	if len(x.outer) >= maxInlining || c.Fn == x.top.Function {
		return x.unknown(st, s, nil)
	}
	st.Calls[c.Fn]++
	switch {
	case x.isOwn(c.Fn):
		x.covered[c.Fn] = true
	case c.Fn.Parent() != nil && !x.isSound(c.Fn):
		return x.unknown(st, s, nil)
	}
	x.outer = append(x.outer, s.f)
	defer func() { x.outer = x.outer[:len(x.outer)-1] }()
	for _, b := range c.Fn.Blocks {
		delete(st.Turns, b)
		delete(st.Visits, b)
	}
	for i, p := range c.Fn.Params {
		if i < len(s.args) {
			st.Env[p] = s.args[i]
		}
	}
	for i, v := range c.Fn.FreeVars {
		if i < len(c.Bindings) {
			st.Env[v] = c.Bindings[i]
		}
	}
	outer := st.Defers
	st.Defers = nil
	defer x.reportAt(x.placeOf(c.Fn, s))()
	x.sites = append(x.sites, s)
	defer func() { x.sites = x.sites[:len(x.sites)-1] }()
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
	return x.merge(results)
}

// merge removes duplicate results.
func (x *explorer) merge(results []result) []result {
	if len(results) < 2 {
		return results
	}
	type outcome struct {
		digest string
		value  term.Term
	}
	seen := map[outcome]bool{}
	var kept []result
	for _, r := range results {
		d := outcome{r.st.Digest(memory.Point{Function: x.top, Block: x.top.Blocks[0], Index: -1, Around: x.outer}), r.value}
		if !seen[d] || len(kept) == 0 {
			seen[d] = true
			kept = append(kept, r)
		}
	}
	return kept
}

// devirtualize finds the method behind an interface's method, if the type in the
// interface is known, or no other has the method.
func (x *explorer) devirtualize(receiver term.Term, method *types.Func) *ssa.Function {
	t, ok := x.Concrete[receiver]
	switch {
	case ok:
	case x.notes.On(method): // which its callers rely on
		return nil
	default:
		return x.pkg.OnlyMethod(method)
	}
	return x.pkg.Method(t, method)
}

// unknown carries out a call of an unknown function: an interface's method, a
// function value, or a function of another package that has no fact.
func (x *explorer) unknown(st *memory.State, s *site, object *types.Func) []result {
	if object == nil {
		x.courses.step(st, s, nil)
	}
	consumes := naming.Releases(naming.OfCall(s.common, object))
	static := object != nil && !s.common.IsInvoke()
	for k, a := range s.args {
		isReceiver := k == 0 && s.common.IsInvoke() // whose method gives it to nobody else
		x.handArgument(st, s, a, s.typeOf(k), object, static || isReceiver, consumes)
	}
	x.standsFor(st, s, object)
	mayShare(st, s, x.table)
	if _, isClosure := x.Closures[s.fn]; isClosure {
		st.Lose(s.fn)
	} else if object == nil {
		x.caller.noteExposed(st, s.fn) // a function that the caller passed
	}
	if object != nil && x.pkg.StaysOutside(s.common, object) {
		x.keepers.called(st, s, false)
		x.caller.noteFound(st)
		st.ForgetUnder(s.args)
	} else {
		x.forget(st, s)
	}
	results := x.resultsByType(st, s, object)
	for _, r := range results {
		if !static {
			x.mayTell(r.st, s, r.value)
		}
	}
	return results
}

// standsFor handles a call of an unknown method of a counted object that returns another
// counted object. Perhaps that one stands for the first, which is released with it.
func (x *explorer) standsFor(st *memory.State, s *site, method *types.Func) {
	if method == nil || method.Signature().Recv() == nil || len(s.args) == 0 {
		return
	}
	r, ok := x.Roles[s.args[0]]
	if !ok || r.As != fate.AsReference || x.IsTyped(r.Object) || x.Objects[r.Object].Family.Package != "*" {
		return
	}
	for v := range method.Signature().Results().Variables() {
		if x.tracksType(v.Type()) {
			f := st.Fate(r.Object)
			f.Abroad = true
			st.SetFate(r.Object, f)
		}
	}
}

// handArgument passes an argument to a function of which only the types are known.
func (x *explorer) handArgument(st *memory.State, s *site, a term.Term, t types.Type, object *types.Func, static, consumes bool) {
	if r, ok := x.Roles[a]; ok {
		switch {
		case t != nil && api.IsRef(t):
			x.handRef(st, s, r, object)
		case r.As == fate.AsCleanup || x.IsTyped(r.Object) && r.As == fate.AsReference:
			st.Lose(a)
		default:
			x.handObject(st, s, r, t, object, static, consumes)
		}
		return
	}
	switch x.Terms.Node(a).Kind {
	case term.Param:
		f := fate.Fate{Status: fate.Live}
		x.passedOn(&f, t, s)
		x.caller.changes(st, a, f.Wrote, f.Reset)
	case term.Pair:
		st.Lose(a)
	case term.Field, term.Index:
		if len(st.Reachable(a)) == 0 {
			if static && synchronizes(object) {
				mayClaim(st, x.Terms.Root(a))
				return
			}
			break // only this part can be changed through the address
		}
		fallthrough
	case term.Closure, term.Alloc, term.Load, term.Slice:
		// What it leads to may be released, kept, or nothing at all.
		w := x.wrap(st, a, t)
		st.Reach(a, func(r fate.Role, v term.Term) {
			if r.As == fate.AsBorrow || r.As == fate.AsAlias {
				x.use(st, r, s.pos)
				st.GoesAlong(x.Objects[r.Object].Lease)
				return
			}
			if w.keeps(r, v) {
				return
			}
			f := st.Fate(r.Object)
			if f.Status == fate.Dead && x.Terms.Node(a).Kind == term.Alloc {
				return
			}
			st.ToTopLive(r.Object)
		})
		st.Expose(a)
	}
	if t != nil && !api.IsBasic(t) || t == nil && !x.onlyActsOn(s, object) {
		x.caller.noteExposed(st, a)
	}
}

// onlyActsOn reports whether a call is one of a method that gives its receiver to nobody, nor
// returns it: those of the APIs of the table, and those of the types of the standard library.
func (x *explorer) onlyActsOn(s *site, method *types.Func) bool {
	if method == nil || method.Pkg() == nil {
		return false
	}
	for v := range method.Signature().Results().Variables() {
		if !api.IsBasic(v.Type()) && !api.IsError(v.Type()) && !isBytes(v.Type()) {
			return false
		}
	}
	return x.table.Describes(method) || !s.common.IsInvoke() && api.InStandardLibrary(method.Pkg().Path())
}

// mayClaim handles a lock or an atomic flag of a struct that this function has handed over:
// the owners agree by that which of them releases what is in the struct.
func mayClaim(st *memory.State, root term.Term) {
	for addr, v := range st.Cells {
		r, ok := st.Roles[v]
		if !ok || st.Terms.Root(addr) != root {
			continue
		}
		if f := st.Fate(r.Object); f.Status == fate.Gone && f.How.IsOneWay() {
			st.ToTop(r.Object)
		}
	}
}

// handRef passes a Ref to a function, which owns it unless it does the same with any
// type.
func (x *explorer) handRef(st *memory.State, s *site, r fate.Role, object *types.Func) {
	if isGeneric(object) {
		x.use(st, r, s.pos)
		if !compares(object) {
			st.ToTopLive(r.Object)
		}
		return
	}
	if f := st.Fate(r.Object); f.Status == fate.Dead || f.Status == fate.Gone {
		x.release(st, r.Object, x.moment(s))
	} else {
		x.move(st, r.Object, fate.ToCallee, s.pos, 0)
	}
}

// mayTell notes that an unknown function may tell by its last result, a bool or an error,
// whether it has taken the Refs that it was given.
func (x *explorer) mayTell(st *memory.State, s *site, result term.Term) {
	results := s.common.Signature().Results()
	last := results.Len() - 1
	if last < 0 {
		return
	}
	if parts, ok := x.Terms.Listed(result); ok && len(parts) > last {
		result = parts[last]
	}
	took := result
	switch typ := results.At(last).Type(); {
	case api.IsError(typ):
		took = x.Terms.Binary(token.EQL, result, x.Terms.Nil())
	case !api.IsBool(typ):
		return
	}
	for _, a := range s.args {
		r := x.Roles[a]
		if f := st.Fate(r.Object); r.Object != 0 && f.Status == fate.Gone && f.How == fate.ToCallee && f.At == s.pos {
			f.To = took
			st.SetFate(r.Object, f)
		}
	}
}

// isRefused reports whether a path knows that a function has not taken the Ref that it was
// given, if it tells that by its last result.
func isRefused(st *memory.State, f fate.Fate) bool {
	if f.Status != fate.Gone || f.How != fate.ToCallee || f.To == 0 {
		return false
	}
	took, known := st.Facts.Decide(st.Terms, f.To)
	return known && !took
}

// handObject passes an object, or memory of it, to a function.
func (x *explorer) handObject(st *memory.State, s *site, r fate.Role, t types.Type, object *types.Func, static, consumes bool) {
	x.use(st, r, s.pos)
	o := &x.Objects[r.Object]
	switch {
	case st.Fates[r.Object] == nil: // nothing has happened to it on this path
	case r.As != fate.AsReference:
		st.GoesAlong(o.Lease)
		if r.As == fate.AsAlias && o.Lossy() && returns(s, t) { // perhaps more of the same memory, for which nobody needs the object
			f := st.Fate(r.Object)
			f.Passed = true
			st.SetFate(r.Object, f)
		}
	case t == nil && !static && object != nil && !consumes && o.Family != nil && o.Family.Describes(object):
		f := st.Fate(r.Object) // a method of the API itself, which says what it does
		f.Passed, f.Abroad = true, true
		st.SetFate(r.Object, f)
	case !static && o.Family != nil && !o.Family.Lossy && o.Family.Name != "arrow", consumes:
		st.ToTopLive(r.Object)
	default:
		f := st.Fate(r.Object)
		f.Abroad = f.Abroad || !static || t != nil && naming.Adopts(object.Name())
		f.Passed = f.Passed || !static || object == nil || object.Pkg() != nil && !api.InStandardLibrary(object.Pkg().Path())
		x.passedOn(&f, t, s)
		st.SetFate(r.Object, f)
	}
}

// returns reports whether a call has a result of a type, as that of a function that appends,
// and the caller looks at its results.
func returns(s *site, t types.Type) bool {
	if _, ok := s.instr.(*ssa.Call); !ok || s.isDiscarded() {
		return false
	}
	for v := range s.common.Signature().Results().Variables() {
		if t != nil && types.Identical(v.Type(), t) {
			return true
		}
	}
	return false
}

// isGeneric reports whether a function, or the type that it is a method of, has type
// parameters.
func isGeneric(fn *types.Func) bool {
	if fn == nil {
		return false
	}
	signature := fn.Signature()
	return signature.TypeParams().Len() > 0 || signature.RecvTypeParams().Len() > 0
}

// compares reports whether a function is one of package slices that looks for what it
// is given.
func compares(fn *types.Func) bool {
	if fn.Pkg() == nil || fn.Pkg().Path() != "slices" {
		return false
	}
	return slices.ContainsFunc([]string{"BinarySearch", "Contains", "Index"}, func(p string) bool { return strings.HasPrefix(fn.Name(), p) })
}

// synchronizes reports whether a function is one of sync or sync/atomic, which keep
// nothing of the field that they are given.
func synchronizes(fn *types.Func) bool {
	return fn.Pkg() != nil && (fn.Pkg().Path() == "sync" || fn.Pkg().Path() == "sync/atomic")
}

// resultsByType: the caller owns a Ref that is returned. If the last result is an
// error or a bool, it does so only if the error is nil or the bool true.
func (x *explorer) resultsByType(st *memory.State, s *site, object *types.Func) []result {
	results := s.common.Signature().Results()
	switch results.Len() {
	case 0:
		return one(st, st.Opaque(s.instr, 0))
	case 1:
		if api.IsRef(results.At(0).Type()) {
			return one(st, st.Acquire(s.instr, 0, x.newReference(s)))
		}
		if object != nil && pureType(results.At(0).Type()) && !s.deferred {
			if v, ok := s.instr.(*ssa.Call); ok {
				return one(st, x.again(st, term.Node{Kind: term.Call, A: x.Terms.List(s.args), Tag: object}, v))
			}
		}
		return one(st, st.Opaque(s.instr, 0))
	}
	last := results.At(results.Len() - 1).Type()
	owned := false
	for k := range results.Len() {
		owned = owned || api.IsRef(results.At(k).Type())
	}
	if !owned {
		parts := make([]term.Term, results.Len())
		for k := range parts {
			parts[k] = st.Opaque(s.instr, k)
		}
		return one(st, x.Terms.List(parts))
	}
	return x.ownedIf(st, s, last, func(st *memory.State, ok bool) []term.Term {
		parts := make([]term.Term, results.Len())
		for k := range parts {
			switch {
			case !api.IsRef(results.At(k).Type()):
				parts[k] = st.Opaque(s.instr, k)
			case ok && (hasOtherError(results) || code.Discards(s.instr, k)):
				parts[k] = st.StoredRef(s.instr) // or none, beside the error: that is what the caller expects who drops it
			case ok:
				parts[k] = st.Acquire(s.instr, k, x.newReference(s))
			case code.IgnoresLast(s.instr): // the caller expects a reference
				parts[k] = st.StoredRef(s.instr)
			default:
				parts[k] = x.Terms.Zero()
			}
		}
		return parts
	})
}

// hasOtherError reports whether a function returns an error that is not its last result, as
// the next function of iter.Pull2 may: the last result does not tell alone whether there is
// a reference.
func hasOtherError(results *types.Tuple) bool {
	for k := range results.Len() - 1 {
		if api.IsError(results.At(k).Type()) {
			return true
		}
	}
	return false
}

func (x *explorer) newReference(s *site) fate.Object {
	return fate.Object{Pos: x.acquiredAt(s), What: "the reference"}
}

// ownedIf parts the path where the last result reports whether the others are
// owned: an error that is nil, a bool that is true.
func (x *explorer) ownedIf(st *memory.State, s *site, last types.Type, parts func(st *memory.State, ok bool) []term.Term) []result {
	if !api.IsBool(last) && !api.IsFailure(last) {
		return one(st, x.Terms.List(parts(st, true)))
	}
	failed := st.Clone()
	well := parts(st, true)
	ill := parts(failed, false)
	switch last.Underlying().(type) {
	case *types.Interface, *types.Pointer:
		well[len(well)-1] = x.Terms.Nil()
		failure := failed.Opaque(s.instr, 15)
		x.Terms.SetNonNil(failure)
		ill[len(ill)-1] = failure
	default:
		if api.IsBool(last) {
			well[len(well)-1], ill[len(ill)-1] = x.Terms.Bool(true), x.Terms.Bool(false)
			break
		}
		success := x.Terms.ZeroOf(last)
		well[len(well)-1] = success
		failure := failed.Opaque(s.instr, 15)
		failed.Assume(x.Terms.Binary(token.EQL, failure, success), false)
		ill[len(ill)-1] = failure
	}
	return []result{{st, x.Terms.List(well)}, {failed, x.Terms.List(ill)}}
}

// pureType reports whether conditions are made of values of the type. Two calls of
// the same method that return such a type are assumed to return the same value.
func pureType(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return true
	case *types.Interface:
		return api.IsError(u) || api.IsError(t)
	}
	return false
}
