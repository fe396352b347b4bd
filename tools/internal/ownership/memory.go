package ownership

import (
	"cmp"
	"go/token"
	"go/types"
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"github.com/rcpool/rcpool/tools/internal/ownership/place"
	"github.com/rcpool/rcpool/tools/internal/ownership/term"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"

	"github.com/rcpool/rcpool/tools/internal/ownership/fate"

	"github.com/rcpool/rcpool/tools/internal/ownership/summary"
)

// local reports whether nobody but this function knows the memory at an address.
func (x *explorer) local(st *state, addr term.Term) bool {
	root := x.ts.Root(addr)
	return x.ts.Node(root).Kind == term.Alloc && !st.escaped[root]
}

// load reads memory. What was not stored on this path is zero in fresh memory,
// and unknown elsewhere: two loads of one address in different places give the
// same value, unless something was called in between that may have changed it.
func (x *explorer) load(st *state, addr term.Term, t types.Type, i ssa.Instruction, pos token.Pos) term.Term {
	x.touch(st, addr, pos)
	if v, ok := st.mem[addr]; ok {
		if api.IsStructValue(t) { // by its parts, of which some may have changed
			return x.ts.Load(addr)
		}
		if r, ok := x.roles[v]; ok && x.blind == 0 {
			if f := st.fate(r.Object); f.Status == fate.Gone && f.To == addr && !f.Looked {
				f.Looked = true
				st.setFate(r.Object, f)
			}
		}
		return v
	}
	n := x.ts.Node(addr)
	if n.Kind == term.Field { // a field of a struct that was stored whole
		if v, ok := st.mem[n.A]; ok {
			return x.project(st, v, n.N, t, i)
		}
	}
	if n.Kind == term.Index && len(x.contentsOf(st, n.A)) > 0 && !api.IsStructValue(t) {
		return x.element(st, n.A, n.B, t, i, 0)
	}
	if list := x.listOf(st, addr, t); list != 0 { // in a list of structs that hold references
		for _, id := range x.reachable(st, list) {
			x.toTopLive(st, id)
		}
		if api.IsRef(t) {
			return x.storedRef(st, i)
		}
		return x.opaque(st, i, 7)
	}
	if root := x.ts.Root(addr); x.ts.Node(root).Kind == term.Alloc && !st.escaped[root] {
		if x.wholeKnown(st, addr, root) && n.Kind != term.Index {
			if api.IsStructValue(t) && x.hasParts(st, addr) {
				return x.ts.Load(addr)
			}
			return x.ts.ZeroOf(t)
		}
	}
	if n.Kind == term.Global && api.IsError(t) {
		v := x.ts.Load(addr)
		x.ts.SetNonNil(v)
		return v
	}
	// Struct values are loaded by their parts.
	if api.IsStructValue(t) {
		v := x.ts.Load(addr)
		switch r, ok := x.roles[addr]; {
		case ok && x.embedsCount(addr, r, t):
			x.roles[v] = fate.Reference(r.Object)
		case ok && r.As == fate.AsReference && x.objects[r.Object].Family != nil:
			x.toTopLive(st, r.Object) // the copy may be its new home
		}
		return v
	}
	key := term.Node{Kind: term.Load, A: addr}
	if api.HoldsRef(t) || x.tracksType(t) {
		key.N = st.epoch
	}
	if load, ok := i.(*ssa.UnOp); ok && x.pkg.AssignedOnce(load.X) {
		v := x.ts.Make(key) // a captured variable that does not change
		x.ts.SetRepeats(v)
		return v
	}
	v := x.again(st, key, i)
	if r, ok := x.roles[addr]; ok && x.embedsCount(addr, r, t) { // its count is that of what it embeds
		x.roles[v] = fate.Reference(r.Object)
		return v
	}
	if r, ok := x.roles[addr]; ok && (r.As == fate.AsBorrow || r.As == fate.AsReference || r.As == fate.AsAlias) {
		x.alias(st, v, addr, r, t)
	}
	return v
}

