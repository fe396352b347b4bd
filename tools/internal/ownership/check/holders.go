package check

import (
	"go/token"
	"go/types"
	"maps"
	"slices"
	"sync"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"github.com/rcpool/rcpool/tools/internal/ownership/holding"
	"github.com/rcpool/rcpool/tools/internal/ownership/mistake"
	"golang.org/x/tools/go/ssa"
)

// This file is about fields that still have what was released. One method releases an
// element of a container in a field, or all of them, and leaves them there; another one
// takes them out and uses them. Or a method has put the same object into two fields, and
// another one releases what is in the first, and does not touch the second. No method
// shows that by itself. It is reported if some function calls them one after the other,
// and nothing in between touches the field.

// A give is a release of what a function took out of a field.
type give struct {
	instr ssa.Instruction
	way   code.Way
	typed bool
}

// A pairing is an object that a function puts into two fields of the same struct.
type pairing struct {
	fn     *ssa.Function
	first  *types.Var
	second *types.Var
	pos    token.Pos // of the second
	always bool      // it does so whenever it is called
}

// holders is what the functions of a package do to fields that hold objects.
type holders struct {
	*Package
	ledger   *holding.Ledger
	gives    map[*ssa.Function][]give
	deferred map[*ssa.Function][]give // that happen when functions return
	pairings []pairing
	doubles  []double
	mentions map[*ssa.Function]map[*types.Var]bool // the fields that functions name; see named

	releasing func() map[*types.Var]map[*ssa.Function]bool // see releasingFunctions
	cutters   map[*types.Var]map[*ssa.Function]bool        // see listCutters
}

// A double is a reference that a function puts into two entries of one map, or into two
// fields.
type double struct{ first, second put }

// checkHolders reports fields that still have what was released.
func (p *Package) checkHolders(l *holding.Ledger) {
	h := &holders{Package: p, ledger: l, gives: map[*ssa.Function][]give{}, deferred: map[*ssa.Function][]give{}, mentions: map[*ssa.Function]map[*types.Var]bool{}}
	h.releasing = sync.OnceValue(h.releasingFunctions)
	h.cutters = map[*types.Var]map[*ssa.Function]bool{}
	for _, fn := range p.Code.Sources {
		h.note(fn)
	}
	h.checkSweeps()
	h.checkBlind()
	h.checkHeldPut()
	defer h.checkEndedParts()
	defer h.checkSpent() // after those that report the use itself, not the call that leads there
	o := newHomes(h)
	defer o.checkHomes()
	defer handouts{o}.checkHandedOut()
	x := newIndexes(o)
	defer twiceListed{x.seconds}.checkListedTwice()
	defer x.checkRemainders()
	x.check()
	x.checkCallbacks()
	h.checkSecondKeys()
	if len(h.gives)+len(h.deferred) == 0 {
		return
	}
	for _, fn := range p.Code.Sources {
		x.checkCalls(fn)
	}
	for _, d := range h.doubles {
		h.checkDouble(d)
	}
	h.checkCopies()
	h.checkSecondNames()
	h.checkViews()
	h.checkLentByKey()
	h.checkHalfway()
	h.checkLeftovers()
}

// note notes what a function releases, and what it puts into two fields.
func (h *holders) note(fn *ssa.Function) {
	puts := map[ssa.Value][]put{}
	var values []ssa.Value
	for instr := range code.Instructions(fn) {
		if v, typed, ok := h.released(instr); ok {
			if way, ok := code.WayTo(v); ok {
				in := code.Outermost(fn)
				h.gives[in] = append(h.gives[in], give{instr, way, typed})
			}
		}
		if later, ok := instr.(*ssa.Defer); ok && fn.Parent() == nil {
			if v, typed, ok := h.releasedBy(&later.Call); ok {
				if way, ok := code.WayTo(v); ok {
					h.deferred[fn] = append(h.deferred[fn], give{instr, way, typed})
				}
			}
		}
		for _, p := range putBy(instr) {
			if puts[p.value] == nil {
				values = append(values, p.value)
			}
			puts[p.value] = append(puts[p.value], p)
		}
	}
	for _, v := range values {
		h.pair(fn, v, puts[v])
	}
}

