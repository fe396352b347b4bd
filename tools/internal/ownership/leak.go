package ownership

import (
	"go/token"
	"go/types"
	"maps"
	"slices"
	"sync"

	"golang.org/x/tools/go/ssa"

	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"github.com/rcpool/rcpool/tools/internal/ownership/mistake"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"

	"github.com/rcpool/rcpool/tools/internal/ownership/fate"

	"github.com/rcpool/rcpool/tools/internal/ownership/memory"
	"github.com/rcpool/rcpool/tools/internal/ownership/term"
)

// leaks decides what leaks: on one path, or on all of them together.
type leaks struct {
	*checker
	*memory.Values
	where    *position
	recorder *recorder

	releasesElements func() bool // see findSweeping
	releasesParts    func() bool // see findPartRelease
}

func newLeaks(c *checker, values *memory.Values, where *position, found *recorder) *leaks {
	l := &leaks{checker: c, Values: values, where: where, recorder: found}
	l.releasesElements = sync.OnceValue(l.findSweeping)
	l.releasesParts = sync.OnceValue(func() bool { return l.findPartRelease(where.top.Function) })
	return l
}

// onPath decides what leaks on one path. A reference that this function
// acquired leaks if it is live where the path ends, or if the path gave it to a
// function that releases it on some of its own paths only. Parameters, lent
// objects and pools that may lose objects have rules of their own, below: they
// depend on what the other paths do.
func (l *leaks) onPath(e *exit) {
	st := e.st
	for _, id := range slices.Sorted(maps.Keys(st.Fates)) {
		f, o := st.Fates[id], &l.Objects[id]
		if !l.isOwn(o) || l.mayBelongToOthers(st, id) {
			continue
		}
		switch {
		case f.Status == fate.Live && f.Count > f.Kept:
			pos := o.Pos
			if f.Retained.IsValid() && o.Family != nil && !st.IsPart(id) { // else that is the one which the holder has
				pos = f.Retained
			}
			find := l.recorder.find
			if l.isLeftBehind(st, id) {
				find = l.recorder.findLater
			}
			find(st, mistake.Finding{Mistake: mistake.Leak{Contained: f.Contained}, Pos: pos, Object: id, Other: e.pos, Then: mistake.Returns})
		case f.Status == fate.Gone && f.Partial != token.NoPos:
			l.recorder.find(st, mistake.Finding{Mistake: mistake.Leak{}, Pos: o.Pos, Object: id, Other: f.Partial, Then: mistake.CalleeLoses})
		}
	}
}

// isLeftBehind reports whether an object is in a struct, and what came with it by the same call
// was released.
func (l *leaks) isLeftBehind(st *memory.State, id fate.ID) bool {
	o := &l.Objects[id]
	if o.Family != nil || o.Origin != fate.Acquired || !st.IsPart(id) {
		return false
	}
	for other, f := range st.Fates {
		if with := &l.Objects[other]; other != id && with.Pos == o.Pos && with.Origin == fate.Acquired && f.Status == fate.Dead {
			return true
		}
	}
	return false
}

// isOwn reports whether a function that still has an object where it ends has lost it.
func (l *leaks) isOwn(o *fate.Object) bool {
	if o.Family != nil && (o.Family.Lossy || o.Origin != fate.Acquired) {
		return false
	}
	return !o.Single && (o.Origin == fate.Acquired || o.Origin == fate.Received)
}

// mayBelongToOthers reports whether other code may release an object, or the program may
// know that it was released: the path depends on a variable that was assigned with it.
func (l *leaks) mayBelongToOthers(st *memory.State, id fate.ID) bool {
	f := st.Fates[id]
	if o := &l.Objects[id]; o.Family != nil {
		listed := (f.Contained || st.IsPart(id) && !eachHasOwn(st, id)) && !(f.Contained && l.releasesElements())
		if f.Abroad || listed && !l.isCollectedForCaller(o) && (l.releasesParts() || !l.isLentToConstructor(o)) {
			return true
		}
	}
	return f.Contained && f.Abroad || l.isInDoubt(st, id)
}

