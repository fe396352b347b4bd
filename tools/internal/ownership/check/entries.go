package check

import (
	"go/token"
	"go/types"
	"slices"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"github.com/rcpool/rcpool/tools/internal/ownership/holding"
	"github.com/rcpool/rcpool/tools/internal/ownership/mistake"
	"golang.org/x/tools/go/ssa"
)

// This file is about entries of maps. A map owns the references in it, so what puts another
// reference into an entry must release the one that is there. That there is one is known only
// after the package has looked: then the key is not a new one. The way goes on from there to
// the update, through the callers and the functions that are called, as long as nothing may
// take the reference out. Somebody must release what is in the map. Otherwise it may not own it.

// checkEntries reports references in maps that are overwritten.
func (p *Package) checkEntries(l *holding.Ledger) {
	reported := map[*ssa.MapUpdate]bool{}
	for instr := range p.Code.Instructions() {
		found, ok := instr.(*ssa.Lookup)
		if !ok || !p.ownsEntries(l, found.X) {
			continue
		}
		at := look{Package: p, found: found, steps: new(int), reported: reported}
		at.again = at.others()
		for _, one := range append(at.again, found) {
			at.takes = append(at.takes, l.Takes(one)...)
		}
		at.tellCallers()
		for _, b := range found.Parent().Blocks {
			if present := at.presentAfter(b, at.isFound); present != nil {
				at.present = present
				w := &entryWay{look: at, of: p.thingAt(found.X), key: found.Index, object: at.objectIn(b, present), up: true, seen: map[*ssa.BasicBlock]bool{}}
				w.enter(present, code.CourseFrom(b, present))
			}
		}
	}
}

// tellCallers begins in the callers of a function that does no more than to return what it has found, and
// whether there was something: they ask.
func (l *look) tellCallers() {
	fn := l.found.Parent()
	b := l.found.Block()
	ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
	if !ok || len(fn.Blocks) != 1 {
		return
	}
	k := slices.IndexFunc(code.Returned(ret), l.isWhether)
	if k < 0 || slices.ContainsFunc(l.Code.CallsOf(fn), func(call ssa.CallInstruction) bool { return !isAsked(call, k) }) {
		return
	}
	l.present = b
	w := &entryWay{look: *l, of: l.thingAt(l.found.X), key: l.found.Index, up: true, seen: map[*ssa.BasicBlock]bool{}}
	w.leads(b, slices.Index(b.Instrs, ssa.Instruction(l.found))+1, code.Course{})
}

// isAsked reports whether a result of a call is all that a condition asks.
func isAsked(call ssa.CallInstruction, result int) bool {
	v, ok := call.(*ssa.Call)
	return ok && slices.ContainsFunc(*v.Referrers(), func(use ssa.Instruction) bool {
		part, ok := use.(*ssa.Extract)
		return ok && part.Index == result && slices.ContainsFunc(*part.Referrers(), func(use ssa.Instruction) bool {
			_, asks := use.(*ssa.If)
			return asks
		})
	})
}

// isWhether reports whether a value says if something was found.
func (l *look) isWhether(v ssa.Value) bool {
	part, ok := v.(*ssa.Extract)
	return ok && part.Tuple == ssa.Value(l.found) && part.Index == 1
}

// ownsEntries reports whether a map owns what is in it.
func (p *Package) ownsEntries(l *holding.Ledger, m ssa.Value) bool {
	of, ok := m.Type().Underlying().(*types.Map)
	if !ok {
		return false
	}
	home := code.Home(m)
	if p.Code.KeepsWeakly(home) {
		return false
	}
	if api.IsRef(of.Elem()) {
		return p.Code.ReleasesFrom(home)
	}
	field, ok := home.(*types.Var)
	if !ok {
		return false
	}
	h := l.Of(field)
	return h != nil && h.OwnsEach() && !h.Blank && !p.isDisabled(h) && h.Family != "" && p.releases(h)
}