// listOf is the slice or array that an address leads into, if structs that hold
// references are in there, and it is not known which of them is meant.
func (x *explorer) listOf(st *state, addr term.Term, t types.Type) term.Term {
	for a := addr; ; a = x.ts.Node(a).A {
		n := x.ts.Node(a)
		switch {
		case n.Kind != term.Field && n.Kind != term.Index:
			return 0
		case x.hasParts(st, a):
			return 0 // the index is known
		case n.Kind == term.Index && (a != addr || api.IsStructValue(t)) && x.holdsObjects(st, n.A):
			return n.A
		}
	}
}

// contentsOf lists the objects in a container.
func (x *explorer) contentsOf(st *state, container term.Term) []fate.ID {
	var ids []fate.ID
	for _, r := range st.contents[container] {
		if r.As == fate.AsReference {
			ids = append(ids, r.Object)
		}
	}
	if x.ts.Node(container).Kind != term.Alloc {
		return ids
	}
	for _, addr := range slices.Sorted(maps.Keys(st.mem)) {
		if n := x.ts.Node(addr); n.Kind == term.Index && n.A == container {
			if r, ok := x.roles[st.mem[addr]]; ok && r.As == fate.AsReference && !slices.Contains(ids, r.Object) {
				ids = append(ids, r.Object)
			}
		}
	}
	return ids
}

// element returns what is taken out of a container. It stands for all elements:
// what happens to it in each turn of a loop happens to all of them.
func (x *explorer) element(st *state, container, index term.Term, t types.Type, i ssa.Instruction, sub int) term.Term {
	if n := x.ts.Node(container); n.Kind == term.Load && x.ts.Node(n.A).Kind == term.Alloc { // a copy of an array
		container = n.A
	}
	if v, ok := st.mem[x.ts.Index(container, index)]; ok {
		return v
	}
	if len(x.contentsOf(st, container)) == 0 {
		if len(x.reachable(st, container)) > 0 { // containers in a container
			x.drain(st, container)
			return x.opaque(st, i, sub)
		}
		if _, ok := place.Of(x.ts, container); ok {
			return x.ts.Make(term.Node{Kind: term.Load, A: x.ts.Index(container, index)})
		}
		if api.IsRef(t) {
			return x.storedRef(st, i)
		}
		return x.opaque(st, i, sub)
	}
	if _, known := x.ts.AsInt(index); known && len(st.contents[container]) == 0 {
		return x.ts.ZeroOf(t) // not one of those that were set
	}
	if x.objects[x.contentsOf(st, container)[0]].Family == nil && !api.IsRef(t) { // what holds references
		x.drain(st, container)
		return x.opaque(st, i, sub)
	}
	v := x.ts.Make(term.Node{Kind: term.Opaque, Tag: i, At: x.turn(st, i), N: sub, A: container})
	id := x.object(objectKey{found: v}, fate.Object{Origin: fate.Stored, Pos: i.Pos(), What: "the element", Place: place.Place{}})
	x.objects[id].Family = x.objects[x.contentsOf(st, container)[0]].Family
	x.elements[id] = container
	if _, known := x.ts.AsInt(index); !known && len(st.contents[container]) == 0 {
		x.rest[id] = true // one more turn of a loop over elements that are known one by one
	}
	x.roles[v] = fate.Reference(id)
	st.setFate(id, fate.Fate{Status: fate.Live})
	return v
}

// releaseElements releases all elements of a container, if this happens in each
// turn of a loop. Otherwise the elements become top.
func (x *explorer) releaseElements(st *state, element fate.ID, container term.Term, m moment) {
	x.forElements(st, container, func(id fate.ID) {
		if !x.rest[element] || st.fate(id).Status == fate.Live {
			x.release(st, id, m)
		}
	})
}

func (x *explorer) forElements(st *state, container term.Term, do func(fate.ID)) {
	header, every := code.EveryTurn(x.current)
	if !every {
		x.drain(st, container)
		return
	}
	st.latest[doneIn(container, header)] = container
	done := x.ts.Make(term.Node{Kind: term.Call, A: container, Tag: x.current})
	if st.latest[term.Node{Kind: term.Call, A: done}] != 0 {
		return // in a turn before
	}
	st.latest[term.Node{Kind: term.Call, A: done}] = done
	for _, id := range x.contentsOf(st, container) {
		do(id)
	}
}