// isInDoubt reports whether a path may leave an object to code that releases it elsewhere, or later,
// or may be one that the program does not take with the object.
func (l *leaks) isInDoubt(st *memory.State, id fate.ID) bool {
	return showsZero(l.acquiredBy(&l.Objects[id])) || l.isPickedOut(st, id) || l.where.isWorkedOff(st, id) || l.where.isKeptFarAway(st, id) || isReadLater(st, id) || st.Marks[memory.Marked(memory.IsDoubtful, 0, id)] != 0
}

// showsZero reports whether all that is done with a Ref that a call may have returned, beside a bool, is
// to ask whether it is zero, and to show the answer: the program expects that there is none.
func showsZero(call *ssa.Call) bool {
	if call == nil {
		return false
	}
	ref, found := code.ResultOf(call, 0), code.ResultOf(call, 1)
	if ref == nil || found == nil || !api.IsRef(ref.Type()) || !api.IsBool(found.Type()) || len(*ref.Referrers()) == 0 {
		return false
	}
	isBranch := func(use ssa.Instruction) bool {
		_, ok := use.(*ssa.If)
		return ok
	}
	return !slices.ContainsFunc(*ref.Referrers(), func(use ssa.Instruction) bool {
		asks, ok := use.(*ssa.Call)
		return !ok || !code.IsMethodOfRef(&asks.Call, "IsZero", "Valid") || slices.ContainsFunc(*asks.Referrers(), isBranch)
	})
}

// ofParts decides which counted objects leak that are in a struct of this function, such as one
// that a constructor has made. A struct may only borrow what is in it. But if another path of
// this function releases the same object, the function owns it.
func (l *leaks) ofParts(exits []exit) {
	released := map[fate.ID]bool{}
	for _, e := range exits {
		for id, f := range e.st.Fates {
			if o := &l.Objects[id]; o.Counted() && o.Origin == fate.Acquired && f.Status == fate.Dead && !e.panicked {
				released[id] = true
			}
		}
	}
	for _, e := range exits {
		for _, id := range slices.Sorted(maps.Keys(e.st.Fates)) {
			f, o := e.st.Fates[id], &l.Objects[id]
			if e.panicked || !released[id] || !l.isOwn(o) || !o.Counted() || f.Status != fate.Live || f.Count <= f.Kept || !l.isOnlyLocalPart(e.st, id) {
				continue
			}
			l.recorder.find(e.st, mistake.Finding{Mistake: mistake.Leak{}, Pos: o.Pos, Object: id, Other: e.pos, Then: mistake.Returns})
		}
	}
}

// isOnlyLocalPart reports whether an object is in fields of a struct that only this function knows,
// and nowhere else. A struct that is counted itself may release it, and so may a callee that
// asks another field first.
func (l *leaks) isOnlyLocalPart(st *memory.State, id fate.ID) bool {
	if st.Marks[memory.Marked(memory.IsLeftThere, 0, id)] != 0 || l.hasNilAcquired(st) {
		return false
	}
	f := st.Fates[id]
	if f.Contained || f.Abroad || f.Passed || len(f.Loans) > 0 || l.isInDoubt(st, id) {
		return false
	}
	parts := 0
	for addr, v := range st.Cells {
		if r, ok := st.Roles[v]; !ok || r.Object != id {
			continue
		}
		_, inObject := st.Roles[l.Terms.Root(addr)]
		if inObject || !st.Local(addr) || l.Terms.Node(addr).Kind == term.Index {
			return false
		}
		if l.Terms.Node(addr).Kind == term.Field {
			parts++
		}
	}
	return parts > 0
}

