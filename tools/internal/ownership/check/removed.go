package check

import (
	"go/token"
	"slices"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"github.com/rcpool/rcpool/tools/internal/ownership/holding"
	"github.com/rcpool/rcpool/tools/internal/ownership/mistake"
	"golang.org/x/tools/go/ssa"
)

// This file is about objects that are removed from the container that owns them, and given
// to nobody: an entry of a map is deleted, a list is cut or cleared after a loop has only
// looked at its elements, or what is received from a channel is only looked at. All references
// in the container are its own, and all that the package takes out of it is removed from it at
// once. So what is in it was not released, and what is removed is lost.

// checkRemoved reports objects that are removed and not released.
func (p *Package) checkRemoved(l *holding.Ledger) {
	for _, h := range l.All() {
		if !h.OwnsAll() || p.isDisabled(h) {
			continue
		}
		for _, out := range h.Outs {
			if len(out.Takes) == 0 && isReceive(out.From) {
				p.Reporter.ReportAt(out.Pos, mistake.Removed{Received: true, Held: h.IsHeld()}, placesOf(h.Puts)...)
			}
		}
		d := deletion{Package: p, Holding: h, ledger: l}
		d.released, d.given = d.staysAfter()
		d.checkWays()
		if d.given || !h.IsContainer() {
			continue
		}
		for _, removal := range h.Removals {
			if d.loses(removal) {
				_, isEntry := deletedKey(removal)
				p.Reporter.ReportAt(removal.Pos(), mistake.Removed{Several: !isEntry, Held: h.IsHeld()}, placesOf(h.Puts)...)
			}
		}
	}
}

func placesOf(puts []holding.Put) (all []mistake.Place) {
	for _, put := range puts {
		for _, acquired := range put.Acquired {
			all = append(all, mistake.Place{Pos: acquired.Pos(), Text: string(mistake.Acquired)})
		}
		all = append(all, mistake.Place{Pos: put.Pos, Text: "an object is stored here"})
	}
	return all
}

func isReceive(instr ssa.Instruction) bool {
	switch i := instr.(type) {
	case *ssa.UnOp:
		return i.Op == token.ARROW
	case *ssa.Select:
		return true
	}
	return false
}

// A deletion is the question whether something is removed from the container in a field, and not
// released.
type deletion struct {
	*Package
	*holding.Holding
	ledger   *holding.Ledger
	released bool // some of what is in it may have been released
	given    bool // or given to another owner
}

// staysAfter reports whether an object may stay in the container that was released, or given to
// another owner: the same function does not remove it, before or after.
func (d deletion) staysAfter() (released, given bool) {
	for _, out := range d.Outs {
		if holding.IsDeleteFunc(out.From) {
			continue
		}
		for _, take := range out.Takes {
			switch {
			case !d.mayStay(take, out.From, 0):
			case !d.isRelease(take):
				given = true
			case !closes(code.Outermost(take.Parent()), d.Of): // nobody removes anything after that
				released = true
			}
		}
	}
	return released, given
}

// mayStay reports whether what an instruction takes may stay in the container. If a function got the
// container from others, these may remove it.
func (d deletion) mayStay(take, from ssa.Instruction, depth int) bool {
	isRemoval := func(instr ssa.Instruction) bool {
		return slices.Contains(d.Removals, instr) || d.replaces(instr, from)
	}
	before := slices.ContainsFunc(d.Removals, func(removal ssa.Instruction) bool {
		return removal.Parent() == take.Parent() && code.Dominates(removal, take)
	})
	if before || d.RemovedInside(take, from) || take == from && leavesZero(take) || !isReturn(take) && !code.Leads(take, isReturn, isRemoval) {
		return false
	}
	known := false
	for _, call := range d.Passed {
		if code.Callee(&call.Call) == take.Parent() && depth < maxCallers {
			if d.mayStay(call, from, depth+1) && !closes(code.Outermost(call.Parent()), d.Of) {
				return true
			}
			known = true
		}
	}
	return !known
}

// leavesZero reports whether a call that gets the address of a reference leaves none there.
func leavesZero(instr ssa.Instruction) bool {
	call, ok := instr.(ssa.CallInstruction)
	if !ok {
		return false
	}
	callee := code.Callee(call.Common())
	return callee != nil && api.Declares(callee.Object()) || code.IsMethodOfByteRef(call.Common(), "Drop", "Move")
}

