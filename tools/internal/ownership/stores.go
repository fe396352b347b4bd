package ownership

import (
	"go/token"
	"go/types"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"github.com/rcpool/rcpool/tools/internal/ownership/fate"
	"github.com/rcpool/rcpool/tools/internal/ownership/memory"
	"github.com/rcpool/rcpool/tools/internal/ownership/place"
	"github.com/rcpool/rcpool/tools/internal/ownership/term"
	"golang.org/x/tools/go/ssa"
)

// stores writes memory. A reference that is stored where others find it is handed over, and what
// was there before may be this function's again. It asks loads for the parts of structs that are
// about to be overwritten, and tells pools what is written into objects.
type stores struct {
	*memory.Values
	where     *position
	accounts  *accounts
	handovers *handovers
	loads     *loads
	lent      *lentLists
	pools     *pools
	late      *lateErrors
	caller    *callerEffects
	courses   *courses
	pkg       *code.Package
}

// store writes memory. Storing a reference where others find it hands it over.
// Storing a borrowed object there makes a loan.
func (w *stores) store(st *memory.State, addr, v term.Term, pos token.Pos, i ssa.Instruction) {
	w.accounts.touch(st, addr, pos)
	w.late.noteLate(st, addr, v)
	if r, ok := w.Roles[addr]; ok {
		w.overwrites(st, r, addr, v, i)
	} else if s, ok := i.(*ssa.Store); ok && w.Terms.Node(w.Terms.Root(addr)).Kind == term.Param {
		w.pools.adds(st, addr, s)
	}
	if w.Terms.Node(v) == (term.Node{Kind: term.Load, A: addr}) {
		return // a struct that is there already
	}
	kind := w.Terms.Node(addr).Kind
	isPart := kind == term.Field || kind == term.Index
	if isPart && w.where.applying == 0 {
		w.accounts.useDead(st, v, pos)
	}
	if isPart || !st.Local(addr) {
		w.courses.loseTrack(st, v)
	}
	w.preserve(st, addr, i)
	w.keepWeakly(st, addr, v)
	if st.Local(addr) {
		w.storeLocal(st, addr, v, i)
		return
	}
	if held, ok := w.Roles[v]; ok && w.Inside(addr, held.Object) {
		w.storeInside(st, addr, v, held, pos)
		return
	}
	if list := w.unknownElement(addr); list != 0 && isStore(i) {
		w.mayReplace(st, list, i)
	}
	w.takeFrom(st, addr, v, pos)
	st.TakeBack(addr)
	st.Outdate(addr)
	w.mayOverwrite(st, addr, i)
	for old := range st.Cells { // a struct that is overwritten
		if old != addr && w.Terms.Node(old).A == addr {
			delete(st.Cells, old)
		}
	}
	way := w.wayOf(addr)
	_, tracked := w.Roles[v]
	switch {
	case way == fate.ToField && w.Terms.Node(w.Terms.Root(addr)).Kind == term.Opaque && (!tracked || w.Counts(v)):
		st.Lose(v) // a field of something that came from somewhere
		w.caller.noteExposed(st, v)
	default:
		w.handovers.handOn(st, v, way, pos, addr, false)
	}
	st.CopyParts(addr, v)
	st.Cells[addr] = v
}

// storeLocal writes memory that nobody else knows.
func (w *stores) storeLocal(st *memory.State, addr, v term.Term, i ssa.Instruction) {
	if list := w.unknownElement(addr); list != 0 {
		w.mayReplace(st, list, i)
		w.storeSomewhere(st, list, v)
		return
	}
	if n := w.Terms.Node(addr); n.Kind == term.Index && len(st.Containers[n.A]) > 0 {
		delete(st.Marks, memory.Marked(memory.HasReleased, n.A, nil))
		if len(st.Reachable(v)) > 0 { // in place of one of those that were appended
			st.Drain(n.A)
			w.storeSomewhere(st, n.A, v)
			return
		}
	}
	if _, made := w.Terms.Node(w.Terms.Root(addr)).Tag.(rebuilt); made && w.where.applying == 0 {
		st.Lose(v) // a value that others made may have an owner
	}
	st.CopyParts(addr, v)
	st.Cells[addr] = v
	st.NoteListed(addr, v)
}

// takeFrom handles what this function has found to be the same as what it overwrites, as a version that is
// still the head of a store: it has the reference of that place now, too.
func (w *stores) takeFrom(st *memory.State, addr, v term.Term, pos token.Pos) {
	field := w.Fields[addr]
	old, ok := st.Evaluated(term.Node{Kind: term.Load, A: addr})
	if !ok || field == nil {
		return
	}
	o := fate.Object{Origin: fate.Stored, Pos: pos, What: "the object"}
	if o.Family = w.handovers.table.Counting(field.Type()); o.Family == nil && !api.IsRef(field.Type()) {
		return
	}
	for _, same := range st.Facts.Equals(w.Terms, old) {
		if same == v {
			continue
		}
		r, known := w.Roles[same]
		if !known {
			o.Place, _ = place.Of(w.Terms, same)
			r = fate.Reference(w.Object(memory.Key{Found: same}, o))
			w.Roles[same] = r
		}
		st.ToTop(r.Object)
	}
}