// useElements reports the use of what a container holds, if all is released.
func (x *explorer) useElements(st *state, container term.Term, pos token.Pos) {
	if header, _ := code.EveryTurn(x.current); header != nil && st.latest[doneIn(container, header)] != 0 {
		return // each turn has an element of its own
	}
	ids := x.contentsOf(st, container)
	for _, id := range ids {
		if st.fate(id).Status != fate.Dead {
			return
		}
	}
	for _, id := range ids {
		x.use(st, fate.Reference(id), pos)
	}
}

// doneIn is the key under which a state notes that a loop has released the elements
// of a container.
func doneIn(container term.Term, header *ssa.BasicBlock) term.Node {
	return term.Node{Kind: term.Call, A: container, Tag: header}
}

// embedsCount reports whether a counted object is counted by what it embeds.
func (x *explorer) embedsCount(addr term.Term, r fate.Role, t types.Type) bool {
	o := &x.objects[r.Object]
	f := x.fields[addr]
	return f != nil && f.Embedded() && o.Family != nil && o.Family.Counted && x.releasable(t)
}

// again is the value of something that is evaluated once more: at another
// place.Place the same, at the same place.Place (in a loop) another.
func (x *explorer) again(st *state, key term.Node, i ssa.Instruction) term.Term {
	site := term.Node{Kind: key.Kind, A: key.A, B: key.B, N: key.N, Tag: i}
	if v, ok := st.latest[key]; ok {
		if _, here := st.latest[site]; !here {
			st.latest[site] = v
			return v
		}
	}
	n := key
	n.At = x.turn(st, i)
	n.At.Tick = st.tick
	v := x.ts.Make(n)
	st.latest[key], st.latest[site] = v, v
	if x.repeatsAt(i) {
		x.ts.SetRepeats(v)
	}
	return v
}

func (x *explorer) repeatsAt(i ssa.Instruction) bool {
	return x.pkg.Function(i.Parent()).Repeats(i)
}

// alias gives what is loaded from an object a role of its own, if it is memory
// that goes to the next owner.
func (x *explorer) alias(st *state, v, addr term.Term, r fate.Role, t types.Type) {
	if _, isSlice := t.Underlying().(*types.Slice); !isSlice {
		return
	}
	if x.isTyped(r.Object) && r.As == fate.AsReference {
		return
	}
	n := x.ts.Node(addr)
	o := &x.objects[r.Object]
	kept := r.As == fate.AsReference // *bp of a pooled *[]byte
	if n.Kind == term.Field {
		v := x.fields[addr]
		kept = v != nil && (x.keeps[v] || x.table.AliasField(v)) || o.Family != nil && o.Family.Counted && o.Origin == fate.Acquired
	} else if r.As == fate.AsBorrow && n.Kind != term.Index {
		kept = true
	}
	if kept {
		if _, ok := x.roles[v]; !ok {
			x.roles[v] = fate.Alias(r.Object)
		}
	}
}

func (x *explorer) wholeKnown(st *state, addr, root term.Term) bool {
	for a := addr; ; a = x.ts.Node(a).A {
		if _, ok := st.mem[a]; ok && a != addr {
			return false
		}
		if a == root {
			return true
		}
	}
}

func (x *explorer) hasParts(st *state, addr term.Term) bool {
	for a := range st.mem {
		for p := a; p != 0; p = x.ts.Node(p).A {
			if p == addr {
				return true
			}
			if k := x.ts.Node(p).Kind; k != term.Field && k != term.Index {
				break
			}
		}
	}
	return false
}

// project is a field of a struct that is a value.
func (x *explorer) project(st *state, v term.Term, field int, t types.Type, i ssa.Instruction) term.Term {
	switch n := x.ts.Node(v); n.Kind {
	case term.Zero:
		return x.ts.ZeroOf(t)
	case term.Load:
		addr := x.ts.Field(n.A, field)
		if part, ok := st.mem[addr]; ok {
			return part
		}
		if st.mem[n.A] != v && x.depth < maxCopies { // else it is the struct itself, of which no more is known
			x.depth++
			defer func() { x.depth-- }()
			return x.load(st, addr, t, i, i.Pos())
		}
	}
	return x.ts.Make(term.Node{Kind: term.Part, A: v, N: field})
}

