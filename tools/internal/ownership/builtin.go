package ownership

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
	"github.com/rcpool/rcpool/tools/internal/ownership/fate"
	"github.com/rcpool/rcpool/tools/internal/ownership/memory"
	"github.com/rcpool/rcpool/tools/internal/ownership/term"
)

// builtins carries out append, copy and the like: what containers have after that, and what
// goes with it. The caller's effects are told what is appended to a list of the caller's.
type builtins struct {
	*memory.Values
	where        *position
	accounts     *accounts
	lent         *lentLists
	cleanupLists *cleanupLists
	caller       *callerEffects
	keepers      *keepers
}

// call carries out append, copy and the like.
func (bs *builtins) call(st *memory.State, s *site, name string) term.Term {
	switch name {
	case "len", "cap":
		if len(s.args) == 1 {
			return length(st, s.args[0], name)
		}
	case "recover":
		if !st.Panicked {
			return bs.Terms.Nil()
		}
		st.Recovered = true
		t := st.Opaque(s.instr, 0)
		bs.Terms.SetNonNil(t)
		return t
	case "append":
		return bs.appends(st, s)
	case "copy":
		for _, a := range s.args {
			bs.accounts.touch(st, a, s.pos)
		}
		if r, ok := bs.Roles[s.args[0]]; ok && !st.Fate(r.Object).Wrote { // what is changed there afterwards is not of the last owner
			st.WasReset(r.Object)
		}
		if deep(s.common.Args[0].Type()) {
			st.Lose(s.args[1])
		}
	case "delete", "clear":
		bs.empties(st, s.args[0])
		dropsStructs(st, s.common.Args[0].Type())
	case "SliceData", "String", "StringData", "Slice":
		if len(s.args) > 0 {
			if r, ok := bs.Roles[s.args[0]]; ok {
				bs.accounts.touch(st, s.args[0], s.pos)
				return st.OpaqueAs(s.instr, 2, fate.Alias(r.Object))
			}
		}
	}
	return st.Opaque(s.instr, 0)
}

// length returns what len or cap returns.
func length(st *memory.State, of term.Term, name string) term.Term {
	if n, ok := st.Lengths[of]; ok && name == "len" {
		return n
	}
	if st.Terms.IsNil(of) {
		return st.Terms.Int(0)
	}
	t := st.Terms.Make(term.Node{Kind: term.Len, A: of, Tag: name})
	if len(st.ContentsOf(of)) > 0 || len(literalsIn(st, of)) > 0 {
		b := st.Facts.Bound(t)
		b.Low = max(b.Low, 1)
		st.Facts.SetBound(t, b)
	}
	return t
}

// outgrows reports whether what is appended to a list does not fit into its memory, as far
// as the path has asked: the result is new memory.
func outgrows(st *memory.State, args []term.Term) bool {
	if len(args) < 2 {
		return false
	}
	of := func(list term.Term, name string) term.Term {
		return st.Terms.Make(term.Node{Kind: term.Len, A: list, Tag: name})
	}
	size := st.Terms.Binary(token.ADD, of(args[0], "len"), of(args[1], "len"))
	larger, known := st.Facts.Decide(st.Terms, st.Terms.Binary(token.GTR, size, of(args[0], "cap")))
	return known && larger
}

