package ownership

import (
	"cmp"
	"go/token"
	"go/types"
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// local reports whether nobody but this function knows the memory at an address.
func (x *explorer) local(st *state, addr term) bool {
	root := x.ts.root(addr)
	return x.ts.node(root).kind == kAlloc && !st.escaped[root]
}

// load reads memory. What was not stored on this path is zero in fresh memory,
// and unknown elsewhere: two loads of one address in different places give the
// same value, unless something was called in between that may have changed it.
func (x *explorer) load(st *state, addr term, t types.Type, i ssa.Instruction, pos token.Pos) term {
	x.touch(st, addr, pos)
	if v, ok := st.mem[addr]; ok {
		if isStructValue(t) { // by its parts, of which some may have changed
			return x.ts.make(node{kind: kLoad, a: addr})
		}
		if r, ok := x.roles[v]; ok && x.blind == 0 {
			if f := st.fate(r.object); f.status == gone && f.to == addr && !f.looked {
				f.looked = true
				st.setFate(r.object, f)
			}
		}
		return v
	}
	n := x.ts.node(addr)
	if n.kind == kField { // a field of a struct that was stored whole
		if v, ok := st.mem[n.a]; ok {
			return x.project(st, v, n.n, t, i)
		}
	}
	if n.kind == kIndex && len(x.contentsOf(st, n.a)) > 0 && !isStructValue(t) {
		return x.element(st, n.a, n.b, t, i, 0)
	}
	if list := x.listOf(st, addr, t); list != 0 { // in a list of structs that hold references
		for _, id := range x.reachable(st, list) {
			x.toTopLive(st, id)
		}
		if isRef(t) {
			return x.storedRef(st, i)
		}
		return x.opaque(st, i, 7)
	}
	if root := x.ts.root(addr); x.ts.node(root).kind == kAlloc && !st.escaped[root] {
		if x.wholeKnown(st, addr, root) && n.kind != kIndex {
			if isStructValue(t) && x.hasParts(st, addr) {
				return x.ts.make(node{kind: kLoad, a: addr})
			}
			return x.zeroOf(t)
		}
	}
	if n.kind == kGlobal && isErrorType(t) {
		v := x.ts.make(node{kind: kLoad, a: addr})
		x.ts.nonNil[v] = true
		return v
	}
	// Struct values are loaded by their parts.
	if isStructValue(t) {
		v := x.ts.make(node{kind: kLoad, a: addr})
		switch r, ok := x.roles[addr]; {
		case ok && x.embedsCount(addr, r, t):
			x.roles[v] = role{r.object, asReference}
		case ok && r.as == asReference && x.objects[r.object].family != nil:
			x.toTopLive(st, r.object) // the copy may be its new home
		}
		return v
	}
	key := node{kind: kLoad, a: addr}
	if holdsRef(t) || x.tracksType(t) {
		key.n = st.epoch << 8
	}
	if load, ok := i.(*ssa.UnOp); ok && x.assignedOnce(load.X) {
		v := x.ts.make(key) // a captured variable that does not change
		x.ts.repeats[v] = true
		return v
	}
	v := x.again(st, key, i)
	if r, ok := x.roles[addr]; ok && x.embedsCount(addr, r, t) { // its count is that of what it embeds
		x.roles[v] = role{r.object, asReference}
		return v
	}
	if r, ok := x.roles[addr]; ok && (r.as == asBorrow || r.as == asReference || r.as == asAlias) {
		x.alias(st, v, addr, r, t)
	}
	return v
}

// listOf is the slice or array that an address leads into, if structs that hold
// references are in there, and it is not known which of them is meant.
func (x *explorer) listOf(st *state, addr term, t types.Type) term {
	for a := addr; ; a = x.ts.node(a).a {
		n := x.ts.node(a)
		switch {
		case n.kind != kField && n.kind != kIndex:
			return 0
		case x.hasParts(st, a):
			return 0 // the index is known
		case n.kind == kIndex && (a != addr || isStructValue(t)) && x.holdsObjects(st, n.a):
			return n.a
		}
	}
}

func isStructValue(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Struct, *types.Array:
		return !isRef(t)
	}
	return false
}