// hasNilAcquired reports whether a path has found nil where it has put what it acquired: the
// program knows that there is an object, and does not take the path.
func (l *leaks) hasNilAcquired(st *memory.State) bool {
	for _, addr := range term.InOrder(st.Cells) {
		v := st.Cells[addr]
		r, ok := st.Roles[v]
		if !ok || r.As != fate.AsReference || l.Objects[r.Object].Origin != fate.Acquired || !l.Objects[r.Object].Counted() {
			continue
		}
		if isNil, decided := st.Facts.Decide(l.Terms, l.Terms.Binary(token.EQL, v, l.Terms.Nil())); decided && isNil {
			return true
		}
	}
	return false
}

// isReadLater reports whether a function in a list finds an object in a variable when it is called.
func isReadLater(st *memory.State, id fate.ID) bool {
	for addr, v := range st.Cells {
		if st.Roles[v] == fate.Reference(id) && st.Marks[memory.Marked(memory.IsReadLater, addr, nil)] != 0 {
			return true
		}
	}
	return false
}

// eachHasOwn reports whether all fields and elements that have a counted object are known to
// others, and were given a reference each: what is left belongs to this function.
func eachHasOwn(st *memory.State, id fate.ID) bool {
	parts := 0
	for addr, v := range st.Cells {
		if r, ok := st.Roles[v]; !ok || r.Object != id {
			continue
		}
		switch st.Terms.Node(addr).Kind {
		case term.Field, term.Index:
			if st.Local(addr) {
				return false
			}
			parts++
		}
	}
	return parts <= st.Fate(id).Handed
}

// isPickedOut reports whether an object is in a container, and the path has come to a loop
// that takes elements out of one by indexes that it found: perhaps this one was meant.
func (l *leaks) isPickedOut(st *memory.State, id fate.ID) bool {
	if !st.Fates[id].Contained && !st.IsPart(id) {
		return false
	}
	return slices.ContainsFunc(l.where.top.PickingLoops(), func(loop *ssa.BasicBlock) bool { return st.Visits.At(loop) > 0 })
}

// findSweeping reports whether a loop of the function releases each element of a local
// list, and no deferred literal may do that, too: then the list owns what is in it.
func (l *leaks) findSweeping() bool {
	releases := false
	for instr := range code.Instructions(l.where.top.Function) {
		switch i := instr.(type) {
		case *ssa.Defer:
			if _, isLiteral := i.Call.Value.(*ssa.MakeClosure); isLiteral {
				return false
			}
		case *ssa.Call:
			if v := l.releasedBy(&i.Call); v != nil {
				s, ok := code.SweepOf(instr, v)
				releases = releases || ok && s.IsEveryTurn() && code.IsLocalList(s.Container)
			}
		}
	}
	return releases
}

// findPartRelease reports whether a function releases something that is a part of something
// else, such as a column of a record: an element, or what a method returns that acquires
// nothing. It may be an object that the function has under another name.
func (l *leaks) findPartRelease(fn *ssa.Function) bool {
	for instr := range code.Instructions(fn) {
		call, ok := instr.(ssa.CallInstruction)
		if !ok {
			continue
		}
		switch part := l.releasedBy(call.Common()).(type) {
		case *ssa.Call:
			if u := l.table.Lookup(code.Object(part.Common())); part.Call.IsInvoke() && (u == nil || u.Operation != api.Acquire) {
				return true
			}
		case *ssa.UnOp:
			if _, isElement := part.X.(*ssa.IndexAddr); isElement {
				return true
			}
		}
	}
	return slices.ContainsFunc(fn.AnonFuncs, l.findPartRelease)
}

// releasedBy returns what a call releases, if the table says so; otherwise nil.
func (l *leaks) releasedBy(call *ssa.CallCommon) ssa.Value {
	args := call.Args
	if call.IsInvoke() {
		args = []ssa.Value{call.Value}
	}
	if u := l.table.Lookup(code.Object(call)); u != nil && u.Operation == api.Release && u.Where < len(args) {
		return args[u.Where]
	}
	return nil
}