// releases reports whether some function releases what it takes out of a field.
func (p *Package) releases(h *holding.Holding) bool {
	return slices.ContainsFunc(h.Outs, func(out holding.Out) bool { return slices.ContainsFunc(out.Takes, p.isRelease) })
}

// A look is a lookup in a map that has found something.
type look struct {
	*Package
	found    *ssa.Lookup
	again    []*ssa.Lookup     // of the same entry, in the same function: one has the value, another one tells that it is there
	present  *ssa.BasicBlock   // where it is known to be there
	takes    []ssa.Instruction // that take what was found
	steps    *int              // of all ways from there
	reported map[*ssa.MapUpdate]bool
}

// presentAfter returns where a path goes on after a block if there was something in the
// entry; nil if the block does not ask.
func (l *look) presentAfter(b *ssa.BasicBlock, isIt func(ssa.Value) bool) *ssa.BasicBlock {
	branch, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
	if !ok {
		return nil
	}
	switch cond := branch.Cond.(type) {
	case *ssa.Extract:
		if cond.Index == 1 && (cond.Tuple == l.found || isAsserted(cond.Tuple, isIt)) { // nil has no type
			return b.Succs[0]
		}
	case *ssa.Call:
		if len(cond.Call.Args) == 0 || !isIt(cond.Call.Args[0]) {
			return nil
		}
		if code.IsMethodOfRef(&cond.Call, "IsZero") {
			return b.Succs[1]
		}
		if code.IsMethodOfRef(&cond.Call, "Valid") {
			return b.Succs[0]
		}
	case *ssa.BinOp:
		if !isIt(cond.X) || !code.IsZeroValue(cond.Y) {
			return nil
		}
		switch cond.Op {
		case token.EQL:
			return b.Succs[1]
		case token.NEQ:
			return b.Succs[0]
		}
	}
	return nil
}

// isFound reports whether a value is what was found, by this lookup or by another one.
func (l *look) isFound(v ssa.Value) bool {
	if part, ok := v.(*ssa.Extract); ok && part.Index == 0 {
		v = part.Tuple
	}
	if isAsserted(v, l.isFound) {
		return true
	}
	found, ok := v.(*ssa.Lookup)
	return ok && (found == l.found || slices.Contains(l.again, found))
}

// isAsserted reports whether a value is what was found, as another type.
func isAsserted(v ssa.Value, isIt func(ssa.Value) bool) bool {
	asserted, ok := v.(*ssa.TypeAssert)
	return ok && isIt(asserted.X)
}

// others returns the other lookups of the entry in the function.
func (l *look) others() (all []*ssa.Lookup) {
	of := l.thingAt(l.found.X)
	for instr := range code.Instructions(l.found.Parent()) {
		other, ok := instr.(*ssa.Lookup)
		if !ok || other == l.found || !code.SameWritten(other.Index, l.found.Index) {
			continue
		}
		if t := l.thingAt(other.X); t.base == of.base && slices.Equal(t.fields, of.fields) {
			all = append(all, other)
		}
	}
	return all
}

// objectIn returns the variable that has what was found, where the way begins; nil if there is
// none.
func (l *look) objectIn(from, present *ssa.BasicBlock) ssa.Value {
	edge := slices.Index(present.Preds, from)
	for _, instr := range present.Instrs[:code.PhiCount(present)] {
		if phi := instr.(*ssa.Phi); l.isFound(phi.Edges[edge]) {
			return phi
		}
	}
	return nil
}

// An entryWay is a way from a lookup in a map to an update of the same entry, as far as it is in
// one function.
type entryWay struct {
	look
	of     thing     // the map
	key    ssa.Value // nil if the function does not have it
	keyed  []keyedBy // objects that have it in a field
	object ssa.Value // that was found, or its reference; nil if it is not known
	depth  int
	up     bool // the callers come next

	told outcome // of the call whose callee has looked
	seen map[*ssa.BasicBlock]bool
}

func (w *entryWay) enter(b *ssa.BasicBlock, so code.Course) bool {
	if w.seen[b] {
		return false
	}
	w.seen[b] = true
	return w.leads(b, 0, so)
}