// contentsOf lists the objects in a container.
func (x *explorer) contentsOf(st *state, container term) []objectID {
	var ids []objectID
	for _, r := range st.contents[container] {
		if r.as == asReference {
			ids = append(ids, r.object)
		}
	}
	if x.ts.node(container).kind != kAlloc {
		return ids
	}
	for _, addr := range slices.Sorted(maps.Keys(st.mem)) {
		if n := x.ts.node(addr); n.kind == kIndex && n.a == container {
			if r, ok := x.roles[st.mem[addr]]; ok && r.as == asReference && !slices.Contains(ids, r.object) {
				ids = append(ids, r.object)
			}
		}
	}
	return ids
}

// element returns what is taken out of a container. It stands for all elements:
// what happens to it in each turn of a loop happens to all of them.
func (x *explorer) element(st *state, container, index term, t types.Type, i ssa.Instruction, sub int) term {
	if n := x.ts.node(container); n.kind == kLoad && x.ts.node(n.a).kind == kAlloc { // a copy of an array
		container = n.a
	}
	if v, ok := st.mem[x.ts.make(node{kind: kIndex, a: container, b: index})]; ok {
		return v
	}
	if len(x.contentsOf(st, container)) == 0 {
		if len(x.reachable(st, container)) > 0 { // containers in a container
			x.drain(st, container)
			return x.opaque(st, i, sub)
		}
		if _, ok := x.placeOf(container); ok {
			return x.ts.make(node{kind: kLoad, a: x.ts.make(node{kind: kIndex, a: container, b: index})})
		}
		if isRef(t) {
			return x.storedRef(st, i)
		}
		return x.opaque(st, i, sub)
	}
	if _, known := x.ts.asInt(index); known && len(st.contents[container]) == 0 {
		return x.zeroOf(t) // not one of those that were set
	}
	if x.objects[x.contentsOf(st, container)[0]].family == nil && !isRef(t) { // what holds references
		x.drain(st, container)
		return x.opaque(st, i, sub)
	}
	v := x.ts.make(node{kind: kOpaque, tag: i, n: x.turn(st, i)*16 + sub, a: container})
	id := x.object(objectKey{at: v}, object{origin: stored, pos: i.Pos(), what: "the element", param: place{Root: noRoot}})
	x.objects[id].family = x.objects[x.contentsOf(st, container)[0]].family
	x.elements[id] = container
	if _, known := x.ts.asInt(index); !known && len(st.contents[container]) == 0 {
		x.rest[id] = true // one more turn of a loop over elements that are known one by one
	}
	x.roles[v] = role{id, asReference}
	st.setFate(id, fate{status: live})
	return v
}

// releaseElements releases all elements of a container, if this happens in each
// turn of a loop. Otherwise the elements become top.
func (x *explorer) releaseElements(st *state, element objectID, container term, m moment) {
	x.forElements(st, container, func(id objectID) {
		if !x.rest[element] || st.fate(id).status == live {
			x.release(st, id, m)
		}
	})
}

func (x *explorer) forElements(st *state, container term, do func(objectID)) {
	header, every := x.everyTurn(x.current)
	if !every {
		x.drain(st, container)
		return
	}
	st.latest[doneIn(container, header)] = container
	done := x.ts.make(node{kind: kCall, a: container, tag: x.current})
	if st.latest[node{kind: kCall, a: done}] != 0 {
		return // in a turn before
	}
	st.latest[node{kind: kCall, a: done}] = done
	for _, id := range x.contentsOf(st, container) {
		do(id)
	}
}

// useElements reports the use of what a container holds, if all is released.
func (x *explorer) useElements(st *state, container term, pos token.Pos) {
	if header, _ := x.everyTurn(x.current); header != nil && st.latest[doneIn(container, header)] != 0 {
		return // each turn has an element of its own
	}
	ids := x.contentsOf(st, container)
	for _, id := range ids {
		if st.fate(id).status != dead {
			return
		}
	}
	for _, id := range ids {
		x.use(st, role{id, asReference}, pos)
	}
}

// doneIn is the key under which a state notes that a loop has released the elements
// of a container.
func doneIn(container term, header *ssa.BasicBlock) node {
	return node{kind: kCall, a: container, tag: header}
}

