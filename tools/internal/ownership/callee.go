package ownership

import (
	"go/types"
	"slices"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"github.com/rcpool/rcpool/tools/internal/ownership/fate"
	"github.com/rcpool/rcpool/tools/internal/ownership/memory"
	"github.com/rcpool/rcpool/tools/internal/ownership/summary"
	"github.com/rcpool/rcpool/tools/internal/ownership/term"
	"golang.org/x/tools/go/ssa"
)

// callees knows what is known of the functions that are called: their summaries, which it has
// made first, and what their arguments have to do with them. It asks the checker of the package,
// and changes nothing on a path.
type callees struct {
	*memory.Values
	where   *position
	checker *checker
	pkg     *code.Package
}

// summaryOf is what is known of a function: its summary, if its body is here,
// or a fact of the package that it belongs to. It is nil if nothing is known,
// or nothing worth knowing.
func (c *callees) summaryOf(st *memory.State, fn *ssa.Function, object *types.Func, args []term.Term) *summary.Summary {
	if fn == nil { // a method of an interface: only its doc comment tells
		if c.checker.notes.On(object) {
			s := &summary.Summary{Outcomes: []summary.Outcome{{}}}
			c.checker.notes.Apply(object, s, c.checker.table)
			return s
		}
	} else if c.pkg.Has(fn) {
		if !c.checker.isRelevant(fn) && !c.concerning(st, args) && !cuts(c.Values, fn, args) && !decides(fn) && !makesHolder(fn) && !returnsAnything(fn) && c.checker.countsFirst(fn) == nil {
			return nil
		}
		return c.checker.explore(fn)
	}
	var f summary.Fact
	switch {
	case !c.checker.pass.ImportObjectFact(object, &f) || !f.HasSummary():
		return nil
	case c.checker.table.Lists(object):
		return c.outwardOf(object, &f.Summary)
	}
	return &f.Summary
}

// outwardOf returns the summary of a function of an API of the table, without what the function does
// to what is inside the objects of the API. It is nil if nothing is known then.
func (c *callees) outwardOf(fn *types.Func, sum *summary.Summary) *summary.Summary {
	known, done := c.checker.outward[fn]
	if !done {
		if !sum.Opaque {
			signature := fn.Signature()
			known = sum.Outward(func(i int) bool { return i == 0 && signature.Recv() != nil })
		}
		c.checker.outward[fn] = known
	}
	return known
}

// isBeingMade reports whether the summary of a function is still being made: the walk of the function
// has come to a call of the function itself, and nobody knows yet what that does.
func (c *callees) isBeingMade(fn *ssa.Function) bool {
	sum, begun := c.checker.summaries[fn]
	return begun && sum == nil
}

// concerning reports whether one of the arguments leads to an object, or is a parameter of a
// function that is walked only for what becomes of its parameters. The receiver is not the one
// that such a function is walked for.
func (c *callees) concerning(st *memory.State, args []term.Term) bool {
	first := 0
	if c.checker.isRelevant(c.where.top.Function) {
		first = len(c.where.top.Params)
	} else if c.where.top.Signature.Recv() != nil {
		first = 1
	}
	for _, a := range args {
		n := c.Terms.Node(a)
		if len(st.Reachable(a)) > 0 || n.Kind == term.Param && n.N >= first || c.isOfPooled(a) {
			return true
		}
	}
	return false
}

// isOfPooled reports whether a value is a parameter whose type is pooled, or comes out of one: a
// caller may have borrowed it.
func (c *callees) isOfPooled(v term.Term) bool {
	n := c.Terms.Node(v)
	for n.Kind == term.Field || n.Kind == term.Load {
		n = c.Terms.Node(n.A)
	}
	return n.Kind == term.Param && n.N < len(c.where.top.Params) && c.checker.isPooled(c.where.top.Params[n.N].Type())
}

// isSound reports whether nothing is wrong in a function by itself. If something is, it is
// reported once, there.
func (c *callees) isSound(fn *ssa.Function) bool {
	c.checker.explore(fn)
	return !c.checker.mistaken[fn]
}

