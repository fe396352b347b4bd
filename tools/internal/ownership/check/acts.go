package check

import (
	"go/types"
	"slices"

	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"github.com/rcpool/rcpool/tools/internal/ownership/spot"
	"golang.org/x/tools/go/ssa"
)

// This file is about what functions do to objects at spots: by themselves, and through the
// functions that they call.

// An act is what an instruction does to the objects at a spot.
type act struct {
	instr    ssa.Instruction // in the function whose act it is
	spot     spot.Spot
	gives    bool // it releases them; otherwise it uses them
	typed    bool
	deferred bool            // it happens when the function returns
	clears   bool            // something else may be there afterwards: what was taken out before is meant
	inside   ssa.Instruction // in the function that instr calls; nil if it calls none of this package
}

// acts knows what the functions of a package do.
type acts struct {
	*holders
	pooled    []types.Type            // the types of objects without references that are released
	retains   bool                    // the package takes other references: an object may outlive the one in a list
	known     map[*ssa.Function][]act // nil while it is found out
	shown     map[*ssa.Function][]act // what callers see of it
	replacing map[*ssa.Parameter]bool // lists that their functions may change
}

func newActs(h *holders) *acts {
	a := &acts{holders: h, known: map[*ssa.Function][]act{}, shown: map[*ssa.Function][]act{}, replacing: map[*ssa.Parameter]bool{}}
	for instr := range h.Code.Instructions() {
		if v, typed, ok := h.released(instr); ok && !typed && !a.isPooled(v.Type()) {
			a.pooled = append(a.pooled, v.Type())
		}
		if call, ok := instr.(ssa.CallInstruction); ok {
			a.retains = a.retains || code.IsMethodOfRef(call.Common(), "Retain", "TryRetain", "Hold", "Detach")
		}
	}
	return a
}

func (a *acts) isPooled(t types.Type) bool {
	return slices.ContainsFunc(a.pooled, func(p types.Type) bool { return types.Identical(p, t) })
}

// of returns the acts of a function.
func (a *acts) of(fn *ssa.Function) []act {
	if known, ok := a.known[fn]; ok {
		return known
	}
	a.known[fn] = nil
	var all []act
	for instr := range code.Instructions(fn) {
		all = append(all, a.direct(instr)...)
		if call, ok := instr.(ssa.CallInstruction); ok {
			all = append(all, a.called(call)...)
		}
	}
	a.known[fn] = all
	return all
}

// direct returns what an instruction itself does.
func (a *acts) direct(instr ssa.Instruction) []act {
	if _, ok := instr.(*ssa.Go); ok {
		return nil
	}
	switch i := instr.(type) {
	case ssa.CallInstruction:
		if v, typed, ok := a.releasedBy(i.Common()); ok {
			return a.at(act{instr: instr, gives: true, typed: typed}, v)
		}
		if code.IsMethodOfRef(i.Common(), "Value", "Retain") {
			return a.at(act{instr: instr, typed: true}, i.Common().Args[0])
		}
		if callee := code.Callee(i.Common()); callee != nil && callee.Signature.Recv() != nil && len(i.Common().Args) > 0 && !a.Code.Has(callee) && a.isPooled(i.Common().Args[0].Type()) {
			return a.at(act{instr: instr}, i.Common().Args[0])
		}
	case *ssa.FieldAddr:
		if s, ok := spot.Of(a.Code, i.X); ok && (s.Borrowed || a.isPooled(i.X.Type())) {
			return a.at(act{instr: instr}, i.X)
		}
	}
	return nil
}

// at returns an act on what a value refers to.
func (a *acts) at(does act, v ssa.Value) []act {
	s, ok := spot.Of(a.Code, v)
	does.clears = isPointerToRef(v.Type()) // as Drop does
	if !ok || isAddress(v) && !does.clears {
		return nil
	}
	_, does.deferred = does.instr.(*ssa.Defer)
	does.spot = s
	if s.Part.Of == spot.Turn && !isComplete(does) { // some of them
		does.spot.Part = spot.Part{Of: spot.Any, Low: s.Part.Low, High: s.Part.High}
	}
	does.typed = does.typed || s.Borrowed
	return []act{does}
}

