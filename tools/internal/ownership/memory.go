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
func (st *state) local(addr term.Term) bool {
	root := st.ts.Root(addr)
	return st.ts.Node(root).Kind == term.Alloc && !st.escaped[root]
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
	if n.Kind == term.Index && len(st.contentsOf(n.A)) > 0 && !api.IsStructValue(t) {
		return x.element(st, n.A, n.B, t, i, 0)
	}
	if list := st.listOf(addr, t); list != 0 { // in a list of structs that hold references
		for _, id := range st.reachable(list) {
			st.toTopLive(id)
		}
		if api.IsRef(t) {
			return st.storedRef(i)
		}
		return st.opaque(i, 7)
	}
	if root := x.ts.Root(addr); x.ts.Node(root).Kind == term.Alloc && !st.escaped[root] {
		if st.wholeKnown(addr, root) && n.Kind != term.Index {
			if api.IsStructValue(t) && st.hasParts(addr) {
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
			st.toTopLive(r.Object) // the copy may be its new home
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
func (st *state) listOf(addr term.Term, t types.Type) term.Term {
	for a := addr; ; a = st.ts.Node(a).A {
		n := st.ts.Node(a)
		switch {
		case n.Kind != term.Field && n.Kind != term.Index:
			return 0
		case st.hasParts(a):
			return 0 // the index is known
		case n.Kind == term.Index && (a != addr || api.IsStructValue(t)) && st.holdsObjects(n.A):
			return n.A
		}
	}
}

// contentsOf lists the objects in a container.
func (st *state) contentsOf(container term.Term) []fate.ID {
	var ids []fate.ID
	for _, r := range st.contents[container] {
		if r.As == fate.AsReference {
			ids = append(ids, r.Object)
		}
	}
	if st.ts.Node(container).Kind != term.Alloc {
		return ids
	}
	for _, addr := range slices.Sorted(maps.Keys(st.mem)) {
		if n := st.ts.Node(addr); n.Kind == term.Index && n.A == container {
			if r, ok := st.roles[st.mem[addr]]; ok && r.As == fate.AsReference && !slices.Contains(ids, r.Object) {
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
	if len(st.contentsOf(container)) == 0 {
		if len(st.reachable(container)) > 0 { // containers in a container
			st.drain(container)
			return st.opaque(i, sub)
		}
		if _, ok := place.Of(x.ts, container); ok {
			return x.ts.Make(term.Node{Kind: term.Load, A: x.ts.Index(container, index)})
		}
		if api.IsRef(t) {
			return st.storedRef(i)
		}
		return st.opaque(i, sub)
	}
	if _, known := x.ts.AsInt(index); known && len(st.contents[container]) == 0 {
		return x.ts.ZeroOf(t) // not one of those that were set
	}
	if x.objects[st.contentsOf(container)[0]].Family == nil && !api.IsRef(t) { // what holds references
		st.drain(container)
		return st.opaque(i, sub)
	}
	v := x.ts.Make(term.Node{Kind: term.Opaque, Tag: i, At: st.turn(i), N: sub, A: container})
	id := x.object(objectKey{found: v}, fate.Object{Origin: fate.Stored, Pos: i.Pos(), What: "the element", Place: place.Place{}})
	x.objects[id].Family = x.objects[st.contentsOf(container)[0]].Family
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
		st.drain(container)
		return
	}
	st.marks[mark{isEmptied, container, header}] = 1
	if !st.first(mark{isDealtWith, container, x.current}) {
		return // in a turn before
	}
	for _, id := range st.contentsOf(container) {
		do(id)
	}
}

// useElements reports the use of what a container holds, if all is released.
func (x *explorer) useElements(st *state, container term.Term, pos token.Pos) {
	if header, _ := code.EveryTurn(x.current); header != nil && st.marks[mark{isEmptied, container, header}] != 0 {
		return // each turn has an element of its own
	}
	ids := st.contentsOf(container)
	for _, id := range ids {
		if st.fate(id).Status != fate.Dead {
			return
		}
	}
	for _, id := range ids {
		x.use(st, fate.Reference(id), pos)
	}
}

// embedsCount reports whether a counted object is counted by what it embeds.
func (x *explorer) embedsCount(addr term.Term, r fate.Role, t types.Type) bool {
	o := &x.objects[r.Object]
	f := x.fields[addr]
	return f != nil && f.Embedded() && o.Family != nil && o.Family.Counted && x.releasable(t)
}

// again is the value of something that is evaluated once more: at another
// place the same, at the same place (in a loop) another.
func (x *explorer) again(st *state, key term.Node, i ssa.Instruction) term.Term {
	site := term.Node{Kind: key.Kind, A: key.A, B: key.B, N: key.N, Tag: i}
	if v, ok := st.latest[key]; ok {
		if _, here := st.latest[site]; !here {
			st.latest[site] = v
			return v
		}
	}
	n := key
	n.At = st.turn(i)
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

func (st *state) wholeKnown(addr, root term.Term) bool {
	for a := addr; ; a = st.ts.Node(a).A {
		if _, ok := st.mem[a]; ok && a != addr {
			return false
		}
		if a == root {
			return true
		}
	}
}

func (st *state) hasParts(addr term.Term) bool {
	for a := range st.mem {
		for p := a; p != 0; p = st.ts.Node(p).A {
			if p == addr {
				return true
			}
			if k := st.ts.Node(p).Kind; k != term.Field && k != term.Index {
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
			st.marks[mark{isTaken, old, nil}] = 1
		}
		x.wrote(st, r, addr, v, i)
	} else if s, ok := i.(*ssa.Store); ok && x.ts.Node(x.ts.Root(addr)).Kind == term.Param {
		x.adds(st, addr, s)
	}
	if x.ts.Node(v) == (term.Node{Kind: term.Load, A: addr}) {
		return // a struct that is there already
	}
	x.preserve(st, addr, i)
	if st.local(addr) {
		if _, made := x.ts.Node(x.ts.Root(addr)).Tag.(rebuilt); made && x.applying == 0 {
			st.lose(v) // a value that others made may have an owner
		}
		st.copyParts(addr, v)
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
	st.takeBack(addr)
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
		st.lose(v) // a field of something that came from somewhere
	default:
		x.handOn(st, v, way, pos, addr, false)
	}
	st.copyParts(addr, v)
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
	own := x.ts.Make(term.Node{Kind: term.Alloc, Tag: preserved{i}, At: st.turn(i)})
	kept := x.ts.Load(own)
	switch {
	case st.local(addr):
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
		kept = x.ts.Make(term.Node{Kind: term.Opaque, Tag: preserved{i}, At: st.turn(i)})
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
func (st *state) takeBack(addr term.Term) {
	for id, f := range st.fates {
		if f.Status == fate.Gone && f.To == addr && (f.How == fate.ToField || f.How == fate.ToGlobal) {
			g := *f
			g.Status, g.Count, g.To = fate.Live, 1, 0
			if held, ok := st.roles[st.mem[addr]]; f.Looked || !ok || held.Object != id { // and may be elsewhere
				g.Status, g.Count = fate.Top, 0
			}
			st.setFate(id, g)
		}
	}
}

// copyParts stores a struct: what is known of its fields goes along.
func (st *state) copyParts(addr, v term.Term) {
	for a := range st.mem {
		if a != addr && st.ts.Under(a, addr) {
			delete(st.mem, a)
		}
	}
	n := st.ts.Node(v)
	if n.Kind != term.Load {
		return
	}
	for a, part := range maps.Clone(st.mem) {
		if a != n.A && st.ts.Under(a, n.A) {
			st.mem[st.ts.Rebase(a, n.A, addr)] = part
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
	if len(st.reachable(v)) == 0 {
		if !st.local(container) {
			x.noteKept(st, v, pos)
		}
		return
	}
	if st.local(container) {
		st.collect(container, v)
		return
	}
	x.handOn(st, v, fate.ToContainer, pos, container, false)
}

// drain makes the elements of a container top: others may take them out.
func (st *state) drain(container term.Term) {
	for _, r := range st.contents[container] {
		st.toTopLive(r.Object)
	}
	if len(st.contents[container]) > 0 {
		delete(st.contents, container)
	}
	if st.ts.Node(container).Kind == term.Alloc {
		for addr, v := range st.mem {
			if n := st.ts.Node(addr); n.Kind == term.Index && n.A == container {
				for _, id := range st.reachable(v) {
					st.toTopLive(id)
				}
			}
		}
	}
}

func (st *state) toTopLive(id fate.ID) {
	if c, ok := st.elements[id]; ok {
		st.drain(c)
		return
	}
	if f := st.fate(id); f.Status == fate.Live {
		st.toTop(id)
	}
}

// reachable lists the objects that v is a reference to, or leads to.
func (st *state) reachable(v term.Term) []fate.ID {
	var ids []fate.ID
	st.reach(v, map[term.Term]bool{}, func(r fate.Role, _ term.Term) { ids = append(ids, r.Object) })
	return ids
}

// reach calls found for every role that v has or leads to through memory of
// this function, through closures and through tuples.
func (st *state) reach(v term.Term, seen map[term.Term]bool, found func(r fate.Role, v term.Term)) {
	if v == 0 || seen[v] {
		return
	}
	seen[v] = true
	if r, ok := st.roles[v]; ok {
		found(r, v)
		return
	}
	for _, r := range st.contents[v] {
		found(r, v)
	}
	n := st.ts.Node(v)
	switch n.Kind {
	case term.Alloc:
		for addr, part := range st.mem {
			if st.ts.Root(addr) == v {
				st.reach(part, seen, found)
			}
		}
	case term.Field, term.Index, term.Load: // an address inside of something, or a struct
		base := n.A
		if n.Kind != term.Load {
			base = v
		}
		for addr, part := range st.mem {
			if st.ts.Under(addr, base) {
				st.reach(part, seen, found)
			}
		}
	case term.Closure:
		for _, b := range st.closures[v].bindings {
			st.reach(b, seen, found)
		}
	case term.Pair:
		st.reach(n.A, seen, found)
		st.reach(n.B, seen, found)
	}
}

// handOn hands over everything that v leads to. Owned references move; borrowed
// ones become loans.
func (x *explorer) handOn(st *state, v term.Term, how fate.Handover, pos token.Pos, addr term.Term, loop bool) {
	leases := map[fate.ID]bool{} // leases that move along, so borrows from them stay valid
	var roles []fate.Role
	st.reach(v, map[term.Term]bool{}, func(r fate.Role, _ term.Term) {
		if !slices.Contains(roles, r) {
			roles = append(roles, r)
		}
	})
	slices.SortFunc(roles, func(a, b fate.Role) int { return cmp.Or(cmp.Compare(a.Object, b.Object), cmp.Compare(a.As, b.As)) })
	for _, r := range roles {
		if r.As == fate.AsReference || r.As == fate.AsCleanup {
			if f := st.fate(r.Object); f.Owned() {
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
		case st.goesAlong(o.Lease):
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
	st.expose(v)
}

// goesAlong reports whether references of a lease are kept in the object itself,
// which goes where nothing is known of: they go along.
func (st *state) goesAlong(lease fate.ID) (some bool) {
	for id, f := range st.fates {
		if f.Inside && st.objects[id].Lease == lease {
			st.toTopLive(id)
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
func (st *state) expose(v term.Term) {
	switch n := st.ts.Node(v); n.Kind {
	case term.Alloc:
		if st.escaped[v] {
			return
		}
		st.escaped[v] = true
		for addr, part := range st.mem {
			if st.ts.Root(addr) == v {
				st.expose(part)
			}
		}
	case term.Field, term.Index:
		if st.ts.Node(st.ts.Root(v)).Kind == term.Alloc {
			st.expose(st.ts.Root(v))
		}
	case term.Closure:
		c := st.closures[v]
		for i, b := range c.bindings {
			if st.ts.Node(st.ts.Root(b)).Kind == term.Alloc && !code.Writes(c.fn, i) {
				continue // only read, so it does not change
			}
			st.expose(b)
		}
	case term.Pair:
		st.expose(n.A)
		st.expose(n.B)
	}
}

// forget forgets memory that others may have changed.
func (st *state) forget() {
	st.epoch++
	st.tick++
	for key, v := range st.latest {
		if _, tracked := st.roles[v]; tracked && key.Kind == term.Load && !st.local(key.A) {
			delete(st.latest, key)
		}
	}
	for addr, v := range st.mem {
		if st.local(addr) {
			continue
		}
		if r, ok := st.roles[v]; ok && r.As == fate.AsReference {
			f := st.fate(r.Object)
			if f.Owned() {
				continue
			}
			if f.Status == fate.Gone && f.To == addr { // it may still be there
				f.Looked = true
				st.setFate(r.Object, f)
				continue
			}
		}
		if _, ok := place.Of(st.ts, addr); ok && st.ts.Node(v).Kind == term.Zero {
			st.mem[addr] = st.ts.Make(term.Node{Kind: term.Opaque, Tag: changed{}, A: addr, N: st.epoch})
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
func (st *state) forgetUnder(args []term.Term) {
	for _, a := range args {
		switch st.ts.Node(a).Kind {
		case term.Const, term.Nil, term.Zero, term.Func:
			continue
		}
		for addr := range st.mem {
			if !st.local(addr) && st.ts.Under(addr, a) {
				delete(st.mem, addr)
			}
		}
		st.tick++
		for key, v := range st.latest {
			if _, tracked := st.roles[v]; tracked && key.Kind == term.Load && key.A != 0 && !st.local(key.A) && st.ts.Under(key.A, a) {
				delete(st.latest, key)
			}
		}
	}
}

// lose hands a value to unknown code: its objects become top.
func (st *state) lose(v term.Term) {
	st.reach(v, map[term.Term]bool{}, func(r fate.Role, _ term.Term) {
		if f := st.fate(r.Object); f.Status == fate.Live {
			st.toTop(r.Object)
		}
	})
	st.expose(v)
}