// leadsToFunction reports whether a value is a function that this function knows, or leads
// to one through its memory. Unless the callee counts references itself, it must be one that
// may do something to an object.
func (c *callees) leadsToFunction(st *memory.State, v term.Term, calleeCounts bool) bool {
	matters := func(f term.Term) bool {
		switch n := c.Terms.Node(f); n.Kind {
		case term.Closure:
			return calleeCounts || len(st.Reachable(f)) > 0 || c.checker.isRelevant(c.Closures[f].Fn)
		case term.Func:
			fn, ok := n.Tag.(*ssa.Function)
			return ok && c.pkg.Has(fn) && (calleeCounts || c.checker.isRelevant(fn))
		}
		return c.Roles[f].As == fate.AsCleanup || isCleanupList(st, f)
	}
	if matters(v) {
		return true
	}
	root := c.Terms.Root(v)
	if !st.Local(root) {
		return false
	}
	for _, part := range st.Stored(func(addr term.Term) bool { return c.Terms.Root(addr) == root }) { // matters walks functions
		if matters(part) {
			return true
		}
	}
	return false
}

// panicking returns the state after a call that panics. It may have given up what it would have
// given up otherwise: a release panics if it was one too many.
func (c *callees) panicking(st *memory.State, call *ssa.CallCommon) *memory.State {
	after := st.WithoutRefs(call)
	u := c.checker.table.Lookup(code.Object(call))
	var sum *summary.Summary
	if callee := code.Callee(call); callee != nil && u == nil && c.pkg.Has(callee) && c.checker.isRelevant(callee) {
		sum = c.checker.explore(callee)
	}
	for i, a := range call.Args {
		if u != nil && u.Operation == api.Release && u.Where == i || sum != nil && sum.Ends(i) {
			after.Lose(after.Value(a))
		}
	}
	return after
}

// devirtualize finds the method behind an interface's method, if the type in the
// interface is known, or no other has the method.
func (c *callees) devirtualize(receiver term.Term, method *types.Func) *ssa.Function {
	t, ok := c.Concrete[receiver]
	switch {
	case ok:
	case c.checker.notes.On(method): // which its callers rely on
		return nil
	default:
		return c.pkg.OnlyMethod(method)
	}
	return c.pkg.Method(t, method)
}

// decidesToFill reports whether a loop, or a function that has a variable's address, assigns
// the variable on some paths only, and the results of the function do not tell which.
func (c *callees) decidesToFill(f code.Fill) bool {
	if f.Call == nil {
		return f.InLoop
	}
	fn := f.Call.StaticCallee()
	if fn == nil {
		return true
	}
	if isFunction(f.Call.Args[f.Arg].Type()) {
		return true
	}
	if fn = code.Generic(fn); !c.pkg.Has(fn) {
		return false
	}
	sum := c.checker.explore(fn)
	return sum.FillsUntold(f.Arg) || f.InLoop && sum.Fills(f.Arg)
}

// decides reports whether a function is one that conditions are made of, and
// small: then it is worth knowing which results belong to which arguments. One that is given
// an error may return only if that is nil.
func decides(fn *ssa.Function) bool {
	if len(fn.Blocks) > maxDeciding {
		return false
	}
	for p := range fn.Signature.Params().Variables() {
		if api.IsError(p.Type()) {
			return true
		}
	}
	results := fn.Signature.Results()
	if results.Len() == 0 {
		return false
	}
	last := results.At(results.Len() - 1).Type()
	return api.IsError(last) || api.IsBool(last)
}

const maxDeciding = 12 // blocks

// returnsAnything reports whether a function is small, and a result is a reference or has the
// type of a type parameter, which is one for some callers: it may be an argument, or zero.
func returnsAnything(fn *ssa.Function) bool {
	if len(fn.Blocks) > maxDeciding {
		return false
	}
	for v := range fn.Signature.Results().Variables() {
		if _, ok := types.Unalias(v.Type()).(*types.TypeParam); ok || api.IsRef(v.Type()) {
			return true
		}
	}
	return false
}

// makesHolder reports whether a function is one that may make a struct for functions, such
// as those which a Close calls, and small: then it is worth knowing that the struct is new.
func makesHolder(fn *ssa.Function) bool {
	results := fn.Signature.Results()
	if results.Len() == 0 || len(fn.Blocks) > maxDeciding {
		return false
	}
	_, isPointer := results.At(0).Type().Underlying().(*types.Pointer)
	return isPointer && code.LeadsToFunction(results.At(0).Type())
}

// cuts reports whether a function is small, and is given a part of something of the caller's:
// then it is worth knowing whether its results are parts of that, too.
func cuts(vs *memory.Values, fn *ssa.Function, args []term.Term) bool {
	if len(fn.Blocks) > maxDeciding || !slices.ContainsFunc(args, func(a term.Term) bool { return vs.Within[a] != 0 }) {
		return false
	}
	for v := range fn.Signature.Results().Variables() {
		if isBytes(v.Type()) {
			return true
		}
	}
	return false
}
