package ownership

import (
	"go/token"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"github.com/rcpool/rcpool/tools/internal/ownership/fate"
	"github.com/rcpool/rcpool/tools/internal/ownership/memory"
	"github.com/rcpool/rcpool/tools/internal/ownership/term"
)

// spawns decides what becomes of objects that functions get which run at another time. It has
// their bodies carried out, on copies of the path, to see what they do.
type spawns struct {
	*memory.Values
	where    *position
	recorder *recorder
	accounts *accounts
	others   *others
	caller   *callerEffects
	courses  *courses
	leaks    *leaks
	pkg      *code.Package
	carrier  carrier
}

// spawn hands over a function that runs at another time, with its arguments.
// References that it releases on all of its paths move there; for those that it only
// uses, there is a loan.
func (sp *spawns) spawn(st *memory.State, s *site, l later) {
	reached := reachedBy(st, l)
	if _, isLiteral := sp.Closures[l.fn]; len(reached) == 0 && !isLiteral {
		sp.caller.noteLoan(st, l.fn, l.how, 0)
		for _, a := range l.args {
			sp.caller.noteLoan(st, a, l.how, 0)
			st.Expose(a)
		}
		st.ForgetUnder(l.args)
		return
	}
	if l.held == 0 {
		for _, b := range sp.Closures[l.fn].Bindings {
			sp.caller.noteLoan(st, st.Content(b), l.how, 0)
		}
	}
	for _, id := range term.InOrder(reached) { // what is dead already
		r := reached[id]
		if f := st.Fate(id); f.Status == fate.Dead && r.As == fate.AsReference {
			sp.accounts.use(st, r, s.pos)
		}
	}
	exits := sp.carriedOutLater(st, s, l)
	moved := map[fate.ID]bool{}
	for _, id := range slices.Sorted(maps.Keys(reached)) {
		if sp.goesTo(st, s, l, id, exits) {
			moved[sp.Objects[id].Lease] = true
		}
	}
	if !l.soon {
		for _, id := range slices.Sorted(maps.Keys(reached)) {
			sp.lendTo(st, s, l, reached[id], moved)
		}
	}
	st.Expose(l.fn)
	for _, a := range l.args {
		st.Expose(a)
	}
	for _, e := range exits {
		st.ForgetWrites(e.st)
	}
}

// reachedBy returns the objects that a function can get at when it runs, each with
// the strongest role.
func reachedBy(st *memory.State, l later) map[fate.ID]fate.Role {
	reached := map[fate.ID]fate.Role{}
	for _, a := range append(l.args[:len(l.args):len(l.args)], l.fn) {
		st.Reach(a, func(r fate.Role, _ term.Term) {
			if had, ok := reached[r.Object]; !ok || r.As < had.As {
				reached[r.Object] = r
			}
		})
	}
	delete(reached, l.held)
	return reached
}

// carriedOutLater carries out a function that runs at another time, and returns its
// ends. Other functions may have run before it.
func (sp *spawns) carriedOutLater(st *memory.State, s *site, l later) []result {
	call := *s
	call.fn, call.args = l.fn, l.args
	if l.called != nil {
		call.common = &ssa.CallCommon{Value: l.called}
	}
	before := st.Clone()
	sp.others.mayBeRemoved(before, nil)
	exits := sp.future(before, &call)
	for _, e := range exits {
		if l.held != 0 {
			sp.accounts.release(e.st, l.held, moment{pos: s.pos, deferred: true})
		}
		sp.leaks.ofSpawned(st, e.st, l)
	}
	return exits
}

// goesTo decides what becomes of an object that a function gets which runs at
// another time, by what it does on its ways to its ends. It reports whether the
// reference has moved there.
func (sp *spawns) goesTo(st *memory.State, s *site, l later, id fate.ID, exits []result) (moved bool) {
	f := st.Fate(id)
	if f.Status != fate.Live {
		return false
	}
	if container, ok := sp.Elements[id]; ok {
		return sp.elementGoesTo(st, s, l, id, container, exits)
	}
	gave, kept, unknown := 0, 0, len(exits) == 0
	for _, e := range exits {
		switch g := e.st.Fate(id); {
		case g.Status == fate.Top, g.Once != f.Once: // the first caller of the sync.Once gives it up
			unknown = true
		case g.Status == fate.Dead || g.Status == fate.Gone || g.Count < f.Count:
			gave++
		default:
			kept++
		}
	}
	switch {
	case unknown, gave > 0 && f.Count == 0:
		st.ToTop(id)
	case gave > 0 && kept > 0 && sp.oneOfSeveral(l): // the last one gives it up
		sp.recorder.byHand[sp.Objects[id].Pos] = true
		st.ToTop(id)
	case gave > 0 && kept > 0 && st.IsPart(id) && !sp.isLeftTo(st, s, id): // it is still in there where that does not give it up
		st.ToTop(id)
	case gave > 0 && slices.ContainsFunc(exits, func(e result) bool { return isTakenFrom(st, e.st, id) }): // who comes first has it
		st.ToTop(id)
	case gave > 0:
		sp.accounts.move(st, id, l.how, s.pos, l.stop)
		if kept > 0 {
			g := st.Fate(id)
			g.Partial = s.pos
			st.SetFate(id, g)
		}
		return true
	}
	return false
}