// isAddress reports whether a value is where something is, not the thing itself.
func isAddress(v ssa.Value) bool {
	switch v.(type) {
	case *ssa.FieldAddr, *ssa.IndexAddr, *ssa.Alloc:
		return true
	}
	return code.FoundAt(v) != nil
}

// called returns what a call does through a function of this package.
func (a *acts) called(call ssa.CallInstruction) (all []act) {
	if _, ok := call.(*ssa.Go); ok {
		return nil
	}
	callee := code.Callee(call.Common())
	if callee == nil || !a.Code.Has(callee) || a.Code.Endless(callee) {
		return nil
	}
	_, deferred := call.(*ssa.Defer)
	for _, does := range a.seenOf(callee) {
		if s, ok := a.resolve(does.spot, callee, call.Common()); ok {
			all = append(all, act{call, s, does.gives, does.typed, deferred, does.clears, does.instr})
		}
	}
	return all
}

// seenOf returns the acts of a function that its callers know of: it does them whenever it is
// called.
func (a *acts) seenOf(fn *ssa.Function) []act {
	if shown, ok := a.shown[fn]; ok {
		return shown
	}
	var all []act
	for _, does := range a.of(fn) {
		if !a.isCertain(does, fn) {
			continue
		}
		if does.clears = does.clears || !a.leaves(does, fn); does.clears && (!does.gives || !a.changesLater(does, fn)) {
			continue
		}
		if !slices.ContainsFunc(all, func(other act) bool { return does.isLike(other) }) {
			all = append(all, does)
		}
	}
	a.shown[fn] = all
	return all
}

// isLike reports whether another act is the same for callers.
func (a act) isLike(other act) bool {
	p, q := a.spot.Part, other.spot.Part
	p.Loop, q.Loop = nil, nil
	return a.gives == other.gives && a.clears == other.clears && a.typed == other.typed && a.spot.Borrowed == other.spot.Borrowed && a.spot.Same(other.spot) && p == q
}

// isCertain reports whether a function does something whenever it is called.
func (a *acts) isCertain(does act, fn *ssa.Function) bool {
	if base, ok := does.spot.Base.(ssa.Instruction); ok && base.Parent() == fn {
		return false // callers do not know it
	}
	if does.spot.Part.Of == spot.Turn {
		if !code.OnEachWay(does.spot.Part.Loop) {
			return false
		}
	} else if !code.OnEachWay(does.instr.Block()) {
		return false
	}
	return !slices.ContainsFunc(slices.Collect(code.Instructions(fn)), func(i ssa.Instruction) bool { return a.asks(i, does.spot) })
}

// leaves reports whether a function leaves everything where it was.
func (a *acts) leaves(does act, fn *ssa.Function) bool {
	if slices.ContainsFunc(does.spot.Fields(), a.Code.Touches(fn).Has) {
		return false
	}
	return !slices.ContainsFunc(slices.Collect(code.Instructions(fn)), func(i ssa.Instruction) bool { return a.replaces(i, does.spot) })
}

// changesLater reports whether a function changes what is at a spot only after it has released what was
// there when it was called.
func (a *acts) changesLater(does act, fn *ssa.Function) bool {
	for instr := range code.Instructions(fn) {
		if instr != does.instr && a.changes(instr, does.spot) && a.mayChangeBefore(instr, does) {
			return false
		}
	}
	return len(fn.AnonFuncs) == 0
}

// mayChangeBefore reports whether an instruction may come before an act, other than as one that only
// changes the element of the same turn of a loop.
func (a *acts) mayChangeBefore(instr ssa.Instruction, does act) bool {
	return code.Precedes(instr, does.instr) && !code.IsOfSameTurn(instr, does.instr)
}