// released returns what an instruction releases.
func (h *holders) released(instr ssa.Instruction) (v ssa.Value, typed, ok bool) {
	if call, ok := instr.(*ssa.Call); ok {
		return h.releasedBy(&call.Call)
	}
	return nil, false, false
}

func (h *holders) releasedBy(call *ssa.CallCommon) (v ssa.Value, typed, ok bool) {
	if len(call.Args) == 0 { // it may be a bound Release
		return call.Value, true, h.isHeld(call)
	}
	if code.Releases(call) || code.IsMethodOfByteRef(call, "Release", "Drop") {
		return call.Args[0], true, true
	}
	callee := code.Callee(call)
	if callee == nil {
		return nil, false, false
	}
	object, _ := callee.Object().(*types.Func)
	if u := h.Table.Lookup(object); u != nil && u.Operation == api.Release && u.Family.Lossy && u.Where < len(call.Args) {
		return code.Unboxed(call.Args[u.Where]), false, true
	}
	return nil, false, false
}

// isHeld reports whether a call is one of a function of Hold, which was taken out of a field that
// has only such functions.
func (h *holders) isHeld(call *ssa.CallCommon) bool {
	if call.IsInvoke() || call.StaticCallee() != nil {
		return false
	}
	way, ok := code.WayTo(call.Value)
	if !ok {
		return false
	}
	owns := h.ledger.Of(way.Holder())
	return owns != nil && owns.IsHeld() && owns.OwnsEach()
}

// A put is a value that is stored in a field, or in a container in one.
type put struct {
	value ssa.Value
	field *types.Var
	base  ssa.Value
	key   ssa.Value // of a map
	instr ssa.Instruction
}

// putBy returns what an instruction puts into fields, or into containers there.
func putBy(instr ssa.Instruction) (all []put) {
	puttings := puttingsOf(instr)
	if store, ok := instr.(*ssa.Store); ok && len(puttings) == 0 {
		puttings = []putting{{value: store.Val, container: store.Addr}}
	}
	for _, p := range puttings {
		all = append(all, putIn(p, instr)...)
	}
	return all
}

// putIn returns what a putting puts into a field: a value, or what it is on different ways.
func putIn(p putting, instr ssa.Instruction) (all []put) {
	made := put{value: p.value, key: p.key, instr: instr}
	if way, ok := code.WayTo(p.container); ok {
		made.field, made.base = way.Holder(), way.Base
	} else if at, ok := p.container.(*ssa.FieldAddr); ok { // of a new struct
		made.field, made.base = code.FieldOf(at).Origin(), at.X
	}
	if made.field == nil || !canBeHeld(p.value) {
		return nil
	}
	all = append(all, made)
	if phi, ok := p.value.(*ssa.Phi); ok {
		for _, edge := range phi.Edges {
			if made.value = edge; canBeHeld(edge) {
				all = append(all, made)
			}
		}
	}
	return all
}

func canBeHeld(v ssa.Value) bool {
	if v.Referrers() == nil { // a constant, or the address of a global variable
		return false
	}
	_, isPointer := v.Type().Underlying().(*types.Pointer)
	return isPointer || api.IsRef(v.Type())
}

// pair notes the pairs of fields that have the same value. A reference that is retained
// is another matter.
func (h *holders) pair(fn *ssa.Function, v ssa.Value, puts []put) {
	if len(puts) < 2 {
		return
	}
	counted := isCounted(v)
	for _, a := range puts {
		for _, b := range puts {
			if a.base != b.base {
				continue
			}
			if a.field != b.field && !counted && (onOneWay(v, a.instr, b.instr) || onOneWay(v, b.instr, a.instr)) {
				always := code.OnEachWay(a.instr.Block()) && code.OnEachWay(b.instr.Block())
				h.pairings = append(h.pairings, pairing{fn, a.field, b.field, b.instr.Pos(), always})
			}
			if a.instr.Pos() < b.instr.Pos() && onOneWay(v, a.instr, b.instr) && !(counted && isCountedOnWay(v, b.instr)) && !h.isCutBetween(a, b) {
				h.doubles = append(h.doubles, double{a, b})
			}
		}
	}
}

