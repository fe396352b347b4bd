package ownership

import (
	"go/token"
	"go/types"
	"slices"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"github.com/rcpool/rcpool/tools/internal/ownership/fate"
	"github.com/rcpool/rcpool/tools/internal/ownership/memory"
	"github.com/rcpool/rcpool/tools/internal/ownership/place"
	"github.com/rcpool/rcpool/tools/internal/ownership/term"
	"golang.org/x/tools/go/ssa"
)

// loads reads memory: variables, fields, and the elements of lists and maps. To read is to use
// what the memory belongs to, which the accounts enter. What was not stored on the path is zero or
// unknown; it may be memory of an object, or stand for all that a container holds.
type loads struct {
	*memory.Values
	where    *position
	accounts *accounts
	lent     *lentLists
	pkg      *code.Package
	table    *api.Table
	depth    int // of structs that are copies of others
}

const maxCopies = 32 // structs that are copies of others

// load reads memory. What was not stored on this path is zero in fresh memory,
// and unknown elsewhere: two loads of one address in different places give the
// same value, unless something was called in between that may have changed it.
func (l *loads) load(st *memory.State, addr term.Term, t types.Type, i ssa.Instruction, pos token.Pos) term.Term {
	if !l.loadsCount(st, addr, i) {
		l.accounts.touch(st, addr, pos)
	}
	if v, ok := st.Cells[addr]; ok {
		return l.loadStored(st, addr, v, t)
	}
	n := l.Terms.Node(addr)
	switch n.Kind {
	case term.Field:
		if api.IsStructValue(t) && st.HasParts(addr) { // some of which have changed
			return l.Terms.Load(addr)
		}
		if v, way := whole(st, addr); v != 0 {
			return l.project(st, v, t, i, way...)
		}
	case term.Index:
		if v := l.knownElement(st, addr, t, i); v != 0 {
			return v
		}
	}
	if list := st.ListOf(addr, t); list != 0 {
		return l.loadFromList(st, list, addr, t, i)
	}
	if root := l.Terms.Root(addr); l.Terms.Node(root).Kind == term.Alloc && !st.Shared[root] {
		if st.WholeKnown(addr, root) && !l.inElement(addr) {
			if api.IsStructValue(t) && st.HasParts(addr) {
				return l.loadStruct(st, addr, t)
			}
			return l.Terms.ZeroOf(t)
		}
	}
	switch {
	case n.Kind == term.Global && api.IsError(t):
		v := l.Terms.Load(addr)
		l.Terms.SetNonNil(v)
		return v
	case api.IsStructValue(t):
		return l.loadStruct(st, addr, t)
	}
	return l.loadUnknown(st, addr, t, i)
}

// knownElement returns an element of a list of which is known what is in it; 0 is any other.
func (l *loads) knownElement(st *memory.State, addr term.Term, t types.Type, i ssa.Instruction) term.Term {
	n := l.Terms.Node(addr)
	switch {
	case len(st.ContentsOf(n.A)) > 0 && !api.IsStructValue(t):
		return l.element(st, n.A, n.B, t, i, 0)
	case len(literalsIn(st, n.A)) > 0:
		return elementOf(st, n.A, i, 0)
	}
	return l.lent.lentElement(st, n.A, addr, t, i)
}

// loadStored returns what was stored at an address on this path.
func (l *loads) loadStored(st *memory.State, addr, v term.Term, t types.Type) term.Term {
	if api.IsStructValue(t) { // by its parts, of which some may have changed
		return l.Terms.Load(addr)
	}
	if r, ok := l.Roles[v]; ok && l.where.blind == 0 {
		if f := st.Fate(r.Object); f.Status == fate.Gone && f.To == addr && !f.Looked {
			f.Looked = true
			st.SetFate(r.Object, f)
		}
	}
	return v
}

// loadFromList returns what is in a list of structs that hold references.
func (l *loads) loadFromList(st *memory.State, list, addr term.Term, t types.Type, i ssa.Instruction) term.Term {
	if v := l.lent.lentElement(st, list, addr, t, i); v != 0 {
		return v
	}
	if load, ok := i.(*ssa.UnOp); !ok || !isInOtherFields(st, list, load.X) {
		for _, id := range st.Reachable(list) {
			st.ToTopLive(id)
		}
	}
	if api.IsRef(t) {
		return st.StoredRef(i)
	}
	return st.Opaque(i, 7)
}

