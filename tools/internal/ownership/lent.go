package ownership

import (
	"go/types"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"github.com/rcpool/rcpool/tools/internal/ownership/fate"
	"github.com/rcpool/rcpool/tools/internal/ownership/memory"
	"github.com/rcpool/rcpool/tools/internal/ownership/term"
	"golang.org/x/tools/go/ssa"
)

// This file is about lists and maps of what is borrowed: slices of buffers, pointers
// into objects, or structs of these. When all of the objects are dead, then so is each
// element. A container that has anything else in it, too, is mixed: nobody knows which
// element a function takes.

// lentLists are such lists and maps. It asks the accounts which objects may be alive.
type lentLists struct {
	*memory.Values
	accounts *accounts
}

// mixes notes that something was put into a container, if not all of its memory is
// borrowed.
func (l *lentLists) mixes(st *memory.State, container, v term.Term, t types.Type) {
	if !isLent(st, v, t) {
		st.Marks[memory.Marked(memory.IsMixed, container, nil)] = 1
	}
}

// grows notes the same of what is appended to a list, and of the list that it becomes.
func (l *lentLists) grows(st *memory.State, list, grown, added term.Term, t types.Type, foreign bool) {
	mixed := memory.Marked(memory.IsMixed, grown, nil)
	if foreign || !l.isEmpty(list) && (len(st.Containers[list]) == 0 || st.Marks[memory.Marked(memory.IsMixed, list, nil)] != 0) {
		st.Marks[mixed] = 1
	}
	slice, ok := t.Underlying().(*types.Slice)
	elements := 0
	if ok {
		for addr, v := range st.Cells {
			if n := l.Terms.Node(addr); n.Kind == term.Index && n.A == added {
				elements++
				l.mixes(st, grown, v, slice.Elem())
			}
		}
	}
	if elements == 0 { // another list
		st.Marks[mixed] = 1
	}
}

// isEmpty reports whether a list is known to have no elements.
func (l *lentLists) isEmpty(list term.Term) bool {
	n := l.Terms.Node(list)
	if cut, ok := n.Tag.(*ssa.Slice); ok && n.Kind == term.Alloc {
		return code.IsConstZero(cut.High)
	}
	length, known := l.Terms.AsInt(l.Lengths[list])
	return n.Kind == term.Nil || known && length == 0
}

// isLent reports whether all memory that a value leads to is borrowed.
func isLent(st *memory.State, v term.Term, t types.Type) bool {
	if r, ok := st.Roles[v]; ok {
		return r.As != fate.AsReference && r.As != fate.AsCleanup
	}
	u, ok := t.Underlying().(*types.Struct)
	n := st.Terms.Node(v)
	if !ok || n.Kind != term.Load {
		return false
	}
	some := false
	for k := range u.NumFields() {
		if field := u.Field(k).Type(); !api.IsBasic(field) {
			if !isLent(st, st.Cells[st.Terms.Field(n.A, k)], field) {
				return false
			}
			some = true
		}
	}
	return some
}

// lentElement returns an element of a container, or memory in it, if all that is in there
// was borrowed from one object, or from several that are dead by now. 0 is any other.
func (l *lentLists) lentElement(st *memory.State, container, addr term.Term, t types.Type, i ssa.Instruction) term.Term {
	if !l.isAllLent(st, container) {
		return 0
	}
	switch t.Underlying().(type) {
	case *types.Struct:
		return l.Terms.Load(addr) // by its parts
	case *types.Slice, *types.Pointer:
		return st.OpaqueAs(i, 8, fate.Alias(st.Containers[container][0].Object))
	}
	return 0
}

func (l *lentLists) isAllLent(st *memory.State, container term.Term) bool {
	roles := st.Containers[container]
	if len(roles) == 0 || st.Marks[memory.Marked(memory.IsMixed, container, nil)] != 0 || st.HasParts(container) {
		return false
	}
	isDead := func(r fate.Role) bool { return st.Fate(r.Object).Status == fate.Dead && !l.accounts.mayLive(st, r) }
	for _, r := range roles {
		if r.As == fate.AsReference || r.As == fate.AsCleanup || r.Object != roles[0].Object && !(isDead(r) && isDead(roles[0])) {
			return false
		}
	}
	return true
}

// isSplit reports whether a list was made by a function such as bytes.Split, or is a part of such
// a list: its elements are memory of the object that the list has the role of, and the list itself
// is not.
func isSplit(values *memory.Values, list term.Term) bool {
	made, _ := values.MadeBy(list).(ssa.Value)
	for {
		part, ok := made.(*ssa.Slice)
		if !ok {
			break
		}
		made = part.X
	}
	call, ok := made.(*ssa.Call)
	if !ok {
		return false
	}
	callee := code.Callee(&call.Call)
	return callee != nil && callee.Pkg != nil && callee.Pkg.Pkg.Path() == "bytes" && isBytesList(call.Type())
}
