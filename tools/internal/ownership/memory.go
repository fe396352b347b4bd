package ownership

import (
	"cmp"
	"go/token"
	"go/types"
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"github.com/rcpool/rcpool/tools/internal/ownership/mistake"
	"github.com/rcpool/rcpool/tools/internal/ownership/place"
	"github.com/rcpool/rcpool/tools/internal/ownership/term"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"

	"github.com/rcpool/rcpool/tools/internal/ownership/fate"

	"github.com/rcpool/rcpool/tools/internal/ownership/summary"

	"github.com/rcpool/rcpool/tools/internal/ownership/memory"
)

// load reads memory. What was not stored on this path is zero in fresh memory,
// and unknown elsewhere: two loads of one address in different places give the
// same value, unless something was called in between that may have changed it.
func (x *explorer) load(st *memory.State, addr term.Term, t types.Type, i ssa.Instruction, pos token.Pos) term.Term {
	x.touch(st, addr, pos)
	if v, ok := st.Cells[addr]; ok {
		return x.loadStored(st, addr, v, t)
	}
	n := x.Terms.Node(addr)
	switch n.Kind {
	case term.Field:
		if api.IsStructValue(t) && st.HasParts(addr) { // some of which have changed
			return x.Terms.Load(addr)
		}
		if v, way := x.whole(st, addr); v != 0 {
			return x.project(st, v, t, i, way...)
		}
	case term.Index:
		if len(st.ContentsOf(n.A)) > 0 && !api.IsStructValue(t) {
			return x.element(st, n.A, n.B, t, i, 0)
		}
		if v := x.lentElement(st, n.A, addr, t, i); v != 0 {
			return v
		}
	}
	if list := st.ListOf(addr, t); list != 0 {
		return x.loadFromList(st, list, addr, t, i)
	}
	if root := x.Terms.Root(addr); x.Terms.Node(root).Kind == term.Alloc && !st.Shared[root] {
		if st.WholeKnown(addr, root) && !x.inElement(addr) {
			if api.IsStructValue(t) && st.HasParts(addr) {
				return x.loadStruct(st, addr, t)
			}
			return x.Terms.ZeroOf(t)
		}
	}
	switch {
	case n.Kind == term.Global && api.IsError(t):
		v := x.Terms.Load(addr)
		x.Terms.SetNonNil(v)
		return v
	case api.IsStructValue(t):
		return x.loadStruct(st, addr, t)
	}
	return x.loadUnknown(st, addr, t, i)
}

// whole returns the innermost struct that was stored whole and has a field, with the way
// to the field from there. It returns 0 if there is none.
func (x *explorer) whole(st *memory.State, field term.Term) (v term.Term, way []int) {
	for n := x.Terms.Node(field); n.Kind == term.Field; n = x.Terms.Node(n.A) {
		way = append(way, n.N)
		if v, ok := st.Cells[n.A]; ok {
			slices.Reverse(way)
			return v, way
		}
	}
	return 0, nil
}

// loadStored returns what was stored at an address on this path.
func (x *explorer) loadStored(st *memory.State, addr, v term.Term, t types.Type) term.Term {
	if api.IsStructValue(t) { // by its parts, of which some may have changed
		return x.Terms.Load(addr)
	}
	if r, ok := x.Roles[v]; ok && x.blind == 0 {
		if f := st.Fate(r.Object); f.Status == fate.Gone && f.To == addr && !f.Looked {
			f.Looked = true
			st.SetFate(r.Object, f)
		}
	}
	return v
}

// loadFromList returns what is in a list of structs that hold references.
func (x *explorer) loadFromList(st *memory.State, list, addr term.Term, t types.Type, i ssa.Instruction) term.Term {
	if v := x.lentElement(st, list, addr, t, i); v != 0 {
		return v
	}
	for _, id := range st.Reachable(list) {
		st.ToTopLive(id)
	}
	if api.IsRef(t) {
		return st.StoredRef(i)
	}
	return st.Opaque(i, 7)
}