// leads reports whether a way leads from an instruction of a block to an update, without another
// lookup, and past nothing that may take the reference out of the entry.
func (w *entryWay) leads(b *ssa.BasicBlock, from int, so code.Course) bool {
	if *w.steps++; *w.steps > maxBlocks {
		return false
	}
	for _, instr := range b.Instrs[from:] {
		if w.begins(instr) || slices.Contains(w.takes, instr) {
			return false
		}
		switch i := instr.(type) {
		case *ssa.MapUpdate:
			if w.isMap(i.Map) && w.isKey(i.Key) && !w.takenAfter(i) {
				w.report(i)
				return true
			}
		case *ssa.Call:
			if w.inside(i) {
				return true
			}
		case *ssa.Return:
			return w.callers(i, so)
		}
		if w.mayTouch(instr) {
			return false
		}
	}
	return w.goesOn(b, so)
}

// begins reports whether an instruction looks again, or makes another map or key, as in the next
// turn of a loop.
func (w *entryWay) begins(instr ssa.Instruction) bool {
	v, ok := instr.(ssa.Value)
	return ok && (v == ssa.Value(w.found) || v == w.key || v == w.of.base || w.told.call != nil && v == ssa.Value(w.told.call))
}

func (w *entryWay) report(update *ssa.MapUpdate) {
	if !w.reported[update] && update.Pos().IsValid() {
		w.reported[update] = true
		w.Reporter.ReportAt(update.Pos(), mistake.Overwritten{In: mistake.Entry}, mistake.Place{Pos: w.found.Pos(), Text: "the entry is looked up here"})
	}
}

// goesOn reports whether a way leads from the end of a block to an update.
func (w *entryWay) goesOn(b *ssa.BasicBlock, so code.Course) bool {
	if branch, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If); ok && w.told.decides(branch.Cond) {
		if w.told.isOpen(branch.Cond) {
			return slices.ContainsFunc(b.Succs, func(next *ssa.BasicBlock) bool { return w.enter(next, so) })
		}
		next := w.told.after(branch)
		return next != nil && w.enter(next, so)
	}
	if branch, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If); ok && w.asksCallee(branch.Cond, map[ssa.Value]bool{}) {
		return false
	}
	present := w.presentAfter(b, w.isObject)
	if branch, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If); ok && w.failsElsewhere(branch.Cond) {
		return slices.ContainsFunc(b.Succs, func(next *ssa.BasicBlock) bool { return w.enter(next, so) })
	}
	for _, next := range so.Turns(b) {
		if (present == nil || next.To == present) && w.enter(next.To, next.Course) {
			return true
		}
	}
	return false
}

// failsElsewhere reports whether a condition asks if code outside of the package, or in a variable, has
// failed. It knows nothing of the entry: what may reach the map ends the way.
func (w *entryWay) failsElsewhere(cond ssa.Value) bool {
	is, ok := cond.(*ssa.BinOp)
	if !ok || !api.IsError(is.X.Type()) || !code.IsZeroValue(is.Y) {
		return false
	}
	v := is.X
	if part, isPart := v.(*ssa.Extract); isPart {
		v = part.Tuple
	}
	call, ok := v.(*ssa.Call)
	if !ok || call == w.told.call {
		return false
	}
	callee := code.Callee(&call.Call)
	return callee == nil || !w.Code.Has(callee)
}

// asksCallee reports whether a condition is made of what a function says of the entry, which does
// not know yet that there is one.
func (w *entryWay) asksCallee(v ssa.Value, seen map[ssa.Value]bool) bool {
	instr, ok := v.(ssa.Instruction)
	if !ok || seen[v] {
		return false
	}
	seen[v] = true
	if call, ok := v.(*ssa.Call); ok && call.Parent() == w.found.Parent() && !w.present.Dominates(call.Block()) &&
		!code.IsMethodOfRef(&call.Call, "Value", "IsZero", "Valid") && slices.ContainsFunc(call.Call.Args, w.isObject) {
		return true
	}
	return slices.ContainsFunc(instr.Operands(nil), func(o *ssa.Value) bool { return *o != nil && w.asksCallee(*o, seen) })
}

