package memory

import (
	"cmp"
	"go/types"
	"iter"
	"slices"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"github.com/rcpool/rcpool/tools/internal/ownership/fate"
	"github.com/rcpool/rcpool/tools/internal/ownership/place"
	"github.com/rcpool/rcpool/tools/internal/ownership/term"
	"golang.org/x/tools/go/ssa"
)

// Collect adds what was appended to the contents of a slice.
func (st *State) Collect(slice, added term.Term) {
	delete(st.Marks, Mark{HasReleased, slice, nil})
	var all []fate.Role
	st.Reach(added, func(r fate.Role, _ term.Term) { all = append(all, r) })
	for _, r := range all {
		if c, ok := st.Elements[r.Object]; ok {
			st.Drain(c)
			continue
		}
		if f := st.Fate(r.Object); r.As == fate.AsReference && f.Owned() {
			f.Contained = true
			st.SetFate(r.Object, f)
		}
		if had := st.Containers[slice]; !slices.Contains(had, r) {
			st.Containers[slice] = append(had[:len(had):len(had)], r)
		}
	}
}

// HasIt reports whether what is appended to a list is there already, and was not retained for that: a
// reference, or one that was found in a container of which the list has all.
func (st *State) HasIt(list, added term.Term) (has bool) {
	isThere := func(id fate.ID) bool {
		f := st.Fate(id)
		return f.Status == fate.Live && f.Count == 1 && slices.Contains(st.Containers[list], fate.Reference(id))
	}
	st.Reach(added, func(r fate.Role, _ term.Term) {
		from, isElement := st.Elements[r.Object]
		switch {
		case r.As != fate.AsReference:
		case isElement:
			all := st.ContentsOf(from)
			has = has || len(all) > 0 && st.Fate(r.Object).Count == 0 && !slices.ContainsFunc(all, func(id fate.ID) bool { return !isThere(id) })
		default:
			has = has || isThere(r.Object)
		}
	})
	return has
}

// MayHaveSeveral forgets how many references there are to what is appended to a list that has it
// already, if it was retained: the list has several, each of which its owner releases.
func (st *State) MayHaveSeveral(list, added term.Term) {
	st.Reach(added, func(r fate.Role, _ term.Term) {
		if f := st.Fate(r.Object); r.As == fate.AsReference && f.Count > 1 && slices.Contains(st.Containers[list], r) {
			st.ToTopLive(r.Object)
		}
	})
}

// List notes that a local container leads to a struct. What the struct gets later is found
// through the container, too.
func (st *State) List(v term.Term) {
	if st.Terms.Node(v).Kind == term.Alloc {
		st.Marks[Marked(IsListed, v, nil)] = 1
	}
}

// NoteListed handles a value that came to an address. If a container leads there, this function
// may release it through the container.
func (st *State) NoteListed(addr, v term.Term) {
	if st.Marks[Marked(IsListed, st.Terms.Root(addr), nil)] == 0 {
		return
	}
	st.Reach(v, func(r fate.Role, _ term.Term) {
		if r.As == fate.AsReference {
			st.Marks[Marked(IsDoubtful, 0, r.Object)] = 1
		}
	})
}

// CollectCleanups adds functions to the contents of a list, each as what it releases.
func (st *State) CollectCleanups(list term.Term, released []fate.ID) {
	for _, id := range released {
		f := st.Fate(id)
		f.Contained = f.Contained || f.Owned()
		st.SetFate(id, f)
		if had, r := st.Containers[list], fate.Cleanup(id); !slices.Contains(had, r) {
			st.Containers[list] = append(had[:len(had):len(had)], r)
		}
	}
}

// Local reports whether nobody but this function knows the memory at an address.
func (st *State) Local(addr term.Term) bool {
	root := st.Terms.Root(addr)
	return st.Terms.Node(root).Kind == term.Alloc && !st.Shared[root]
}