// isInOtherFields reports whether an address is that of one field of an element of a list, and all
// that is known to be in the list is borrowed, and was put into other fields of such elements: it is
// not there.
func isInOtherFields(st *memory.State, list term.Term, addr ssa.Value) bool {
	at, ok := addr.(*ssa.FieldAddr)
	if !ok {
		return false
	}
	element := slices.Collect(api.Deref(at.X.Type()).Underlying().(*types.Struct).Fields())
	some, all := false, true
	st.Reach(list, func(r fate.Role, _ term.Term) {
		isIn := func(f *types.Var) bool { return st.IsInField(r.Object, f) }
		isBorrowed := r.As == fate.AsBorrow || r.As == fate.AsAlias
		some, all = true, all && isBorrowed && !isIn(code.FieldOf(at)) && slices.ContainsFunc(element, isIn)
	})
	return some && all
}

// loadStruct returns a struct that is a value: it is loaded by its parts.
func (l *loads) loadStruct(st *memory.State, addr term.Term, t types.Type) term.Term {
	v := l.Terms.Load(addr)
	switch r, ok := l.Roles[addr]; {
	case ok && l.embedsCount(addr, r, t):
		l.Roles[v] = fate.Reference(r.Object)
	case ok && r.As == fate.AsReference && l.Objects[r.Object].Family != nil:
		st.ToTopLive(r.Object) // the copy may be its new home
	}
	return v
}

// loadUnknown returns a value of which nothing is known but where it is.
func (l *loads) loadUnknown(st *memory.State, addr term.Term, t types.Type, i ssa.Instruction) term.Term {
	key := term.Node{Kind: term.Load, A: addr}
	if api.HoldsRef(t) || l.table.CountsPointer(t) {
		key.N = st.Epoch
	}
	load, isLoad := i.(*ssa.UnOp)
	if isLoad && l.pkg.IsNeverSet(load.X) {
		return l.Terms.Bool(false)
	}
	if isLoad && l.pkg.AssignedOnce(load.X) {
		v := l.Terms.Make(key) // a captured variable that does not change
		l.Terms.SetRepeats(v)
		return v
	}
	v := l.again(st, key, i)
	if r, ok := l.Roles[addr]; ok && l.embedsCount(addr, r, t) { // its count is that of what it embeds
		l.Roles[v] = fate.Reference(r.Object)
		return v
	}
	if r, ok := l.Roles[addr]; ok && (r.As == fate.AsBorrow || r.As == fate.AsReference || r.As == fate.AsAlias) {
		l.alias(v, addr, r, t)
	}
	return v
}

// inElement reports whether an address is that of an element of a list, or leads into
// one.
func (l *loads) inElement(addr term.Term) bool {
	for n := l.Terms.Node(addr); n.Kind == term.Field || n.Kind == term.Index; n = l.Terms.Node(n.A) {
		if n.Kind == term.Index {
			return true
		}
	}
	return false
}

// element returns what is taken out of a container. It stands for all elements:
// what happens to it in each turn of a loop happens to all of them.
func (l *loads) element(st *memory.State, container, index term.Term, t types.Type, i ssa.Instruction, sub int) term.Term {
	if n := l.Terms.Node(container); n.Kind == term.Load && l.Terms.Node(n.A).Kind == term.Alloc { // a copy of an array
		container = n.A
	}
	if i, known := st.Facts.Constant(l.Terms, index); known {
		index = l.Terms.Int(i)
	}
	if v, ok := st.Cells[l.Terms.Index(container, index)]; ok {
		return v
	}
	if len(st.ContentsOf(container)) == 0 {
		return l.unknownElement(st, container, index, t, i, sub)
	}
	if _, known := l.Terms.AsInt(index); known && len(st.Containers[container]) == 0 {
		if api.IsRef(t) && !l.IsOfKnownLength(container) {
			return st.StoredRef(i) // it is there, so the list is longer than what is known of it
		}
		return l.Terms.ZeroOf(t) // not one of those that were set
	}
	if isFunction(t) {
		return l.cleanupElement(st, container, i, sub)
	}
	if l.Objects[st.ContentsOf(container)[0]].Family == nil && !api.IsRef(t) { // what holds references
		st.Drain(container)
		return st.Opaque(i, sub)
	}
	v, id := l.anyElement(st, container, i, sub)
	l.Picked[v] = l.Picked[v] || code.PicksSame(i)
	if _, known := l.Terms.AsInt(index); !known && len(st.Containers[container]) == 0 && !l.Picked[v] {
		l.Rest[id] = true // one more turn of a loop over elements that are known one by one
	}
	l.Roles[v] = fate.Reference(id)
	return v
}