// isCutBetween reports whether something may be taken out of a container between two instructions, of
// which the first one puts something there.
func (h *holders) isCutBetween(a, b put) bool {
	return isContainer(a.field.Type()) && code.RunsBetween(a.instr, b.instr, func(instr ssa.Instruction) bool {
		return len(putBy(instr)) == 0 && h.Code.MayCut(instr, a.field)
	})
}

// isCountedOnWay reports whether a function retains or releases a reference on a way that leads past
// an instruction, before it or after it.
func isCountedOnWay(v ssa.Value, at ssa.Instruction) bool {
	return slices.ContainsFunc(*v.Referrers(), func(use ssa.Instruction) bool {
		return countsRef(use) && (onOneWay(v, use, at) || onOneWay(v, at, use))
	})
}

// onOneWay reports whether a way leads from a to b on which a value is the same.
func onOneWay(v ssa.Value, a, b ssa.Instruction) bool {
	var made *ssa.BasicBlock
	if instr, ok := v.(ssa.Instruction); ok {
		made = instr.Block()
	}
	if a.Block() == b.Block() {
		return slices.Index(a.Block().Instrs, a) < slices.Index(b.Block().Instrs, b)
	}
	return code.Reaches(a.Block(), b.Block(), made)
}

// checkDouble reports a reference that is in two places, if some function releases what
// is in both.
func (h *holders) checkDouble(d double) {
	for _, fn := range h.Code.Sources {
		gives := h.gives[fn]
		if d.first.field != d.second.field {
			h.checkBoth(d, fn)
			continue
		}
		for _, g := range gives {
			_, every := code.EveryTurn(g.instr)
			if d.first.key != nil && d.second.key != nil && !code.SameWritten(d.first.key, d.second.key) &&
				g.way.In == d.first.field && len(g.way.Fields) == 1 && g.way.Which == code.Each && every && !h.keepsWeakly(g.way.Fields) {
				h.Reporter.ReportAt(d.second.instr.Pos(), mistake.DoubleRelease{Twice: true},
					mistake.Place{Pos: d.first.instr.Pos(), Text: "first stored here"}, mistake.Place{Pos: g.instr.Pos(), Text: string(mistake.AllReleased)})
				return
			}
		}
	}
}

// checkBoth reports a reference that is in two fields, if a function releases both of
// them, and no other one changes them.
func (h *holders) checkBoth(d double, fn *ssa.Function) {
	first, second := h.releasesOf(fn, d.first.field, d.second.field, releasesAll)
	if first == nil || h.isChangedElsewhere(d, fn) {
		return
	}
	if !first.typed {
		h.reportShared(d.first.field, d.second.field, first, second, mistake.Place{Pos: d.second.instr.Pos(), Text: "stored twice here"})
		return
	}
	h.Reporter.ReportAt(d.second.instr.Pos(), mistake.DoubleRelease{Twice: true},
		mistake.Place{Pos: d.first.instr.Pos(), Text: "first stored here"}, mistake.Place{Pos: first.instr.Pos(), Text: string(mistake.ReleasedThere)},
		mistake.Place{Pos: second.instr.Pos(), Text: "and here"})
}

// releasesOf returns the releases of some kind of what is in two fields of the same
// struct, if a function has both and does not compare what it releases; otherwise nil.
func (h *holders) releasesOf(fn *ssa.Function, a, b *types.Var, some func(give) bool) (ofA, ofB *give) {
	of := func(field *types.Var) *give {
		for _, g := range h.gives[fn] {
			if len(g.way.Fields) == 1 && g.way.Holder() == field && some(g) {
				return &g
			}
		}
		return nil
	}
	ofA, ofB = of(a), of(b)
	if ofA == nil || ofB == nil || ofA.way.Base != ofB.way.Base || h.compares(fn) {
		return nil, nil
	}
	return ofA, ofB
}

// reportShared reports the later one of two releases of an object that two fields have.
func (h *holders) reportShared(from, to *types.Var, first, second *give, shared mistake.Place) {
	if code.Precedes(second.instr, first.instr) {
		first, second = second, first
	}
	h.Reporter.ReportAt(second.instr.Pos(), mistake.DoubleRelease{Shared: [2]string{from.Name(), to.Name()}},
		shared, mistake.Place{Pos: first.instr.Pos(), Text: string(mistake.ReleasedThere.First())})
}