// replaces reports whether an instruction puts something else into the entry that was found.
func (d deletion) replaces(instr, from ssa.Instruction) bool {
	update, ok := instr.(*ssa.MapUpdate)
	if !ok || code.Home(update.Map) != any(d.Field) {
		return false
	}
	switch i := from.(type) {
	case *ssa.Lookup:
		return code.SameWritten(i.Index, update.Key)
	case *ssa.Next:
		key, ok := update.Key.(*ssa.Extract)
		return ok && key.Tuple == ssa.Value(i) && key.Index == 1
	}
	return false
}

// loses reports whether a removal is of something that is there, and nothing takes it out of the
// container, before or after.
func (d deletion) loses(removal ssa.Instruction) bool {
	fn := removal.Parent()
	if fn.Parent() != nil {
		return false
	}
	takers := map[*ssa.Function]bool{}
	for _, out := range d.Outs {
		for _, take := range slices.Concat(out.Takes, out.Moves) {
			if take == removal {
				continue
			}
			if takes := take.Parent(); takes != fn && code.Outermost(takes) == fn || takes == fn && (code.Precedes(take, removal) || code.Precedes(removal, take) && !findsOnlyRest(out.From, removal)) {
				return false
			}
			takers[code.Outermost(take.Parent())] = true
		}
	}
	if anyBefore(removal, func(instr ssa.Instruction) bool { return d.mayTake(instr, takers) }) || isOfAll(removal) && anyAfter(removal, func(instr ssa.Instruction) bool { return d.mayRun(instr, takers) }) {
		return false
	}
	return d.removesUnseen(removal, takers) || slices.ContainsFunc(d.Outs, func(out holding.Out) bool {
		v, ok := out.From.(ssa.Value)
		return d.finds(out.From, removal) && (!d.released || ok && isLive(v))
	})
}

// findsOnlyRest reports whether what a function finds is an element of the list that a removal has left:
// the function gets the list from its field only after that.
func findsOnlyRest(from, removal ssa.Instruction) bool {
	store, ok := removal.(*ssa.Store)
	if !ok {
		return false
	}
	if call, isCall := from.(*ssa.Call); isCall && len(call.Call.Args) > 0 { // that drops the element at an address
		at, isElement := call.Call.Args[0].(*ssa.IndexAddr)
		return isElement && isLoadedAfter(at.X, store)
	}
	list, ok := sweptBy(from).(*ssa.UnOp)
	return ok && isLoadedAfter(list, store)
}

func isLoadedAfter(list ssa.Value, store *ssa.Store) bool {
	load, ok := list.(*ssa.UnOp)
	return ok && code.SameAddress(load, store.Addr) && code.Dominates(store, load)
}

// isOfAll reports whether a field, or an entry of a map, gets another container: the function may
// have the one that was there.
func isOfAll(removal ssa.Instruction) bool {
	switch i := removal.(type) {
	case *ssa.Store:
		return isContainer(i.Val.Type())
	case *ssa.MapUpdate:
		return isContainer(i.Value.Type())
	}
	return false
}

// anyAfter reports whether a function may execute one of some instructions after a certain one.
func anyAfter(certain ssa.Instruction, some func(ssa.Instruction) bool) bool {
	return code.Leads(certain, some, func(ssa.Instruction) bool { return false })
}

// mayTake reports whether an instruction may run code that takes objects out of the container.
func (d deletion) mayTake(instr ssa.Instruction, takers map[*ssa.Function]bool) bool {
	call, ok := instr.(*ssa.Call)
	if ok && call.Call.IsInvoke() && d.Table.Counting(call.Call.Value.Type()) != nil {
		return false // of an object, which does not know the container
	}
	return ok && letsOthersChange(&call.Call) && !d.isHarmless(&call.Call, takers) || d.mayRun(instr, takers)
}