// ListOf is the slice or array that an address leads into, if structs that hold
// references are in there, and it is not known which of them is meant.
func (st *State) ListOf(addr term.Term, t types.Type) term.Term {
	for a := addr; ; a = st.Terms.Node(a).A {
		n := st.Terms.Node(a)
		switch {
		case n.Kind != term.Field && n.Kind != term.Index:
			return 0
		case st.HasParts(a):
			return 0 // the index is known
		case n.Kind == term.Index && (a != addr || api.IsStructValue(t)) && st.HoldsObjects(n.A):
			return n.A
		}
	}
}

// ContentsOf lists the objects in a container.
func (st *State) ContentsOf(container term.Term) []fate.ID {
	var ids []fate.ID
	for _, r := range st.Containers[container] {
		if r.As == fate.AsReference || r.As == fate.AsCleanup {
			ids = append(ids, r.Object)
		}
	}
	for _, addr := range st.elementsOf(container) {
		if r, ok := st.Roles[st.Cells[addr]]; ok && r.As == fate.AsReference && !slices.Contains(ids, r.Object) {
			ids = append(ids, r.Object)
		}
	}
	return ids
}

// elementsOf lists the addresses of the elements that were set one by one, in a list
// that is known to this function, or a part of one.
func (st *State) elementsOf(container term.Term) (all []term.Term) {
	if st.Terms.Node(st.Terms.Root(container)).Kind != term.Alloc {
		return nil
	}
	part := st.Terms.Node(container)
	return st.addresses(func(addr term.Term) bool {
		n := st.Terms.Node(addr)
		return n.Kind == term.Index && (n.A == container || part.Kind == term.Slice && n.A == part.A && st.Terms.InSlice(addr, container))
	})
}

// addresses lists the addresses for which is holds among those where something was stored, in the
// order of their terms.
func (st *State) addresses(is func(addr term.Term) bool) (all []term.Term) {
	for addr := range st.Cells {
		if is(addr) {
			all = append(all, addr)
		}
	}
	slices.Sort(all)
	return all
}

// Stored goes through the addresses for which is holds, which makes no terms, and what is stored there,
// in the order of the terms. Where a loop makes terms, or what it finds first decides, the order of a
// map would make another result in each run.
func (st *State) Stored(is func(addr term.Term) bool) iter.Seq2[term.Term, term.Term] {
	return func(yield func(addr, v term.Term) bool) {
		for _, addr := range st.addresses(is) {
			if v, ok := st.Cells[addr]; ok && !yield(addr, v) {
				return
			}
		}
	}
}

// DrainLong makes what the elements of lists lead to top that have more of them than a loop has
// turns here: it would have gone on. It returns these elements.
func (st *State) DrainLong() (left []term.Term) {
	lists := map[term.Term][]term.Term{}
	for addr, v := range st.Stored(func(addr term.Term) bool { return st.Terms.Node(addr).Kind == term.Index }) {
		list := st.Terms.Node(addr).A
		lists[list] = append(lists[list], v)
	}
	for _, list := range term.InOrder(lists) {
		if elements := lists[list]; len(elements) >= MaxTurns {
			left = append(left, elements...)
		}
	}
	for _, v := range left {
		for _, id := range st.Reachable(v) {
			st.ToTopLive(id)
		}
	}
	return left
}

// WholeKnown reports whether no struct around an address was stored as a whole.
func (st *State) WholeKnown(addr, root term.Term) bool {
	for a := addr; ; a = st.Terms.Node(a).A {
		if _, ok := st.Cells[a]; ok && a != addr {
			return false
		}
		if a == root {
			return true
		}
	}
}

// IsInField reports whether a field of some struct was set to what leads to an object.
func (st *State) IsInField(id fate.ID, field *types.Var) bool {
	for addr, v := range st.Cells {
		if st.Fields[addr] == field && slices.Contains(st.Reachable(v), id) {
			return true
		}
	}
	return false
}

// HasParts reports whether something was stored at an address, or inside of what is there.
func (st *State) HasParts(addr term.Term) bool {
	for a := range st.Cells {
		for p := a; p != 0; p = st.Terms.Node(p).A {
			if p == addr {
				return true
			}
			if k := st.Terms.Node(p).Kind; k != term.Field && k != term.Index {
				break
			}
		}
	}
	return false
}