// releasesAll reports whether a function releases what is in a field, or all that is in a
// container there, whenever it is called.
func releasesAll(g give) bool {
	if g.way.In == nil {
		return code.OnEachWay(g.instr.Block())
	}
	header, every := code.EveryTurn(g.instr)
	return g.way.Which == code.Each && every && code.OnEachWay(header)
}

// compares reports whether a function compares references, or pointers.
func (h *holders) compares(fn *ssa.Function) bool {
	for instr := range code.Instructions(fn) {
		if is, ok := instr.(*ssa.BinOp); ok && canBeHeld(is.X) && !code.IsZeroValue(is.Y) {
			return true
		}
	}
	return false
}

// isInLiteral reports whether an address is a field of a struct literal.
func isInLiteral(addr ssa.Value) bool {
	field, ok := addr.(*ssa.FieldAddr)
	if !ok {
		return false
	}
	made, ok := field.X.(*ssa.Alloc)
	return ok && made.Comment == "complit"
}

// isChangedElsewhere reports whether another function changes one of the fields.
func (h *holders) isChangedElsewhere(d double, fn *ssa.Function) bool {
	for _, other := range h.Code.Sources {
		if other == fn || other == d.first.instr.Parent() {
			continue
		}
		for instr := range code.Instructions(other) {
			if store, ok := instr.(*ssa.Store); ok && !isInLiteral(store.Addr) {
				if h.Code.MayTouch(store, []*types.Var{d.first.field, d.second.field}) {
					return true
				}
			}
		}
	}
	return false
}

// checkCalls looks for calls of two methods, one after the other, of which the first
// leaves a field with objects that it has released, and the second one uses them.
func (x *indexes) checkCalls(in *ssa.Function) {
	for instr := range code.Instructions(in) {
		call, ok := instr.(*ssa.Call)
		if !ok {
			continue
		}
		fn := code.Callee(&call.Call)
		if fn == nil || decidesBranch(call, 0) || x.Code.Endless(fn) {
			continue // it may not have released anything, or nothing comes after it
		}
		for _, g := range x.deferred[fn] {
			if left, ok := x.leaves(fn, g); ok {
				x.checkAfter(call, fn, g, left, nil)
			}
		}
		for _, g := range x.gives[fn] {
			if left, ok := x.leaves(fn, g); ok {
				x.checkAfter(call, fn, g, left, nil)
			}
			for _, p := range x.pairings {
				if left, ok := x.leavesOther(fn, g, p); ok && !x.losesAlone(g, p) && (p.fn == fn || x.wasCalled(in, call, p)) {
					x.checkAfter(call, fn, g, left, &p)
				}
			}
		}
	}
}

// decidesBranch reports whether a condition is made of a value.
func decidesBranch(v ssa.Value, depth int) bool {
	return decidesOne(v, func(*ssa.If) bool { return true }, depth)
}

// decidesOne reports whether one of some conditions is made of a value.
func decidesOne(v ssa.Value, some func(*ssa.If) bool, depth int) bool {
	if depth > maxConditions {
		return true
	}
	return slices.ContainsFunc(*v.Referrers(), func(r ssa.Instruction) bool {
		switch r := r.(type) {
		case *ssa.If:
			return some(r)
		case *ssa.Extract, *ssa.BinOp, *ssa.UnOp, *ssa.Phi, *ssa.Call, *ssa.Convert, *ssa.Field, *ssa.Select:
			return decidesOne(r.(ssa.Value), some, depth+1)
		}
		return slices.ContainsFunc(inVariable(v, r), func(v ssa.Value) bool { return decidesOne(v, some, depth+1) })
	})
}