// isTakenFrom reports whether a reference that was in the field of a struct is not there any more: who
// finds none knows that somebody else has taken it.
func isTakenFrom(before, after *memory.State, id fate.ID) bool {
	isField := func(addr term.Term) bool { return before.Terms.Node(addr).Kind == term.Field }
	for addr, v := range before.Stored(isField) {
		if before.Roles[v] == fate.Reference(id) && after.Cells[addr] != v {
			return true
		}
	}
	return false
}

// isLeftTo reports whether only a goroutine still has the structs that an object is in.
func (sp *spawns) isLeftTo(st *memory.State, s *site, id fate.ID) bool {
	spawned, ok := s.instr.(*ssa.Go)
	if !ok || s.instr.Parent() != sp.where.top.Function || sp.Objects[id].Origin != fate.Acquired || sp.Objects[id].Family != nil {
		return false
	}
	for addr := range st.Stored(func(addr term.Term) bool { return sp.Roles[st.Cells[addr]].Object == id }) {
		if !st.Local(addr) || sp.Terms.Node(addr).Kind == term.Index {
			return false
		}
	}
	return code.IsLeftTo(spawned)
}

// elementGoesTo decides what becomes of what a local container holds, if a function that
// runs at another time gets one of its elements.
func (sp *spawns) elementGoesTo(st *memory.State, s *site, l later, id fate.ID, container term.Term, exits []result) (moved bool) {
	gave := 0
	for _, e := range exits {
		if slices.ContainsFunc(st.ContentsOf(container), func(of fate.ID) bool { return e.st.Fate(of).Status != st.Fate(of).Status }) {
			gave++
		}
	}
	if gave > 0 && gave == len(exits) {
		sp.where.current = s.instr
		sp.accounts.move(st, id, l.how, s.pos, l.stop)
		return true
	}
	if gave > 0 || len(exits) == 0 {
		st.Drain(container)
	}
	return false
}

// oneOfSeveral reports whether a function that runs at another time may be one of
// several, of which the last one gives up what they share.
func (sp *spawns) oneOfSeveral(l later) bool {
	c, isLiteral := sp.Closures[l.fn]
	return isLiteral && sp.pkg.Counts(c.Fn)
}

// lendTo lends an object to a function that runs at another time, and uses it then.
func (sp *spawns) lendTo(st *memory.State, s *site, l later, r fate.Role, moved map[fate.ID]bool) {
	lease := sp.Objects[r.Object].Lease
	f := st.Fate(r.Object)
	loan := fate.Loan{How: l.how, Pos: s.pos, Addr: l.stop, Loop: s.inLoop()}
	if l.how == fate.ToGoroutine {
		loan.Addr, loan.Held = sp.onlyIn(st, l, r.Object)
	}
	switch {
	case f.Status != fate.Live || moved[lease] || r.As == fate.AsCleanup:
	case lease == l.lease && r.As != fate.AsReference: // it has a reference for that
	case st.GoesAlong(lease):
	default:
		sp.courses.lend(st, r.Object, loan)
	}
}

// onlyIn finds the field that a goroutine has to read each time to get at an object,
// with what is there: the goroutine has a pointer to the struct. It is 0 if there is
// another way.
func (sp *spawns) onlyIn(st *memory.State, l later, id fate.ID) (addr, held term.Term) {
	if slices.ContainsFunc(l.args, func(a term.Term) bool { return sp.Roles[a].Object == id }) {
		return 0, 0
	}
	for a, v := range st.Cells {
		if r, ok := sp.Roles[v]; !ok || r.Object != id || sp.Inside(a, id) {
			continue
		}
		if addr != 0 || sp.Terms.Node(a).Kind != term.Field {
			return 0, 0
		}
		addr, held = a, v
	}
	if slices.Contains(l.args, held) {
		return 0, 0
	}
	return addr, held
}

// spawnHeld hands over a function that runs at another time with a borrowed object,
// for which it has a reference of its own.
func (sp *spawns) spawnHeld(st *memory.State, s *site, id fate.ID, l later) {
	o := fate.Object{Pos: s.pos, What: "the object"}
	l.held, l.lease = sp.Object(memory.Key{By: s.instr, At: st.Turn(s.instr), Sub: 8}, o), sp.Objects[id].Lease
	st.SetFate(l.held, fate.Fate{Status: fate.Live, Count: 1})
	v := sp.Tie(s.instr, st.Turn(s.instr), 8, fate.Borrow(l.held))
	sp.Terms.SetNonNil(v)
	l.args = []term.Term{v}
	sp.spawn(st, s, l)
	delete(st.Fates, l.held)
}