// PartsOf lists what was stored inside of the struct at an address.
func (st *State) PartsOf(addr term.Term) (parts []term.Term) {
	for _, part := range st.Stored(func(a term.Term) bool { return a != addr && st.Terms.Under(a, addr) }) {
		parts = append(parts, part)
	}
	return parts
}

// TakeBack handles a reference that is overwritten at the address where it was
// stored: this function has it again.
func (st *State) TakeBack(addr term.Term) {
	delete(st.Marks, Marked(IsLentAt, addr, nil))
	for id, f := range st.Fates {
		if f.Status == fate.Gone && f.To == addr && (f.How == fate.ToField || f.How == fate.ToGlobal) {
			g := *f
			g.Status, g.Count, g.To, g.Handed = fate.Live, 1, 0, max(g.Handed-1, 0)
			if held, ok := st.Roles[st.Cells[addr]]; f.Looked || !ok || held.Object != id { // and may be elsewhere
				g.Status, g.Count = fate.Top, 0
			}
			st.SetFate(id, g)
		}
	}
}

// CopyParts stores a struct: what is known of its fields goes along.
func (st *State) CopyParts(addr, v term.Term) {
	for a := range st.Cells {
		if a != addr && st.Terms.Under(a, addr) {
			delete(st.Cells, a)
		}
	}
	n := st.Terms.Node(v)
	if n.Kind != term.Load {
		return
	}
	for a, part := range st.Stored(func(a term.Term) bool { return a != n.A && st.Terms.Under(a, n.A) }) {
		to := st.Terms.Rebase(a, n.A, addr)
		st.Cells[to] = part
		if field := st.Fields[a]; field != nil {
			st.Fields[to] = field
		}
	}
}

// Drain makes the elements of a container top: others may take them out.
func (st *State) Drain(container term.Term) { drainage{}.drain(st, container) }

// A drainage is the containers that are drained already: one can have its own elements.
type drainage map[term.Term]bool

func (d drainage) drain(st *State, container term.Term) {
	if d[container] {
		return
	}
	d[container] = true
	delete(st.Marks, Mark{HasReleased, container, nil})
	delete(st.Marks, Mark{HasTwice, container, nil})
	for _, r := range st.Containers[container] {
		d.toTopLive(st, r.Object)
	}
	if len(st.Containers[container]) > 0 {
		delete(st.Containers, container)
	}
	for _, addr := range st.elementsOf(container) {
		for _, id := range st.Reachable(st.Cells[addr]) {
			d.toTopLive(st, id)
		}
	}
}

func (d drainage) toTopLive(st *State, id fate.ID) {
	if c, ok := st.Elements[id]; ok {
		d.drain(st, c)
		return
	}
	if f := st.Fate(id); f.Status == fate.Live {
		st.ToTop(id)
	}
}

// Discard gives up following the elements of a container, whatever happened to them: only
// some of them are in there.
func (st *State) Discard(container term.Term) {
	for _, id := range st.ContentsOf(container) {
		st.ToTop(id)
	}
	st.Drain(container)
}

// Vacate notes that nothing is in a container of this function any more: all places of it are zero.
func (st *State) Vacate(container term.Term) {
	for _, addr := range st.elementsOf(container) {
		st.Cells[addr] = st.Terms.Zero()
	}
	delete(st.Containers, container)
}

// Reachable lists the objects that v is a reference to, or leads to.
func (st *State) Reachable(v term.Term) []fate.ID {
	var ids []fate.ID
	st.Reach(v, func(r fate.Role, _ term.Term) { ids = append(ids, r.Object) })
	return ids
}

// Reach calls found for every role that v has, or leads to through memory of this
// function, through closures and through tuples.
func (st *State) Reach(v term.Term, found func(r fate.Role, v term.Term)) {
	st.reach(v, map[term.Term]bool{}, found)
}