// inVariable returns where a function finds a value again by an instruction that assigns it to a variable, or
// a variable by one that finds a field of it, or captures it.
func inVariable(v ssa.Value, use ssa.Instruction) (all []ssa.Value) {
	variable, isVariable := v.(*ssa.Alloc)
	switch i := use.(type) {
	case *ssa.Store:
		if to, ok := i.Addr.(*ssa.Alloc); ok && i.Val == v {
			return []ssa.Value{to}
		}
	case *ssa.FieldAddr:
		if isVariable {
			return []ssa.Value{i}
		}
	case *ssa.MakeClosure:
		for k, binding := range i.Bindings {
			if isVariable && binding == ssa.Value(variable) {
				all = append(all, i.Fn.(*ssa.Function).FreeVars[k])
			}
		}
	}
	return all
}

const maxConditions = 4 // in conditions

// elementDecides reports whether a condition is made of an element of a container.
func elementDecides(container ssa.Value) bool {
	return slices.ContainsFunc(*container.Referrers(), func(r ssa.Instruction) bool {
		switch r := r.(type) {
		case *ssa.Lookup:
			return decidesBranch(r, 0)
		case *ssa.IndexAddr:
			return decidesBranch(r, 0)
		}
		return false
	})
}

// decidesWhich reports whether a number says which elements of a list are meant: it is the index
// of one, or where a part ends.
func decidesWhich(v ssa.Value, depth int) bool {
	return depth < maxConditions && slices.ContainsFunc(*v.Referrers(), func(r ssa.Instruction) bool {
		switch r := r.(type) {
		case *ssa.Slice:
			return r.X != v
		case *ssa.IndexAddr:
			return r.X != v
		case *ssa.BinOp, *ssa.Convert:
			return decidesWhich(r.(ssa.Value), depth+1)
		}
		return false
	})
}

// leaves returns the way to what a function releases, if it leaves that where it was.
func (h *holders) leaves(fn *ssa.Function, g give) (code.Way, bool) {
	if g.way.In == nil || h.keepsWeakly(g.way.Fields) {
		return g.way, false
	}
	touches := h.Code.Touches(fn)
	if g.way.Which == code.Some && !isMap(g.way.In) && h.counts(touches) {
		return g.way, false // the index is another one afterwards
	}
	return g.way, !slices.ContainsFunc(g.way.Fields, touches.Has)
}

// counts reports whether a function changes numbers in fields.
func (h *holders) counts(t *code.Touches) bool {
	for f := range t.Fields {
		if api.IsInteger(f.Type()) {
			return true
		}
	}
	return false
}

// everyTurn reports whether a release happens in each turn of a loop, or in each call of a
// function literal for all that is in a sync.Map.
func everyTurn(g give) bool {
	if g.instr.Parent().Parent() != nil && api.IsSyncMap(g.way.In.Type()) {
		return code.OnEachWay(g.instr.Block())
	}
	_, every := code.EveryTurn(g.instr)
	return every
}

// leavesOther returns the way to the second field that has the same objects, if a
// function releases all that is in the first, and does not touch the second.
func (h *holders) leavesOther(fn *ssa.Function, g give, p pairing) (code.Way, bool) {
	other := code.Way{Base: g.way.Base, Fields: []*types.Var{p.second}}
	if g.way.Holder() != p.first || len(g.way.Fields) != 1 {
		return other, false
	}
	if isContainer(p.second.Type()) {
		other.In = p.second
	}
	_, every := code.EveryTurn(g.instr)
	if g.way.In == nil || g.way.Which != code.Each && !every && other.In == nil || h.keepsWeakly(other.Fields) {
		return other, false
	}
	return other, !h.Code.Touches(fn).Has(p.second)
}

func isContainer(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Map, *types.Slice, *types.Array:
		return true
	}
	return false
}

// keepsWeakly reports whether references in one of the fields are tested before they are
// used.
func (h *holders) keepsWeakly(fields []*types.Var) bool {
	return slices.ContainsFunc(fields, func(f *types.Var) bool { return h.Code.KeepsWeakly(f) })
}

// wasCalled reports whether the function of a pairing may be called before a call, on
// the same thing.
func (h *holders) wasCalled(in *ssa.Function, call *ssa.Call, p pairing) bool {
	for instr := range code.Instructions(in) {
		before, ok := instr.(*ssa.Call)
		if ok && code.Callee(&before.Call) == p.fn && len(before.Call.Args) > 0 && len(call.Call.Args) > 0 &&
			code.SameWritten(before.Call.Args[0], call.Call.Args[0]) && code.Precedes(before, call) &&
			(isContainer(p.second.Type()) || code.Leads(before, only(call), h.touches([]*types.Var{p.second}, nil))) {
			return true
		}
	}
	return false
}