// stops carries out a call that keeps a function from running later, if it has not
// run yet. The call reports whether it was in time; then what the function would have
// given up is back.
func (sp *spawns) stops(st *memory.State, handle term.Term) ([]result, bool) {
	late := st.Clone()
	waits := false
	for _, id := range slices.Sorted(maps.Keys(st.Fates)) {
		if f := st.Fate(id); f.Status == fate.Gone && f.How == fate.ToLater && f.To == handle {
			waits = true
			f.To = 0
			late.SetFate(id, f)
			f.Status, f.Count, f.Handed, f.Partial = fate.Live, 1, max(f.Handed-1, 0), token.NoPos
			st.SetFate(id, f)
		}
		if st.EndLoans(id, func(l fate.Loan) bool { return l.How == fate.ToLater && l.Addr == handle }) {
			waits = true
		}
	}
	if !waits {
		return nil, false
	}
	return []result{{st, sp.Terms.Bool(true)}, {late, sp.Terms.Bool(false)}}, true
}

// future carries out a function that runs at another time.
func (sp *spawns) future(st *memory.State, s *site) []result {
	if s.args == nil {
		if c, ok := sp.Closures[s.fn]; ok && len(c.Fn.Blocks) > 0 && !strings.HasPrefix(c.Fn.Synthetic, "bound ") {
			return sp.carrier.inline(st, s, c)
		}
	}
	return sp.carrier.call(st, s)
}

// calledAnywhere carries out a function literal of which nobody knows where it is called.
func (sp *spawns) calledAnywhere(st *memory.State, closure term.Term) []result {
	c := sp.Closures[closure]
	return sp.future(st, &site{instr: c.Fn.Blocks[0].Instrs[0], common: &ssa.CallCommon{Value: c.Fn}, fn: closure, f: sp.where.top})
}

// tried carries out a function literal without parameters, to see what it does. Nothing is reported.
func (sp *spawns) tried(st *memory.State, closure term.Term) (after []result) {
	c := sp.Closures[closure]
	if len(c.Fn.Blocks) > 0 && (c.Fn.Signature.Params().Len() == 0 || strings.HasPrefix(c.Fn.Synthetic, "bound ")) {
		sp.recorder.quietly(func() { after = sp.calledAnywhere(st, closure) })
	}
	return after
}

// releasesWhenCalled reports whether a function literal releases an object on all of its
// paths, even if it is called twice.
func (sp *spawns) releasesWhenCalled(st *memory.State, closure term.Term, id fate.ID) bool {
	c := sp.Closures[closure]
	released := true
	sp.recorder.quietly(func() {
		signature := c.Fn.Signature
		if len(c.Fn.Blocks) == 0 || signature.Params().Len() > 0 && !strings.HasPrefix(c.Fn.Synthetic, "bound ") {
			released = false
			return
		}
		call := func(s *memory.State) (after []result) {
			f := s.Fate(id)
			f.Status, f.Count, f.Handed = fate.Live, 1, 0
			s.SetFate(id, f)
			after = sp.calledAnywhere(s, closure)
			for _, r := range after {
				f := r.st.Fate(id)
				released = released && (f.Status == fate.Dead || f.Status == fate.Live && f.Count == 0) // others have it, too
			}
			released = released && len(after) > 0
			return after
		}
		for _, r := range call(st.Clone()) { // a second call does nothing, perhaps
			call(r.st)
		}
	})
	return released
}

// mayRelease reports whether a function literal gives up an object that this function owns on some of
// its paths.
func (sp *spawns) mayRelease(st *memory.State, closure term.Term, id fate.ID) bool {
	return slices.ContainsFunc(sp.tried(st.Clone(), closure), func(r result) bool { return !r.st.Fate(id).Owned() })
}

// onlyUses reports whether a function literal uses a reference of this function whenever it
// is called, and never gives it up.
func (sp *spawns) onlyUses(st *memory.State, s *site, literal term.Term, id fate.ID) (only bool) {
	f := st.Fate(id)
	if !f.Owned() || f.Contained || sp.Closures[literal].Fn.Synthetic != "" {
		return false
	}
	sp.recorder.quietly(func() {
		exits := sp.carriedOutLater(st, s, later{fn: literal, called: sp.Closures[literal].Fn, how: fate.ToContainer})
		only = len(exits) > 0
		for _, e := range exits {
			g := e.st.Fate(id)
			only = only && g.Status == fate.Live && g.Count == f.Count && len(g.Loans) == len(f.Loans)
		}
	})
	return only
}