// loadStruct returns a struct that is a value: it is loaded by its parts.
func (x *explorer) loadStruct(st *memory.State, addr term.Term, t types.Type) term.Term {
	v := x.Terms.Load(addr)
	switch r, ok := x.Roles[addr]; {
	case ok && x.embedsCount(addr, r, t):
		x.Roles[v] = fate.Reference(r.Object)
	case ok && r.As == fate.AsReference && x.Objects[r.Object].Family != nil:
		st.ToTopLive(r.Object) // the copy may be its new home
	}
	return v
}

// loadUnknown returns a value of which nothing is known but where it is.
func (x *explorer) loadUnknown(st *memory.State, addr term.Term, t types.Type, i ssa.Instruction) term.Term {
	key := term.Node{Kind: term.Load, A: addr}
	if api.HoldsRef(t) || x.tracksType(t) {
		key.N = st.Epoch
	}
	load, isLoad := i.(*ssa.UnOp)
	if isLoad && x.pkg.IsNeverSet(load.X) {
		return x.Terms.Bool(false)
	}
	if isLoad && x.pkg.AssignedOnce(load.X) {
		v := x.Terms.Make(key) // a captured variable that does not change
		x.Terms.SetRepeats(v)
		return v
	}
	v := x.again(st, key, i)
	if r, ok := x.Roles[addr]; ok && x.embedsCount(addr, r, t) { // its count is that of what it embeds
		x.Roles[v] = fate.Reference(r.Object)
		return v
	}
	if r, ok := x.Roles[addr]; ok && (r.As == fate.AsBorrow || r.As == fate.AsReference || r.As == fate.AsAlias) {
		x.alias(v, addr, r, t)
	}
	return v
}

// inElement reports whether an address is that of an element of a list, or leads into
// one.
func (x *explorer) inElement(addr term.Term) bool {
	for n := x.Terms.Node(addr); n.Kind == term.Field || n.Kind == term.Index; n = x.Terms.Node(n.A) {
		if n.Kind == term.Index {
			return true
		}
	}
	return false
}

// element returns what is taken out of a container. It stands for all elements:
// what happens to it in each turn of a loop happens to all of them.
func (x *explorer) element(st *memory.State, container, index term.Term, t types.Type, i ssa.Instruction, sub int) term.Term {
	if n := x.Terms.Node(container); n.Kind == term.Load && x.Terms.Node(n.A).Kind == term.Alloc { // a copy of an array
		container = n.A
	}
	if i, known := st.Facts.Constant(x.Terms, index); known {
		index = x.Terms.Int(i)
	}
	if v, ok := st.Cells[x.Terms.Index(container, index)]; ok {
		return v
	}
	if len(st.ContentsOf(container)) == 0 {
		if v := x.lentElement(st, container, x.Terms.Index(container, index), t, i); v != 0 {
			return v
		}
		if len(st.Reachable(container)) > 0 { // containers in a container
			st.Drain(container)
			return st.Opaque(i, sub)
		}
		if _, ok := place.Of(x.Terms, container); ok {
			return x.Terms.Make(term.Node{Kind: term.Load, A: x.Terms.Index(container, index)})
		}
		if api.IsRef(t) {
			return st.StoredRef(i)
		}
		return st.Opaque(i, sub)
	}
	if _, known := x.Terms.AsInt(index); known && len(st.Containers[container]) == 0 {
		if api.IsRef(t) && !x.IsOfKnownLength(container) {
			return st.StoredRef(i) // it is there, so the list is longer than what is known of it
		}
		return x.Terms.ZeroOf(t) // not one of those that were set
	}
	if isFunction(t) {
		return x.cleanupElement(st, container, i, sub)
	}
	if x.Objects[st.ContentsOf(container)[0]].Family == nil && !api.IsRef(t) { // what holds references
		st.Drain(container)
		return st.Opaque(i, sub)
	}
	v, id := x.anyElement(st, container, i, sub)
	x.Picked[v] = x.Picked[v] || code.PicksSame(i)
	if _, known := x.Terms.AsInt(index); !known && len(st.Containers[container]) == 0 && !x.Picked[v] {
		x.Rest[id] = true // one more turn of a loop over elements that are known one by one
	}
	x.Roles[v] = fate.Reference(id)
	return v
}

