package ownership

import (
	"slices"

	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"github.com/rcpool/rcpool/tools/internal/ownership/fate"
	"github.com/rcpool/rcpool/tools/internal/ownership/memory"
	"github.com/rcpool/rcpool/tools/internal/ownership/term"
	"golang.org/x/tools/go/ssa"
)

// This file is about lists of functions that release what a function has acquired, such as
// those which a Close calls. In such a list, a function stands for what it releases: to
// call each of the list is to release all of that.

// cleanupLists puts functions into such lists. It asks spawns what a function releases when it
// is called.
type cleanupLists struct {
	*memory.Values
	where  *position
	stores *stores
	spawns *spawns
	caller *callerEffects
	pkg    *code.Package
}

// collectFunctions puts functions into a list: those that release something whenever they
// are called as what they release, others as what they lead to.
func (c *cleanupLists) collectFunctions(st *memory.State, list, added term.Term) {
	for addr, v := range st.Stored(func(addr term.Term) bool { return c.Terms.Root(addr) == added }) {
		for _, b := range c.Closures[v].Bindings { // what it does to the caller's is not told
			c.caller.noteExposed(st, st.Content(b))
		}
		if ids := c.releasedWhenCalled(st, v); len(ids) > 0 {
			st.CollectCleanups(list, ids)
		} else {
			c.mayGiveUp(st, v)
			st.Collect(list, v)
			readsLater(st, c.pkg, v)
			keepLiteral(st, list, addr, v)
		}
	}
	for _, r := range st.Containers[added] { // another list
		if r.As != fate.AsCleanup {
			st.Collect(list, added)
			return
		}
		st.CollectCleanups(list, []fate.ID{r.Object})
	}
}

// mayGiveUp handles a function in a list which releases or hands over what a caller has passed, and
// may be called: nobody knows whether the caller owns that afterwards.
func (c *cleanupLists) mayGiveUp(st *memory.State, v term.Term) {
	if _, isLiteral := c.Closures[v]; !isLiteral {
		return
	}
	for _, r := range c.spawns.tried(st.Clone(), v) {
		for id, f := range r.st.Fates {
			if _, ofCaller := c.Objects[id].Place.Parameter(); ofCaller && (f.Status == fate.Dead || f.Status == fate.Gone || f.Status == fate.Top) && !st.Fate(id).Owned() {
				st.ToTop(id)
			}
		}
	}
}

// keepLiteral puts a function literal into a list of this function, at an index that nobody knows.
// The address is where it was before, so that each one has an element of its own.
func keepLiteral(st *memory.State, list, addr, v term.Term) {
	if _, isLiteral := st.Closures[v]; isLiteral && st.Terms.Root(addr) != list {
		st.Cells[st.Terms.Index(list, addr)] = v
	}
}

// literalsIn lists the function literals that are in a list of this function, each at an index that
// nobody knows.
func literalsIn(st *memory.State, list term.Term) (all []term.Term) {
	if !st.Local(list) {
		return nil
	}
	for _, addr := range term.InOrder(st.Cells) {
		n := st.Terms.Node(addr)
		if n.Kind != term.Index || n.A != list {
			continue
		}
		if _, isLiteral := st.Closures[st.Cells[addr]]; isLiteral && st.Terms.Node(n.B).Kind == term.Index {
			all = append(all, st.Cells[addr])
		}
	}
	return all
}

// calledInLoop lists the function literals of which a call calls one in each turn of a loop over a
// list: those that lead to what is dead. Each of them is called.
func (c *cleanupLists) calledInLoop(st *memory.State, s *site) (all []term.Term) {
	list, taken := c.listOf(s.fn)
	if list == 0 {
		return nil
	}
	at, ok := taken.X.(*ssa.IndexAddr)
	if _, every := code.EveryTurn(s.instr); !ok || !every || !code.IsInEachTurn(at) {
		return nil
	}
	return slices.DeleteFunc(literalsIn(st, list), func(literal term.Term) bool {
		return !slices.ContainsFunc(st.Reachable(literal), func(id fate.ID) bool { return st.Fate(id).Status == fate.Dead })
	})
}

// listOf returns the list that a function was taken out of, at an index that nobody knows; 0 if it
// was not.
func (c *cleanupLists) listOf(fn term.Term) (list term.Term, taken *ssa.UnOp) {
	n := c.Terms.Node(fn)
	taken, ok := n.Tag.(*ssa.UnOp)
	if n.Kind != term.Opaque || !ok {
		return 0, nil
	}
	return n.A, taken
}

// mayHaveRun handles the call of a function out of a list: it may be any literal that is there, and
// give up what that finds by then in the variables that it has captured.
func (c *cleanupLists) mayHaveRun(st *memory.State, s *site) {
	list, _ := c.listOf(s.fn)
	if list == 0 {
		return
	}
	for _, literal := range literalsIn(st, list) {
		if !slices.ContainsFunc(st.Reachable(literal), func(id fate.ID) bool { return st.Fate(id).Owned() }) {
			continue
		}
		for _, r := range c.spawns.tried(st.Clone(), literal) {
			for id, f := range r.st.Fates {
				if now := st.Fate(id); now.Owned() && (f.Status != fate.Live || f.Count < now.Count) {
					st.ToTop(id)
				}
			}
		}
	}
}

// readsLater notes the variables that a literal finds changed when it is called.
func readsLater(st *memory.State, pkg *code.Package, literal term.Term) {
	c := st.Closures[literal]
	for i, variable := range c.Bindings {
		if !pkg.AssignedOnce(c.Fn.FreeVars[i]) {
			st.Marks[memory.Marked(memory.IsReadLater, variable, nil)] = 1
		}
	}
}

// releasedWhenCalled returns what a function releases whenever it is called, if that is all that
// this function owns of what it leads to. A literal that captures a variable which changes may
// do something else later.
func (c *cleanupLists) releasedWhenCalled(st *memory.State, v term.Term) (ids []fate.ID) {
	if r, ok := c.Roles[v]; ok {
		if r.As == fate.AsCleanup && st.Fate(r.Object).Owned() {
			return []fate.ID{r.Object}
		}
		return nil
	}
	literal, isLiteral := c.Closures[v]
	if !isLiteral || !c.pkg.CapturesConstants(literal.Fn) {
		return nil
	}
	for _, id := range st.Reachable(v) {
		if slices.Contains(ids, id) {
			continue
		}
		if _, isElement := c.Elements[id]; isElement || !st.Fate(id).Owned() || !c.spawns.releasesWhenCalled(st, v, id) {
			return nil
		}
		ids = append(ids, id)
	}
	return ids
}

// appendsCleanup reports whether a function was appended to a list in a struct of this
// function that releases something whenever it is called, and puts it there.
func (c *cleanupLists) appendsCleanup(st *memory.State, s *site, list, fn term.Term, made rebuilt) bool {
	if !st.Local(list) {
		return false
	}
	ids := c.releasedWhenCalled(st, fn)
	if len(ids) == 0 {
		return false
	}
	grown := c.Terms.Make(term.Node{Kind: term.Alloc, Tag: made, At: st.Turn(s.instr)})
	st.Containers[grown] = slices.Clone(st.Containers[st.Cells[list]])
	st.CollectCleanups(grown, ids)
	c.where.applying++
	c.stores.store(st, list, grown, s.pos, s.instr)
	c.where.applying--
	return true
}