// mayOverwrite handles a store into a struct that was found through a pointer, such as the
// neighbour of a list's element. It may be a struct that is known by another name: what is in
// the same field of that is not known any more, if it leads to a struct itself.
func (w *stores) mayOverwrite(st *memory.State, addr term.Term, i ssa.Instruction) {
	field := w.Fields[addr]
	if field == nil || w.Terms.Node(w.Terms.Node(addr).A).Kind != term.Load {
		return
	}
	pointer, ok := field.Type().Underlying().(*types.Pointer)
	if !ok || !api.IsStructValue(pointer.Elem()) {
		return
	}
	same := map[term.Term]bool{}
	note := func(a term.Term) {
		if _, tracked := w.Roles[st.Cells[a]]; a != addr && a != 0 && w.Fields[a] == field && !tracked && !st.Local(a) {
			same[a] = true
		}
	}
	for evaluation := range st.Latest.All() {
		if key := st.Evaluations.Node(evaluation); key.Kind == term.Load {
			note(key.A)
		}
	}
	for a := range st.Cells {
		note(a)
	}
	for _, a := range term.InOrder(same) {
		st.Cells[a] = st.Overwritten(a, i)
	}
}

// overwrites notes a store into an object. What was at the address is not its memory any
// more, nor is any of its memory if the object itself is overwritten, as a pooled pointer
// to a slice is.
func (w *stores) overwrites(st *memory.State, r fate.Role, addr, v term.Term, i ssa.Instruction) {
	old, ok := st.Cells[addr]
	if !ok {
		old, ok = st.Evaluated(term.Node{Kind: term.Load, A: addr})
	}
	if ok && w.Roles[old].As == fate.AsAlias && w.Roles[v].Object != r.Object {
		st.Marks[memory.Marked(memory.IsTaken, old, nil)] = 1
	}
	w.renews(st, r, addr, v)
	if n := w.Terms.Node(addr); n.Kind == term.Index && isSplit(w.Values, n.A) && w.Roles[v].Object != r.Object {
		st.Marks[memory.Marked(memory.IsTaken, n.A, nil)] = 1 // perhaps each element is
	}
	w.pools.wrote(st, r, addr, i)
	w.isHeldBy(st, r, v, i)
	all := memory.Marked(memory.IsTaken, 0, r.Object)
	if r.As == fate.AsReference && w.Roles[v].Object != r.Object {
		st.Marks[all] = 1
	} else {
		delete(st.Marks, all)
	}
}

// renews notes a store of other memory into the field whose memory goes to the next owner.
// What a callee has said to be memory of the object was that of the field.
func (w *stores) renews(st *memory.State, r fate.Role, addr, v term.Term) {
	field := w.Fields[addr]
	if field == nil || !w.pkg.IsReused(field) || w.Roles[v].Object == r.Object {
		return
	}
	for t, role := range w.Roles {
		if role == fate.Alias(r.Object) && w.Terms.Node(t).Kind != term.Load && w.mayBeOf(field, t) {
			st.Marks[memory.Marked(memory.IsTaken, t, nil)] = 1
		}
	}
}

// mayBeOf reports whether what a callee has returned may be the memory of a field, by its type.
func (w *stores) mayBeOf(field *types.Var, t term.Term) bool {
	made, ok := w.MadeBy(t).(rebuilt)
	if !ok || made.set {
		return true
	}
	call, ok := made.call.(ssa.CallInstruction)
	if !ok || made.item >= call.Common().Signature().Results().Len() {
		return true
	}
	list, isList := call.Common().Signature().Results().At(made.item).Type().Underlying().(*types.Slice)
	of, ofList := field.Type().Underlying().(*types.Slice)
	return !isList || !ofList || types.Identical(list.Elem(), of.Elem())
}

// isHeldBy notes that a slice which came from somewhere is the memory of a pooled pointer
// to a slice, since it was stored there.
func (w *stores) isHeldBy(st *memory.State, r fate.Role, v term.Term, i ssa.Instruction) {
	s, ok := i.(*ssa.Store)
	if o := &w.Objects[r.Object]; !ok || r.As != fate.AsReference || !o.Lossy() || o.Origin != fate.Acquired {
		return
	}
	if _, isSlice := s.Val.Type().Underlying().(*types.Slice); !isSlice {
		return
	}
	if _, called := s.Val.(*ssa.Call); !called || w.Roles[v].Object != 0 || w.Terms.Node(v).Kind != term.Opaque {
		return
	}
	w.Roles[v] = fate.Alias(r.Object)
}

// unknownElement returns the list that an address leads into, at an index that is not
// known; 0 if there is none.
func (w *stores) unknownElement(addr term.Term) term.Term {
	for n := w.Terms.Node(addr); n.Kind == term.Field || n.Kind == term.Index; n = w.Terms.Node(n.A) {
		if n.Kind == term.Index {
			if _, known := w.Terms.AsInt(n.B); !known {
				return n.A
			}
		}
	}
	return 0
}