// releaseElements releases all elements of a container, if this happens in each
// turn of a loop. Otherwise the elements become top.
//
// If one element is released, and each of them later, then that one is released twice.
func (x *explorer) releaseElements(st *memory.State, element fate.ID, container term.Term, m moment) {
	if st.Marks[memory.Marked(memory.IsCut, container, nil)] != 0 { // it is not in there any more
		st.Discard(container)
		return
	}
	one := memory.Marked(memory.HasReleased, container, nil)
	if _, every := code.EveryTurn(x.current); (!every || x.IsPicked(element)) && !x.Rest[element] {
		for _, id := range st.ContentsOf(container) {
			st.ToTopLive(id)
		}
		st.Marks[one] = int(m.pos)
		return
	}
	if pos := st.Marks[one]; pos != 0 && token.Pos(pos) != m.pos {
		x.find(st, mistake.Finding{Mistake: mistake.DoubleRelease{OneOfAll: true}, Pos: token.Pos(pos), Object: element, Other: m.pos, Then: mistake.AllReleased})
		delete(st.Marks, one)
	}
	x.forElements(st, container, func(id fate.ID) {
		if !x.Rest[element] || st.Fate(id).Status == fate.Live {
			x.release(st, id, m)
		}
	})
}

func (x *explorer) forElements(st *memory.State, container term.Term, do func(fate.ID)) {
	header, every := code.EveryTurn(x.current)
	if !every {
		st.Drain(container)
		return
	}
	st.Marks[memory.Marked(memory.IsEmptied, container, header)] = 1
	if !st.First(memory.Marked(memory.IsDealtWith, container, x.current)) {
		return // in a turn before
	}
	for _, id := range st.ContentsOf(container) {
		do(id)
	}
}

// useElements reports the use of what a container holds, if all is released.
func (x *explorer) useElements(st *memory.State, container term.Term, pos token.Pos) {
	if x.isEmptying(st, container, x.current) || slices.ContainsFunc(x.sites, func(s *site) bool { return x.isEmptying(st, container, s.instr) }) {
		return // each turn has an element of its own
	}
	ids := st.ContentsOf(container)
	for _, id := range ids {
		if st.Fate(id).Status != fate.Dead {
			return
		}
	}
	for _, id := range ids {
		x.use(st, fate.Reference(id), pos)
	}
}

// isEmptying reports whether an instruction is in a loop that releases all that a container
// holds, one by one.
func (x *explorer) isEmptying(st *memory.State, container term.Term, i ssa.Instruction) bool {
	header, _ := code.EveryTurn(i)
	return header != nil && st.Marks[memory.Marked(memory.IsEmptied, container, header)] != 0
}

// embedsCount reports whether a counted object is counted by what it embeds.
func (x *explorer) embedsCount(addr term.Term, r fate.Role, t types.Type) bool {
	o := &x.Objects[r.Object]
	f := x.Fields[addr]
	return f != nil && f.Embedded() && o.Counted() && x.table.Releasable(t)
}

// thisCall is the tag of what one call has evaluated.
type thisCall struct{ ssa.Instruction }

// again is the value of something that is evaluated once more: at another
// place the same, at the same place (in a loop) another. A call whose summary names a place
// several times names the same value.
func (x *explorer) again(st *memory.State, key term.Node, i ssa.Instruction) term.Term {
	site := term.Node{Kind: key.Kind, A: key.A, B: key.B, N: key.N, Tag: i}
	now := site
	if _, isCall := i.(ssa.CallInstruction); isCall && key.Kind == term.Load {
		now.Tag, now.At = thisCall{i}, st.Turn(i)
	}
	if v, ok := st.Latest[key]; ok {
		if _, here := st.Latest[site]; !here || now != site && st.Latest[now] == v {
			st.Latest[site], st.Latest[now] = v, v
			return v
		}
	}
	n := key
	n.At = st.Turn(i)
	n.At.Tick = st.Tick
	v := x.Terms.Make(n)
	st.Latest[key], st.Latest[site], st.Latest[now] = v, v, v
	if x.repeatsAt(i) {
		x.Terms.SetRepeats(v)
	}
	return v
}

