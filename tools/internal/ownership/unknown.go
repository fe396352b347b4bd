package ownership

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"github.com/rcpool/rcpool/tools/internal/ownership/fate"
	"github.com/rcpool/rcpool/tools/internal/ownership/memory"
	"github.com/rcpool/rcpool/tools/internal/ownership/naming"
	"github.com/rcpool/rcpool/tools/internal/ownership/term"
	"golang.org/x/tools/go/ssa"
)

// unknownCalls carries out calls of functions of which only the name and the types are known:
// the methods of interfaces, function values, and functions of packages without facts. They
// may use what they are given; they own what their types say, and whatever else is uncertain.
type unknownCalls struct {
	*memory.Values
	where    *position
	accounts *accounts
	others   *others
	loads    *loads
	wrappers *wrappers
	caller   *callerEffects
	courses  *courses
	keepers  *keepers
	spawns   *spawns
	pkg      *code.Package
	table    *api.Table
}

// call carries out a call of an unknown function: an interface's method, a
// function value, or a function of another package that has no fact.
func (u *unknownCalls) call(st *memory.State, s *site, object *types.Func) []result {
	if object == nil {
		u.courses.step(st, s, nil)
	}
	given := u.pushedBy(st, s, object)
	static := object != nil && !s.common.IsInvoke()
	consumes := naming.Releases(naming.OfCall(s.common, object)) && !(static && u.table.Lists(object))
	for k, a := range s.args {
		isReceiver := k == 0 && s.common.IsInvoke() // whose method gives it to nobody else
		u.handArgument(st, s, a, s.typeOf(k), object, static || isReceiver, consumes)
	}
	u.standsFor(st, s, object)
	mayShare(st, s, u.table)
	if _, isClosure := u.Closures[s.fn]; isClosure {
		st.Lose(s.fn)
	} else if object == nil {
		u.caller.noteExposed(st, s.fn) // a function that the caller passed
	}
	if object != nil && u.pkg.StaysOutside(s.common, object) {
		u.keepers.called(st, s, false)
		u.caller.noteFound(st)
		st.ForgetUnder(s.args)
	} else {
		u.others.forget(st, s)
	}
	results := u.resultsByType(st, s, object)
	for _, r := range results {
		u.keepPushed(r.st, s, given)
		if !static {
			u.mayTell(r.st, s, r.value)
		}
	}
	return results
}

// standsFor handles a call of an unknown method of a counted object that returns another
// counted object. Perhaps that one stands for the first, which is released with it.
func (u *unknownCalls) standsFor(st *memory.State, s *site, method *types.Func) {
	if method == nil || method.Signature().Recv() == nil || len(s.args) == 0 {
		return
	}
	r, ok := u.Roles[s.args[0]]
	if !ok || r.As != fate.AsReference || u.IsTyped(r.Object) || u.Objects[r.Object].Family.Package != "*" {
		return
	}
	for v := range method.Signature().Results().Variables() {
		if u.table.CountsPointer(v.Type()) {
			f := st.Fate(r.Object)
			f.Abroad = true
			st.SetFate(r.Object, f)
		}
	}
}

// handArgument passes an argument to a function of which only the types are known.
func (u *unknownCalls) handArgument(st *memory.State, s *site, a term.Term, t types.Type, object *types.Func, static, consumes bool) {
	if r, ok := u.Roles[a]; ok && st.Fates[r.Object] != nil { // else it was found on another path
		switch {
		case t != nil && api.IsRef(t):
			u.handRef(st, s, r, object)
		case r.As == fate.AsCleanup || u.IsTyped(r.Object) && r.As == fate.AsReference:
			st.Lose(a)
		default:
			u.handObject(st, s, r, t, object, static, consumes)
		}
		return
	}
	switch u.Terms.Node(a).Kind {
	case term.Param:
		f := fate.Fate{Status: fate.Live}
		passedOn(&f, t, s)
		u.caller.changes(st, a, f.Wrote, f.Reset)
	case term.Pair:
		st.Lose(a)
	case term.Field, term.Index:
		if len(st.Reachable(a)) == 0 {
			if static && synchronizes(object) {
				mayClaim(st, u.Terms.Root(a))
				return
			}
			break // only this part can be changed through the address
		}
		fallthrough
	case term.Closure, term.Alloc, term.Load, term.Slice:
		if u.isOnlyCalled(st, s, a, object) {
			return
		}
		u.handMemory(st, s, a, t)
	}
	if t != nil && !api.IsBasic(t) || t == nil && !u.onlyActsOn(s, object) {
		u.caller.noteExposed(st, a)
	}
}