// store writes memory. Storing a reference where others find it hands it over.
// Storing a borrowed object there makes a loan.
func (x *explorer) store(st *state, addr, v term.Term, pos token.Pos, i ssa.Instruction) {
	x.touch(st, addr, pos)
	if r, ok := x.roles[addr]; ok {
		if old, ok := st.latest[term.Node{Kind: term.Load, A: addr}]; ok && x.roles[old].As == fate.AsAlias && x.roles[v].Object != r.Object {
			st.latest[takenKey(old)] = old
		}
		x.wrote(st, r, addr, v, i)
	} else if s, ok := i.(*ssa.Store); ok && x.ts.Node(x.ts.Root(addr)).Kind == term.Param {
		x.adds(st, addr, s)
	}
	if x.ts.Node(v) == (term.Node{Kind: term.Load, A: addr}) {
		return // a struct that is there already
	}
	x.preserve(st, addr, i)
	if x.local(st, addr) {
		if _, made := x.ts.Node(x.ts.Root(addr)).Tag.(rebuilt); made && x.applying == 0 {
			x.lose(st, v) // a value that others made may have an owner
		}
		x.copyParts(st, addr, v)
		st.mem[addr] = v
		return
	}
	if held, ok := x.roles[v]; ok && x.inside(addr, held.Object) { // an object, or its memory, put into the object itself
		ref := held.As == fate.AsReference && x.isTyped(held.Object)
		if ref && x.ts.Mentions(addr, func(t term.Term) bool { return x.ts.Node(t).Kind == term.Load }) { // but behind a pointer
			x.move(st, held.Object, fate.ToField, pos, addr)
		} else if ref {
			f := st.fate(held.Object)
			f.Inside = true
			st.setFate(held.Object, f)
		}
		st.mem[addr] = v
		return
	}
	x.takeBack(st, addr)
	st.tick++
	for key := range st.latest {
		if key.Kind == term.Load && key.A != 0 && x.ts.Under(key.A, addr) {
			delete(st.latest, key)
		}
	}
	for old := range st.mem { // a struct that is overwritten
		if old != addr && x.ts.Node(old).A == addr {
			delete(st.mem, old)
		}
	}
	way := x.wayOf(addr)
	_, tracked := x.roles[v]
	switch {
	case way == fate.ToField && x.ts.Node(x.ts.Root(addr)).Kind == term.Opaque && (!tracked || x.counts(v)):
		x.lose(st, v) // a field of something that came from somewhere
	default:
		x.handOn(st, v, way, pos, addr, false)
	}
	x.copyParts(st, addr, v)
	st.mem[addr] = v
}

// preserve handles a struct that is about to be overwritten. Structs are loaded by
// their parts, so values that were loaded from it before get memory of their own,
// with the same parts.
func (x *explorer) preserve(st *state, addr term.Term, i ssa.Instruction) {
	whole, loaded := x.ts.Made(term.Node{Kind: term.Load, A: addr})
	if !loaded {
		return
	}
	var copies []ssa.Value
	var copiedTo []term.Term
	var typ *types.Struct
	for v, t := range st.env {
		if t == whole {
			copies = append(copies, v)
			if u, ok := v.Type().Underlying().(*types.Struct); ok {
				typ = u
			}
		}
	}
	for a, t := range st.mem {
		if t == whole {
			copiedTo = append(copiedTo, a)
		}
	}
	if len(copies)+len(copiedTo) == 0 {
		return
	}
	own := x.ts.Make(term.Node{Kind: term.Alloc, Tag: preserved{i}, At: x.turn(st, i)})
	kept := x.ts.Load(own)
	switch {
	case x.local(st, addr):
		for a, part := range maps.Clone(st.mem) {
			if x.ts.Under(a, addr) {
				st.mem[x.ts.Rebase(a, addr, own)] = part
			}
		}
	case typ != nil && api.HoldsRef(typ):
		for k := range typ.NumFields() {
			part := x.ts.Field(addr, k)
			st.mem[x.ts.Field(own, k)] = x.load(st, part, typ.Field(k).Type(), i, i.Pos())
		}
	default:
		kept = x.ts.Make(term.Node{Kind: term.Opaque, Tag: preserved{i}, At: x.turn(st, i)})
	}
	for _, v := range copies {
		st.env[v] = kept
	}
	for _, a := range copiedTo {
		st.mem[a] = kept
	}
}