func (x *explorer) repeatsAt(i ssa.Instruction) bool {
	return x.pkg.Function(i.Parent()).Repeats(i)
}

// alias gives what is loaded from an object a role of its own, if it is memory
// that goes to the next owner.
func (x *explorer) alias(v, addr term.Term, r fate.Role, t types.Type) {
	if x.IsTyped(r.Object) && r.As == fate.AsReference {
		return
	}
	n := x.Terms.Node(addr)
	o := &x.Objects[r.Object]
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
		v := x.Fields[addr]
		kept = v != nil && (x.pkg.IsReused(v) && !x.isGivenAnew(o, v) || x.table.AliasField(v)) || o.Counted() && o.Origin == fate.Acquired
	} else if n.Kind == term.Index {
		kept = kept || x.isSplit(n.A)
	} else if r.As == fate.AsBorrow {
		kept = true
	}
	if kept {
		if _, ok := x.Roles[v]; !ok {
			x.Roles[v] = fate.Alias(r.Object)
		}
	}
}

// isGivenAnew reports whether who takes an object out of its pool gives it the memory of a field.
func (x *explorer) isGivenAnew(o *fate.Object, field *types.Var) bool {
	pool, ok := x.Terms.Node(o.Pool).Tag.(*ssa.Global)
	return ok && x.Terms.Node(o.Pool).Kind == term.Global && x.pkg.IsGivenAnew(pool, field)
}

// project is a field of a struct that is a value, or of a struct in it.
func (x *explorer) project(st *memory.State, v term.Term, t types.Type, i ssa.Instruction, way ...int) term.Term {
	switch n := x.Terms.Node(v); n.Kind {
	case term.Zero:
		return x.Terms.ZeroOf(t)
	case term.Load:
		addr := n.A
		for _, field := range way {
			addr = x.Terms.Field(addr, field)
		}
		if part, ok := st.Cells[addr]; ok {
			if api.IsStructValue(t) { // by its parts, of which some may have changed
				return x.Terms.Load(addr)
			}
			return part
		}
		if st.Cells[n.A] != v && x.depth < maxCopies { // else it is the struct itself, of which no more is known
			x.depth++
			defer func() { x.depth-- }()
			return x.load(st, addr, t, i, x.at(i.Pos()))
		}
	}
	for _, field := range way {
		v = x.Terms.Make(term.Node{Kind: term.Part, A: v, N: field})
	}
	return v
}

// store writes memory. Storing a reference where others find it hands it over.
// Storing a borrowed object there makes a loan.
func (x *explorer) store(st *memory.State, addr, v term.Term, pos token.Pos, i ssa.Instruction) {
	x.touch(st, addr, pos)
	x.noteLate(st, addr, v)
	if r, ok := x.Roles[addr]; ok {
		x.overwrites(st, r, addr, v, i)
	} else if s, ok := i.(*ssa.Store); ok && x.Terms.Node(x.Terms.Root(addr)).Kind == term.Param {
		x.adds(st, addr, s)
	}
	if x.Terms.Node(v) == (term.Node{Kind: term.Load, A: addr}) {
		return // a struct that is there already
	}
	kind := x.Terms.Node(addr).Kind
	isPart := kind == term.Field || kind == term.Index
	if isPart && x.applying == 0 {
		x.useDead(st, v, pos)
	}
	if isPart || !st.Local(addr) {
		x.courses.loseTrack(st, v)
	}
	x.preserve(st, addr, i)
	x.keepWeakly(st, addr, v)
	if st.Local(addr) {
		x.storeLocal(st, addr, v)
		return
	}
	if held, ok := x.Roles[v]; ok && x.Inside(addr, held.Object) {
		x.storeInside(st, addr, v, held, pos)
		return
	}
	st.TakeBack(addr)
	st.Outdate(addr)
	x.mayOverwrite(st, addr, i)
	for old := range st.Cells { // a struct that is overwritten
		if old != addr && x.Terms.Node(old).A == addr {
			delete(st.Cells, old)
		}
	}
	way := x.wayOf(addr)
	_, tracked := x.Roles[v]
	switch {
	case way == fate.ToField && x.Terms.Node(x.Terms.Root(addr)).Kind == term.Opaque && (!tracked || x.Counts(v)):
		st.Lose(v) // a field of something that came from somewhere
		x.caller.noteExposed(st, v)
	default:
		x.handOn(st, v, way, pos, addr, false)
	}
	st.CopyParts(addr, v)
	st.Cells[addr] = v
}

