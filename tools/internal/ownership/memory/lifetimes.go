package memory

import (
	"go/token"
	"go/types"
	"maps"
	"slices"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
	"github.com/rcpool/rcpool/tools/internal/ownership/fate"
	"github.com/rcpool/rcpool/tools/internal/ownership/term"
)

// ToTopLive gives up following an object, if it is live.
func (st *State) ToTopLive(id fate.ID) { drainage{}.toTopLive(st, id) }

// GoesAlong reports whether references of a lease are kept in the object itself,
// which goes where nothing is known of: they go along.
func (st *State) GoesAlong(lease fate.ID) (some bool) {
	for id, f := range st.Fates {
		if f.Inside && st.Objects[id].Lease == lease {
			st.ToTopLive(id)
			some = true
		}
	}
	return some
}

// HeldBy is a live reference of a lease that goes to the caller.
func (st *State) HeldBy(lease fate.ID) fate.ID {
	for _, id := range slices.Sorted(maps.Keys(st.Fates)) {
		if f := st.Fates[id]; st.Objects[id].Lease == lease && f.Status == fate.Gone && f.How == fate.ToResult {
			return id
		}
	}
	return 0
}

// Taken reports whether memory was taken out of the object that it was part of:
// the field that held it was assigned anew.
func (st *State) Taken(t term.Term) bool {
	if st.Outgrown(st.Roles[t]) {
		return true
	}
	for t != 0 {
		if st.Marks[Mark{IsTaken, t, nil}] != 0 {
			return true
		}
		t = st.Terms.Node(t).A
	}
	return false
}

// Outgrown reports whether memory with a role is no part of the object any more: the object
// has other memory now.
func (st *State) Outgrown(r fate.Role) bool {
	return r.As == fate.AsAlias && st.Marks[Mark{IsTaken, 0, r.Object}] != 0
}

// LeaseHeld reports whether a reference of the lease may still be held: by this
// function, or in a place that it knows.
func (st *State) LeaseHeld(lease fate.ID) bool {
	for id, f := range st.Fates {
		if st.Objects[id].Lease != lease {
			continue
		}
		switch {
		case f.Status == fate.Top, f.Status == fate.Live && (f.Count > 0 || st.Objects[id].Origin != fate.Acquired):
			return true
		case f.Status == fate.Gone && (f.Stays || !f.How.IsOneWay()):
			return true
		}
	}
	return false
}

// Over reports whether an address is in an object whose own lease is over: it has
// been reset.
func (st *State) Over(addr term.Term) bool {
	return st.Terms.Mentions(addr, func(t term.Term) bool {
		r, ok := st.Roles[t]
		return ok && st.IsTyped(r.Object) && st.Fate(r.Object).Status == fate.Dead && !st.LeaseHeld(st.Objects[r.Object].Lease)
	})
}

// WasShared notes that another object may have been made of an object's memory.
func (st *State) WasShared(id fate.ID) {
	if f := st.Fates[id]; f != nil && !f.Shared {
		g := *f
		g.Shared = true
		st.SetFate(id, g)
	}
}

// WasReset notes that an object was readied for its next owner.
func (st *State) WasReset(id fate.ID) {
	if f := st.Fate(id); f.Status == fate.Live && !f.Reset {
		f.Reset = true
		st.SetFate(id, f)
	}
}

// Dereference notes that a pointer is not nil: otherwise the path would have ended in a
// panic here. The code does not test it, so a summary does not make it a condition.
func (st *State) Dereference(pointer term.Term) {
	test := st.Terms.IsNilTest(pointer)
	if _, known := st.Facts.Decide(st.Terms, test); !known {
		st.Assume(test, false)
		st.Marks[Marked(IsImplied, test, nil)] = 1
	}
}

// Assume notes that a condition holds or not, with what follows from it. It
// returns false if that contradicts the state.
func (st *State) Assume(t term.Term, value bool) bool {
	if v, ok := st.Facts.Decide(st.Terms, t); ok {
		return v == value
	}
	n := st.Terms.Node(t)
	if n.Kind == term.Not {
		return st.Assume(n.A, !value)
	}
	st.Facts.Learn(st.Terms, t, value)
	st.doubtBeside(t)
	st.doubtTogether(t, value)
	if n.Kind == term.Call && n.Tag == "IsZero" && value {
		if r, ok := st.Roles[n.A]; ok { // there is no reference
			f := st.Fate(r.Object)
			f.Status, f.Count, f.How = fate.Gone, 0, fate.ToResult
			st.SetFate(r.Object, f)
		}
	}
	if n.Kind == term.Binary && value {
		switch n.Tag {
		case token.EQL:
			st.areOne(n.A, n.B)
		case token.LSS:
			st.outgrew(st.Terms.Node(n.A), st.Terms.Node(n.B))
		}
	}
	return true
}

