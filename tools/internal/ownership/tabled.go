package ownership

import (
	"go/token"
	"go/types"
	"slices"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"github.com/rcpool/rcpool/tools/internal/ownership/fate"
	"github.com/rcpool/rcpool/tools/internal/ownership/memory"
	"github.com/rcpool/rcpool/tools/internal/ownership/place"
	"github.com/rcpool/rcpool/tools/internal/ownership/term"
	"golang.org/x/tools/go/ssa"
)

// tabledCalls carries out calls of functions of the table of APIs: each acquires, retains,
// releases, resets or lends an object, and the accounts enter that. It asks callees what the
// constructors of the package do with their arguments.
type tabledCalls struct {
	*memory.Values
	where    *position
	accounts *accounts
	pools    *pools
	callees  *callees
	caller   *callerEffects
	leaks    *leaks
	pkg      *code.Package
	table    *api.Table
	sayGuess func(u *api.Use, fn *types.Func, pos token.Pos)
}

// call carries out a call of a function that the table knows.
func (tc *tabledCalls) call(st *memory.State, s *site, u *api.Use, fn *types.Func) ([]result, bool) {
	if u.Operation == api.Acquire {
		return tc.tabledAcquire(st, s, u, fn), true
	}
	if u.Where >= len(s.args) {
		return nil, false
	}
	tc.sayGuess(u, fn, s.pos)
	v := tc.counting(s, u.Where)
	if tc.Terms.IsNil(v) {
		return one(st, st.Opaque(s.instr, 0)), true
	}
	switch u.Operation {
	case api.Release:
		tc.tabledRelease(st, s, u, fn, v)
	case api.Retain:
		return tc.tabledRetain(st, s, u, fn, v), true
	case api.Alias:
		r, ok := tc.Roles[v]
		if n := tc.Terms.Node(v); !ok && (n.Kind == term.Param && tc.leaks.releasesParameter(n.N) || u.Family.Counted && n.Kind == term.Opaque && tc.releasesReceiver(s.common)) {
			_, ok = tc.accounts.counted(st, v, u.Family, s)
			r = tc.Roles[v]
		}
		switch {
		case !ok && fn.Pkg() != tc.pkg.Types: // callers may know what it is memory of
			t := st.Opaque(s.instr, 0)
			tc.SetWithin(t, v)
			return one(st, t), true
		case !ok:
			return nil, false
		}
		tc.accounts.use(st, r, s.pos)
		return one(st, st.OpaqueAs(s.instr, 0, fate.Alias(r.Object))), true
	case api.Reset:
		r, ok := tc.Roles[v]
		if !ok {
			return nil, false
		}
		tc.accounts.use(st, r, s.pos)
		st.WasReset(r.Object)
	}
	return one(st, st.Opaque(s.instr, 0)), true
}

// releasesReceiver reports whether a function releases the receiver of a call, which another
// function has returned.
func (tc *tabledCalls) releasesReceiver(call *ssa.CallCommon) bool {
	receiver := call.Value
	switch {
	case call.IsInvoke():
	case len(call.Args) == 0: // a method value
		return false
	default:
		receiver = call.Args[0]
	}
	if receiver.Referrers() == nil {
		return false
	}
	return slices.ContainsFunc(*receiver.Referrers(), func(use ssa.Instruction) bool {
		by, ok := use.(ssa.CallInstruction)
		if !ok || !by.Common().IsInvoke() && len(by.Common().Args) == 0 {
			return false
		}
		u := tc.table.Lookup(code.Object(by.Common()))
		return u != nil && u.Operation == api.Release && u.Where == 0
	})
}

// counting returns the object that an argument stands for. What is embedded in an object, and
// whose methods the object has, counts the references to the object.
func (tc *tabledCalls) counting(s *site, argument int) term.Term {
	v := s.args[argument]
	if argument > 0 {
		return v
	}
	for range code.Promotions(s.common) {
		n := tc.Terms.Node(v)
		if n.Kind != term.Field {
			break
		}
		v = n.A
	}
	return tc.embedding(v)
}

// embedding returns the object that embeds a count, or the value itself: of what unknown code has
// returned, others get at the object, such as a goroutine that releases it. What callers can name
// too is the count in their object for them.
func (tc *tabledCalls) embedding(v term.Term) term.Term {
	load := tc.Terms.Node(v)
	if load.Kind != term.Load {
		return v
	}
	_, known := tc.Roles[v]
	_, named := place.Of(tc.Terms, v)
	at := tc.Terms.Node(load.A)
	if f := tc.Fields[load.A]; known || named || at.Kind != term.Field || f == nil || !f.Embedded() || !tc.table.Releasable(f.Type()) {
		return v
	}
	return at.A
}

// tabledRelease releases v.
func (tc *tabledCalls) tabledRelease(st *memory.State, s *site, u *api.Use, fn *types.Func, v term.Term) {
	if whole, ok := tc.Prefixes[v]; ok && !u.Family.Counted {
		v = whole
	}
	id, ok := tc.accounts.counted(st, v, u.Family, s)
	pool := term.Term(0)
	if u.Where > 0 && fn.Signature().Recv() != nil {
		pool = s.args[0]
		tc.pools.checkPut(st, s, pool, v)
	}
	if !ok {
		st.ToTopLive(id)
		return
	}
	tc.pools.leavePool(st, id, u.Family, s)
	tc.accounts.release(st, id, tc.where.moment(s))
	if f := st.Fate(id); f.Status == fate.Dead && pool != 0 {
		f.Pool = pool
		st.SetFate(id, f)
	}
}