// unknownElement returns what is taken out of a container of which it is not known that there are
// references in it.
func (l *loads) unknownElement(st *memory.State, container, index term.Term, t types.Type, i ssa.Instruction, sub int) term.Term {
	if v := l.lent.lentElement(st, container, l.Terms.Index(container, index), t, i); v != 0 {
		return v
	}
	if len(st.Reachable(container)) > 0 { // containers in a container
		st.Drain(container)
		return st.Opaque(i, sub)
	}
	if _, ok := place.Of(l.Terms, container); ok {
		return l.Terms.Make(term.Node{Kind: term.Load, A: l.Terms.Index(container, index)})
	}
	if api.IsRef(t) {
		return st.StoredRef(i)
	}
	return st.Opaque(i, sub)
}

// cleanupElement returns a function that is taken out of a list. It stands for all of them,
// if each is known for what it releases.
func (l *loads) cleanupElement(st *memory.State, list term.Term, i ssa.Instruction, sub int) term.Term {
	if !isCleanupList(st, list) {
		st.Drain(list)
		return elementOf(st, list, i, sub)
	}
	v, id := l.anyElement(st, list, i, sub)
	l.Roles[v] = fate.Cleanup(id)
	l.Terms.SetNonNil(v)
	return v
}

// elementOf returns a value that is an element of a container, nobody knows which.
func elementOf(st *memory.State, container term.Term, i ssa.Instruction, sub int) term.Term {
	return st.Terms.Make(term.Node{Kind: term.Opaque, Tag: i, At: st.Turn(i), N: sub, A: container})
}

// anyElement returns a value that stands for each element of a container, and its object.
func (l *loads) anyElement(st *memory.State, container term.Term, i ssa.Instruction, sub int) (term.Term, fate.ID) {
	v := elementOf(st, container, i, sub)
	o := fate.Object{Origin: fate.Stored, Pos: l.where.at(i.Pos()), What: "the element", Family: l.Objects[st.ContentsOf(container)[0]].Family}
	id := l.Object(memory.Key{Found: v}, o)
	l.Elements[id] = container
	l.Picked[v] = code.PicksElement(i)
	st.SetFate(id, fate.Fate{Status: fate.Live})
	return v, id
}

// embedsCount reports whether a counted object is counted by what it embeds.
func (l *loads) embedsCount(addr term.Term, r fate.Role, t types.Type) bool {
	o := &l.Objects[r.Object]
	f := l.Fields[addr]
	return f != nil && f.Embedded() && o.Counted() && l.table.Releasable(t)
}

// isReleased reports whether a field of a dead object is its count, which is only there to
// release the object: it is released twice then, and not used.
func (l *loads) isReleased(st *memory.State, base term.Term, i *ssa.FieldAddr) bool {
	r, ok := l.Roles[base]
	if !ok || r.As != fate.AsReference || !l.Objects[r.Object].Counted() || st.Fate(r.Object).Status != fate.Dead || !code.FieldOf(i).Embedded() {
		return false
	}
	return l.areReleases(i) || len(*i.Referrers()) > 0 && !slices.ContainsFunc(*i.Referrers(), func(use ssa.Instruction) bool {
		load, ok := use.(*ssa.UnOp)
		return !ok || load.Op != token.MUL || !l.table.Releasable(load.Type()) || !l.areReleases(load)
	})
}

// loadsCount reports whether an instruction loads the count of a dead object to release it.
func (l *loads) loadsCount(st *memory.State, addr term.Term, i ssa.Instruction) bool {
	load, ok := i.(*ssa.UnOp)
	if !ok {
		return false
	}
	at, ok := load.X.(*ssa.FieldAddr)
	return ok && l.isReleased(st, l.Terms.Node(addr).A, at)
}

// areReleases reports whether a value is only there for calls that release what it counts.
func (l *loads) areReleases(v ssa.Value) bool {
	return len(*v.Referrers()) > 0 && !slices.ContainsFunc(*v.Referrers(), func(use ssa.Instruction) bool {
		call, ok := use.(ssa.CallInstruction)
		if !ok || len(call.Common().Args) != 1 {
			return true
		}
		u := l.table.Lookup(code.Object(call.Common()))
		return u == nil || u.Operation != api.Release
	})
}