// inside reports whether a call leads to an update in the function that it calls.
func (w *entryWay) inside(call *ssa.Call) bool {
	callee := code.Callee(&call.Call)
	if callee == nil || !w.Code.Has(callee) || w.depth == maxInside || w.takenAfter(call) {
		return false
	}
	in := &entryWay{look: w.look, depth: w.depth + 1, seen: map[*ssa.BasicBlock]bool{}}
	if isConst(w.key) {
		in.key = w.key
	}
	for k, arg := range call.Call.Args {
		if k >= len(callee.Params) {
			return false
		}
		if inner, ok := w.of.in(w.thingAt(arg)); ok {
			in.of = thing{callee.Params[k], inner}
		}
		if w.isKey(arg) {
			in.key = callee.Params[k]
		}
		if w.isObject(arg) {
			in.object = callee.Params[k]
		}
		for _, field := range w.fieldsWithKey(arg, call) {
			in.keyed = append(in.keyed, keyedBy{callee.Params[k], field})
		}
	}
	return in.of.base != nil && in.enter(callee.Blocks[0], code.Course{})
}

// takenAfter reports whether what was found may be taken after an instruction.
func (w *entryWay) takenAfter(instr ssa.Instruction) bool {
	return slices.ContainsFunc(w.takes, func(take ssa.Instruction) bool {
		return take.Parent() == instr.Parent() && code.Precedes(instr, take)
	})
}

// callers goes on after the calls of the function, unless it defers something that may touch the
// map.
func (w *entryWay) callers(ret *ssa.Return, so code.Course) bool {
	fn := ret.Parent()
	base, ok := w.of.base.(*ssa.Parameter)
	if !ok || base.Parent() != fn || !w.up || w.depth == maxInside {
		return false
	}
	for instr := range code.Instructions(fn) {
		if d, ok := instr.(*ssa.Defer); ok && w.mayReach(d) {
			return false
		}
	}
	key, _ := w.key.(*ssa.Parameter)
	return slices.ContainsFunc(w.Code.CallsOf(fn), func(instr ssa.CallInstruction) bool {
		call, ok := instr.(*ssa.Call)
		if !ok {
			return false
		}
		outer := w.thingAt(call.Call.Args[slices.Index(fn.Params, base)])
		next := &entryWay{
			look: w.look, of: thing{outer.base, slices.Concat(outer.fields, w.of.fields)}, depth: w.depth + 1, up: true,
			told: w.told.returned(call, ret).resolved(so, ret).with(w.isWhether), seen: map[*ssa.BasicBlock]bool{},
		}
		if key != nil && key.Parent() == fn {
			next.key = call.Call.Args[slices.Index(fn.Params, key)]
		} else if isConst(w.key) {
			next.key = w.key
		}
		return next.key != nil && next.leads(call.Block(), slices.Index(call.Block().Instrs, ssa.Instruction(call))+1, code.Course{})
	})
}

// isMap reports whether a value is certainly the map.
func (w *entryWay) isMap(m ssa.Value) bool {
	t := w.thingAt(m)
	return t.base == w.of.base && slices.Equal(t.fields, w.of.fields)
}

// isKey reports whether a value is certainly the key of the entry. It may be a field of the
// object that was found, if all objects have their keys there.
func (w *entryWay) isKey(key ssa.Value) bool {
	if w.key != nil && key.Parent() == w.key.Parent() && code.SameWritten(key, w.key) {
		return true
	}
	load, ok := key.(*ssa.UnOp)
	if !ok {
		return false
	}
	at, ok := load.X.(*ssa.FieldAddr)
	if ok && (slices.Contains(w.keyed, keyedBy{rootOf(at.X), code.FieldOf(at).Origin()}) || slices.Contains(w.fieldsWithKey(at.X, load), code.FieldOf(at).Origin())) {
		return true
	}
	return ok && w.isObject(at.X) && w.isKeyedBy(code.Home(w.found.X), code.FieldOf(at).Origin())
}