func isStore(i ssa.Instruction) bool {
	_, ok := i.(*ssa.Store)
	return ok
}

// mayReplace handles a store to an element of a list, unknown which: any of those that were put there
// may be overwritten.
func (w *stores) mayReplace(st *memory.State, list term.Term, i ssa.Instruction) {
	if s, ok := i.(*ssa.Store); !ok || !isInOtherFields(st, list, s.Addr) {
		st.Drain(list)
	}
}

// storeSomewhere puts a value into some element of a list, unknown which: each may be what is
// loaded later.
func (w *stores) storeSomewhere(st *memory.State, list, v term.Term) {
	st.Lose(v)
	w.caller.noteExposed(st, v)
	for addr := range st.Cells {
		if addr != list && w.Terms.Under(addr, list) {
			delete(st.Cells, addr)
		}
	}
	st.Outdate(list)
}

// keepWeakly handles references that are put into a variable which perhaps does not own
// what it holds.
func (w *stores) keepWeakly(st *memory.State, addr, v term.Term) {
	variable := w.VariableAt(addr)
	if variable == nil || !w.pkg.KeepsWeakly(variable) {
		return
	}
	st.Reach(v, func(r fate.Role, _ term.Term) {
		if r.As == fate.AsReference && (w.IsTyped(r.Object) || w.Objects[r.Object].Counted()) {
			st.ToTopLive(r.Object)
		}
	})
}

// storeInside puts an object, or memory of it, into the object itself.
func (w *stores) storeInside(st *memory.State, addr, v term.Term, held fate.Role, pos token.Pos) {
	st.TakeBack(addr)
	ref := held.As == fate.AsReference && w.IsTyped(held.Object)
	if ref && w.Terms.Mentions(addr, func(t term.Term) bool { return w.Terms.Node(t).Kind == term.Load }) { // but behind a pointer
		w.accounts.move(st, held.Object, fate.ToField, pos, addr)
	} else if ref {
		f := st.Fate(held.Object)
		f.Inside = true
		st.SetFate(held.Object, f)
	}
	holder := st.Fate(held.Object)
	for _, r := range st.Containers[v] { // appended to its memory
		switch {
		case r.As != fate.AsReference || !w.IsTyped(r.Object):
		case holder.Status == fate.Gone || holder.Status == fate.Live && holder.Count == 0: // which others have, too
			w.accounts.move(st, r.Object, fate.ToField, pos, addr)
		default: // the object may release it
			st.ToTopLive(r.Object)
		}
	}
	st.Cells[addr] = v
}

// preserve handles a struct that is about to be overwritten. Structs are loaded by
// their parts, so values that were loaded from it before get memory of their own,
// with the same parts.
func (w *stores) preserve(st *memory.State, addr term.Term, i ssa.Instruction) {
	whole, loaded := w.Terms.Made(term.Node{Kind: term.Load, A: addr})
	if !loaded {
		return
	}
	var copies []ssa.Value
	var copiedTo []term.Term
	var typ *types.Struct
	for v, t := range st.Env.All() {
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
	own := w.Terms.Make(term.Node{Kind: term.Alloc, Tag: preserved{i}, At: st.Turn(i)})
	kept := w.Terms.Load(own)
	switch {
	case st.Local(addr):
		for a, part := range st.Stored(func(a term.Term) bool { return w.Terms.Under(a, addr) }) {
			st.Cells[w.Terms.Rebase(a, addr, own)] = part
		}
	case typ != nil && api.HoldsRef(typ):
		for k := range typ.NumFields() {
			part := w.Terms.Field(addr, k)
			st.Cells[w.Terms.Field(own, k)] = w.loads.load(st, part, typ.Field(k).Type(), i, w.where.at(i.Pos()))
		}
	default:
		kept = w.Terms.Make(term.Node{Kind: term.Opaque, Tag: preserved{i}, At: st.Turn(i)})
	}
	for _, v := range copies {
		st.Env.Set(v, kept)
	}
	for _, a := range copiedTo {
		st.Cells[a] = kept
	}
}

func (w *stores) wayOf(addr term.Term) fate.Handover {
	switch w.Terms.Node(w.Terms.Root(addr)).Kind {
	case term.Global:
		return fate.ToGlobal
	}
	if w.Terms.Node(addr).Kind == term.Index {
		return fate.ToContainer
	}
	return fate.ToField
}

// put adds a value to a map, or to a slice that is not known element by
// element.
func (w *stores) put(st *memory.State, container, v term.Term, pos token.Pos) {
	w.accounts.useDead(st, v, pos)
	w.keepWeakly(st, w.Terms.Node(container).A, v)
	if st.Local(container) {
		st.List(v)
	}
	if len(st.Reachable(v)) == 0 {
		if !st.Local(container) {
			w.caller.noteExposed(st, v)
			st.Expose(v) // it may get references later
		}
		return
	}
	if st.Local(container) {
		st.Collect(container, v)
		w.where.storedFarAway(st, container)
		return
	}
	w.handovers.handOn(st, v, fate.ToContainer, pos, container, false)
}