// preserved is the tag of memory that preserve makes.
type preserved struct{ by ssa.Instruction }

func (x *explorer) isPreserved(addr term.Term) bool {
	_, is := x.ts.Node(addr).Tag.(preserved)
	return is
}

// counts reports whether v is an object of a table's family.
func (x *explorer) counts(v term.Term) bool {
	r, ok := x.roles[v]
	return ok && x.objects[r.Object].Family != nil
}

// inside reports whether an address is in memory that an object leads to.
func (x *explorer) inside(addr term.Term, id fate.ID) bool {
	return x.ts.Mentions(addr, func(t term.Term) bool {
		r, ok := x.roles[t]
		return ok && x.objects[r.Object].Lease == x.objects[id].Lease
	})
}

// adds notes a store that adds to what a parameter's object holds.
func (x *explorer) adds(st *state, addr term.Term, s *ssa.Store) {
	var f fate.Fate
	x.written(&f, addr, 0, s)
	switch {
	case f.Reset:
		x.noteEffect(st, x.ts.Root(addr), summary.Effect{Kind: summary.Readies})
	case f.Wrote:
		x.noteEffect(st, x.ts.Root(addr), summary.Effect{Kind: summary.Dirties})
	}
}

// takeBack handles a reference that is overwritten at the address where it was
// stored: this function has it again.
func (x *explorer) takeBack(st *state, addr term.Term) {
	for id, f := range st.fates {
		if f.Status == fate.Gone && f.To == addr && (f.How == fate.ToField || f.How == fate.ToGlobal) {
			g := *f
			g.Status, g.Count, g.To = fate.Live, 1, 0
			if held, ok := x.roles[st.mem[addr]]; f.Looked || !ok || held.Object != id { // and may be elsewhere
				g.Status, g.Count = fate.Top, 0
			}
			st.setFate(id, g)
		}
	}
}

// copyParts stores a struct: what is known of its fields goes along.
func (x *explorer) copyParts(st *state, addr, v term.Term) {
	for a := range st.mem {
		if a != addr && x.ts.Under(a, addr) {
			delete(st.mem, a)
		}
	}
	n := x.ts.Node(v)
	if n.Kind != term.Load {
		return
	}
	for a, part := range maps.Clone(st.mem) {
		if a != n.A && x.ts.Under(a, n.A) {
			st.mem[x.ts.Rebase(a, n.A, addr)] = part
		}
	}
}

func (x *explorer) wayOf(addr term.Term) fate.Handover {
	switch x.ts.Node(x.ts.Root(addr)).Kind {
	case term.Global:
		return fate.ToGlobal
	}
	if x.ts.Node(addr).Kind == term.Index {
		return fate.ToContainer
	}
	return fate.ToField
}

// put adds a value to a map, or to a slice that is not known element by
// element.
func (x *explorer) put(st *state, container, v term.Term, pos token.Pos, i ssa.Instruction) {
	if len(x.reachable(st, v)) == 0 {
		if !x.local(st, container) {
			x.noteKept(st, v, pos)
		}
		return
	}
	if x.local(st, container) {
		x.collect(st, container, v)
		return
	}
	x.handOn(st, v, fate.ToContainer, pos, container, false)
}

func (x *explorer) owns(f fate.Fate) bool { return f.Status == fate.Live && f.Count > 0 }

// drain makes the elements of a container top: others may take them out.
func (x *explorer) drain(st *state, container term.Term) {
	for _, r := range st.contents[container] {
		x.toTopLive(st, r.Object)
	}
	if len(st.contents[container]) > 0 {
		delete(st.contents, container)
	}
	if x.ts.Node(container).Kind == term.Alloc {
		for addr, v := range st.mem {
			if n := x.ts.Node(addr); n.Kind == term.Index && n.A == container {
				for _, id := range x.reachable(st, v) {
					x.toTopLive(st, id)
				}
			}
		}
	}
}

func (x *explorer) toTopLive(st *state, id fate.ID) {
	if c, ok := x.elements[id]; ok {
		x.drain(st, c)
		return
	}
	if f := st.fate(id); f.Status == fate.Live {
		st.toTop(id)
	}
}