// ofParameters decides which Ref parameters leak. A function owns its Ref
// parameters. If it releases one on some paths only, the parameter leaks on the
// others, unless a caller releases it. If it never releases one, the parameter is
// borrowed if a caller releases it, or passes what a field owns, and leaks otherwise. If it
// returns whether it took the parameter, as one that sends without waiting does, its callers
// still own it where it did not.
func (l *leaks) ofParameters(exits []exit) {
	fn := l.where.top.Function
	if fn.Parent() != nil {
		return
	}
	for i, p := range fn.Params {
		if i == 0 && fn.Signature.Recv() != nil {
			continue
		}
		id := l.Roles[l.Terms.Param(i)].Object
		if id == 0 || !l.Objects[id].Single {
			continue
		}
		leak, gave := l.stillHas(slices.DeleteFunc(slices.Clone(exits), func(e exit) bool { return l.isAbsent(e, i) }), id)
		if leak == nil || l.isCallers(exits, i, id, gave) {
			continue
		}
		l.recorder.find(leak.st, mistake.Finding{Mistake: mistake.Leak{}, Pos: p.Pos(), Object: id, Other: leak.pos, Then: mistake.Returns})
		for k := range exits { // callers have handed the reference over all the same
			if f := exits[k].st.Fate(id); f.Status == fate.Live && !l.isAbsent(exits[k], i) {
				f.Status, f.At = fate.Dead, p.Pos()
				exits[k].st.SetFate(id, f)
			}
		}
	}
}

// isCallers reports whether a parameter that some path still has is the callers' to release.
func (l *leaks) isCallers(exits []exit, i int, id fate.ID, gave bool) bool {
	p := l.where.top.Params[i]
	object, _ := l.where.top.Object().(*types.Func)
	switch {
	case l.notes.Borrows(object, p.Name()) || l.pkg.CallersRelease(object, i, gave) || isOnlyCompared(p):
		return true
	case l.notes.Owns(object, p.Name()):
		return false
	case !gave:
		return l.pkg.HasUnknownCallers(object) || l.pkg.FieldsKeep(object, i)
	}
	return l.pkg.HasCallers(object) && l.isTold(exits, id)
}

// isOnlyCompared reports whether all that a function does with a parameter is to compare it: then
// it asks which object is meant, as a callback does that comes when another may be there.
func isOnlyCompared(p *ssa.Parameter) bool {
	for _, use := range *p.Referrers() {
		switch use.(type) {
		case *ssa.BinOp, *ssa.DebugRef:
		default:
			return false
		}
	}
	return len(*p.Referrers()) > 0
}

// isAbsent reports whether a path knows that there is no reference in a parameter: callers pass
// it with an error, or with a bool, that the same call has returned, and that says so.
func (l *leaks) isAbsent(e exit, parameter int) bool {
	object, _ := l.where.top.Object().(*types.Func)
	for j, p := range l.where.top.Params {
		told := l.Terms.Param(j)
		switch {
		case api.IsError(p.Type()):
			told = l.Terms.Binary(token.EQL, told, l.Terms.Nil())
		case !api.IsBool(p.Type()):
			continue
		}
		if well, known := e.st.Facts.Decide(l.Terms, told); known && !well && l.pkg.ComeTogether(object, parameter, j) {
			return true
		}
	}
	return false
}

// isTold reports whether the last result tells the caller that a parameter was taken: it is
// true on all paths that give the parameter up, and false on the others.
func (l *leaks) isTold(exits []exit, id fate.ID) bool {
	for _, e := range exits {
		if e.panicked {
			continue
		}
		n := len(e.results)
		if n == 0 {
			return false
		}
		took, known := l.Terms.AsBool(e.results[n-1])
		f := e.st.Fate(id)
		if isLive := f.Status == fate.Live && f.Count > 0; !known || took == isLive {
			return false
		}
	}
	return true
}