// everyTurn finds the innermost loop that an instruction is part of, and says
// whether it is reached in each of its turns.
func (x *explorer) everyTurn(i ssa.Instruction) (header *ssa.BasicBlock, every bool) {
	b := i.Block()
	if b == nil {
		return nil, false
	}
	for _, h := range b.Parent().Blocks {
		if !h.Dominates(b) || header != nil && h.Dominates(header) {
			continue
		}
		for _, latch := range h.Preds {
			if h.Dominates(latch) && reaches(b, latch, h) {
				header = h
			}
		}
	}
	if header == nil {
		return nil, false
	}
	for _, latch := range header.Preds {
		if header.Dominates(latch) && !b.Dominates(latch) {
			return header, false
		}
	}
	return header, true
}

// reaches reports whether a way leads from a to b that does not go through stop.
func reaches(a, b, stop *ssa.BasicBlock) bool {
	seen := map[*ssa.BasicBlock]bool{}
	if stop != nil {
		seen[stop] = true
	}
	stack := []*ssa.BasicBlock{a}
	for len(stack) > 0 {
		c := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if c == b {
			return true
		}
		for _, s := range c.Succs {
			if !seen[s] {
				seen[s] = true
				stack = append(stack, s)
			}
		}
	}
	return false
}

// embedsCount reports whether a counted object is counted by what it embeds.
func (x *explorer) embedsCount(addr term, r role, t types.Type) bool {
	o := &x.objects[r.object]
	f := x.fields[addr]
	return f != nil && f.Embedded() && o.family != nil && o.family.counted && x.releasable(t)
}

// assignedOnce reports whether a variable that closures share has one value only.
func (c *checker) assignedOnce(v ssa.Value) bool {
	for {
		free, ok := v.(*ssa.FreeVar)
		if !ok {
			break
		}
		if v = bindingOf(free); v == nil {
			return false
		}
	}
	cell, ok := v.(*ssa.Alloc)
	if !ok {
		return false
	}
	if once, ok := c.once[cell]; ok {
		return once
	}
	stores := 0
	for _, r := range *cell.Referrers() {
		switch r := r.(type) {
		case *ssa.Store:
			if r.Addr == cell {
				stores++
			} else {
				stores += 2
			}
		case *ssa.UnOp, *ssa.DebugRef:
		case *ssa.MakeClosure:
			for k, b := range r.Bindings {
				if b == cell && writes(r.Fn.(*ssa.Function), k) {
					stores += 2
				}
			}
		default:
			stores += 2
		}
	}
	c.once[cell] = stores <= 1
	return stores <= 1
}

// bindingOf is the variable that a closure captures.
func bindingOf(v *ssa.FreeVar) ssa.Value {
	fn := v.Parent()
	index := slices.Index(fn.FreeVars, v)
	if fn.Parent() == nil {
		return nil
	}
	for _, b := range fn.Parent().Blocks {
		for _, instr := range b.Instrs {
			if mk, ok := instr.(*ssa.MakeClosure); ok && mk.Fn == fn {
				return mk.Bindings[index]
			}
		}
	}
	return nil
}

// again is the value of something that is evaluated once more: at another
// place the same, at the same place (in a loop) another.
func (x *explorer) again(st *state, key node, i ssa.Instruction) term {
	site := node{kind: key.kind, a: key.a, b: key.b, n: key.n, tag: i}
	if v, ok := st.latest[key]; ok {
		if _, here := st.latest[site]; !here {
			st.latest[site] = v
			return v
		}
	}
	n := key
	n.n += x.turn(st, i) + st.tick<<16
	v := x.ts.make(n)
	st.latest[key], st.latest[site] = v, v
	if x.repeatsAt(i) {
		x.ts.repeats[v] = true
	}
	return v
}

func (x *explorer) repeatsAt(i ssa.Instruction) bool {
	return x.function(i.Parent()).repeats[i]
}

// alias gives what is loaded from an object a role of its own, if it is memory
// that goes to the next owner.
func (x *explorer) alias(st *state, v, addr term, r role, t types.Type) {
	if _, isSlice := t.Underlying().(*types.Slice); !isSlice {
		return
	}
	if x.isTyped(r.object) && r.as == asReference {
		return
	}
	n := x.ts.node(addr)
	o := &x.objects[r.object]
	kept := r.as == asReference // *bp of a pooled *[]byte
	if n.kind == kField {
		v := x.fields[addr]
		kept = v != nil && (x.keeps[v] || x.table.aliasField(v)) || o.family != nil && o.family.counted && o.origin == acquired
	} else if r.as == asBorrow && n.kind != kIndex {
		kept = true
	}
	if kept {
		if _, ok := x.roles[v]; !ok {
			x.roles[v] = role{r.object, asAlias}
		}
	}
}