// reachable lists the objects that v is a reference to, or leads to.
func (x *explorer) reachable(st *state, v term.Term) []fate.ID {
	var ids []fate.ID
	x.reach(st, v, map[term.Term]bool{}, func(r fate.Role, _ term.Term) { ids = append(ids, r.Object) })
	return ids
}

// reach calls found for every role that v has or leads to through memory of
// this function, through closures and through tuples.
func (x *explorer) reach(st *state, v term.Term, seen map[term.Term]bool, found func(r fate.Role, v term.Term)) {
	if v == 0 || seen[v] {
		return
	}
	seen[v] = true
	if r, ok := x.roles[v]; ok {
		found(r, v)
		return
	}
	for _, r := range st.contents[v] {
		found(r, v)
	}
	n := x.ts.Node(v)
	switch n.Kind {
	case term.Alloc:
		for addr, part := range st.mem {
			if x.ts.Root(addr) == v {
				x.reach(st, part, seen, found)
			}
		}
	case term.Field, term.Index, term.Load: // an address inside of something, or a struct
		base := n.A
		if n.Kind != term.Load {
			base = v
		}
		for addr, part := range st.mem {
			if x.ts.Under(addr, base) {
				x.reach(st, part, seen, found)
			}
		}
	case term.Closure:
		for _, b := range x.closures[v].bindings {
			x.reach(st, b, seen, found)
		}
	case term.Pair:
		x.reach(st, n.A, seen, found)
		x.reach(st, n.B, seen, found)
	}
}

// handOn hands over everything that v leads to. Owned references move; borrowed
// ones become loans.
func (x *explorer) handOn(st *state, v term.Term, how fate.Handover, pos token.Pos, addr term.Term, loop bool) {
	leases := map[fate.ID]bool{} // leases that move along, so borrows from them stay valid
	var roles []fate.Role
	x.reach(st, v, map[term.Term]bool{}, func(r fate.Role, _ term.Term) {
		if !slices.Contains(roles, r) {
			roles = append(roles, r)
		}
	})
	slices.SortFunc(roles, func(a, b fate.Role) int { return cmp.Or(cmp.Compare(a.Object, b.Object), cmp.Compare(a.As, b.As)) })
	for _, r := range roles {
		if r.As == fate.AsReference || r.As == fate.AsCleanup {
			if f := st.fate(r.Object); x.owns(f) {
				leases[x.objects[r.Object].Lease] = true
			}
		}
	}
	for _, r := range roles {
		f := st.fate(r.Object)
		o := &x.objects[r.Object]
		switch {
		case r.As == fate.AsReference || r.As == fate.AsCleanup:
			if f.Status == fate.Dead && how != fate.ToField && how != fate.ToContainer && how != fate.ToGlobal {
				x.use(st, r, pos)
				continue
			}
			x.move(st, r.Object, how, pos, addr)
		case leases[o.Lease]:
		case x.goesAlong(st, o.Lease):
		case f.Status == fate.Dead:
			x.use(st, r, pos)
		case f.Status == fate.Live:
			f.Loans = append(append([]fate.Loan(nil), f.Loans...), fate.Loan{How: how, Pos: pos, Addr: addr, Held: v, Loop: loop})
			st.setFate(r.Object, f)
		}
	}
	if _, ok := place.Of(x.ts, addr); !ok || how != fate.ToField && how != fate.ToGlobal { // a summary tells what is set
		x.noteLoan(st, v, how, pos)
	}
	x.expose(st, v)
}

// goesAlong reports whether references of a lease are kept in the object itself,
// which goes where nothing is known of: they go along.
func (x *explorer) goesAlong(st *state, lease fate.ID) (some bool) {
	for id, f := range st.fates {
		if f.Inside && x.objects[id].Lease == lease {
			x.toTopLive(st, id)
			some = true
		}
	}
	return some
}