// storeLocal writes memory that nobody else knows.
func (x *explorer) storeLocal(st *memory.State, addr, v term.Term) {
	if list := x.unknownElement(addr); list != 0 {
		x.storeSomewhere(st, list, v)
		return
	}
	if n := x.Terms.Node(addr); n.Kind == term.Index && len(st.Containers[n.A]) > 0 {
		delete(st.Marks, memory.Marked(memory.HasReleased, n.A, nil))
		if len(st.Reachable(v)) > 0 { // in place of one of those that were appended
			x.storeSomewhere(st, n.A, v)
			return
		}
	}
	if _, made := x.Terms.Node(x.Terms.Root(addr)).Tag.(rebuilt); made && x.applying == 0 {
		st.Lose(v) // a value that others made may have an owner
	}
	st.CopyParts(addr, v)
	st.Cells[addr] = v
}

// mayOverwrite handles a store into a struct that was found through a pointer, such as the
// neighbour of a list's element. It may be a struct that is known by another name: what is in
// the same field of that is not known any more, if it leads to a struct itself.
func (x *explorer) mayOverwrite(st *memory.State, addr term.Term, i ssa.Instruction) {
	field := x.Fields[addr]
	if field == nil || x.Terms.Node(x.Terms.Node(addr).A).Kind != term.Load {
		return
	}
	pointer, ok := field.Type().Underlying().(*types.Pointer)
	if !ok || !api.IsStructValue(pointer.Elem()) {
		return
	}
	same := map[term.Term]bool{}
	note := func(a term.Term) {
		if _, tracked := x.Roles[st.Cells[a]]; a != addr && a != 0 && x.Fields[a] == field && !tracked && !st.Local(a) {
			same[a] = true
		}
	}
	for key := range st.Latest {
		if key.Kind == term.Load {
			note(key.A)
		}
	}
	for a := range st.Cells {
		note(a)
	}
	for a := range same {
		st.Cells[a] = st.Overwritten(a, i)
	}
}

// overwrites notes a store into an object. What was at the address is not its memory any
// more, nor is any of its memory if the object itself is overwritten, as a pooled pointer
// to a slice is.
func (x *explorer) overwrites(st *memory.State, r fate.Role, addr, v term.Term, i ssa.Instruction) {
	if old, ok := st.Latest[term.Node{Kind: term.Load, A: addr}]; ok && x.Roles[old].As == fate.AsAlias && x.Roles[v].Object != r.Object {
		st.Marks[memory.Marked(memory.IsTaken, old, nil)] = 1
	}
	x.renews(st, r, addr, v)
	if n := x.Terms.Node(addr); n.Kind == term.Index && x.isSplit(n.A) && x.Roles[v].Object != r.Object {
		st.Marks[memory.Marked(memory.IsTaken, n.A, nil)] = 1 // perhaps each element is
	}
	x.wrote(st, r, addr, i)
	x.isHeldBy(st, r, v, i)
	all := memory.Marked(memory.IsTaken, 0, r.Object)
	if r.As == fate.AsReference && x.Roles[v].Object != r.Object {
		st.Marks[all] = 1
	} else {
		delete(st.Marks, all)
	}
}

// renews notes a store of other memory into the field whose memory goes to the next owner.
// What a callee has said to be memory of the object was that of the field.
func (x *explorer) renews(st *memory.State, r fate.Role, addr, v term.Term) {
	field := x.Fields[addr]
	if field == nil || !x.pkg.IsReused(field) || x.Roles[v].Object == r.Object {
		return
	}
	for t, role := range x.Roles {
		if role == fate.Alias(r.Object) && x.Terms.Node(t).Kind != term.Load {
			st.Marks[memory.Marked(memory.IsTaken, t, nil)] = 1
		}
	}
}

