package check

import (
	"go/token"
	"slices"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"github.com/rcpool/rcpool/tools/internal/ownership/holding"
	"golang.org/x/tools/go/ssa"
)

// This file is about functions that return what is in a container, a list of that, or a struct with it,
// and leave it there. A caller who releases the result has released what the container still has. If some
// way leads from there to a release of all that is in the container, that is a double release.

// handouts looks for what functions return and leave in its container.
type handouts struct{ *homes }

// checkHandedOut reports what is released by a caller, and again through its container.
func (o handouts) checkHandedOut() {
	for _, fn := range o.Code.Sources {
		results := fn.Signature.Results()
		for k := range results.Len() {
			if v, way, ret, ok := o.handsOut(fn, k); ok {
				o.checkResult(fn, k, v, way, ret)
			}
		}
	}
}

// handsOut returns the element of a container that a function returns, or of which it returns a
// list, or a struct that has it, if all that it returns is such an element, or nothing.
func (h *holders) handsOut(fn *ssa.Function, k int) (v ssa.Value, way code.Way, at *ssa.Return, ok bool) {
	for instr := range code.Instructions(fn) {
		ret, isReturn := instr.(*ssa.Return)
		if !isReturn || ret.Block() == fn.Recover {
			continue
		}
		returned := code.Returned(ret)[k]
		if code.IsZeroValue(returned) {
			continue
		}
		if listed := elementsOf(returned); len(listed) == 1 {
			returned = listed[0]
		}
		if parts := slices.DeleteFunc(objectsOf(returned), func(part ssa.Value) bool { return !h.isObject(part) }); len(parts) == 1 {
			returned = parts[0]
		}
		found, known := code.WayTo(returned)
		if !known || !h.isObject(returned) || isAddress(returned) || v != nil && !found.Same(way) {
			return nil, way, nil, false
		}
		v, way, at = returned, found, ret
	}
	return v, way, at, v != nil
}

// isObject reports whether a value is one that can be released: a pointer or a Ref, or an object
// that counts its references, of which the package retains none.
func (h *holders) isObject(v ssa.Value) bool {
	if family := h.Table.Counting(v.Type()); family != nil && family.Counted {
		return !h.Code.Retains(h.Table, family.Name)
	}
	return canBeHeld(v)
}

// elementsOf lists what a function appends to a list of its own; none if there may be more in it.
func elementsOf(list ssa.Value) (all []ssa.Value) {
	seen := map[ssa.Value]bool{}
	var find func(v ssa.Value) bool
	find = func(v ssa.Value) bool {
		if seen[v] {
			return true
		}
		seen[v] = true
		switch i := v.(type) {
		case *ssa.Const, *ssa.MakeSlice:
			return true
		case *ssa.ChangeType:
			return find(i.X)
		case *ssa.Slice:
			made, ok := i.X.(*ssa.Alloc) // make with a constant length
			return ok && made.Comment == "makeslice"
		case *ssa.Phi:
			for _, edge := range i.Edges {
				if !find(edge) {
					return false
				}
			}
			return true
		case *ssa.Call:
			added := code.Appended(&i.Call)
			if code.Builtin(&i.Call) != "append" || len(added) == 0 {
				return false
			}
			all = append(all, added...)
			return find(i.Call.Args[0])
		}
		return false
	}
	if !find(list) {
		return nil
	}
	return all
}

// checkResult looks at the callers of a function that release what it has returned.
func (o handouts) checkResult(fn *ssa.Function, k int, v ssa.Value, way code.Way, ret *ssa.Return) {
	l, ok := o.leftoverOf(v, way, ret)
	if !ok {
		return
	}
	if owns := o.ledger.Of(way.In); owns != nil && o.ownsBut(owns, fn) {
		l.takes = func(instr ssa.Instruction) bool { return o.takesWhatItRemoves(instr, owns) }
	}
	for _, at := range o.Code.CallsOf(fn) {
		call, isCall := at.(*ssa.Call)
		if !isCall {
			continue
		}
		receiver := argumentOf(call, fn, way.Base)
		give := o.releaseOf(code.ResultOf(call, k))
		if give == nil || receiver == nil {
			continue
		}
		isGive := func(instr ssa.Instruction) bool { return instr == give }
		cuts := func(instr ssa.Instruction) bool { return o.Code.MayCut(instr, l.way.In) }
		if code.Leads(call, isGive, cuts) { // else the caller has taken it out before
			l.give, l.typed = give, api.IsRef(v.Type())
			l.check(receiver)
		}
	}
}