// checkAfter reports what uses the objects that a call has left in a field.
func (h *holders) checkAfter(call *ssa.Call, fn *ssa.Function, g give, left code.Way, paired *pairing) {
	receiver := argumentOf(call, fn, g.way.Base)
	if receiver == nil {
		return
	}
	same := code.MadeOf(receiver)
	code.Walk(call, func(instr ssa.Instruction) (stop bool) {
		if v, ok := instr.(ssa.Value); ok && same[v] {
			return true // in the next turn of a loop, another receiver
		}
		if store, ok := instr.(*ssa.Store); ok && same[store.Addr] {
			return true
		}
		if next, ok := instr.(*ssa.Call); ok && !isToldByFlag(call, next) && h.checkUse(next, receiver, g, left, call, paired) {
			return true
		}
		return h.Code.MayTouch(instr, left.Fields)
	})
}

// isToldByFlag reports whether a flag of the function decides about an instruction that comes after
// another one: it may say what was done there.
func isToldByFlag(before, next ssa.Instruction) bool {
	for b := next.Block().Idom(); b != nil; b = b.Idom() {
		branch, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		if ok && asksFlag(branch.Cond) && code.Precedes(before, branch) {
			return true
		}
	}
	return false
}

// asksFlag reports whether a condition is that a variable of the function is true, or false.
func asksFlag(cond ssa.Value) bool {
	if not, ok := cond.(*ssa.UnOp); ok && not.Op == token.NOT {
		cond = not.X
	}
	switch i := cond.(type) {
	case *ssa.Phi:
		return slices.ContainsFunc(i.Edges, isConst)
	case *ssa.UnOp:
		variable, ok := i.X.(*ssa.Alloc)
		return ok && i.Op == token.MUL && onlyStored(variable) == nil
	}
	return false
}

// argumentOf returns the argument of a call for a parameter of the function, or nil.
func argumentOf(call *ssa.Call, fn *ssa.Function, parameter ssa.Value) ssa.Value {
	p, ok := parameter.(*ssa.Parameter)
	if !ok {
		return nil
	}
	i := slices.Index(fn.Params, p)
	if i < 0 || i >= len(call.Call.Args) {
		return nil
	}
	return call.Call.Args[i]
}

// checkUse reports a call of a function that uses what is left in a field, before it
// touches the field.
func (h *holders) checkUse(next *ssa.Call, receiver ssa.Value, g give, left code.Way, call *ssa.Call, paired *pairing) bool {
	fn := code.Callee(&next.Call)
	if fn == nil || !h.Code.Has(fn) || !h.named(fn)[left.Holder()] {
		return false
	}
	for instr := range code.Instructions(fn) {
		used, v := h.uses(instr, left, g.typed)
		if !used || h.isGuarded(call, instr, left) || asksAlike(instr, g.instr, slices.Concat(left.Fields, g.way.Fields)) || h.usesOthers(instr, v, g, left, paired) {
			continue
		}
		if paired == nil && isOtherEntry(g.instr, call, instr, next) {
			continue
		}
		if arg := argumentOf(next, fn, v.Base); arg == nil || !code.SameWritten(arg, receiver) || h.touchedBefore(instr, left) {
			continue
		}
		var m mistake.Mistake = mistake.UseAfterRelease{StillHeld: left.Holder().Name()}
		if _, _, releases := h.released(instr); releases {
			m = mistake.DoubleRelease{StillHeld: left.Holder().Name()}
		}
		way := []mistake.Place{{Pos: g.instr.Pos(), Text: string(mistake.ReleasedThere)}, {Pos: call.Pos(), Text: "that is called here"}, {Pos: next.Pos(), Text: "and then what uses it"}}
		if paired != nil {
			way = slices.Insert(way, 0, mistake.Place{Pos: paired.pos, Text: "also stored here"})
		}
		h.Reporter.ReportAt(instr.Pos(), m, way...)
		return true
	}
	return false
}