// isHeldBy notes that a slice which came from somewhere is the memory of a pooled pointer
// to a slice, since it was stored there.
func (x *explorer) isHeldBy(st *memory.State, r fate.Role, v term.Term, i ssa.Instruction) {
	s, ok := i.(*ssa.Store)
	if o := &x.Objects[r.Object]; !ok || r.As != fate.AsReference || !o.Lossy() || o.Origin != fate.Acquired {
		return
	}
	if _, isSlice := s.Val.Type().Underlying().(*types.Slice); !isSlice {
		return
	}
	if _, called := s.Val.(*ssa.Call); !called || x.Roles[v].Object != 0 || x.Terms.Node(v).Kind != term.Opaque {
		return
	}
	x.Roles[v] = fate.Alias(r.Object)
}

// unknownElement returns the list that an address leads into, at an index that is not
// known; 0 if there is none.
func (x *explorer) unknownElement(addr term.Term) term.Term {
	for n := x.Terms.Node(addr); n.Kind == term.Field || n.Kind == term.Index; n = x.Terms.Node(n.A) {
		if n.Kind == term.Index {
			if _, known := x.Terms.AsInt(n.B); !known {
				return n.A
			}
		}
	}
	return 0
}

// storeSomewhere puts a value into some element of a list, unknown which. Any of them
// may be overwritten, and each may be what is loaded later.
func (x *explorer) storeSomewhere(st *memory.State, list, v term.Term) {
	st.Drain(list)
	st.Lose(v)
	x.caller.noteExposed(st, v)
	for addr := range st.Cells {
		if addr != list && x.Terms.Under(addr, list) {
			delete(st.Cells, addr)
		}
	}
	st.Outdate(list)
}

// keepWeakly handles references that are put into a variable which perhaps does not own
// what it holds.
func (x *explorer) keepWeakly(st *memory.State, addr, v term.Term) {
	variable := x.VariableAt(addr)
	if variable == nil || !x.pkg.KeepsWeakly(variable) {
		return
	}
	st.Reach(v, func(r fate.Role, _ term.Term) {
		if r.As == fate.AsReference && x.IsTyped(r.Object) {
			st.ToTopLive(r.Object)
		}
	})
}

// storeInside puts an object, or memory of it, into the object itself.
func (x *explorer) storeInside(st *memory.State, addr, v term.Term, held fate.Role, pos token.Pos) {
	st.TakeBack(addr)
	ref := held.As == fate.AsReference && x.IsTyped(held.Object)
	if ref && x.Terms.Mentions(addr, func(t term.Term) bool { return x.Terms.Node(t).Kind == term.Load }) { // but behind a pointer
		x.move(st, held.Object, fate.ToField, pos, addr)
	} else if ref {
		f := st.Fate(held.Object)
		f.Inside = true
		st.SetFate(held.Object, f)
	}
	holder := st.Fate(held.Object)
	for _, r := range st.Containers[v] { // appended to its memory
		switch {
		case r.As != fate.AsReference || !x.IsTyped(r.Object):
		case holder.Status == fate.Gone || holder.Status == fate.Live && holder.Count == 0: // which others have, too
			x.move(st, r.Object, fate.ToField, pos, addr)
		default: // the object may release it
			st.ToTopLive(r.Object)
		}
	}
	st.Cells[addr] = v
}