// stillHas returns the end of the shortest path that still has a parameter, and whether
// another path gives the parameter up. It returns nil if no path has it, or if it is
// uncertain on one.
func (l *leaks) stillHas(exits []exit, id fate.ID) (leak *exit, gave bool) {
	for k := range exits {
		e := &exits[k]
		if e.panicked {
			continue
		}
		switch f := e.st.Fate(id); {
		case f.Status == fate.Top:
			return nil, false
		case f.Status == fate.Live && f.Count > 0:
			if leak == nil || leak.st.Trail.Len() > e.st.Trail.Len() {
				leak = e
			}
		default:
			gave = true
		}
	}
	return leak, gave
}

// ofRetained decides which retained references of lent objects leak: those
// that the function releases on some paths, and still has where it returns an
// error. A callee that lends the object to others, or keeps it, may have taken them over.
func (l *leaks) ofRetained(exits []exit) {
	for k := range exits {
		e := &exits[k]
		n := len(e.results)
		if e.panicked || n == 0 || !api.IsError(l.where.top.Signature.Results().At(n-1).Type()) || !l.Terms.NotNil(e.results[n-1]) {
			continue
		}
		for id, f := range e.st.Fates {
			o := &l.Objects[id]
			if f.Status != fate.Live || f.Count <= f.Kept || f.Taken == 0 || len(f.Loans) > 0 || o.Origin == fate.Acquired || o.Single {
				continue
			}
			for _, other := range exits {
				if g := other.st.Fates[id]; !other.panicked && g != nil && g.Status == fate.Live && g.Count == 0 && g.Retained == f.Retained {
					l.recorder.find(e.st, mistake.Finding{Mistake: mistake.Leak{}, Pos: f.Retained, Object: id, Other: e.pos, Then: mistake.Returns})
					break
				}
			}
		}
	}
}

// retainedTwice decides which parameters are retained once more than they are
// stored: all that the function does with one is to retain it and to put it into one
// field, and a reference is left on each path that retains it.
func (l *leaks) retainedTwice(exits []exit) {
	for i, p := range l.where.top.Params {
		id := l.Roles[l.Terms.Param(i)].Object
		if id == 0 || !l.Objects[id].Counted() || !l.onlyStored(p) {
			continue
		}
		var leak *exit
		other := false
		for k := range exits {
			e := &exits[k]
			switch f := e.st.Fate(id); {
			case e.panicked, e.st.Fates[id] == nil, f.Status == fate.Live && f.Taken == 0:
			case f.Owned() && e.st.IsPart(id) && (f.How == fate.ToField || f.Taken > 1): // else it was stored first
				leak = e
			default:
				other = true
			}
		}
		if leak != nil && !other {
			l.recorder.find(leak.st, mistake.Finding{Mistake: mistake.Leak{}, Pos: leak.st.Fate(id).Retained, Object: id, Other: leak.pos, Then: mistake.Returns})
		}
	}
}

// onlyStored reports whether a parameter is retained, compared and stored once, and
// nothing else.
func (l *leaks) onlyStored(p *ssa.Parameter) bool {
	stores := 0
	for _, use := range *p.Referrers() {
		switch use := use.(type) {
		case *ssa.DebugRef, *ssa.BinOp:
		case *ssa.Store:
			if stores++; use.Val != p {
				return false
			}
		case *ssa.Call:
			if u := l.table.Lookup(code.Object(&use.Call)); u == nil || u.Operation != api.Retain {
				return false
			}
		default:
			return false
		}
	}
	return stores == 1
}

// releasesParameter reports whether the function itself releases a parameter.
func (l *leaks) releasesParameter(i int) bool {
	p := l.where.top.Params[i]
	return slices.ContainsFunc(*p.Referrers(), func(use ssa.Instruction) bool {
		call, ok := use.(ssa.CallInstruction)
		return ok && l.releasedBy(call.Common()) == p
	})
}

// callersKeep reports whether a parameter may be alive when this function has released the
// reference that it was given: a caller may have another one.
func (l *leaks) callersKeep(parameter int) bool {
	object, _ := l.where.top.Object().(*types.Func)
	return l.pkg.CallersKeep(object, parameter, func(call *ssa.CallCommon) bool {
		u := l.table.Lookup(code.Object(call))
		return u != nil && (u.Operation == api.Release || u.Operation == api.Retain)
	})
}