func (st *State) reach(v term.Term, seen map[term.Term]bool, found func(r fate.Role, v term.Term)) {
	if v == 0 || seen[v] {
		return
	}
	seen[v] = true
	r, tracked := st.Roles[v]
	if tracked {
		found(r, v)
	}
	for _, r := range st.Containers[v] {
		found(r, v)
	}
	if tracked {
		return
	}
	within := func(is func(addr term.Term) bool) {
		for addr, part := range st.Stored(is) {
			if !st.byParts(addr, part) {
				st.reach(part, seen, found)
			}
		}
	}
	n := st.Terms.Node(v)
	switch n.Kind {
	case term.Alloc:
		within(func(addr term.Term) bool { return st.Terms.Root(addr) == v })
	case term.Slice:
		within(func(addr term.Term) bool { return st.Terms.InSlice(addr, v) })
	case term.Field, term.Index: // an address inside of something
		within(func(addr term.Term) bool { return st.Terms.Under(addr, v) })
	case term.Load: // a struct, or a pointer that was at the address before another one was stored there
		exchanged := st.isPointer(n.A)
		within(func(addr term.Term) bool {
			return st.Terms.Under(addr, n.A) && !(exchanged && addr == n.A && st.Roles[st.Cells[addr]].As == fate.AsReference)
		})
	case term.Closure:
		for _, b := range st.Closures[v].Bindings {
			st.reach(b, seen, found)
		}
	case term.Pair:
		st.reach(n.A, seen, found)
		st.reach(n.B, seen, found)
	}
}

// FoundIn lists what this function has found in a struct that it has as a whole, such as a
// parameter, and that is as it was: its fields were not set since.
func (st *State) FoundIn(v term.Term) (parts []fate.Role) {
	if n := st.Terms.Node(v); n.Kind == term.Load {
		if len(st.PartsOf(n.A)) > 0 {
			return nil
		}
		v = st.Cells[n.A]
	}
	for t, r := range st.Roles {
		n := st.Terms.Node(t)
		for n.Kind == term.Part && n.Tag == nil && n.A != v {
			n = st.Terms.Node(n.A)
		}
		if n.Kind == term.Part && n.Tag == nil && !slices.Contains(parts, r) {
			parts = append(parts, r)
		}
	}
	slices.SortFunc(parts, func(a, b fate.Role) int { return cmp.Or(cmp.Compare(a.Object, b.Object), cmp.Compare(a.As, b.As)) })
	return parts
}

// isPointer reports whether a field whose address is known has a pointer.
func (st *State) isPointer(addr term.Term) bool {
	field := st.Fields[addr]
	if field == nil {
		return false
	}
	_, ok := field.Type().Underlying().(*types.Pointer)
	return ok
}

// byParts reports whether what is at an address is a struct whose parts are there,
// too: some of them may have changed since.
func (st *State) byParts(addr, v term.Term) bool {
	n := st.Terms.Node(v)
	if n.Kind != term.Load || n.At != (term.At{}) || st.Terms.Node(st.Terms.Root(n.A)).Kind != term.Alloc {
		return false
	}
	for a := range st.Cells {
		if a != addr && st.Terms.Under(a, addr) {
			return true
		}
	}
	return false
}

// Holds reports whether what was put at an address is there, with its reference to an object:
// the part of a struct that referred to the object may have changed.
func (st *State) Holds(addr, v term.Term, id fate.ID) bool {
	return st.Cells[addr] == v && (!st.byParts(addr, v) || slices.Contains(st.Reachable(addr), id))
}

// Expose marks the memory that v leads to as known to others.
func (st *State) Expose(v term.Term) { st.expose(v, map[term.Term]bool{}) }