// isOnlyCalled reports whether an argument is a function literal that the call calls, and gives to
// nobody else, as sort.Slice does with a comparison; and whether all that the literal does with what
// this function owns is to use it.
func (u *unknownCalls) isOnlyCalled(st *memory.State, s *site, a term.Term, object *types.Func) bool {
	if _, isLiteral := u.Closures[a]; !isLiteral || object == nil || object.Pkg() == nil || !callsAtOnce(object.Pkg().Path()) || returnsFunction(s) {
		return false
	}
	only := true
	st.Reach(a, func(r fate.Role, _ term.Term) {
		only = only && (r.As != fate.AsReference && r.As != fate.AsCleanup || u.spawns.onlyUses(st, s, a, r.Object))
	})
	if only {
		st.Reach(a, func(r fate.Role, _ term.Term) { u.accounts.use(st, r, s.pos) })
	}
	return only
}

// callsAtOnce lists the packages of the standard library whose functions call what they are given
// before they return, and keep nothing, unless they return an iterator.
func callsAtOnce(path string) bool {
	switch path {
	case "sort", "slices", "maps", "strings", "bytes":
		return true
	}
	return false
}

// handMemory passes memory of this function to a function. What it leads to may be released,
// kept, or nothing at all.
func (u *unknownCalls) handMemory(st *memory.State, s *site, a term.Term, t types.Type) {
	w := u.wrappers.wrap(st, a, t)
	st.Reach(a, func(r fate.Role, v term.Term) {
		if r.As == fate.AsBorrow || r.As == fate.AsAlias {
			u.accounts.use(st, r, s.pos)
			st.GoesAlong(u.Objects[r.Object].Lease)
			return
		}
		if w.keeps(r, v) {
			return
		}
		f := st.Fate(r.Object)
		if f.Status == fate.Dead && u.Terms.Node(a).Kind == term.Alloc {
			return
		}
		st.ToTopLive(r.Object)
	})
	st.Expose(a)
}

// onlyActsOn reports whether a call is one of a method that gives its receiver to nobody, nor
// returns it: those of the APIs of the table, even if an interface of theirs has them from another
// one, as arrow.RecordBatch has MarshalJSON, and those of the types of the standard library.
func (u *unknownCalls) onlyActsOn(s *site, method *types.Func) bool {
	if method == nil || method.Pkg() == nil {
		return false
	}
	for v := range method.Signature().Results().Variables() {
		if !api.IsBasic(v.Type()) && !api.IsError(v.Type()) && !isBytes(v.Type()) {
			return false
		}
	}
	if s.common.IsInvoke() {
		return u.table.Describes(method) || u.table.DescribesType(s.common.Value.Type())
	}
	return u.table.Describes(method) || api.InStandardLibrary(method.Pkg().Path())
}

// handRef passes a Ref to a function, which owns it unless it does the same with any
// type.
func (u *unknownCalls) handRef(st *memory.State, s *site, r fate.Role, object *types.Func) {
	if isGeneric(object) {
		u.accounts.use(st, r, s.pos)
		if !compares(object) {
			st.ToTopLive(r.Object)
		}
		return
	}
	if f := st.Fate(r.Object); f.Status == fate.Dead || f.Status == fate.Gone {
		u.accounts.release(st, r.Object, u.where.moment(s))
	} else {
		u.accounts.move(st, r.Object, fate.ToCallee, s.pos, 0)
	}
}

// mayTell notes that an unknown function may tell by its last result, a bool or an error,
// whether it has taken the Refs that it was given. A function that is known by name does not
// tell: its summary would.
func (u *unknownCalls) mayTell(st *memory.State, s *site, result term.Term) {
	results := s.common.Signature().Results()
	last := results.Len() - 1
	if last < 0 {
		return
	}
	if parts, ok := u.Terms.Listed(result); ok && len(parts) > last {
		result = parts[last]
	}
	took := result
	switch typ := results.At(last).Type(); {
	case api.IsError(typ):
		took = u.Terms.Binary(token.EQL, result, u.Terms.Nil())
	case !api.IsBool(typ):
		return
	}
	for _, a := range s.args {
		r := u.Roles[a]
		if f := st.Fate(r.Object); r.Object != 0 && f.Status == fate.Gone && f.How == fate.ToCallee && f.At == u.where.placed(r.Object, s.pos) {
			f.To = took
			st.SetFate(r.Object, f)
		}
	}
}

// mayLeave notes of the Refs that a function gets whose summary is being made that it may leave them to
// this one, which releases or uses them later. The second walk of the function, which knows the summary,
// tells whether that is wrong.
func (u *unknownCalls) mayLeave(st *memory.State, s *site) {
	for _, a := range s.args {
		r := u.Roles[a]
		if f := st.Fate(r.Object); r.Object != 0 && f.Status == fate.Gone && f.How == fate.ToCallee && f.At == u.where.placed(r.Object, s.pos) {
			f.Untold = true
			st.SetFate(r.Object, f)
		}
	}
}

