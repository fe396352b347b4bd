package ownership

import (
	"go/token"
	"go/types"

	"github.com/rcpool/rcpool/tools/internal/ownership/mistake"
	"github.com/rcpool/rcpool/tools/internal/ownership/place"
	"github.com/rcpool/rcpool/tools/internal/ownership/term"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
	"github.com/rcpool/rcpool/tools/internal/ownership/code"

	"github.com/rcpool/rcpool/tools/internal/ownership/fate"

	"github.com/rcpool/rcpool/tools/internal/ownership/memory"
)

// tabled carries out a call of a function that the table knows.
func (x *explorer) tabled(st *memory.State, s *site, u *api.Use, fn *types.Func) ([]result, bool) {
	if u.Operation == api.Acquire {
		return x.tabledAcquire(st, s, u, fn), true
	}
	if u.Where >= len(s.args) {
		return nil, false
	}
	x.sayGuess(u, fn, s.pos)
	v := s.args[u.Where]
	if x.Terms.IsNil(v) {
		return one(st, st.Opaque(s.instr, 0)), true
	}
	switch u.Operation {
	case api.Release:
		x.tabledRelease(st, s, u, fn, v)
	case api.Retain:
		return x.tabledRetain(st, s, u, fn, v), true
	case api.Alias:
		r, ok := x.Roles[v]
		if n := x.Terms.Node(v); !ok && u.Family.Counted && n.Kind == term.Param && x.leaks.releasesParameter(n.N) {
			_, ok = x.counted(st, v, u.Family, s)
			r = x.Roles[v]
		}
		switch {
		case !ok && fn.Pkg() != x.pkg.Types: // callers may know what it is memory of
			t := st.Opaque(s.instr, 0)
			x.isWithin(t, v)
			return one(st, t), true
		case !ok:
			return nil, false
		}
		x.use(st, r, s.pos)
		return one(st, st.OpaqueAs(s.instr, 0, fate.Alias(r.Object))), true
	case api.Reset:
		r, ok := x.Roles[v]
		if !ok {
			return nil, false
		}
		x.use(st, r, s.pos)
		st.WasReset(r.Object)
	}
	return one(st, st.Opaque(s.instr, 0)), true
}

// tabledRelease releases v.
func (x *explorer) tabledRelease(st *memory.State, s *site, u *api.Use, fn *types.Func, v term.Term) {
	if whole, ok := x.Prefixes[v]; ok && !u.Family.Counted {
		v = whole
	}
	id, ok := x.counted(st, v, u.Family, s)
	pool := term.Term(0)
	if u.Where > 0 && fn.Signature().Recv() != nil {
		pool = s.args[0]
		x.checkPut(st, s, pool, v)
	}
	if !ok {
		st.ToTopLive(id)
		return
	}
	x.leavePool(st, id, u.Family, s)
	x.release(st, id, x.moment(s))
	if f := st.Fate(id); f.Status == fate.Dead && pool != 0 {
		f.Pool = pool
		st.SetFate(id, f)
	}
}

// tabledRetain retains v. The function may report whether it did, or return the object.
func (x *explorer) tabledRetain(st *memory.State, s *site, u *api.Use, fn *types.Func, v term.Term) []result {
	id, ok := x.counted(st, v, u.Family, s)
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
		x.retain(st, id, x.moment(s))
		return []result{{st, x.Terms.Bool(true)}, {no, x.Terms.Bool(false)}}
	}
	x.retain(st, id, x.moment(s))
	if results.Len() == 1 && types.Identical(results.At(0).Type(), s.common.Signature().Results().At(0).Type()) && api.TypeName(results.At(0).Type()) != "" {
		return one(st, v) // it returns the object
	}
	return one(st, st.Opaque(s.instr, 0))
}

// sayGuess reports a pattern of the configuration that does not say what a function
// acts on, once in a package.
func (c *checker) sayGuess(u *api.Use, fn *types.Func, pos token.Pos) {
	if !u.Guessed || c.guessed[fn] {
		return
	}
	c.guessed[fn] = true
	start, end := c.reporter.Extent(pos)
	c.reporter.Report(start, end, mistake.Guess{Function: fn.Name()})
}