// usesOthers reports whether an instruction that uses elements of the container in which something
// is left may use others than that.
func (h *holders) usesOthers(instr ssa.Instruction, v code.Way, g give, left code.Way, paired *pairing) bool {
	inEach := paired != nil && paired.always && usesEach(instr, v) // and so in that one
	isField := left.In == nil && paired != nil && paired.always
	if left.Which == code.Some && !isMap(left.In) && !h.tests(instr.Parent(), left) && !inEach && !isField {
		return true // the indexes that are in use may be elsewhere
	}
	return left.Which == code.Each && !everyTurn(g) && !usesEach(instr, v) // it may know which of them were released
}

// isOtherEntry reports whether two calls release and use the entries of two keys that they are
// given: they are not the same value, or one that is another in each turn of a loop.
func isOtherEntry(release ssa.Instruction, call *ssa.Call, use ssa.Instruction, next *ssa.Call) bool {
	first, then := keyGiven(release, call), keyGiven(use, next)
	if first == nil || then == nil {
		return false
	}
	_, isConst := first.(*ssa.Const)
	return first != then && !(isConst && code.SameWritten(first, then)) || isMadeAfter(first, call)
}

// keyGiven returns the argument of a call for the key of the entry that an instruction of the
// callee is about, or nil.
func keyGiven(instr ssa.Instruction, call *ssa.Call) ssa.Value {
	for _, o := range instr.Operands(nil) {
		for _, v := range code.ChainTo(*o) {
			if found, ok := v.(*ssa.Lookup); ok {
				return argumentOf(call, instr.Parent(), found.Index)
			}
		}
	}
	return nil
}

// usesEach reports whether an instruction is carried out for each element of a container.
func usesEach(instr ssa.Instruction, way code.Way) bool {
	_, every := code.EveryTurn(instr)
	return every && way.Which == code.Each
}

// named returns the fields that a function names.
func (h *holders) named(fn *ssa.Function) map[*types.Var]bool {
	names := h.mentions[fn]
	if names == nil {
		names = map[*types.Var]bool{}
		for instr := range code.Instructions(fn) {
			if at, ok := instr.(*ssa.FieldAddr); ok {
				names[code.FieldOf(at).Origin()] = true
			}
		}
		h.mentions[fn] = names
	}
	return names
}

func isMap(field *types.Var) bool {
	if field == nil {
		return false
	}
	_, is := field.Type().Underlying().(*types.Map)
	return is || api.IsSyncMap(field.Type())
}

// tests reports whether a function asks if there is something in an element of a list.
func (h *holders) tests(fn *ssa.Function, left code.Way) bool {
	is := func(v ssa.Value) bool {
		way, ok := code.WayTo(v)
		return ok && way.In == left.In
	}
	for instr := range code.Instructions(fn) {
		switch i := instr.(type) {
		case *ssa.BinOp:
			if code.IsZeroValue(i.Y) && is(i.X) {
				return true
			}
		case *ssa.Call:
			if code.IsMethodOfRef(&i.Call, "IsZero") && is(i.Call.Args[0]) {
				return true
			}
		}
	}
	return false
}

// isGuarded reports whether a function asks a flag, or another field that the call has
// changed, before it uses something: that may tell that there is nothing to use.
func (h *holders) isGuarded(call *ssa.Call, use ssa.Instruction, left code.Way) bool {
	return h.isGuardedBut(call, use, left, nil)
}

// isGuardedBut is isGuarded for all fields but one.
func (h *holders) isGuardedBut(call *ssa.Call, use ssa.Instruction, left code.Way, but *types.Var) bool {
	touched := h.Code.Touches(code.Callee(&call.Call))
	before := func(branch *ssa.If) bool { return code.Precedes(branch, use) }
	tells := func(f *types.Var) bool {
		return f != but && (api.IsBool(f.Type()) || isSignal(f.Type()) || touched.Has(f) && !slices.Contains(left.Fields, f))
	}
	for instr := range code.Instructions(use.Parent()) {
		switch i := instr.(type) {
		case *ssa.UnOp:
			if at, ok := i.X.(*ssa.FieldAddr); ok && tells(code.FieldOf(at).Origin()) && (decidesOne(i, before, 0) || elementDecides(i) || decidesWhich(i, 0)) {
				return true
			}
		case *ssa.Call:
			if flag := atomicAsked(&i.Call); flag != nil && flag != but && decidesOne(i, before, 0) {
				return true
			}
			callee := code.Callee(&i.Call)
			if callee != nil && h.Code.Has(callee) && decidesOne(i, before, 0) && slices.ContainsFunc(slices.Collect(maps.Keys(h.named(callee))), tells) {
				return true
			}
		}
	}
	return false
}