// handObject passes an object, or memory of it, to a function.
func (u *unknownCalls) handObject(st *memory.State, s *site, r fate.Role, t types.Type, object *types.Func, static, consumes bool) {
	u.accounts.use(st, r, s.pos)
	o := &u.Objects[r.Object]
	switch {
	case st.Fates[r.Object] == nil: // nothing has happened to it on this path
	case r.As != fate.AsReference:
		u.handPart(st, s, r, t)
	case t == nil && !static && object != nil && !consumes && o.Family != nil && o.Family.Describes(object):
		f := st.Fate(r.Object) // a method of the API itself, which says what it does
		f.Passed, f.Abroad = true, true
		st.SetFate(r.Object, f)
	case !static && o.Family != nil && !o.Family.Lossy && o.Family.Name != "arrow" && !u.isReleasedLater(st, r), consumes:
		st.ToTopLive(r.Object)
	default:
		f := st.Fate(r.Object)
		f.Abroad = f.Abroad || mayKeep(object, t, static)
		f.Passed = f.Passed || !static || object == nil || object.Pkg() != nil && !api.InStandardLibrary(object.Pkg().Path()) && !returnsNothingOf(o, object)
		passedOn(&f, t, s)
		st.SetFate(r.Object, f)
	}
}

// isReleasedLater reports whether a deferred call releases a counted object whatever happens before: who
// gets it until then only borrows it.
func (u *unknownCalls) isReleasedLater(st *memory.State, r fate.Role) bool {
	return slices.ContainsFunc(st.Defers, func(d *memory.Deferred) bool {
		args := d.Args
		if d.Instr.Call.IsInvoke() {
			args = slices.Insert(slices.Clone(args), 0, d.Fn)
		}
		tabled := u.table.Lookup(code.Object(&d.Instr.Call))
		return tabled != nil && tabled.Operation == api.Release && tabled.Where < len(args) && u.Roles[args[tabled.Where]] == r
	})
}

// returnsNothingOf reports whether a function is one of the package of a pool, and returns nothing that
// may be part of an object. Such a function does not keep the object either.
func returnsNothingOf(o *fate.Object, fn *types.Func) bool {
	if !o.Lossy() || !o.Family.Describes(fn) {
		return false
	}
	for v := range fn.Signature().Results().Variables() {
		if !api.IsBasic(v.Type()) && !api.IsError(v.Type()) {
			return false
		}
	}
	return true
}

// handPart passes memory of an object to a function.
func (u *unknownCalls) handPart(st *memory.State, s *site, r fate.Role, t types.Type) {
	o := &u.Objects[r.Object]
	st.GoesAlong(o.Lease)
	if r.As == fate.AsAlias && o.Lossy() && returns(s, t) { // perhaps more of the same memory, for which nobody needs the object
		f := st.Fate(r.Object)
		f.Passed = true
		st.SetFate(r.Object, f)
	}
}

// mayKeep reports whether a function may keep an argument: nothing is known of it, or its name
// says so.
func mayKeep(object *types.Func, t types.Type, static bool) bool {
	return !static || t != nil && naming.Adopts(object.Name())
}

// resultsByType: the caller owns a Ref that is returned. If the last result is an
// error or a bool, it does so only if the error is nil or the bool true.
func (u *unknownCalls) resultsByType(st *memory.State, s *site, object *types.Func) []result {
	results := s.common.Signature().Results()
	switch results.Len() {
	case 0:
		return one(st, st.Opaque(s.instr, 0))
	case 1:
		return one(st, u.resultByType(st, s, object, results.At(0).Type()))
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
		return one(st, u.Terms.List(parts))
	}
	return ownedIf(st, s, last, func(st *memory.State, ok bool) []term.Term {
		parts := make([]term.Term, results.Len())
		for k := range parts {
			switch {
			case !api.IsRef(results.At(k).Type()):
				parts[k] = st.Opaque(s.instr, k)
			case ok && (hasOtherError(results) || code.Discards(s.instr, k) || isGiven(object, k)):
				parts[k] = st.StoredRef(s.instr) // or none, beside the error: that is what the caller expects who drops it
			case ok:
				parts[k] = st.Acquire(s.instr, k, u.where.newReference(s))
			case code.IgnoresLast(s.instr): // the caller expects a reference
				parts[k] = st.StoredRef(s.instr)
			default:
				parts[k] = u.Terms.Zero()
			}
		}
		return parts
	})
}

// resultByType is resultsByType for a function with one result.
func (u *unknownCalls) resultByType(st *memory.State, s *site, object *types.Func, t types.Type) term.Term {
	v, isCall := s.instr.(*ssa.Call)
	switch {
	case api.IsRef(t) && isGiven(object, 0):
		return st.StoredRef(s.instr)
	case api.IsRef(t):
		return st.Acquire(s.instr, 0, u.where.newReference(s))
	case object != nil && pureType(t) && !s.deferred && isCall:
		return u.loads.again(st, term.Node{Kind: term.Call, A: u.Terms.List(s.args), Tag: object}, v)
	}
	return st.Opaque(s.instr, 0)
}

// isGiven reports whether a result of a function is of any type, as that of slices.MaxFunc: the function
// has no references but those that it was given, and perhaps keeps.
func isGiven(object *types.Func, k int) bool {
	if object == nil {
		return false
	}
	results := object.Origin().Signature().Results()
	if k >= results.Len() {
		return false
	}
	_, is := types.Unalias(results.At(k).Type()).(*types.TypeParam)
	return is
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