func (x *explorer) tabledAcquire(st *memory.State, s *site, u *api.Use, fn *types.Func) []result {
	o := fate.Object{Family: u.Family, Pos: x.acquiredAt(s), What: "the object", Wrapped: u.Family.Lossy && x.isCarried()}
	if fn.Signature().Recv() != nil && !u.Family.Counted {
		o.Pool = s.args[0]
	}
	x.takeOver(st, s, fn)
	results := fn.Signature().Results()
	if results.Len() == 1 {
		return one(st, st.Acquire(s.instr, 0, o))
	}
	return x.ownedIf(st, s, results.At(results.Len()-1).Type(), func(st *memory.State, ok bool) []term.Term {
		parts := make([]term.Term, results.Len())
		for k := range parts {
			parts[k] = st.Opaque(s.instr, k+1)
		}
		if ok {
			parts[0] = st.Acquire(s.instr, 0, o)
		} else {
			parts[0] = x.Terms.Nil()
		}
		return parts
	})
}

// takeOver handles arguments that go into a new object without being retained, by themselves
// or in lists: the new object owns them from now on.
func (x *explorer) takeOver(st *memory.State, s *site, fn *types.Func) {
	mayShare(st, s, x.table)
	made := x.pkg.Declared(fn)
	if made == nil {
		return
	}
	for i, a := range s.args {
		r, tracked := x.Roles[a]
		if tracked && r.As != fate.AsReference || i == 0 && fn.Signature().Recv() != nil || !tracked && !st.Local(a) {
			continue
		}
		// A function that takes a reference has a summary.
		if sum := x.summaryOf(st, made, fn, s.args); sum != nil && !sum.TakesOver(i) {
			continue
		}
		st.Reach(a, func(r fate.Role, _ term.Term) {
			if r.As == fate.AsReference && !x.IsTyped(r.Object) {
				st.ToTopLive(r.Object)
			}
		})
		if !tracked {
			st.Expose(a)
		}
	}
	x.caller.noteFound(st)
}

// mayShare handles a call that returns a counted object: it may have been made of the memory
// of a counted argument, as a slice of a buffer is, and keep that alive.
func mayShare(st *memory.State, s *site, table *api.Table) {
	for v := range s.common.Signature().Results().Variables() {
		if !table.Releasable(v.Type()) {
			continue
		}
		for _, a := range s.args {
			if st.Counts(a) {
				st.WasShared(st.Roles[a].Object)
			}
		}
		return
	}
}

// counted is the object that a pointer of a table's family refers to. It is
// not ok if the object belongs to another family.
func (x *explorer) counted(st *memory.State, v term.Term, family *api.Family, s *site) (fate.ID, bool) {
	if r, ok := x.Roles[v]; ok {
		if st.Fates[r.Object] == nil {
			st.SetFate(r.Object, fate.Fate{Status: fate.Live})
		}
		return r.Object, r.As == fate.AsReference && x.Objects[r.Object].Family == family
	}
	o := fate.Object{Family: family, Origin: fate.Stored, Pos: s.pos, What: "the object"}
	f := fate.Fate{Status: fate.Live}
	if p, ok := place.Of(x.Terms, v); ok {
		o.Place = p
	} else if x.Terms.Node(v).Kind == term.Alloc && !family.Counted { // a fresh object that is put into a pool
		o.Origin = fate.Acquired
		f.Count = 1
	}
	id := x.Object(memory.Key{Found: v}, o)
	x.Roles[v] = fate.Reference(id)
	if st.Fates[id] == nil {
		st.SetFate(id, f)
	}
	return id, true
}

// tracksType reports whether values of a type are counted pointers.
func (c *checker) tracksType(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Pointer, *types.Interface:
	default:
		return false
	}
	return c.table.Releasable(t)
}

// checkPut reports objects that are put into another pool than they came from, whatever
// happened to them in between.
func (x *explorer) checkPut(st *memory.State, s *site, to, v term.Term) {
	r, ok := x.Roles[v]
	if !ok || r.As != fate.AsReference {
		return
	}
	if now := st.Fate(r.Object).Status; now != fate.Live && now != fate.Top {
		return
	}
	pools := poolIdentity{x.Values, x.pkg}
	from, got := x.Objects[r.Object].Pool, x.Objects[r.Object].Pos
	if from == 0 && !code.AsksCapacity(x.current.Parent()) { // a buffer that has grown may belong elsewhere
		from, got = pools.ofField(v)
	}
	if from != 0 && from != to && pools.distinct(from, to) && !code.PutByContent(s.instr) {
		x.find(st, mistake.Finding{Mistake: mistake.WrongPool{}, Pos: s.pos, Object: r.Object, Other: got, Then: mistake.OtherPool})
		st.ToTop(r.Object)
	}
}