// expose does so unless v is among the closures that were seen: one may call itself.
func (st *State) expose(v term.Term, seen map[term.Term]bool) {
	switch n := st.Terms.Node(v); n.Kind {
	case term.Alloc:
		if st.Shared[v] {
			return
		}
		st.Shared[v] = true
		for addr, part := range st.Cells {
			if st.Terms.Root(addr) == v {
				st.expose(part, seen)
			}
		}
	case term.Field, term.Index, term.Slice:
		if root := st.Terms.Root(v); st.Terms.Node(root).Kind == term.Alloc {
			st.expose(root, seen)
		}
	case term.Closure:
		if seen[v] {
			return
		}
		seen[v] = true
		c := st.Closures[v]
		for i, b := range c.Bindings {
			if st.Terms.Node(st.Terms.Root(b)).Kind == term.Alloc && !code.Writes(c.Fn, i) {
				for addr, part := range st.Cells { // the variable is only read, so it does not change
					if addr == b || st.Terms.Under(addr, b) {
						st.expose(part, seen)
					}
				}
				continue
			}
			st.expose(b, seen)
		}
	case term.Pair:
		st.expose(n.A, seen)
		st.expose(n.B, seen)
	}
}

// Forget forgets memory that others may have changed.
func (st *State) Forget() {
	st.Epoch++
	st.Tick++
	for evaluation, v := range st.Latest.All() {
		if _, tracked := st.Roles[v]; tracked {
			if key := st.Evaluations.Node(evaluation); key.Kind == term.Load && !st.Local(key.A) {
				st.Latest.Delete(evaluation)
			}
		}
	}
	for addr, v := range st.Stored(func(addr term.Term) bool { return !st.Local(addr) }) {
		if st.isGuard(addr, v) {
			continue
		}
		if r, ok := st.Roles[v]; ok && r.As == fate.AsReference {
			f := st.Fate(r.Object)
			if f.Owned() {
				continue
			}
			if f.Status == fate.Gone && st.Terms.Under(addr, f.To) { // it may still be there, or in a struct that was stored there
				f.Looked, f.To = true, addr
				st.SetFate(r.Object, f)
				continue
			}
		}
		if _, ok := place.Of(st.Terms, addr); ok && (st.replaces(v) || st.MayTell(addr)) { // callers must know that it is not what it was before
			st.Cells[addr] = st.Terms.Make(term.Node{Kind: term.Opaque, Tag: Changed{}, A: addr, N: st.Epoch})
			continue
		}
		delete(st.Cells, addr)
	}
}

// replaces reports whether a value that was stored is no part of what was there before:
// nil, zero, a constant, or something of the caller's.
func (st *State) replaces(v term.Term) bool {
	if _, ok := place.Of(st.Terms, v); ok {
		return true
	}
	n := st.Terms.Node(v)
	return n.Kind <= term.Zero || IsChanged(n)
}

// ForgetWrites forgets the memory to which a function writes that ends with later and
// may run at any time from now on. A zero that it leaves behind is not forgotten: code
// that reads the memory before that gets what the function gives up. What is replaced is
// where nothing is known of it. Callers must know that about their memory, too.
func (st *State) ForgetWrites(later *State) {
	isKnown := func(addr term.Term) bool {
		_, isCallers := place.Of(st.Terms, addr)
		return isCallers || st.Shared[st.Terms.Root(addr)]
	}
	for addr, v := range later.Stored(isKnown) {
		if st.Cells[addr] == v || st.Terms.Node(v).Kind == term.Zero {
			continue
		}
		st.Outdate(addr)
		if r, ok := st.Roles[st.Cells[addr]]; ok && r.As == fate.AsReference {
			st.ToTopLive(r.Object)
		}
		st.Cells[addr] = st.Terms.Make(term.Node{Kind: term.Opaque, Tag: Changed{}, A: addr, N: st.Epoch + 1})
	}
	st.Epoch++
}

// isGuard reports whether a field was set to true, as the one that makes a second
// Close do nothing. Unknown code seldom takes that back.
func (st *State) isGuard(addr, v term.Term) bool {
	set, isBool := st.Terms.AsBool(v)
	return isBool && set && st.Terms.Node(addr).Kind == term.Field
}