// again is the value of something that is evaluated once more: at another
// place the same, at the same place (in a loop) another. A call whose summary names a place
// several times names the same value.
func (l *loads) again(st *memory.State, key term.Node, i ssa.Instruction) term.Term {
	site := term.Node{Kind: key.Kind, A: key.A, B: key.B, N: key.N, Tag: i}
	now := site
	if _, isCall := i.(ssa.CallInstruction); isCall && key.Kind == term.Load {
		now.Tag, now.At = thisCall{i}, st.Turn(i)
	}
	before, here, again := l.Evaluations.Make(key), l.Evaluations.Make(site), l.Evaluations.Make(now)
	if v, ok := st.Latest.Get(before); ok {
		if _, was := st.Latest.Get(here); !was || again != here && st.Latest.At(again) == v {
			st.Latest.Set(here, v)
			st.Latest.Set(again, v)
			return v
		}
	}
	n := key
	n.At = st.Turn(i)
	n.At.Tick = st.Tick
	v := l.Terms.Make(n)
	for _, evaluation := range []term.Term{before, here, again} {
		st.Latest.Set(evaluation, v)
	}
	if l.repeatsAt(i) {
		l.Terms.SetRepeats(v)
	}
	return v
}

func (l *loads) repeatsAt(i ssa.Instruction) bool {
	return l.pkg.Function(i.Parent()).Repeats(i)
}

// alias gives what is loaded from an object a role of its own, if it is memory
// that goes to the next owner.
func (l *loads) alias(v, addr term.Term, r fate.Role, t types.Type) {
	if l.IsTyped(r.Object) && r.As == fate.AsReference {
		return
	}
	n := l.Terms.Node(addr)
	o := &l.Objects[r.Object]
	kept := r.As == fate.AsReference // *bp of a pooled *[]byte
	switch t.Underlying().(type) {
	case *types.Slice:
	case *types.Map: // *mp of a pooled *map; those in fields are made anew or kept, which is not known
		if !kept || !o.Lossy() || n.Kind == term.Field || n.Kind == term.Index {
			return
		}
	default:
		return
	}
	if n.Kind == term.Field {
		v := l.Fields[addr]
		kept = v != nil && (l.pkg.IsReused(v) && !l.isGivenAnew(o, v) || l.table.AliasField(v)) || o.Counted() && o.Origin == fate.Acquired
	} else if n.Kind == term.Index {
		kept = kept || isSplit(l.Values, n.A)
	} else if r.As == fate.AsBorrow {
		kept = true
	}
	if kept {
		if _, ok := l.Roles[v]; !ok {
			l.Roles[v] = fate.Alias(r.Object)
		}
	}
}

// isGivenAnew reports whether who takes an object out of its pool gives it the memory of a field.
func (l *loads) isGivenAnew(o *fate.Object, field *types.Var) bool {
	pool, ok := l.Terms.Node(o.Pool).Tag.(*ssa.Global)
	return ok && l.Terms.Node(o.Pool).Kind == term.Global && l.pkg.IsGivenAnew(pool, field)
}

// project is a field of a struct that is a value, or of a struct in it.
func (l *loads) project(st *memory.State, v term.Term, t types.Type, i ssa.Instruction, way ...int) term.Term {
	switch n := l.Terms.Node(v); n.Kind {
	case term.Zero:
		return l.Terms.ZeroOf(t)
	case term.Load:
		addr := n.A
		for _, field := range way {
			addr = l.Terms.Field(addr, field)
		}
		if part, ok := st.Cells[addr]; ok {
			if api.IsStructValue(t) { // by its parts, of which some may have changed
				return l.Terms.Load(addr)
			}
			return part
		}
		if st.Cells[n.A] != v && l.depth < maxCopies { // else it is the struct itself, of which no more is known
			l.depth++
			defer func() { l.depth-- }()
			return l.load(st, addr, t, i, l.where.at(i.Pos()))
		}
	}
	for _, field := range way {
		v = l.Terms.Make(term.Node{Kind: term.Part, A: v, N: field})
	}
	return v
}

// whole returns the innermost struct that was stored whole and has a field, with the way
// to the field from there. It returns 0 if there is none.
func whole(st *memory.State, field term.Term) (v term.Term, way []int) {
	for n := st.Terms.Node(field); n.Kind == term.Field; n = st.Terms.Node(n.A) {
		way = append(way, n.N)
		if v, ok := st.Cells[n.A]; ok {
			slices.Reverse(way)
			return v, way
		}
	}
	return 0, nil
}

// thisCall is the tag of what one call has evaluated.
type thisCall struct{ ssa.Instruction }