// noteAlwaysLost notes the acquisitions that no path releases or hands over. Their
// leaks have a fix.
func (l *leaks) noteAlwaysLost(exits []exit) {
	l.recorder.alwaysLost = map[token.Pos]bool{}
	for _, e := range exits {
		for id, f := range e.st.Fates {
			o := &l.Objects[id]
			lost, seen := l.recorder.alwaysLost[o.Pos]
			l.recorder.alwaysLost[o.Pos] = (lost || !seen) && f.Status == fate.Live && len(f.Loans) == 0 && !f.Contained
		}
	}
}

// ofPools decides which objects of lossy pools leak: those that no path puts
// back.
func (l *leaks) ofPools(exits []exit) {
	sites := l.poolSites(exits)
	for _, pos := range slices.Sorted(maps.Keys(sites)) {
		s := sites[pos]
		if s.gave || s.kept == nil || l.IsFresh(s.id) {
			continue
		}
		leak := mistake.Finding{Mistake: mistake.Leak{Lossy: true}, Pos: pos, Object: s.id, Other: s.kept.pos, Then: mistake.Returns}
		if o := &l.Objects[s.id]; o.Wrapped {
			l.leakLater(o.Getter, s.kept.st, leak)
		} else {
			l.recorder.find(s.kept.st, leak)
		}
	}
}

// A poolSite is a place where an object was taken from a lossy pool.
type poolSite struct {
	id   fate.ID
	gave bool  // some path gives the object up
	kept *exit // the last end of a path that has it still, or nil
}

// poolSites finds out what becomes of the objects of lossy pools on all paths. It also
// notes the getters whose objects this function gives back.
func (l *leaks) poolSites(exits []exit) map[token.Pos]*poolSite {
	sites := map[token.Pos]*poolSite{}
	for k := range exits {
		e := &exits[k]
		if e.panicked {
			continue
		}
		for _, id := range term.InOrder(e.st.Fates) {
			f, o := e.st.Fates[id], &l.Objects[id]
			if !o.Lossy() || o.Origin != fate.Acquired {
				continue
			}
			if o.Getter != nil && f.Status == fate.Dead {
				l.givenBack[o.Getter] = true
			}
			if o.Wrapped && o.Getter == nil {
				continue
			}
			s := sites[o.Pos]
			if s == nil {
				s = &poolSite{id: id}
				sites[o.Pos] = s
			}
			if f.Status == fate.Live && f.Count > 0 && len(f.Loans) == 0 && !f.Passed && !e.st.IsPart(id) && !replaced(e.st, o) {
				s.kept = e
			} else {
				s.gave = true
			}
		}
	}
	return sites
}

// leakLater reports a leak after all functions of the package were walked, if one of them
// gives back an object of the same getter. Otherwise the getter's package may not want
// its objects back.
func (l *leaks) leakLater(getter *types.Func, st *memory.State, leak mistake.Finding) {
	if l.recorder.quiet > 0 {
		return
	}
	l.lateLeaks = append(l.lateLeaks, func() {
		if !l.givenBack[getter] {
			return
		}
		l.recorder.findings = mistake.Findings{}
		l.recorder.find(st, leak)
		l.recorder.report(l.reporter)
	})
}

// replaced reports whether something else was put into the pool that an object came
// from, such as a pointer to the slice that it held.
func replaced(st *memory.State, o *fate.Object) bool {
	if o.Pool == 0 {
		return false
	}
	for _, f := range st.Fates {
		if f.Status == fate.Dead && f.Pool == o.Pool {
			return true
		}
	}
	return false
}