// preserve handles a struct that is about to be overwritten. Structs are loaded by
// their parts, so values that were loaded from it before get memory of their own,
// with the same parts.
func (x *explorer) preserve(st *memory.State, addr term.Term, i ssa.Instruction) {
	whole, loaded := x.Terms.Made(term.Node{Kind: term.Load, A: addr})
	if !loaded {
		return
	}
	var copies []ssa.Value
	var copiedTo []term.Term
	var typ *types.Struct
	for v, t := range st.Env {
		if t == whole {
			copies = append(copies, v)
			if u, ok := v.Type().Underlying().(*types.Struct); ok {
				typ = u
			}
		}
	}
	for a, t := range st.Cells {
		if t == whole {
			copiedTo = append(copiedTo, a)
		}
	}
	if len(copies)+len(copiedTo) == 0 {
		return
	}
	own := x.Terms.Make(term.Node{Kind: term.Alloc, Tag: preserved{i}, At: st.Turn(i)})
	kept := x.Terms.Load(own)
	switch {
	case st.Local(addr):
		for a, part := range maps.Clone(st.Cells) {
			if x.Terms.Under(a, addr) {
				st.Cells[x.Terms.Rebase(a, addr, own)] = part
			}
		}
	case typ != nil && api.HoldsRef(typ):
		for k := range typ.NumFields() {
			part := x.Terms.Field(addr, k)
			st.Cells[x.Terms.Field(own, k)] = x.load(st, part, typ.Field(k).Type(), i, x.at(i.Pos()))
		}
	default:
		kept = x.Terms.Make(term.Node{Kind: term.Opaque, Tag: preserved{i}, At: st.Turn(i)})
	}
	for _, v := range copies {
		st.Env[v] = kept
	}
	for _, a := range copiedTo {
		st.Cells[a] = kept
	}
}

// preserved is the tag of memory that preserve makes.
type preserved struct{ by ssa.Instruction }

// adds notes a store that adds to what a parameter's object holds.
func (x *explorer) adds(st *memory.State, addr term.Term, s *ssa.Store) {
	var f fate.Fate
	x.written(&f, addr, s)
	switch {
	case f.Reset:
		x.caller.noteEffect(st, x.Terms.Root(addr), summary.Effect{Kind: summary.Readies})
	case f.Wrote:
		x.caller.noteEffect(st, x.Terms.Root(addr), summary.Effect{Kind: summary.Dirties})
	}
}

func (x *explorer) wayOf(addr term.Term) fate.Handover {
	switch x.Terms.Node(x.Terms.Root(addr)).Kind {
	case term.Global:
		return fate.ToGlobal
	}
	if x.Terms.Node(addr).Kind == term.Index {
		return fate.ToContainer
	}
	return fate.ToField
}

// useDead reports a value that is put somewhere after its object went back to a lossy
// pool. What was put there before may have been forgotten there.
func (x *explorer) useDead(st *memory.State, v term.Term, pos token.Pos) {
	r, ok := x.Roles[v]
	if !ok {
		return
	}
	if o := &x.Objects[r.Object]; o.Lossy() && st.Fate(r.Object).Status == fate.Dead {
		x.use(st, r, pos)
	}
}

// put adds a value to a map, or to a slice that is not known element by
// element.
func (x *explorer) put(st *memory.State, container, v term.Term, pos token.Pos) {
	x.useDead(st, v, pos)
	x.keepWeakly(st, x.Terms.Node(container).A, v)
	if len(st.Reachable(v)) == 0 {
		if !st.Local(container) {
			x.caller.noteExposed(st, v)
			st.Expose(v) // it may get references later
		}
		return
	}
	if st.Local(container) {
		st.Collect(container, v)
		x.storedFarAway(st, container)
		return
	}
	x.handOn(st, v, fate.ToContainer, pos, container, false)
}

// handOn hands over everything that v leads to. Owned references move; borrowed
// ones become loans.
func (x *explorer) handOn(st *memory.State, v term.Term, how fate.Handover, pos token.Pos, addr term.Term, loop bool) {
	leases := map[fate.ID]bool{} // leases that move along, so borrows from them stay valid
	roles := behind(st, v)
	for _, r := range roles {
		if r.As == fate.AsReference || r.As == fate.AsCleanup {
			if f := st.Fate(r.Object); f.Owned() {
				leases[x.Objects[r.Object].Lease] = true
			}
		}
	}
	for _, r := range roles {
		f := st.Fate(r.Object)
		o := &x.Objects[r.Object]
		switch {
		case r.As == fate.AsReference || r.As == fate.AsCleanup:
			if f.Status == fate.Dead && how != fate.ToField && how != fate.ToContainer && how != fate.ToGlobal {
				x.use(st, r, pos)
				continue
			}
			x.move(st, r.Object, how, pos, addr)
		case leases[o.Lease]:
		case st.GoesAlong(o.Lease):
		case f.Status == fate.Dead:
			x.use(st, r, pos)
		case f.Status == fate.Live && !x.inPooled(addr):
			x.courses.lend(st, r.Object, fate.Loan{How: how, Pos: pos, Addr: addr, Held: v, Loop: loop})
		}
	}
	if _, ok := place.Of(x.Terms, addr); !ok || how != fate.ToField && how != fate.ToGlobal { // a summary tells what is set
		x.caller.noteLoan(st, v, how, addr)
		x.caller.noteBehind(st, v)
	}
	st.Expose(v)
}