// isHarmless reports whether a function in a variable, or the method of an interface, is one of those
// that a program has, none of which takes objects out of the container.
func (d deletion) isHarmless(call *ssa.CallCommon, takers map[*ssa.Function]bool) bool {
	if code.Callee(call) != nil || d.Code.Types.Name() != "main" {
		return false
	}
	all := d.Code.ValuesOf(call.Signature())
	if call.IsInvoke() {
		all = d.Code.MethodsNamed(call.Method.Name())
	}
	return len(all) > 0 && !slices.ContainsFunc(all, func(fn *ssa.Function) bool { return d.Code.MayCall(fn, takers) })
}

// mayRun reports whether an instruction calls one of some functions of this package, perhaps
// through others, or makes a function literal that does.
func (d deletion) mayRun(instr ssa.Instruction, some map[*ssa.Function]bool) bool {
	switch i := instr.(type) {
	case *ssa.MakeClosure:
		literal, ok := i.Fn.(*ssa.Function)
		return ok && d.Code.MayCall(literal, some)
	case ssa.CallInstruction:
		if i.Common().IsInvoke() {
			return slices.ContainsFunc(d.Code.MethodsNamed(i.Common().Method.Name()), func(fn *ssa.Function) bool {
				return d.Code.MayCall(fn, some)
			})
		}
		callee := code.Callee(i.Common())
		return callee != nil && d.Code.Has(callee) && d.Code.MayCall(callee, some)
	}
	return false
}

// finds reports whether a function has found what a removal removes: the entry, all elements in
// a loop, or the one that is cut off.
func (d deletion) finds(from, removal ssa.Instruction) bool {
	key, isEntry := deletedKey(removal)
	switch i := from.(type) {
	case *ssa.Call: // of Remove of a list, or of a heap, of which the caller may have what it removes
		return !holding.IsDeleteFunc(from) && from == removal && !(isRemoveOfHeap(from) && (d.given || d.released || d.ledger.GivesUpOther(from.Parent(), d.Holding, false)))
	case *ssa.Next:
		if !isEntry {
			return !d.Blank && emptiesAround(removal, i)
		}
		part, ok := key.(*ssa.Extract)
		return ok && part.Tuple == ssa.Value(i) && part.Index == 1 && d.hasObject(i, removal)
	case *ssa.Lookup:
		return isEntry && code.SameWritten(i.Index, key) && code.Dominates(i, removal) && isFound(i, removal) && d.hasObject(i, removal)
	case *ssa.UnOp:
		return !d.Blank && isLookedInto(i) && findsElement(i, removal)
	case *ssa.Index: // of an array
		return isLookedInto(i) && isEach(i) && emptiesAround(removal, i)
	}
	return false
}

// findsElement reports whether a function has found the element of a list that a removal removes,
// or each of them in a loop.
func findsElement(from *ssa.UnOp, removal ssa.Instruction) bool {
	if element := elementOf(from); element != nil {
		call, ok := removal.(*ssa.Call)
		return ok && (code.IsMethodOfList(&call.Call, "Remove") && call.Call.Args[1] == element && code.Dominates(from, removal) || emptiesAround(removal, from))
	}
	at := elementAt(from)
	if at == nil {
		return false
	}
	if c, ok := cutOf(removal); ok {
		return c.isAt(at) && code.Dominates(from, removal)
	}
	return code.IsInEachTurn(at) && emptiesAround(removal, from)
}

// hasObject reports whether a way leads to a removal only if the entry that was found has an object,
// as all entries do if none is blank.
func (d deletion) hasObject(from, removal ssa.Instruction) bool {
	if !d.Blank {
		return true
	}
	w := removedWay{out: holding.Out{From: from}}
	return anyBefore(removal, func(instr ssa.Instruction) bool {
		switch i := instr.(type) {
		case *ssa.If:
			next := w.present(i)
			_, isOK := i.Cond.(*ssa.Extract)
			return !isOK && len(next) == 1 && len(next[0].Preds) == 1 && next[0].Dominates(removal.Block())
		case *ssa.Call:
			return code.IsMethodOfRef(&i.Call, "Value") && w.isObject(i.Call.Args[0]) && code.Dominates(i, removal)
		}
		return false
	})
}