// ofSpawned decides what leaks where a function ends that runs elsewhere,
// such as a goroutine: references that it acquired itself and still has.
func (l *leaks) ofSpawned(before, after *memory.State, s later) {
	shared := map[fate.ID]bool{} // in variables and structs that others have too
	for _, from := range slices.Concat(l.Closures[s.fn].Bindings, s.args) {
		for _, id := range after.Reachable(from) {
			shared[id] = true
		}
	}
	for id, f := range after.Fates {
		o := &l.Objects[id]
		if before.Fates[id] != nil || shared[id] || l.where.isKeptFarAway(after, id) || f.Abroad && o.Counted() || o.Lossy() || o.Origin != fate.Acquired && o.Origin != fate.Received {
			continue
		}
		if f.Status == fate.Live && f.Count > f.Kept {
			l.recorder.find(after, mistake.Finding{Mistake: mistake.Leak{Contained: f.Contained}, Pos: o.Pos, Object: id})
		}
	}
}

// ofLoans reports, where a path ends, what a field or a global variable
// still borrows of an object whose lease is over.
func (l *leaks) ofLoans(st *memory.State) {
	for _, id := range slices.Sorted(maps.Keys(st.Fates)) {
		f := st.Fates[id]
		if f.Status != fate.Dead {
			continue
		}
		l.ofKeepers(st, id)
		for _, loan := range f.Loans {
			if (loan.How == fate.ToField || loan.How == fate.ToGlobal) && st.Holds(loan.Addr, loan.Held, id) && !st.Taken(loan.Held) && !st.Over(loan.Addr) && !l.isDropped(st, loan.Addr) && !l.isForgotten(st, loan) {
				if f.Called {
					l.recorder.findCalled(st, id, loan.Pos, f.At)
					continue
				}
				l.recorder.find(st, mistake.Finding{Mistake: mistake.Escape{How: loan.How}, Pos: loan.Pos, Object: id, Part: loan.Part, Other: f.At, Then: l.recorder.releasedText(id)})
			}
		}
	}
}

// isDropped reports whether an address is in a struct that a map may have had, and has no more.
func (l *leaks) isDropped(st *memory.State, addr term.Term) bool {
	field := l.Fields[addr]
	return field != nil && st.Marks[memory.Marked(memory.IsDropped, 0, field.Origin())] != 0
}

// isForgotten reports whether a loan is to a struct that the function has made, and that nobody finds
// when the path has ended.
func (l *leaks) isForgotten(st *memory.State, loan fate.Loan) bool {
	made, ok := st.Terms.Node(st.Terms.Root(loan.Addr)).Tag.(*ssa.Alloc)
	return ok && loan.How == fate.ToField && made.Parent() == l.where.top.Function && l.pkg.IsOnlyGiven(made)
}

// ofKeepers reports where a path ends what a keeper still has of an object whose lease is over.
func (l *leaks) ofKeepers(st *memory.State, id fate.ID) {
	f := st.Fates[id]
	for _, loan := range f.Loans {
		now, changed := st.Cells[loan.Addr]
		if !loan.Over || changed && now != loan.Held || st.Over(loan.Addr) || st.LeaseHeld(l.Objects[id].Lease) {
			continue
		}
		l.recorder.find(st, mistake.Finding{Mistake: mistake.Escape{How: loan.How, Borrowed: true}, Pos: loan.Pos, Object: id, Part: loan.Part, Other: f.At, Then: l.recorder.releasedText(id)})
	}
}

// isLentToConstructor reports whether all that happens to an object is that its methods are
// called, and that it is put into such lists.
func (l *leaks) isLentToConstructor(o *fate.Object) bool {
	call := l.acquiredBy(o)
	c := constructorLists{table: l.table, seen: map[ssa.Value]bool{}}
	return call != nil && c.follow(call) && c.constructs
}

// acquiredBy returns the call of the function by which it has acquired an object, or nil.
func (l *leaks) acquiredBy(o *fate.Object) *ssa.Call {
	for instr := range code.Instructions(l.where.top.Function) {
		if call, ok := instr.(*ssa.Call); ok && call.Pos() == o.Pos {
			return call
		}
	}
	return nil
}