// areOne handles two values that are the same. A dead object that is equal to another one is that
// one by now; and what is nil is no object. A reference that is equal to one of which nothing is known,
// such as a variable that stands for none, is that one: whose it is, is not known.
func (st *State) areOne(v, w term.Term) {
	a, b := st.Roles[v], st.Roles[w]
	for _, id := range []fate.ID{a.Object, b.Object} {
		if f := st.Fate(id); a.Object != 0 && b.Object != 0 && f.Status == fate.Dead {
			st.ToTop(id)
		}
	}
	if a.Object != 0 && b.Object == 0 && (st.Terms.IsNil(w) || a.As == fate.AsReference) {
		st.ToTopLive(a.Object)
	}
	if b.Object != 0 && a.Object == 0 && b.As == fate.AsReference {
		st.ToTopLive(b.Object)
	}
}

// doubtBeside handles a condition on a field that others may have changed, such as the stop
// function that a Close sets to nil. Code that did so may have released the references that
// are in the same struct, and the program knows that by the field.
func (st *State) doubtBeside(condition term.Term) {
	st.Terms.Mentions(condition, func(t term.Term) bool {
		root := st.Terms.Root(st.Terms.Node(t).A)
		if st.Terms.Node(t).Kind != term.Load || !st.Shared[root] {
			return false
		}
		for addr, v := range st.Cells {
			if r := st.Roles[v]; r.As == fate.AsReference && st.Terms.Root(addr) == root && st.Fate(r.Object).Owned() {
				st.Marks[Marked(IsDoubtful, 0, r.Object)] = 1
			}
		}
		return false
	})
}

// doubtTogether handles a condition by which a field is found zero, such as the connection of a
// client that may be closed. Code that assigns the field together with a reference asks it whether
// both are there. So where the reference is, the field is not zero, whatever is known of it. A number
// that came from a caller, or out of some data, is zero where it is zero.
func (st *State) doubtTogether(condition term.Term, holds bool) {
	for at, v := range st.Stored(func(at term.Term) bool { return st.Fields[at] != nil }) { // isFoundZero makes terms
		field := st.Fields[at]
		if api.IsError(field.Type()) || api.IsBasic(field.Type()) && st.Terms.Node(v).Kind != term.Opaque || !st.isFoundZero(v, field.Type(), condition, holds) {
			continue
		}
		for beside, held := range st.Cells {
			if r := st.Roles[held]; r.As != fate.AsReference || !st.Fate(r.Object).Owned() {
				continue
			}
			other := st.Fields[st.fieldIn(st.Terms.Node(at).A, beside)]
			if other != nil && st.SetTogether(field, other) {
				st.Marks[Marked(IsDoubtful, 0, st.Roles[held].Object)] = 1
			}
		}
	}
}

// fieldIn returns the address of the field of a struct that another address is in, or 0.
func (st *State) fieldIn(base, addr term.Term) term.Term {
	for n := st.Terms.Node(addr); n.Kind == term.Field || n.Kind == term.Index; n = st.Terms.Node(n.A) {
		if n.Kind == term.Field && n.A == base {
			return addr
		}
		addr = n.A
	}
	return 0
}

// isFoundZero reports whether a condition, as it was decided, says that a value is zero.
func (st *State) isFoundZero(v term.Term, t types.Type, condition term.Term, holds bool) bool {
	if condition == v {
		return !holds
	}
	return holds && condition == st.Terms.Equal(v, st.Terms.ZeroOf(t))
}

// outgrew notes that memory is no part of an object any more, because its capacity is larger
// than that of the object: something was appended to it.
func (st *State) outgrew(less, more term.Node) {
	if less.Kind != term.Len || more.Kind != term.Len || less.Tag != "cap" || more.Tag != "cap" {
		return
	}
	r := st.Roles[more.A]
	if of := st.Roles[less.A]; r.As == fate.AsAlias && of.Object == r.Object {
		st.Marks[Mark{IsTaken, 0, r.Object}] = 1
	}
}