// tabledRetain retains v. The function may report whether it did, or return the object.
func (tc *tabledCalls) tabledRetain(st *memory.State, s *site, u *api.Use, fn *types.Func, v term.Term) []result {
	for part := v; part != 0; part = tc.Terms.Node(part).A { // or what it embeds is counted
		if _, isWithin := tc.Within[part]; isWithin {
			st.Marks[memory.Marked(memory.IsRetained, part, nil)] = 1
		}
	}
	id, ok := tc.accounts.counted(st, v, u.Family, s)
	if r, part := tc.Roles[v]; part && r.As != fate.AsReference && tc.Objects[id].Counted() && st.Fate(id).Status == fate.Live { // which may outlive it now
		st.WasShared(id)
		return one(st, st.Opaque(s.instr, 0))
	}
	if !ok {
		if st.Fate(id).Status == fate.Gone { // its new owner has one reference, and this is another one
			st.ToTop(id)
		}
		st.ToTopLive(id)
		return one(st, st.Opaque(s.instr, 0))
	}
	results := fn.Signature().Results()
	if results.Len() == 1 && api.IsBool(results.At(0).Type()) { // TryIncRef
		no := st.Clone()
		tc.accounts.retain(st, id, tc.where.moment(s))
		return []result{{st, tc.Terms.Bool(true)}, {no, tc.Terms.Bool(false)}}
	}
	tc.accounts.retain(st, id, tc.where.moment(s))
	if results.Len() == 1 && types.Identical(results.At(0).Type(), s.common.Signature().Results().At(0).Type()) && api.TypeName(results.At(0).Type()) != "" {
		return one(st, v) // it returns the object
	}
	return one(st, st.Opaque(s.instr, 0))
}

func (tc *tabledCalls) tabledAcquire(st *memory.State, s *site, u *api.Use, fn *types.Func) []result {
	o := fate.Object{Family: u.Family, Pos: tc.where.acquiredAt(s), What: "the object", Wrapped: u.Family.Lossy && tc.where.isCarried()}
	if fn.Signature().Recv() != nil && !u.Family.Counted {
		o.Pool = s.args[0]
	}
	tc.readArguments(st, s, u, fn)
	tc.takeOver(st, s, fn)
	results := fn.Signature().Results()
	if results.Len() == 1 {
		made := st.Acquire(s.instr, 0, o)
		if tc.mayHaveOthers(s, fn) {
			st.WasShared(tc.Roles[made].Object)
		}
		return one(st, made)
	}
	return ownedIf(st, s, results.At(results.Len()-1).Type(), func(st *memory.State, ok bool) []term.Term {
		parts := make([]term.Term, results.Len())
		for k := range parts {
			parts[k] = st.Opaque(s.instr, k+1)
		}
		if ok {
			parts[0] = st.Acquire(s.instr, 0, o)
		} else {
			parts[0] = tc.Terms.Nil()
		}
		return parts
	})
}

// mayHaveOthers reports whether a new object may have parts that others own, too: it is made of
// objects, or of a list of them, or of one of its own type, as a slice of it is.
func (tc *tabledCalls) mayHaveOthers(s *site, fn *types.Func) bool {
	signature := fn.Signature()
	if recv := signature.Recv(); recv != nil && types.Identical(recv.Type(), signature.Results().At(0).Type()) {
		return true
	}
	for v := range signature.Params().Variables() {
		t := v.Type()
		if list, ok := t.Underlying().(*types.Slice); ok {
			t = list.Elem()
		}
		if tc.table.Releasable(t) {
			return true
		}
	}
	return false
}

// readArguments uses what a constructor of another package is given, by itself or in a list: the
// new object is made of that. Of a list of which some is alive, the rest may have been taken out.
func (tc *tabledCalls) readArguments(st *memory.State, s *site, u *api.Use, fn *types.Func) {
	if fn.Pkg() == tc.pkg.Types || !u.Family.Counted {
		return
	}
	for _, a := range s.args {
		var all []fate.Role
		st.Reach(a, func(r fate.Role, _ term.Term) { all = append(all, r) })
		if !slices.ContainsFunc(all, func(r fate.Role) bool { return st.Fate(r.Object).Status != fate.Dead }) {
			for _, r := range all {
				tc.accounts.use(st, r, s.pos)
			}
		}
	}
}

// takeOver handles arguments that go into a new object without being retained, by themselves
// or in lists: the new object owns them from now on.
func (tc *tabledCalls) takeOver(st *memory.State, s *site, fn *types.Func) {
	mayShare(st, s, tc.table)
	made := tc.pkg.Declared(fn)
	if made == nil {
		return
	}
	for i, a := range s.args {
		r, tracked := tc.Roles[a]
		if tracked && r.As != fate.AsReference || i == 0 && fn.Signature().Recv() != nil || !tracked && !st.Local(a) {
			continue
		}
		// A function that takes a reference has a summary.
		if sum := tc.callees.summaryOf(st, made, fn, s.args); sum != nil && !sum.TakesOver(i) {
			continue
		}
		st.Reach(a, func(r fate.Role, _ term.Term) {
			if r.As == fate.AsReference && !tc.IsTyped(r.Object) {
				st.ToTopLive(r.Object)
			}
		})
		if !tracked {
			st.Expose(a)
		}
	}
	tc.caller.noteFound(st)
}