// isComplete reports whether a loop does something to all elements, in each turn until there
// are no more.
func isComplete(does act) bool {
	loop := does.spot.Part.Loop
	if list, ok := does.spot.Base.(ssa.Instruction); ok && (list.Block() == loop || code.IsWithin(list.Block(), loop)) {
		return false // it is another one in each turn
	}
	header, every := code.EveryTurn(does.instr)
	return every && header == loop && afterLoop(loop) != nil
}

// afterLoop returns the block that comes after all turns of a loop, and after nothing else;
// nil if there is none.
func afterLoop(loop *ssa.BasicBlock) *ssa.BasicBlock {
	for _, next := range loop.Succs {
		if !code.IsWithin(next, loop) && len(next.Preds) == 1 {
			return next
		}
	}
	return nil
}

// resolve returns the spot of a callee's act as its caller sees it.
func (a *acts) resolve(s spot.Spot, callee *ssa.Function, call *ssa.CallCommon) (spot.Spot, bool) {
	base := argumentAt(s.Base, callee, call)
	if base == nil {
		if s.Base.Parent() == callee {
			return s, false
		}
		s.Loads = nil // in a literal, of a variable that is assigned once
		if s.Part.Of == spot.Turn {
			s.Part.Of, s.Part.Loop = spot.All, nil
		}
		return s, s.Part.High == nil
	}
	part, ok := s.Part.Resolve(func(v ssa.Value) ssa.Value { return argumentAt(v, callee, call) })
	if !ok {
		return s, false
	}
	if part.Of == spot.Turn {
		part.Of, part.Loop = spot.All, nil
	}
	if part.Of != spot.None && len(s.Outer) == 0 {
		list, ok := spot.OfList(a.Code, base)
		if !ok {
			return s, false
		}
		list.Part, ok = part.In(list.Part)
		list.Inner, list.Borrowed = s.Inner, s.Borrowed
		return list, ok
	}
	outer, ok := spot.Of(a.Code, base)
	if !ok || outer.Borrowed || isAddress(base) && outer.Base != base {
		return s, false
	}
	outer.Borrowed = s.Borrowed
	if part.Of == spot.None {
		if outer.Part.Of == spot.None {
			outer.Outer = slices.Concat(outer.Outer, s.Outer)
		} else {
			outer.Inner = slices.Concat(outer.Inner, s.Outer)
		}
		return outer, true
	}
	if outer.Part.Of != spot.None {
		return s, false
	}
	outer.Outer, outer.Part, outer.Inner = slices.Concat(outer.Outer, s.Outer), part, s.Inner
	return outer, true
}

// argumentAt returns the argument of a call for a parameter of the function that it calls, or
// nil.
func argumentAt(parameter ssa.Value, callee *ssa.Function, call *ssa.CallCommon) ssa.Value {
	p, ok := parameter.(*ssa.Parameter)
	if !ok {
		return nil
	}
	k := slices.Index(callee.Params, p)
	if k < 0 || k >= len(call.Args) {
		return nil
	}
	return call.Args[k]
}

// asks reports whether an instruction asks if a reference at a spot is there, or still valid:
// then the function knows what may be used.
func (a *acts) asks(instr ssa.Instruction, s spot.Spot) bool {
	is := func(v ssa.Value) bool {
		other, ok := spot.Of(a.Code, v)
		return ok && other.Part.Of != spot.None && other.Base == s.Base && slices.Equal(other.Outer, s.Outer)
	}
	switch i := instr.(type) {
	case *ssa.BinOp:
		return code.IsZeroValue(i.Y) && is(i.X) || canBeHeld(i.X) && canBeHeld(i.Y) && (is(i.X) || is(i.Y))
	case *ssa.Call:
		return code.IsMethodOfRef(&i.Call, "Valid", "IsZero", "TryRetain") && is(i.Call.Args[0])
	}
	return false
}