// behind lists the roles of what a value leads to, in the order of the objects.
func behind(st *memory.State, v term.Term) (roles []fate.Role) {
	st.Reach(v, func(r fate.Role, _ term.Term) {
		if !slices.Contains(roles, r) {
			roles = append(roles, r)
		}
	})
	slices.SortFunc(roles, func(a, b fate.Role) int { return cmp.Or(cmp.Compare(a.Object, b.Object), cmp.Compare(a.As, b.As)) })
	return roles
}

// inPooled reports whether an address is in an object of a lossy pool that this
// function has taken: it goes back too, and lets go of what is in it.
func (x *explorer) inPooled(addr term.Term) bool {
	return addr != 0 && x.Terms.Mentions(addr, x.isPooled)
}

func (x *explorer) isPooled(t term.Term) bool {
	r, ok := x.Roles[t]
	if !ok {
		return false
	}
	o := &x.Objects[r.Object]
	return o.Lossy() && o.Origin == fate.Acquired
}

// stays reports whether what is handed over in a way is then in memory that others find.
func stays(how fate.Handover) bool {
	return how == fate.ToField || how == fate.ToGlobal || how == fate.ToContainer
}

// move hands one reference over.
func (x *explorer) move(st *memory.State, id fate.ID, how fate.Handover, pos token.Pos, addr term.Term) {
	if c, ok := x.Elements[id]; ok {
		if x.IsPicked(id) {
			st.Drain(c)
			return
		}
		x.forElements(st, c, func(id fate.ID) { x.move(st, id, how, pos, addr) })
		return
	}
	pos = x.placed(id, pos)
	f := st.Fate(id)
	o := &x.Objects[id]
	if f.Status != fate.Live {
		if f.Status == fate.Gone && stays(how) && stays(f.How) && addr != f.To { // two have it, of which one is no owner
			f.Handed++
			st.SetFate(id, f)
		}
		if f.Status == fate.Gone && (how == fate.ToGoroutine || how == fate.ToChannel) && (f.How == fate.ToGoroutine || f.How == fate.ToChannel) {
			if o.KeepsLent(&f) { // it follows those that were retained: none is left
				f.Taken, f.At, f.How, f.To = 0, pos, how, addr
				f.Handed++
				st.SetFate(id, f)
				return
			}
			x.find(st, mistake.Finding{Mistake: mistake.Escape{How: how, Again: true}, Pos: pos, Object: id, Other: f.At, Then: mistake.HandedBefore})
			st.ToTop(id)
		}
		return
	}
	switch {
	case f.Count > 1:
		f.Count--
		f.Handed++
	case f.Count == 1:
		f.Count, f.Status, f.At, f.How, f.To, f.Contained = 0, fate.Gone, pos, how, addr, false
		f.Handed++
		f.Looked, f.Stays = x.applying > 0, false // a callee may have put it elsewhere as well
	case o.Counted(): // a counted object that is lent: the new holder retains it
		f.Unretained++
	case o.Origin == fate.Stored || o.Origin == fate.Param: // a copy of somebody's reference
		if how == fate.ToGoroutine || how == fate.ToChannel {
			x.courses.lend(st, id, fate.Loan{How: how, Pos: pos, Addr: addr, Held: addr})
		}
		return
	default:
		f.Status = fate.Top
	}
	st.SetFate(id, f)
}
