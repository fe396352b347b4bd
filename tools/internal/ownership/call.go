package ownership

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"github.com/rcpool/rcpool/tools/internal/ownership/term"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"

	"github.com/rcpool/rcpool/tools/internal/ownership/fate"
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

func (x *explorer) moment(s *site) moment {
	return moment{pos: s.pos, deferred: s.deferred || x.deferring > 0}
}

// result is a state after a call, with what the call returned.
type result struct {
	st    *state
	value term.Term
}

func one(st *state, value term.Term) []result { return []result{{st, value}} }

// maxDeferred limits the number of states after deferred calls.
const maxDeferred = 256

// runDefers runs the deferred calls, last first. The resulting states have none
// left.
func (x *explorer) runDefers(st *state) []*state {
	states := []*state{st}
	for {
		var next []*state
		done := true
		for _, s := range states {
			if len(s.defers) == 0 {
				next = append(next, s)
				continue
			}
			done = false
			d := s.defers[len(s.defers)-1]
			s.defers = s.defers[: len(s.defers)-1 : len(s.defers)-1]
			x.deferring++
			x.deferPos = append(x.deferPos, d.instr.Pos())
			results := x.call(s, &site{instr: d.instr, common: &d.instr.Call, fn: d.fn, args: d.args, pos: d.instr.Pos(), deferred: true, f: x.pkg.Function(d.instr.Parent())})
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
func (x *explorer) call(st *state, s *site) []result {
	if b, ok := s.common.Value.(*ssa.Builtin); ok {
		return one(st, x.builtin(st, s, b.Name()))
	}
	fn, object := x.target(st, s)
	x.noteReadies(st, s, object)
	x.countByHand(st, s, object)
	for _, a := range s.common.Args { // the callee may wait for goroutines that send on the channel
		if ch, ok := a.Type().Underlying().(*types.Chan); ok && ch.Dir() != types.SendOnly {
			x.join(st, true)
		}
	}
	if s.common.IsInvoke() && len(s.args) > 0 {
		if r, ok := x.roles[s.args[0]]; ok && r.As == fate.AsReference && x.isTyped(r.Object) && object.Name() != "String" {
			results, _ := x.refMethod(st, s, object.Name())
			return results
		}
		if method := x.devirtualize(s.args[0], object); method != nil {
			fn = method
			object, _ = method.Object().(*types.Func)
		}
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
		if code.NeverReturns(object) || fn != nil && x.pkg.Endless(fn) {
			return nil
		}
		if results, known := x.library(st, s, object); known {
			return results
		}
	}
	if c, ok := x.closures[s.fn]; ok && !s.common.IsInvoke() && len(c.fn.Blocks) > 0 && object == nil {
		return x.inline(st, s, c)
	}
	if fn != nil && fn.Object() == nil && fn.Parent() != nil && len(fn.Blocks) > 0 {
		return x.inline(st, s, closure{fn: fn})
	}
	if r, ok := x.roles[s.fn]; ok && r.As == fate.AsCleanup && !s.common.IsInvoke() {
		x.release(st, r.Object, x.moment(s))
		return one(st, st.opaque(s.instr, 0))
	}
	if object != nil {
		if sum := x.summaryOf(st, fn, object, s.args); sum != nil {
			return x.apply(st, s, sum, object)
		}
	}
	return x.unknown(st, s, object)
}

// target returns the function that is called, or nil if it is unknown. It resolves
// bound methods and method expressions to their methods.
func (x *explorer) target(st *state, s *site) (*ssa.Function, *types.Func) {
	if s.common.IsInvoke() {
		s.args = append([]term.Term{s.fn}, s.args...)
		return nil, s.common.Method
	}
	fn, _ := x.ts.Node(s.fn).Tag.(*ssa.Function)
	if c, ok := x.closures[s.fn]; ok {
		fn = c.fn
		if fn.Synthetic != "" && strings.HasPrefix(fn.Synthetic, "bound ") {
			s.args = append(append([]term.Term(nil), c.bindings...), s.args...)
		}
	}
	if fn == nil {
		fn = s.common.StaticCallee()
	}
	if fn == nil {
		return nil, nil
	}
	if origin := fn.Origin(); origin != nil {
		fn = origin
	}
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

// inline walks through a closure's body as part of this path.
func (x *explorer) inline(st *state, s *site, c closure) []result {
	for _, f := range x.outer {
		if f.Function == c.fn {
			return x.unknown(st, s, nil) // it calls itself
		}
	}
	if len(x.outer) >= maxInlining || c.fn == x.top.Function {
		return x.unknown(st, s, nil)
	}
	x.outer = append(x.outer, s.f)
	st.calls[c.fn]++
	x.covered[c.fn] = true
	defer func() { x.outer = x.outer[:len(x.outer)-1] }()
	for _, b := range c.fn.Blocks {
		delete(st.turns, b)
		delete(st.visits, b)
	}
	for i, p := range c.fn.Params {
		if i < len(s.args) {
			st.env[p] = s.args[i]
		}
	}
	for i, v := range c.fn.FreeVars {
		if i < len(c.bindings) {
			st.env[v] = c.bindings[i]
		}
	}
	outer := st.defers
	st.defers = nil
	x.sites = append(x.sites, s)
	defer func() { x.sites = x.sites[:len(x.sites)-1] }()
	var results []result
	for _, e := range x.walk(x.pkg.Function(c.fn), st) {
		if e.panicked {
			continue
		}
		e.st.defers = outer
		value := term.Term(0)
		switch len(e.results) {
		case 0:
			value = e.st.opaque(s.instr, 0)
		case 1:
			value = e.results[0]
		default:
			value = x.ts.List(e.results)
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
		d := outcome{r.st.digest(point{x.top, x.top.Blocks[0], -1, x.outer}), r.value}
		if !seen[d] || len(kept) == 0 {
			seen[d] = true
			kept = append(kept, r)
		}
	}
	return kept
}

func (x *explorer) quietly(f func()) {
	x.quiet++
	f()
	x.quiet--
}

// builtin carries out append, copy and the like.
func (x *explorer) builtin(st *state, s *site, name string) term.Term {
	switch name {
	case "len", "cap":
		if len(s.args) == 1 {
			if n, ok := x.lengths[s.args[0]]; ok && name == "len" {
				return n
			}
			t := x.ts.Make(term.Node{Kind: term.Len, A: s.args[0], Tag: name})
			if n := len(st.contentsOf(s.args[0])); n > 0 {
				b := st.facts.Bound(t)
				b.Low = max(b.Low, 1)
				st.facts.SetBound(t, b)
			}
			return t
		}
	case "recover":
		if st.panicked {
			st.recovered = true
			t := st.opaque(s.instr, 0)
			x.ts.SetNonNil(t)
			return t
		}
		return x.ts.Nil()
	case "append":
		base := s.args[0]
		x.touch(st, base, s.pos)
		t := st.fresh(s.instr, 2)
		if r, ok := x.roles[base]; ok && r.As != fate.AsReference {
			t = st.opaqueAs(s.instr, 2, r)
		} else if ok {
			t = base
		}
		st.contents[t] = append([]fate.Role(nil), st.contents[base]...)
		n := x.ts.Node(base)
		foreign := n.Kind != term.Alloc && n.Kind != term.Nil || n.Kind == term.Alloc && st.escaped[base]
		if n.Kind == term.Alloc && !foreign { // elements that were set one by one
			for addr, v := range st.mem {
				if x.ts.Root(addr) == base {
					st.collect(t, v)
				}
			}
		}
		if len(s.args) > 1 {
			added := s.args[1]
			for addr, v := range st.mem { // memory that the caller lent goes along
				if foreign && x.ts.Root(addr) == added {
					x.noteKept(st, v, s.pos)
				}
			}
			if r, ok := x.roles[added]; ok && r.As == fate.AsAlias {
				x.touch(st, added, s.pos) // copied
			} else if x.deep(s.common.Args[1].Type()) {
				st.collect(t, added)
			}
		}
		if len(st.contents[t]) == 0 {
			delete(st.contents, t)
			if foreign && x.roles[t].Object == 0 {
				t = st.opaque(s.instr, 2)
			}
		}
		delete(st.contents, base)
		return t
	case "copy":
		for _, a := range s.args {
			x.touch(st, a, s.pos)
		}
		if x.deep(s.common.Args[0].Type()) {
			st.lose(s.args[1])
		}
	case "delete", "clear":
		st.drain(s.args[0])
		if r, ok := x.roles[s.args[0]]; ok {
			st.wasReset(r.Object)
		}
		for id, f := range st.fates {
			g := *f
			g.Loans = nil
			for _, l := range f.Loans {
				if l.How != fate.ToContainer {
					g.Loans = append(g.Loans, l)
				}
			}
			if len(g.Loans) != len(f.Loans) {
				st.setFate(id, g)
			}
		}
	case "SliceData", "String", "StringData", "Slice":
		if len(s.args) > 0 {
			if r, ok := x.roles[s.args[0]]; ok {
				x.touch(st, s.args[0], s.pos)
				return st.opaqueAs(s.instr, 2, fate.Alias(r.Object))
			}
		}
	}
	return st.opaque(s.instr, 0)
}

// collect adds what was appended to the contents of a slice.
func (st *state) collect(slice, added term.Term) {
	var all []fate.Role
	st.reach(added, map[term.Term]bool{}, func(r fate.Role, _ term.Term) { all = append(all, r) })
	for _, r := range all {
		if c, ok := st.elements[r.Object]; ok {
			st.drain(c)
			continue
		}
		if f := st.fate(r.Object); r.As == fate.AsReference && f.Owned() {
			f.Contained = true
			st.setFate(r.Object, f)
		}
		if had := st.contents[slice]; !slices.Contains(had, r) {
			st.contents[slice] = append(had[:len(had):len(had)], r)
		}
	}
}

// devirtualize finds the method behind an interface's method, if the type in the
// interface is known.
func (x *explorer) devirtualize(receiver term.Term, method *types.Func) *ssa.Function {
	t, ok := x.concrete[receiver]
	if !ok {
		return nil
	}
	return x.pkg.Method(t, method)
}

// deep reports whether elements of a slice can be references.
func (x *explorer) deep(slice types.Type) bool {
	if u, ok := slice.Underlying().(*types.Slice); ok {
		_, basic := u.Elem().Underlying().(*types.Basic)
		return !basic
	}
	return false
}

// unknown carries out a call of an unknown function: an interface's method, a
// function value, or a function of another package that has no fact.
func (x *explorer) unknown(st *state, s *site, object *types.Func) []result {
	signature := s.common.Signature()
	offset := len(s.args) - signature.Params().Len()
	consumes := object == nil || releasing(object.Name())
	static := object != nil && !s.common.IsInvoke()
	for k, a := range s.args {
		var t types.Type
		if k-offset >= 0 && k-offset < signature.Params().Len() {
			t = signature.Params().At(k - offset).Type()
		}
		x.handArgument(st, s, a, t, object, static, consumes)
	}
	if _, isClosure := x.closures[s.fn]; isClosure {
		st.lose(s.fn)
	} else if object == nil {
		x.noteKept(st, s.fn, s.pos) // a function that the caller passed
	}
	if static && object.Pkg() != x.pkg.Types {
		st.forgetUnder(s.args)
	} else {
		st.forget()
	}
	return x.resultsByType(st, s, object)
}

// handArgument passes an argument to a function of which only the types are known.
func (x *explorer) handArgument(st *state, s *site, a term.Term, t types.Type, object *types.Func, static, consumes bool) {
	if r, ok := x.roles[a]; ok {
		f := st.fate(r.Object)
		o := &x.objects[r.Object]
		switch {
		case t != nil && api.IsRef(t): // a Ref parameter owns
			if f.Status == fate.Dead || f.Status == fate.Gone {
				x.release(st, r.Object, x.moment(s))
			} else {
				x.move(st, r.Object, fate.ToCallee, s.pos, 0)
			}
			return
		case r.As == fate.AsCleanup || x.isTyped(r.Object) && r.As == fate.AsReference:
			st.lose(a)
			return
		}
		x.use(st, r, s.pos)
		switch {
		case r.As != fate.AsReference:
			st.goesAlong(o.Lease)
		case !static && o.Family != nil && !o.Family.Lossy && o.Family.Name != "arrow", consumes:
			st.toTopLive(r.Object)
		default:
			f := st.fate(r.Object)
			f.Abroad = f.Abroad || !static || t != nil && adopts(object.Name())
			f.Passed = f.Passed || !static || object == nil || !api.InStandardLibrary(object.Pkg().Path())
			x.passedOn(&f, t, s)
			st.setFate(r.Object, f)
		}
		return
	}
	switch x.ts.Node(a).Kind {
	case term.Field, term.Index:
		if len(st.reachable(a)) == 0 {
			break // only this part can be changed through the address
		}
		fallthrough
	case term.Closure, term.Alloc, term.Load:
		// What it leads to may be released, kept, or nothing at all.
		st.reach(a, map[term.Term]bool{}, func(r fate.Role, v term.Term) {
			if r.As == fate.AsBorrow || r.As == fate.AsAlias {
				x.use(st, r, s.pos)
				st.goesAlong(x.objects[r.Object].Lease)
				return
			}
			f := st.fate(r.Object)
			if f.Status == fate.Dead && x.ts.Node(a).Kind == term.Alloc {
				return
			}
			st.toTopLive(r.Object)
		})
		st.expose(a)
	}
	x.noteKept(st, a, s.pos)
}

// resultsByType: the caller owns a Ref that is returned. If the last result is an
// error or a bool, it does so only if the error is nil or the bool true.
func (x *explorer) resultsByType(st *state, s *site, object *types.Func) []result {
	results := s.common.Signature().Results()
	switch results.Len() {
	case 0:
		return one(st, st.opaque(s.instr, 0))
	case 1:
		if api.IsRef(results.At(0).Type()) {
			return one(st, st.acquire(s.instr, 0, newReference(s)))
		}
		if object != nil && pureType(results.At(0).Type()) && !s.deferred {
			if v, ok := s.instr.(*ssa.Call); ok {
				return one(st, x.again(st, term.Node{Kind: term.Call, A: x.ts.List(s.args), Tag: object}, v))
			}
		}
		return one(st, st.opaque(s.instr, 0))
	}
	last := results.At(results.Len() - 1).Type()
	owned := false
	for k := range results.Len() {
		owned = owned || api.IsRef(results.At(k).Type())
	}
	if !owned {
		parts := make([]term.Term, results.Len())
		for k := range parts {
			parts[k] = st.opaque(s.instr, k)
		}
		return one(st, x.ts.List(parts))
	}
	return x.ownedIf(st, s, last, func(st *state, ok bool) []term.Term {
		parts := make([]term.Term, results.Len())
		for k := range parts {
			switch {
			case !api.IsRef(results.At(k).Type()):
				parts[k] = st.opaque(s.instr, k)
			case ok:
				parts[k] = st.acquire(s.instr, k, newReference(s))
			default:
				parts[k] = x.ts.Zero()
			}
		}
		return parts
	})
}

func newReference(s *site) fate.Object { return fate.Object{Pos: s.pos, What: "the reference"} }

// ownedIf parts the path where the last result reports whether the others are
// owned: an error that is nil, a bool that is true.
func (x *explorer) ownedIf(st *state, s *site, last types.Type, parts func(st *state, ok bool) []term.Term) []result {
	if !api.IsBool(last) && !api.IsError(last) {
		return one(st, x.ts.List(parts(st, true)))
	}
	failed := st.clone()
	well := parts(st, true)
	ill := parts(failed, false)
	if api.IsBool(last) {
		well[len(well)-1], ill[len(ill)-1] = x.ts.Bool(true), x.ts.Bool(false)
	} else {
		well[len(well)-1] = x.ts.Nil()
		failure := failed.opaque(s.instr, 15)
		x.ts.SetNonNil(failure)
		ill[len(ill)-1] = failure
	}
	return []result{{st, x.ts.List(well)}, {failed, x.ts.List(ill)}}
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

// releasing reports whether a function, by its name, may give up what it is
// given.
func releasing(name string) bool {
	lower := strings.ToLower(name)
	for _, word := range []string{"release", "put", "free", "close", "recycle", "return", "done", "unref", "dispose", "drop", "destroy", "dec", "discard", "giveback", "finish", "stop", "consume", "takeown", "adopt"} {
		if strings.Contains(lower, word) {
			return true
		}
	}
	return false
}

// adopts reports whether a function, by its name, may make what it is given a part
// of something else.
func adopts(name string) bool {
	for _, word := range []string{"New", "Push", "Add", "Append", "Insert", "Enqueue", "Store"} {
		if strings.HasPrefix(name, word) {
			return true
		}
	}
	return false
}