// isObject reports whether a value is the object that was found, or its reference.
func (w *entryWay) isObject(v ssa.Value) bool {
	v = lentObject(v)
	return w.isFound(v) || w.object != nil && v == w.object
}

// isKeyedBy reports whether each object in a map has its key in a field.
func (p *Package) isKeyedBy(home any, field *types.Var) bool {
	keyed := map[*ssa.Store]bool{}
	for instr := range p.Code.Instructions() {
		update, ok := instr.(*ssa.MapUpdate)
		if !ok || code.Home(update.Map) != home {
			continue
		}
		store := p.keyStored(update, field)
		if store == nil {
			return false
		}
		keyed[store] = true
	}
	for instr := range p.Code.Instructions() {
		if store, ok := instr.(*ssa.Store); ok && isFieldAt(store.Addr, field) && !isInLiteral(store.Addr) && !keyed[store] {
			return false
		}
	}
	return len(keyed) > 0
}

// keyStored returns where the key of an update is stored in a field of what is put into the
// entry, there or in the function that makes it, or nil.
func (p *Package) keyStored(update *ssa.MapUpdate, field *types.Var) *ssa.Store {
	for instr := range code.Instructions(update.Parent()) {
		store, ok := instr.(*ssa.Store)
		if ok && isFieldAt(store.Addr, field) && code.Dominates(store, update) && code.SameWritten(store.Val, update.Key) && lentObject(store.Addr.(*ssa.FieldAddr).X) == update.Value {
			return store
		}
	}
	made, ok := update.Value.(*ssa.Call)
	if !ok || code.Callee(&made.Call) == nil || !p.Code.Has(code.Callee(&made.Call)) {
		return nil
	}
	for instr := range code.Instructions(code.Callee(&made.Call)) {
		if store, ok := instr.(*ssa.Store); ok && isFieldAt(store.Addr, field) {
			k := parameterOf(store.Val)
			if k >= 0 && code.SameWritten(made.Call.Args[k], update.Key) {
				return store
			}
		}
	}
	return nil
}

// mayTouch reports whether an instruction may take the reference out of the entry, or wait until
// another goroutine has.
func (w *entryWay) mayTouch(instr ssa.Instruction) bool {
	if w.Code.WaitsAt(instr) {
		return true
	}
	switch i := instr.(type) {
	case *ssa.Lookup:
		return w.mayBe(i.X) // it may decide, or take what is there
	case *ssa.Range:
		return w.mayBe(i.X)
	case *ssa.MapUpdate:
		return w.mayBe(i.Map)
	case *ssa.Store:
		_, keeps := w.of.in(w.thingAt(i.Addr))
		return keeps
	case *ssa.MakeClosure, *ssa.Go:
		return true
	case *ssa.Call:
		return code.Builtin(&i.Call) != "len" && w.mayReach(i)
	}
	return false
}

// mayBe reports whether a value may be the map.
func (w *entryWay) mayBe(m ssa.Value) bool { return code.Home(m) == code.Home(w.found.X) || w.isMap(m) }

// mayReach reports whether a call gets the map, or what the map is in, and may change it.
func (w *entryWay) mayReach(instr ssa.CallInstruction) bool {
	call := instr.Common()
	field, isField := code.Home(w.found.X).(*types.Var)
	if call.StaticCallee() == nil && !call.IsInvoke() && code.Builtin(call) == "" {
		return !isField || w.Code.MayTouchAsValue(call.Signature(), field) // a function literal may have captured the map
	}
	callee := code.Callee(call)
	isKnown := callee != nil && w.Code.Has(callee)
	touches := isField && w.Code.MayTouch(instr, []*types.Var{field})
	if isField && isKnown || touches {
		return touches
	}
	for _, arg := range call.Args {
		if _, leads := w.of.in(w.thingAt(arg)); leads || w.mayBe(arg) {
			return true
		}
	}
	_, isGlobal := code.Home(w.found.X).(*ssa.Global)
	return isKnown && isGlobal
}