// deletedKey returns the key of the entry that a removal deletes from a map.
func deletedKey(removal ssa.Instruction) (key ssa.Value, ok bool) {
	call, isCall := removal.(*ssa.Call)
	if !isCall || code.Builtin(&call.Call) != "delete" {
		return nil, false
	}
	key = call.Call.Args[1]
	if load, isLoad := key.(*ssa.UnOp); isLoad { // a struct that the loop has a variable for
		if v := onlyStored(load.X); v != nil {
			key = v
		}
	}
	return key, true
}

// onlyStored returns what is assigned to a variable, if that happens in one place, or nil.
func onlyStored(addr ssa.Value) (v ssa.Value) {
	variable, ok := addr.(*ssa.Alloc)
	if !ok {
		return nil
	}
	store := onlyStore(variable)
	if store == nil {
		return nil
	}
	return store.Val
}

// onlyStore returns the instruction that assigns something to a variable, if there is one, or nil.
func onlyStore(variable *ssa.Alloc) (only *ssa.Store) {
	for _, use := range *variable.Referrers() {
		store, ok := use.(*ssa.Store)
		switch {
		case !ok:
		case only != nil || store.Addr != ssa.Value(variable):
			return nil
		default:
			only = store
		}
	}
	return only
}

// isLookedInto reports whether a function looks at an object, or at that in a struct, and not only
// at a reference: it is there.
func isLookedInto(v ssa.Value) bool {
	return isUsed(v, func(use ssa.Instruction, object ssa.Value) bool {
		switch i := use.(type) {
		case *ssa.FieldAddr:
			return true
		case *ssa.Call:
			return readsObject(&i.Call) || i.Call.IsInvoke() && i.Call.Value == object || isMethodOfPointer(&i.Call) && i.Call.Args[0] == object
		}
		return false
	})
}

// isLive reports whether a function uses the object of a Ref: it was not released.
func isLive(v ssa.Value) bool {
	return isUsed(v, func(use ssa.Instruction, _ ssa.Value) bool {
		call, ok := use.(*ssa.Call)
		return ok && readsObject(&call.Call)
	})
}

// readsObject reports whether a call gets at the object of a reference, which must be live.
func readsObject(call *ssa.CallCommon) bool {
	return code.IsMethodOfRef(call, "Value") || code.IsMethodOfByteRef(call, "Value")
}

// isUsed reports whether an object, or one in a struct or a tuple, has a use of some kind. A struct
// may be in a variable.
func isUsed(v ssa.Value, is func(use ssa.Instruction, object ssa.Value) bool) bool {
	return slices.ContainsFunc(*v.Referrers(), func(use ssa.Instruction) bool {
		switch i := use.(type) {
		case *ssa.Extract:
			return isUsed(i, is)
		case *ssa.Field:
			return isUsed(i, is)
		case *ssa.TypeAssert:
			return isUsed(i, is)
		case *ssa.Store:
			variable, ok := i.Addr.(*ssa.Alloc)
			return ok && i.Val == v && onlyStored(variable) == v && api.IsStructValue(v.Type()) && slices.ContainsFunc(*variable.Referrers(), func(use ssa.Instruction) bool {
				at, ok := use.(*ssa.FieldAddr)
				return ok && slices.ContainsFunc(*at.Referrers(), func(use ssa.Instruction) bool {
					load, ok := use.(*ssa.UnOp)
					return ok && isUsed(load, is)
				})
			})
		}
		return is(use, v)
	})
}

func isEach(v ssa.Value) bool {
	way, ok := code.WayTo(v)
	return ok && way.Which == code.Each
}

// isFound reports whether a way leads from a lookup to a place only if there was something.
func isFound(found *ssa.Lookup, at ssa.Instruction) bool {
	if !found.CommaOk {
		return slices.ContainsFunc(*found.Referrers(), func(r ssa.Instruction) bool {
			call, ok := r.(*ssa.Call)
			return ok && code.IsMethodOfRef(&call.Call, "Value") && code.Dominates(call, at)
		})
	}
	for _, r := range *found.Referrers() {
		ok, isExtract := r.(*ssa.Extract)
		if !isExtract || ok.Index != 1 {
			continue
		}
		for _, use := range *ok.Referrers() {
			if branch, isIf := use.(*ssa.If); isIf {
				present := branch.Block().Succs[0]
				if len(present.Preds) == 1 && present.Dominates(at.Block()) {
					return true
				}
			}
		}
	}
	return false
}