func (x *explorer) wholeKnown(st *state, addr, root term) bool {
	for a := addr; ; a = x.ts.node(a).a {
		if _, ok := st.mem[a]; ok && a != addr {
			return false
		}
		if a == root {
			return true
		}
	}
}

func (x *explorer) hasParts(st *state, addr term) bool {
	for a := range st.mem {
		for p := a; p != 0; p = x.ts.node(p).a {
			if p == addr {
				return true
			}
			if k := x.ts.node(p).kind; k != kField && k != kIndex {
				break
			}
		}
	}
	return false
}

// project is a field of a struct that is a value.
func (x *explorer) project(st *state, v term, field int, t types.Type, i ssa.Instruction) term {
	switch n := x.ts.node(v); n.kind {
	case kZero:
		return x.zeroOf(t)
	case kLoad:
		addr := x.ts.make(node{kind: kField, a: n.a, n: field})
		if part, ok := st.mem[addr]; ok {
			return part
		}
		if st.mem[n.a] != v && x.depth < maxCopies { // else it is the struct itself, of which no more is known
			x.depth++
			defer func() { x.depth-- }()
			return x.load(st, addr, t, i, i.Pos())
		}
	}
	return x.ts.make(node{kind: kPart, a: v, n: field})
}

// store writes memory. Storing a reference where others find it hands it over.
// Storing a borrowed object there makes a loan.
func (x *explorer) store(st *state, addr, v term, pos token.Pos, i ssa.Instruction) {
	x.touch(st, addr, pos)
	if r, ok := x.roles[addr]; ok {
		if old, ok := st.latest[node{kind: kLoad, a: addr}]; ok && x.roles[old].as == asAlias && x.roles[v].object != r.object {
			st.latest[takenKey(old)] = old
		}
		x.wrote(st, r, addr, v, i)
	} else if s, ok := i.(*ssa.Store); ok && x.ts.node(x.ts.root(addr)).kind == kParam {
		x.adds(st, addr, s)
	}
	if x.ts.node(v) == (node{kind: kLoad, a: addr}) {
		return // a struct that is there already
	}
	x.preserve(st, addr, i)
	if x.local(st, addr) {
		if _, made := x.ts.node(x.ts.root(addr)).tag.(made); made && x.applying == 0 {
			x.lose(st, v) // a value that others made may have an owner
		}
		x.copyParts(st, addr, v)
		st.mem[addr] = v
		return
	}
	if held, ok := x.roles[v]; ok && x.inside(addr, held.object) { // an object, or its memory, put into the object itself
		ref := held.as == asReference && x.isTyped(held.object)
		if ref && x.ts.mentions(addr, func(t term) bool { return x.ts.node(t).kind == kLoad }) { // but behind a pointer
			x.move(st, held.object, toField, pos, addr)
		} else if ref {
			f := st.fate(held.object)
			f.inside = true
			st.setFate(held.object, f)
		}
		st.mem[addr] = v
		return
	}
	x.takeBack(st, addr)
	st.tick++
	for key := range st.latest {
		if key.kind == kLoad && key.a != 0 && under(x.ts, key.a, addr) {
			delete(st.latest, key)
		}
	}
	for old := range st.mem { // a struct that is overwritten
		if old != addr && x.ts.node(old).a == addr {
			delete(st.mem, old)
		}
	}
	way := x.wayOf(addr)
	_, tracked := x.roles[v]
	switch {
	case way == toField && x.ts.node(x.ts.root(addr)).kind == kOpaque && (!tracked || x.counts(v)):
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
func (x *explorer) preserve(st *state, addr term, i ssa.Instruction) {
	whole, loaded := x.ts.index[node{kind: kLoad, a: addr}]
	if !loaded {
		return
	}
	var copies []ssa.Value
	var copiedTo []term
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
	own := x.ts.make(node{kind: kAlloc, tag: preserved{i}, n: x.turn(st, i)})
	kept := x.ts.make(node{kind: kLoad, a: own})
	switch {
	case x.local(st, addr):
		for a, part := range maps.Clone(st.mem) {
			if under(x.ts, a, addr) {
				st.mem[x.rebase(a, addr, own)] = part
			}
		}
	case typ != nil && holdsRef(typ):
		for k := range typ.NumFields() {
			part := x.ts.make(node{kind: kField, a: addr, n: k})
			st.mem[x.ts.make(node{kind: kField, a: own, n: k})] = x.load(st, part, typ.Field(k).Type(), i, i.Pos())
		}
	default:
		kept = x.ts.make(node{kind: kOpaque, tag: preserved{i}, n: x.turn(st, i)})
	}
	for _, v := range copies {
		st.env[v] = kept
	}
	for _, a := range copiedTo {
		st.mem[a] = kept
	}
}

// rebase is an address inside of from, as one inside of to.
func (x *explorer) rebase(addr, from, to term) term {
	if addr == from {
		return to
	}
	n := x.ts.node(addr)
	n.a = x.rebase(n.a, from, to)
	return x.ts.make(n)
}

// preserved is the tag of memory that preserve makes.
type preserved struct{ by ssa.Instruction }

func (x *explorer) isPreserved(addr term) bool {
	_, is := x.ts.node(addr).tag.(preserved)
	return is
}

// counts reports whether v is an object of a table's family.
func (x *explorer) counts(v term) bool {
	r, ok := x.roles[v]
	return ok && x.objects[r.object].family != nil
}

// inside reports whether an address is in memory that an object leads to.
func (x *explorer) inside(addr term, id objectID) bool {
	return x.ts.mentions(addr, func(t term) bool {
		r, ok := x.roles[t]
		return ok && x.objects[r.object].lease == x.objects[id].lease
	})
}

// adds notes a store that adds to what a parameter's object holds.
func (x *explorer) adds(st *state, addr term, s *ssa.Store) {
	var f fate
	x.written(&f, addr, 0, s)
	switch {
	case f.reset:
		x.noteEffect(st, x.ts.root(addr), effect{Kind: readies})
	case f.wrote:
		x.noteEffect(st, x.ts.root(addr), effect{Kind: dirties})
	}
}

// takeBack handles a reference that is overwritten at the address where it was
// stored: this function has it again.
func (x *explorer) takeBack(st *state, addr term) {
	for id, f := range st.fates {
		if f.status == gone && f.to == addr && (f.how == toField || f.how == toGlobal) {
			g := *f
			g.status, g.count, g.to = live, 1, 0
			if held, ok := x.roles[st.mem[addr]]; f.looked || !ok || held.object != id { // and may be elsewhere
				g.status, g.count = top, 0
			}
			st.setFate(id, g)
		}
	}
}

// copyParts stores a struct: what is known of its fields goes along.
func (x *explorer) copyParts(st *state, addr, v term) {
	for a := range st.mem {
		if a != addr && under(x.ts, a, addr) {
			delete(st.mem, a)
		}
	}
	n := x.ts.node(v)
	if n.kind != kLoad {
		return
	}
	for a, part := range maps.Clone(st.mem) {
		if a != n.a && under(x.ts, a, n.a) {
			st.mem[x.rebase(a, n.a, addr)] = part
		}
	}
}

func (x *explorer) wayOf(addr term) handover {
	switch x.ts.node(x.ts.root(addr)).kind {
	case kGlobal:
		return toGlobal
	}
	if x.ts.node(addr).kind == kIndex {
		return toContainer
	}
	return toField
}

// put adds a value to a map, or to a slice that is not known element by
// element.
func (x *explorer) put(st *state, container, v term, pos token.Pos, i ssa.Instruction) {
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
	x.handOn(st, v, toContainer, pos, container, false)
}

func (x *explorer) owns(f fate) bool { return f.status == live && f.count > 0 }

// drain makes the elements of a container top: others may take them out.
func (x *explorer) drain(st *state, container term) {
	for _, r := range st.contents[container] {
		x.toTopLive(st, r.object)
	}
	if len(st.contents[container]) > 0 {
		delete(st.contents, container)
	}
	if x.ts.node(container).kind == kAlloc {
		for addr, v := range st.mem {
			if n := x.ts.node(addr); n.kind == kIndex && n.a == container {
				for _, id := range x.reachable(st, v) {
					x.toTopLive(st, id)
				}
			}
		}
	}
}

func (x *explorer) toTopLive(st *state, id objectID) {
	if c, ok := x.elements[id]; ok {
		x.drain(st, c)
		return
	}
	if f := st.fate(id); f.status == live {
		st.toTop(id)
	}
}

// reachable lists the objects that v is a reference to, or leads to.
func (x *explorer) reachable(st *state, v term) []objectID {
	var ids []objectID
	x.reach(st, v, map[term]bool{}, func(r role, _ term) { ids = append(ids, r.object) })
	return ids
}

// reach calls found for every role that v has or leads to through memory of
// this function, through closures and through tuples.
func (x *explorer) reach(st *state, v term, seen map[term]bool, found func(r role, v term)) {
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
	n := x.ts.node(v)
	switch n.kind {
	case kAlloc:
		for addr, part := range st.mem {
			if x.ts.root(addr) == v {
				x.reach(st, part, seen, found)
			}
		}
	case kField, kIndex, kLoad: // an address inside of something, or a struct
		base := n.a
		if n.kind != kLoad {
			base = v
		}
		for addr, part := range st.mem {
			if under(x.ts, addr, base) {
				x.reach(st, part, seen, found)
			}
		}
	case kClosure:
		for _, b := range x.closures[v].bindings {
			x.reach(st, b, seen, found)
		}
	case kPair:
		x.reach(st, n.a, seen, found)
		x.reach(st, n.b, seen, found)
	}
}

func under(ts *terms, addr, base term) bool {
	for {
		if addr == base {
			return true
		}
		n := ts.node(addr)
		if n.kind != kField && n.kind != kIndex {
			return false
		}
		addr = n.a
	}
}

// handOn hands over everything that v leads to. Owned references move; borrowed
// ones become loans.
func (x *explorer) handOn(st *state, v term, how handover, pos token.Pos, addr term, loop bool) {
	leases := map[objectID]bool{} // leases that move along, so borrows from them stay valid
	var roles []role
	x.reach(st, v, map[term]bool{}, func(r role, _ term) {
		if !slices.Contains(roles, r) {
			roles = append(roles, r)
		}
	})
	slices.SortFunc(roles, func(a, b role) int { return cmp.Or(cmp.Compare(a.object, b.object), cmp.Compare(a.as, b.as)) })
	for _, r := range roles {
		if r.as == asReference || r.as == asCleanup {
			if f := st.fate(r.object); x.owns(f) {
				leases[x.objects[r.object].lease] = true
			}
		}
	}
	for _, r := range roles {
		f := st.fate(r.object)
		o := &x.objects[r.object]
		switch {
		case r.as == asReference || r.as == asCleanup:
			if f.status == dead && how != toField && how != toContainer && how != toGlobal {
				x.use(st, r, pos)
				continue
			}
			x.move(st, r.object, how, pos, addr)
		case leases[o.lease]:
		case x.goesAlong(st, o.lease):
		case f.status == dead:
			x.use(st, r, pos)
		case f.status == live:
			f.loans = append(append([]loan(nil), f.loans...), loan{how: how, pos: pos, addr: addr, held: v, loop: loop})
			st.setFate(r.object, f)
		}
	}
	if _, ok := x.placeOf(addr); !ok || how != toField && how != toGlobal { // a summary tells what is set
		x.noteLoan(st, v, how, pos)
	}
	x.expose(st, v)
}

// goesAlong reports whether references of a lease are kept in the object itself,
// which goes where nothing is known of: they go along.
func (x *explorer) goesAlong(st *state, lease objectID) (some bool) {
	for id, f := range st.fates {
		if f.inside && x.objects[id].lease == lease {
			x.toTopLive(st, id)
			some = true
		}
	}
	return some
}

// move hands one reference over.
func (x *explorer) move(st *state, id objectID, how handover, pos token.Pos, addr term) {
	if c, ok := x.elements[id]; ok {
		x.forElements(st, c, func(id objectID) { x.move(st, id, how, pos, addr) })
		return
	}
	f := st.fate(id)
	o := &x.objects[id]
	if f.status != live {
		if f.status == gone && (how == toGoroutine || how == toChannel) && (f.how == toGoroutine || f.how == toChannel) {
			x.find(st, finding{category: Escape, pos: pos, id: id, how: how, other: f.at, otherText: "already handed over here", again: true})
			st.toTop(id)
		}
		return
	}
	switch {
	case f.count > 1:
		f.count--
	case f.count == 1:
		f.count, f.status, f.at, f.how, f.to, f.contained = 0, gone, pos, how, addr, false
		f.looked = x.applying > 0 // a callee may have put it elsewhere as well
	case o.family != nil && o.family.counted: // a counted object that is lent: the new holder retains it
		f.kept++
	case o.origin == stored || o.origin == param: // a copy of somebody's reference
		if how == toGoroutine || how == toChannel {
			f.loans = append(append([]loan(nil), f.loans...), loan{how: how, pos: pos, addr: addr, held: addr})
		}
	default:
		f.status = top
	}
	st.setFate(id, f)
}

// expose marks the memory that v leads to as known to others.
func (x *explorer) expose(st *state, v term) {
	switch n := x.ts.node(v); n.kind {
	case kAlloc:
		if st.escaped[v] {
			return
		}
		st.escaped[v] = true
		for addr, part := range st.mem {
			if x.ts.root(addr) == v {
				x.expose(st, part)
			}
		}
	case kField, kIndex:
		if x.ts.node(x.ts.root(v)).kind == kAlloc {
			x.expose(st, x.ts.root(v))
		}
	case kClosure:
		c := x.closures[v]
		for i, b := range c.bindings {
			if x.ts.node(x.ts.root(b)).kind == kAlloc && !writes(c.fn, i) {
				continue // only read, so it does not change
			}
			x.expose(st, b)
		}
	case kPair:
		x.expose(st, n.a)
		x.expose(st, n.b)
	}
}

// writes reports whether a closure may write the variable that is bound.
func writes(fn *ssa.Function, binding int) bool {
	if fn == nil || binding >= len(fn.FreeVars) {
		return true
	}
	return writesThrough(fn.FreeVars[binding], 0)
}

func writesThrough(v ssa.Value, depth int) bool {
	if depth > 3 || v.Referrers() == nil {
		return true
	}
	for _, i := range *v.Referrers() {
		switch i := i.(type) {
		case *ssa.UnOp, *ssa.DebugRef:
		case *ssa.FieldAddr:
			if writesThrough(i, depth+1) {
				return true
			}
		case *ssa.IndexAddr:
			if writesThrough(i, depth+1) {
				return true
			}
		case *ssa.MakeClosure:
			for k, b := range i.Bindings {
				if b == v && writes(i.Fn.(*ssa.Function), k) {
					return true
				}
			}
		default:
			return true
		}
	}
	return false
}

// forget forgets memory that others may have changed.
func (x *explorer) forget(st *state) {
	st.epoch++
	st.tick++
	for key, v := range st.latest {
		if _, tracked := x.roles[v]; tracked && key.kind == kLoad && !x.local(st, key.a) {
			delete(st.latest, key)
		}
	}
	for addr, v := range st.mem {
		if x.local(st, addr) {
			continue
		}
		if r, ok := x.roles[v]; ok && r.as == asReference {
			f := st.fate(r.object)
			if x.owns(f) {
				continue
			}
			if f.status == gone && f.to == addr { // it may still be there
				f.looked = true
				st.setFate(r.object, f)
				continue
			}
		}
		if _, ok := x.placeOf(addr); ok && x.ts.node(v).kind == kZero {
			st.mem[addr] = x.ts.make(node{kind: kOpaque, tag: changed{}, a: addr, n: st.epoch})
			continue
		}
		delete(st.mem, addr)
	}
}

// changed is the tag of memory that this function changed and that others may have
// changed since.
type changed struct{}

func (x *explorer) isChanged(v term) bool { return x.ts.node(v).tag == any(changed{}) }

// forgetUnder forgets the memory that a function of another package was given.
func (x *explorer) forgetUnder(st *state, args []term) {
	for _, a := range args {
		switch x.ts.node(a).kind {
		case kConst, kNil, kZero, kFunc:
			continue
		}
		for addr := range st.mem {
			if !x.local(st, addr) && under(x.ts, addr, a) {
				delete(st.mem, addr)
			}
		}
		st.tick++
		for key, v := range st.latest {
			if _, tracked := x.roles[v]; tracked && key.kind == kLoad && key.a != 0 && !x.local(st, key.a) && under(x.ts, key.a, a) {
				delete(st.latest, key)
			}
		}
	}
}

// lose hands a value to unknown code: its objects become top.
func (x *explorer) lose(st *state, v term) {
	x.reach(st, v, map[term]bool{}, func(r role, _ term) {
		if f := st.fate(r.object); f.status == live {
			st.toTop(r.object)
		}
	})
	x.expose(st, v)
}