// Outdate makes loads of an address, and of what is in there, give other values than
// before.
func (st *State) Outdate(addr term.Term) {
	st.Tick++
	for evaluation := range st.Latest.All() {
		if key := st.Evaluations.Node(evaluation); key.Kind == term.Load && key.A != 0 && st.Terms.Under(key.A, addr) {
			st.Latest.Delete(evaluation)
		}
	}
}

// ForgetUnder forgets the memory that a function of another package was given.
func (st *State) ForgetUnder(args []term.Term) {
	for _, a := range args {
		switch st.Terms.Node(a).Kind {
		case term.Const, term.Nil, term.Zero, term.Func:
			continue
		}
		for addr := range st.Cells {
			if !st.Local(addr) && st.Terms.Under(addr, a) {
				delete(st.Cells, addr)
			}
		}
		st.Tick++
		for evaluation, v := range st.Latest.All() {
			if _, tracked := st.Roles[v]; !tracked {
				continue
			}
			if key := st.Evaluations.Node(evaluation); key.Kind == term.Load && key.A != 0 && !st.Local(key.A) && st.Terms.Under(key.A, a) {
				st.Latest.Delete(evaluation)
			}
		}
	}
}

// Lose hands a value to unknown code: its objects become top.
func (st *State) Lose(v term.Term) {
	st.Reach(v, func(r fate.Role, _ term.Term) {
		if f := st.Fate(r.Object); f.Status == fate.Live {
			st.ToTop(r.Object)
		}
	})
	st.Expose(v)
}

// isVariadic reports whether an address is in the list of a call's last arguments.
func (st *State) isVariadic(addr term.Term) bool {
	list, ok := st.Terms.Node(st.Terms.Root(addr)).Tag.(*ssa.Alloc)
	return ok && list.Comment == "varargs"
}

// IsPart reports whether an object is in a field or an element of something. Its memory
// among the arguments of a variadic function is not, nor is that in its own fields.
func (st *State) IsPart(id fate.ID) bool {
	isOwn := func(addr term.Term) bool { return st.isVariadic(addr) || st.Roles[st.Terms.Root(addr)].Object == id }
	for addr, v := range st.Cells {
		if r, ok := st.Roles[v]; ok && r.Object == id && !(r.As == fate.AsAlias && isOwn(addr)) {
			if k := st.Terms.Node(addr).Kind; k == term.Field || k == term.Index {
				return true
			}
		}
	}
	return false
}

// IsPartByReference reports whether a reference to an object is in a field or an element of
// something.
func (st *State) IsPartByReference(id fate.ID) bool {
	for addr, v := range st.Cells {
		if k := st.Terms.Node(addr).Kind; st.Roles[v] == fate.Reference(id) && (k == term.Field || k == term.Index) {
			return true
		}
	}
	return false
}

// Copied handles an object that is taken out of an interface by value.
func (st *State) Copied(t term.Term, to types.Type) {
	switch to.Underlying().(type) {
	case *types.Struct, *types.Array, *types.Basic:
		if r, ok := st.Roles[t]; ok && !st.IsTyped(r.Object) {
			st.ToTopLive(r.Object)
		}
	}
}

// HoldsObjects reports whether a reference is kept in the memory that t leads to.
func (st *State) HoldsObjects(t term.Term) bool {
	if len(st.Containers[t]) > 0 {
		return true
	}
	switch st.Terms.Node(t).Kind {
	case term.Slice:
		return len(st.Reachable(t)) > 0
	case term.Alloc:
	default:
		return false
	}
	for addr, v := range st.Cells {
		if st.Terms.Root(addr) == t {
			if _, ok := st.Roles[v]; ok {
				return true
			}
		}
	}
	return false
}

// Content is what a captured variable holds.
func (st *State) Content(addr term.Term) term.Term {
	if v, ok := st.Cells[addr]; ok {
		return v
	}
	return addr
}

// Changed is the tag of memory that this function changed and that others may have
// changed since. It has the instruction that has overwritten the memory, if that is known.
type Changed struct{ by ssa.Instruction }

// IsChanged reports whether a node is such memory.
func IsChanged(n term.Node) bool {
	_, ok := n.Tag.(Changed)
	return ok
}