// replaces reports whether an instruction may change which elements are in a list.
func (a *acts) replaces(instr ssa.Instruction, s spot.Spot) bool {
	is := func(v ssa.Value) bool { return a.isIn(v, s) }
	switch i := instr.(type) {
	case *ssa.Store:
		return i.Addr == s.Base || is(i.Addr)
	case *ssa.Go:
		return slices.ContainsFunc(i.Call.Args, is)
	case ssa.CallInstruction:
		return a.replacesByCall(i.Common(), s, is)
	}
	return false
}

func (a *acts) replacesByCall(call *ssa.CallCommon, s spot.Spot, is func(ssa.Value) bool) bool {
	switch code.Builtin(call) {
	case "len", "cap", "print", "println":
		return false
	case "append": // writes after what the list has, or into a part of it
		return call.Args[0] != s.Base && is(call.Args[0])
	case "copy":
		return is(call.Args[0])
	}
	callee := code.Callee(call)
	for k, arg := range call.Args {
		if !is(arg) || !isListOrAddress(arg) {
			continue
		}
		if callee == nil || !a.Code.Has(callee) || k >= len(callee.Params) || a.replacesParameter(callee, k) {
			return true
		}
	}
	return false
}

func isListOrAddress(v ssa.Value) bool { return isContainer(v.Type()) || isAddress(v) }

// replacesParameter reports whether a function may change which elements are in a list that
// it is given.
func (a *acts) replacesParameter(fn *ssa.Function, k int) bool {
	list := spot.Spot{Base: fn.Params[k]}
	if known, ok := a.replacing[fn.Params[k]]; ok {
		return known
	}
	a.replacing[fn.Params[k]] = true // of one that calls itself
	replaces := false
	for instr := range code.Instructions(fn) {
		replaces = replaces || a.replaces(instr, list) || a.storesElsewhere(instr, func(v ssa.Value) bool { return a.isIn(v, list) })
	}
	a.replacing[fn.Params[k]] = replaces
	return replaces
}

// storesElsewhere reports whether an instruction puts a list where others find it.
func (a *acts) storesElsewhere(instr ssa.Instruction, is func(ssa.Value) bool) bool {
	switch i := instr.(type) {
	case *ssa.Store:
		_, isVariable := i.Addr.(*ssa.Alloc)
		return isContainer(i.Val.Type()) && is(i.Val) && !(isVariable && a.Code.AssignedOnce(i.Addr))
	case *ssa.Return:
		return slices.ContainsFunc(i.Results, func(v ssa.Value) bool { return isContainer(v.Type()) && is(v) })
	case *ssa.MakeInterface:
		return isContainer(i.X.Type()) && is(i.X)
	}
	return false
}

// isIn reports whether a value is a list, a part of it, or an address in it.
func (a *acts) isIn(v ssa.Value, list spot.Spot) bool {
	for range maxWay {
		if v == list.Base && len(list.Outer) == 0 {
			return true
		}
		switch i := v.(type) {
		case *ssa.IndexAddr:
			v = i.X
		case *ssa.FieldAddr:
			if len(list.Inner) > 0 && !slices.Contains(list.Inner, code.FieldOf(i).Origin()) {
				return false
			}
			v = i.X
		case *ssa.Slice:
			v = i.X
		case *ssa.UnOp:
			if s, ok := spot.OfList(a.Code, v); ok && isContainer(v.Type()) {
				return s.Base == list.Base && slices.Equal(s.Outer, list.Outer)
			}
			return false
		case *ssa.Phi:
			return slices.ContainsFunc(i.Edges, func(e ssa.Value) bool { return e == list.Base })
		case *ssa.Call:
			if code.Builtin(&i.Call) != "append" {
				return false
			}
			v = i.Call.Args[0]
		default:
			return false
		}
	}
	return false
}

const maxWay = 8 // from a list into it
