package ownership

import (
	"go/token"
	"go/types"

	"github.com/rcpool/rcpool/tools/internal/ownership/fate"
	"github.com/rcpool/rcpool/tools/internal/ownership/memory"
	"github.com/rcpool/rcpool/tools/internal/ownership/term"
)

// builtin carries out append, copy and the like.
func (x *explorer) builtin(st *memory.State, s *site, name string) term.Term {
	switch name {
	case "len", "cap":
		if len(s.args) == 1 {
			return x.length(st, s.args[0], name)
		}
	case "recover":
		if !st.Panicked {
			return x.Terms.Nil()
		}
		st.Recovered = true
		t := st.Opaque(s.instr, 0)
		x.Terms.SetNonNil(t)
		return t
	case "append":
		return x.appends(st, s)
	case "copy":
		for _, a := range s.args {
			x.touch(st, a, s.pos)
		}
		if x.deep(s.common.Args[0].Type()) {
			st.Lose(s.args[1])
		}
	case "delete", "clear":
		x.empties(st, s.args[0])
	case "SliceData", "String", "StringData", "Slice":
		if len(s.args) > 0 {
			if r, ok := x.Roles[s.args[0]]; ok {
				x.touch(st, s.args[0], s.pos)
				return st.OpaqueAs(s.instr, 2, fate.Alias(r.Object))
			}
		}
	}
	return st.Opaque(s.instr, 0)
}

// length returns what len or cap returns.
func (x *explorer) length(st *memory.State, of term.Term, name string) term.Term {
	if n, ok := x.Lengths[of]; ok && name == "len" {
		return n
	}
	if x.Terms.IsNil(of) {
		return x.Terms.Int(0)
	}
	t := x.Terms.Make(term.Node{Kind: term.Len, A: of, Tag: name})
	if n := len(st.ContentsOf(of)); n > 0 {
		b := st.Facts.Bound(t)
		b.Low = max(b.Low, 1)
		st.Facts.SetBound(t, b)
	}
	return t
}

// outgrows reports whether what is appended to a list does not fit into its memory, as far
// as the path has asked: the result is new memory.
func (x *explorer) outgrows(st *memory.State, args []term.Term) bool {
	if len(args) < 2 {
		return false
	}
	of := func(list term.Term, name string) term.Term {
		return x.Terms.Make(term.Node{Kind: term.Len, A: list, Tag: name})
	}
	size := x.Terms.Binary(token.ADD, of(args[0], "len"), of(args[1], "len"))
	larger, known := st.Facts.Decide(x.Terms, x.Terms.Binary(token.GTR, size, of(args[0], "cap")))
	return known && larger
}

// appends returns the list that append returns.
func (x *explorer) appends(st *memory.State, s *site) term.Term {
	base := s.args[0]
	x.touch(st, base, s.pos)
	t := st.Fresh(s.instr, 2)
	switch r, ok := x.Roles[base]; {
	case !ok, r.As == fate.AsAlias && x.outgrows(st, s.args):
	case r.As != fate.AsReference:
		t = st.OpaqueAs(s.instr, 2, r)
	default:
		t = base
	}
	st.Containers[t] = append([]fate.Role(nil), st.Containers[base]...)
	n := x.Terms.Node(base)
	foreign := n.Kind != term.Nil && !st.Local(base)
	if !foreign { // elements that were set one by one
		for addr, v := range st.Cells {
			if n.Kind == term.Slice && x.Terms.InSlice(addr, base) || x.Terms.Root(addr) == base {
				st.Collect(t, v)
				x.caller.keepIn(st, t, addr, v)
			}
		}
	}
	if len(s.args) > 1 {
		x.appendAll(st, s, base, t, foreign)
	}
	if len(st.Containers[t]) == 0 {
		delete(st.Containers, t)
		if foreign && x.Roles[t].Object == 0 {
			t = st.Opaque(s.instr, 2)
		}
	}
	delete(st.Containers, base)
	x.storedFarAway(st, t)
	return t
}

// appendAll adds what is appended to a list to the list that it becomes. A list is foreign
// if others know its memory.
func (x *explorer) appendAll(st *memory.State, s *site, base, t term.Term, foreign bool) {
	added := s.args[1]
	for addr, v := range st.Cells { // memory that the caller lent goes along
		switch {
		case x.Terms.Root(addr) != added:
		case foreign:
			x.caller.noteExposed(st, v)
			x.caller.noteAppended(st, s, v)
			st.Expose(v)
		default:
			x.caller.keepIn(st, t, addr, v)
		}
	}
	if r, ok := x.Roles[added]; ok && r.As == fate.AsAlias {
		x.touch(st, added, s.pos) // copied
	} else if x.deep(s.common.Args[1].Type()) {
		x.grows(st, base, t, added, s.common.Args[1].Type(), foreign)
		if isFunction(s.common.Args[1].Type().Underlying().(*types.Slice).Elem()) {
			x.collectFunctions(st, t, added)
		} else {
			st.Collect(t, added)
		}
		x.caller.exposeElements(added)
	}
}

// empties takes what a map or a slice holds out of it.
func (x *explorer) empties(st *memory.State, container term.Term) {
	st.Drain(container)
	x.mayTakeOut(st, container)
	x.keepers.emptied(st, container)
	if r, ok := x.Roles[container]; ok {
		st.WasReset(r.Object)
	}
	for id := range st.Fates {
		st.EndLoans(id, func(l fate.Loan) bool { return l.How == fate.ToContainer })
	}
}

// deep reports whether elements of a slice can be references.
func (x *explorer) deep(slice types.Type) bool {
	if u, ok := slice.Underlying().(*types.Slice); ok {
		_, basic := u.Elem().Underlying().(*types.Basic)
		return !basic
	}
	return false
}