// isSignal reports whether others may tell by a value that something is over: it is a channel, which may be
// closed, or a context.
func isSignal(t types.Type) bool {
	_, isChan := t.Underlying().(*types.Chan)
	return isChan || isContext(t)
}

// atomicAsked returns the field with a value of package sync/atomic of which a call is a method, or nil.
func atomicAsked(call *ssa.CallCommon) *types.Var {
	if len(call.Args) == 0 {
		return nil
	}
	at, ok := call.Args[0].(*ssa.FieldAddr)
	if !ok || !api.IsAtomic(code.FieldOf(at).Type()) {
		return nil
	}
	return code.FieldOf(at).Origin()
}

func isContext(t types.Type) bool {
	named, ok := types.Unalias(t).(*types.Named)
	return ok && named.Obj().Name() == "Context" && isOfPackage(named, "context")
}

// asksAlike reports whether a use depends on a field that decides about a release, too, but for the
// fields where the objects are: it may know by that what was not released.
func asksAlike(use, release ssa.Instruction, but []*types.Var) bool {
	deciders := decidersOf(release)
	return slices.ContainsFunc(decidersOf(use), func(field *types.Var) bool {
		return slices.Contains(deciders, field) && !slices.Contains(but, field)
	})
}

// decidersOf returns the fields of which the conditions are computed that lead to an instruction.
func decidersOf(instr ssa.Instruction) (fields []*types.Var) {
	for branch, reason := branchOf(instr.Block()); reason != nil; branch, reason = branchOf(branch.Idom()) {
		isComputed(reason.Cond, func(v ssa.Value) bool {
			if at, ok := v.(*ssa.FieldAddr); ok {
				fields = append(fields, code.FieldOf(at).Origin())
			}
			return false
		}, map[ssa.Value]bool{})
	}
	return fields
}

// touchedBefore reports whether a function may have changed a field before an
// instruction. What a loop does with the element of each turn is no change for the next
// turn's.
func (h *holders) touchedBefore(use ssa.Instruction, left code.Way) bool {
	_, every := code.EveryTurn(use)
	return anyBefore(use, func(instr ssa.Instruction) bool {
		return h.Code.MayTouch(instr, left.Fields) && !(every && code.IsOfSameTurn(instr, use))
	})
}

// anyBefore reports whether a function may execute one of some instructions before a
// certain one.
func anyBefore(certain ssa.Instruction, some func(ssa.Instruction) bool) bool {
	for instr := range code.Instructions(certain.Parent()) {
		if instr != certain && some(instr) && code.Precedes(instr, certain) {
			return true
		}
	}
	return false
}

// uses reports whether an instruction uses an object at the end of a way.
func (h *holders) uses(instr ssa.Instruction, left code.Way, typed bool) (bool, code.Way) {
	is := func(v ssa.Value) (bool, code.Way) {
		way, ok := code.WayTo(v)
		return ok && way.Same(left), way
	}
	if v, _, ok := h.released(instr); ok {
		return is(v)
	}
	switch i := instr.(type) {
	case *ssa.Call:
		if typed && code.IsMethodOfRef(&i.Call, "Value", "Retain") {
			return is(i.Call.Args[0])
		}
		if callee := code.Callee(&i.Call); !typed && callee != nil && callee.Signature.Recv() != nil && len(i.Call.Args) > 0 {
			return is(i.Call.Args[0])
		}
	case *ssa.FieldAddr:
		if !typed {
			return is(i.X)
		}
	}
	return false, code.Way{}
}
