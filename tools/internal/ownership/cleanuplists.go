package ownership

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"github.com/rcpool/rcpool/tools/internal/ownership/fate"
	"github.com/rcpool/rcpool/tools/internal/ownership/memory"
	"github.com/rcpool/rcpool/tools/internal/ownership/term"
)

// This file is about lists of functions that release what a function has acquired, such as
// those which a Close calls. In such a list, a function stands for what it releases: to
// call each of the list is to release all of that.

// collectFunctions puts functions into a list: those that release something whenever they
// are called as what they release, others as what they lead to.
func (x *explorer) collectFunctions(st *memory.State, list, added term.Term) {
	for addr, v := range st.Cells {
		if x.Terms.Root(addr) != added {
			continue
		}
		for _, b := range x.Closures[v].Bindings { // what it does to the caller's is not told
			x.caller.noteExposed(st, st.Content(b))
		}
		if ids := x.releasedWhenCalled(st, v); len(ids) > 0 {
			st.CollectCleanups(list, ids)
		} else {
			st.Collect(list, v)
			readsLater(st, x.pkg, v)
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
func (x *explorer) releasedWhenCalled(st *memory.State, v term.Term) (ids []fate.ID) {
	if r, ok := x.Roles[v]; ok {
		if r.As == fate.AsCleanup && st.Fate(r.Object).Owned() {
			return []fate.ID{r.Object}
		}
		return nil
	}
	literal, isLiteral := x.Closures[v]
	if !isLiteral || !x.pkg.CapturesConstants(literal.Fn) {
		return nil
	}
	for _, id := range st.Reachable(v) {
		if slices.Contains(ids, id) {
			continue
		}
		if _, isElement := x.Elements[id]; isElement || !st.Fate(id).Owned() || !x.releasesWhenCalled(st, v, id) {
			return nil
		}
		ids = append(ids, id)
	}
	return ids
}

// appendsCleanup reports whether a function was appended to a list in a struct of this
// function that releases something whenever it is called, and puts it there.
func (x *explorer) appendsCleanup(st *memory.State, s *site, list, fn term.Term, made rebuilt) bool {
	if !st.Local(list) {
		return false
	}
	ids := x.releasedWhenCalled(st, fn)
	if len(ids) == 0 {
		return false
	}
	grown := x.Terms.Make(term.Node{Kind: term.Alloc, Tag: made, At: st.Turn(s.instr)})
	st.Containers[grown] = slices.Clone(st.Containers[st.Cells[list]])
	st.CollectCleanups(grown, ids)
	x.applying++
	x.store(st, list, grown, s.pos, s.instr)
	x.applying--
	return true
}

// isInCleanupList reports whether all that a function leads to is in lists of functions
// that release it.
func (x *explorer) isInCleanupList(st *memory.State, fn term.Term) bool {
	ids := st.Reachable(fn)
	for _, id := range ids {
		listed := false
		for _, roles := range st.Containers {
			listed = listed || slices.Contains(roles, fate.Cleanup(id))
		}
		if !listed {
			return false
		}
	}
	return len(ids) > 0
}

// cleanupElement returns a function that is taken out of a list. It stands for all of them,
// if each is known for what it releases.
func (x *explorer) cleanupElement(st *memory.State, list term.Term, i ssa.Instruction, sub int) term.Term {
	if !isCleanupList(st, list) {
		st.Drain(list)
		return st.Opaque(i, sub)
	}
	v, id := x.anyElement(st, list, i, sub)
	x.Roles[v] = fate.Cleanup(id)
	x.Terms.SetNonNil(v)
	return v
}

// isCleanupList reports whether all that is known of a list are functions that release
// something.
func isCleanupList(st *memory.State, list term.Term) bool {
	roles := st.Containers[list]
	return len(roles) > 0 && !slices.ContainsFunc(roles, func(r fate.Role) bool { return r.As != fate.AsCleanup })
}

// anyElement returns a value that stands for each element of a container, and its object.
func (x *explorer) anyElement(st *memory.State, container term.Term, i ssa.Instruction, sub int) (term.Term, fate.ID) {
	v := x.Terms.Make(term.Node{Kind: term.Opaque, Tag: i, At: st.Turn(i), N: sub, A: container})
	o := fate.Object{Origin: fate.Stored, Pos: x.at(i.Pos()), What: "the element", Family: x.Objects[st.ContentsOf(container)[0]].Family}
	id := x.Object(memory.Key{Found: v}, o)
	x.Elements[id] = container
	x.Picked[v] = code.PicksElement(i)
	st.SetFate(id, fate.Fate{Status: fate.Live})
	return v, id
}

func isFunction(t types.Type) bool {
	_, is := t.Underlying().(*types.Signature)
	return is
}