// ownsBut reports whether a container owns what is in it, apart from what one function does: all
// that others take out of it is released, or goes to another owner.
func (o *homes) ownsBut(h *holding.Holding, but *ssa.Function) bool {
	return !h.Unclear && o.removesReleased(h) && o.releasesAllBut(h, but)
}

// takesWhatItRemoves reports whether an instruction calls a function that releases what it removes
// from a container. If that was released before, it is no excuse.
func (o *homes) takesWhatItRemoves(instr ssa.Instruction, h *holding.Holding) bool {
	call, ok := instr.(*ssa.Call)
	if !ok {
		return false
	}
	callee := code.Callee(&call.Call)
	return callee != nil && o.Code.Has(callee) && o.takesIn(callee, h)
}

// takesIn reports whether a function, and those that it calls, release what they remove.
func (o *homes) takesIn(callee *ssa.Function, h *holding.Holding) bool {
	losing, known := o.losing[h]
	if !known {
		losing = o.findLosing(h)
		o.losing[h] = losing
	}
	return !o.Code.MayCall(callee, losing)
}

// findLosing finds the functions that change what is in a field, and do not take what was there.
func (o *homes) findLosing(h *holding.Holding) map[*ssa.Function]bool {
	changed := slices.Clone(h.Removals)
	for _, p := range h.Puts {
		changed = append(changed, p.Instr)
	}
	losing := map[*ssa.Function]bool{}
	for _, change := range changed {
		if fn := code.Outermost(change.Parent()); !o.takesFrom(h, fn) {
			losing[fn] = true
		}
	}
	return losing
}

// releaseOf returns where a function releases the result of a call, or each element of that if
// it is a list; nil if it does not. It may give the result to a function that releases it, or release
// what is in a struct, or what is either the result or something else: then each way leads there.
func (h *holders) releaseOf(result ssa.Value) ssa.Instruction {
	if result == nil {
		return nil
	}
	call, _ := resultOfCall(result)
	objects := map[ssa.Value]bool{}
	holdersOf(result, objects)
	for instr := range code.Instructions(result.Parent()) {
		at, ok := instr.(ssa.CallInstruction)
		if !ok {
			continue
		}
		v := h.given(at.Common())
		if v != nil && (v == result || isElementOf(v, result)) {
			return instr
		}
		if v == nil {
			v = h.givenInside(at)
		}
		if v != nil && objects[v] && call != nil && isCertainAfter(call, instr, result) {
			return instr
		}
	}
	return nil
}

// holdersOf collects the values that have an object: others that it may be, and the parts of a struct.
func holdersOf(v ssa.Value, objects map[ssa.Value]bool) {
	if objects[v] {
		return
	}
	objects[v] = true
	for _, use := range *v.Referrers() {
		switch i := use.(type) {
		case *ssa.Extract:
			if _, isNext := i.Tuple.(*ssa.Next); i.Index == 0 && !isNext || i.Index == 2 {
				holdersOf(i, objects)
			}
		case *ssa.Phi, *ssa.Field:
			holdersOf(use.(ssa.Value), objects)
		case *ssa.Store: // of a struct in a variable
			if onlyStored(i.Addr) != v || !api.IsStructValue(v.Type()) {
				continue
			}
			for _, part := range *i.Addr.Referrers() {
				if at, ok := part.(*ssa.FieldAddr); ok && code.IsOnlyLoaded(at) {
					for _, load := range *at.Referrers() {
						if load, ok := load.(*ssa.UnOp); ok {
							holdersOf(load, objects)
						}
					}
				}
			}
		}
	}
}

// givenInside returns the argument of a call that the function which is called releases whenever that
// is called, or nil.
func (h *holders) givenInside(call ssa.CallInstruction) ssa.Value {
	callee := code.Callee(call.Common())
	if callee == nil || !h.Code.Has(callee) {
		return nil
	}
	for instr := range code.Instructions(callee) {
		release, ok := instr.(ssa.CallInstruction)
		if _, isGo := instr.(*ssa.Go); isGo || !ok || !code.OnEachWay(instr.Block()) {
			continue
		}
		if k := slices.IndexFunc(callee.Params, func(p *ssa.Parameter) bool { return h.given(release.Common()) == ssa.Value(p) }); k >= 0 && k < len(call.Common().Args) {
			return call.Common().Args[k]
		}
	}
	return nil
}

// given returns what a call releases, or nil.
func (h *holders) given(call *ssa.CallCommon) ssa.Value {
	if v, _, ok := h.releasedBy(call); ok {
		return v
	}
	return h.countedByCall(call, api.Release)
}

// isElementOf reports whether a value is an element of a list.
func isElementOf(v, list ssa.Value) bool {
	load, ok := v.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return false
	}
	at, ok := load.X.(*ssa.IndexAddr)
	return ok && at.X == list
}