// appends returns the list that append returns.
func (bs *builtins) appends(st *memory.State, s *site) term.Term {
	base := s.args[0]
	bs.accounts.touch(st, base, s.pos)
	t := st.Fresh(s.instr, 2)
	switch r, ok := bs.Roles[base]; {
	case !ok, r.As == fate.AsAlias && outgrows(st, s.args):
	case r.As != fate.AsReference:
		t = st.OpaqueAs(s.instr, 2, r)
	default:
		t = base
	}
	st.Containers[t] = append([]fate.Role(nil), st.Containers[base]...)
	n := bs.Terms.Node(base)
	foreign := n.Kind != term.Nil && !st.Local(base)
	if !foreign { // elements that were set one by one
		isIn := func(addr term.Term) bool {
			return n.Kind == term.Slice && bs.Terms.InSlice(addr, base) || bs.Terms.Root(addr) == base
		}
		for addr, v := range st.Stored(isIn) {
			st.Collect(t, v)
			bs.caller.keepIn(st, t, addr, v)
			bs.caller.noteAppended(st, s, v)
			keepLiteral(st, t, addr, v)
		}
	}
	if len(s.args) > 1 {
		bs.appendAll(st, s, base, t, foreign)
	}
	if len(st.Containers[t]) == 0 {
		delete(st.Containers, t)
		if foreign && bs.Roles[t].Object == 0 {
			t = st.Opaque(s.instr, 2)
		}
	}
	if t != base { // else it is the same container, and has what was added
		delete(st.Containers, base)
	}
	bs.where.storedFarAway(st, t)
	return t
}

// inserts returns the list that slices.Insert returns: it has what is inserted as if that were
// appended, since nobody knows which element is where.
func (bs *builtins) inserts(st *memory.State, s *site) term.Term {
	appended, common := *s, *s.common
	common.Args = []ssa.Value{common.Args[0], common.Args[2]}
	appended.common, appended.args = &common, []term.Term{s.args[0], s.args[2]}
	return bs.appends(st, &appended)
}

// appendAll adds what is appended to a list to the list that it becomes. A list is foreign
// if others know its memory.
func (bs *builtins) appendAll(st *memory.State, s *site, base, t term.Term, foreign bool) {
	added := s.args[1]
	for addr, v := range st.Stored(func(addr term.Term) bool { return bs.Terms.Root(addr) == added }) { // memory that the caller lent goes along
		if foreign {
			bs.caller.noteExposed(st, v)
			bs.caller.noteAppended(st, s, v)
			st.Expose(v)
		} else {
			bs.caller.keepIn(st, t, addr, v)
			st.List(v)
		}
	}
	if r, ok := bs.Roles[added]; ok && r.As == fate.AsAlias {
		bs.accounts.touch(st, added, s.pos) // copied
	} else if deep(s.common.Args[1].Type()) {
		bs.lent.grows(st, base, t, added, s.common.Args[1].Type(), foreign)
		if isFunction(s.common.Args[1].Type().Underlying().(*types.Slice).Elem()) {
			bs.cleanupLists.collectFunctions(st, t, added)
		} else {
			bs.addsAgain(st, base, t, added, s.pos)
			st.MayHaveSeveral(t, added)
			st.Collect(t, added)
		}
		bs.caller.exposeElements(added)
	}
}

// addsAgain notes a reference that is appended to a list which has it already. Of a list that was
// cut it is not known what it still has.
func (bs *builtins) addsAgain(st *memory.State, base, t, added term.Term, pos token.Pos) {
	twice := memory.Marked(memory.HasTwice, t, nil)
	if at := st.Marks[memory.Marked(memory.HasTwice, base, nil)]; at != 0 {
		st.Marks[twice] = at
	} else if st.Marks[memory.Marked(memory.IsCut, base, nil)] == 0 && st.HasIt(t, added) {
		st.Marks[twice] = int(pos)
	}
}

// empties takes what a map or a slice holds out of it.
func (bs *builtins) empties(st *memory.State, container term.Term) {
	st.Drain(container)
	mayTakeOut(st, container)
	bs.keepers.emptied(st, container)
	if r, ok := bs.Roles[container]; ok {
		st.WasReset(r.Object)
	}
	for id := range st.Fates {
		st.EndLoans(id, func(l fate.Loan) bool { return l.How == fate.ToContainer })
	}
}

// dropsStructs notes that a map has lost structs: nobody finds what is in their fields any more.
func dropsStructs(st *memory.State, container types.Type) {
	if u, ok := api.Deref(api.ElementType(container.Underlying())).Underlying().(*types.Struct); ok {
		for f := range u.Fields() {
			st.Marks[memory.Marked(memory.IsDropped, 0, f.Origin())] = 1
		}
	}
}