// move hands one reference over.
func (x *explorer) move(st *state, id fate.ID, how fate.Handover, pos token.Pos, addr term.Term) {
	if c, ok := x.elements[id]; ok {
		x.forElements(st, c, func(id fate.ID) { x.move(st, id, how, pos, addr) })
		return
	}
	f := st.fate(id)
	o := &x.objects[id]
	if f.Status != fate.Live {
		if f.Status == fate.Gone && (how == fate.ToGoroutine || how == fate.ToChannel) && (f.How == fate.ToGoroutine || f.How == fate.ToChannel) {
			x.find(st, finding{category: Escape, pos: pos, id: id, how: how, other: f.At, otherText: "already handed over here", again: true})
			st.toTop(id)
		}
		return
	}
	switch {
	case f.Count > 1:
		f.Count--
	case f.Count == 1:
		f.Count, f.Status, f.At, f.How, f.To, f.Contained = 0, fate.Gone, pos, how, addr, false
		f.Looked = x.applying > 0 // a callee may have put it elsewhere as well
	case o.Family != nil && o.Family.Counted: // a counted object that is lent: the new holder retains it
		f.Unretained++
	case o.Origin == fate.Stored || o.Origin == fate.Param: // a copy of somebody's reference
		if how == fate.ToGoroutine || how == fate.ToChannel {
			f.Loans = append(append([]fate.Loan(nil), f.Loans...), fate.Loan{How: how, Pos: pos, Addr: addr, Held: addr})
		}
	default:
		f.Status = fate.Top
	}
	st.setFate(id, f)
}

// expose marks the memory that v leads to as known to others.
func (x *explorer) expose(st *state, v term.Term) {
	switch n := x.ts.Node(v); n.Kind {
	case term.Alloc:
		if st.escaped[v] {
			return
		}
		st.escaped[v] = true
		for addr, part := range st.mem {
			if x.ts.Root(addr) == v {
				x.expose(st, part)
			}
		}
	case term.Field, term.Index:
		if x.ts.Node(x.ts.Root(v)).Kind == term.Alloc {
			x.expose(st, x.ts.Root(v))
		}
	case term.Closure:
		c := x.closures[v]
		for i, b := range c.bindings {
			if x.ts.Node(x.ts.Root(b)).Kind == term.Alloc && !code.Writes(c.fn, i) {
				continue // only read, so it does not change
			}
			x.expose(st, b)
		}
	case term.Pair:
		x.expose(st, n.A)
		x.expose(st, n.B)
	}
}

// forget forgets memory that others may have changed.
func (x *explorer) forget(st *state) {
	st.epoch++
	st.tick++
	for key, v := range st.latest {
		if _, tracked := x.roles[v]; tracked && key.Kind == term.Load && !x.local(st, key.A) {
			delete(st.latest, key)
		}
	}
	for addr, v := range st.mem {
		if x.local(st, addr) {
			continue
		}
		if r, ok := x.roles[v]; ok && r.As == fate.AsReference {
			f := st.fate(r.Object)
			if x.owns(f) {
				continue
			}
			if f.Status == fate.Gone && f.To == addr { // it may still be there
				f.Looked = true
				st.setFate(r.Object, f)
				continue
			}
		}
		if _, ok := place.Of(x.ts, addr); ok && x.ts.Node(v).Kind == term.Zero {
			st.mem[addr] = x.ts.Make(term.Node{Kind: term.Opaque, Tag: changed{}, A: addr, N: st.epoch})
			continue
		}
		delete(st.mem, addr)
	}
}

// changed is the tag of memory that this function changed and that others may have
// changed since.
type changed struct{}

func (x *explorer) isChanged(v term.Term) bool { return x.ts.Node(v).Tag == any(changed{}) }

// forgetUnder forgets the memory that a function of another package was given.
func (x *explorer) forgetUnder(st *state, args []term.Term) {
	for _, a := range args {
		switch x.ts.Node(a).Kind {
		case term.Const, term.Nil, term.Zero, term.Func:
			continue
		}
		for addr := range st.mem {
			if !x.local(st, addr) && x.ts.Under(addr, a) {
				delete(st.mem, addr)
			}
		}
		st.tick++
		for key, v := range st.latest {
			if _, tracked := x.roles[v]; tracked && key.Kind == term.Load && key.A != 0 && !x.local(st, key.A) && x.ts.Under(key.A, a) {
				delete(st.latest, key)
			}
		}
	}
}

// lose hands a value to unknown code: its objects become top.
func (x *explorer) lose(st *state, v term.Term) {
	x.reach(st, v, map[term.Term]bool{}, func(r fate.Role, _ term.Term) {
		if f := st.fate(r.Object); f.Status == fate.Live {
			st.toTop(r.Object)
		}
	})
	x.expose(st, v)
}
