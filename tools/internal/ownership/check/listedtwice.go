package check

import (
	"slices"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"github.com/rcpool/rcpool/tools/internal/ownership/mistake"
	"golang.org/x/tools/go/ssa"
)

// This file is about lists that have one reference twice, if each element is released: by the home that
// the list is, or by a function that gets it as a result. The reference is appended by two instructions,
// or in each turn of a loop; or a loop finds it in a map of the function, where a turn before has put it.

// twiceListed looks for references that are appended twice.
type twiceListed struct{ *seconds }

// checkListedTwice reports the references that functions append twice to lists whose elements are
// released.
func (o twiceListed) checkListedTwice() {
	for _, fn := range o.Code.Sources {
		for instr := range code.Instructions(fn) {
			call, ok := instr.(*ssa.Call)
			if !ok || code.Builtin(&call.Call) != "append" {
				continue
			}
			for _, v := range code.Appended(&call.Call) {
				first := o.firstOf(call, plain(v))
				if first == nil || !o.isReleasedEach(call, map[ssa.Value]bool{}, 0) {
					continue
				}
				text := "it is in its first place here"
				if first == call {
					text = "this is done in each turn of a loop"
				}
				o.Reporter.ReportAt(call.Pos(), mistake.DoubleRelease{Twice: true}, mistake.Place{Pos: first.Pos(), Text: text})
				break
			}
		}
	}
}

// firstOf returns the instruction that has put a reference into a list before it is appended there, or
// the same one, if each turn of a loop does it; nil if there is none.
func (o twiceListed) firstOf(call *ssa.Call, v ssa.Value) ssa.Instruction {
	if update := o.foundAgain(call, v); update != nil {
		return update
	}
	header, every := code.EveryTurn(call)
	within := func(v ssa.Value) bool {
		made, ok := v.(ssa.Instruction)
		return ok && header != nil && (made.Block() == header || code.IsWithin(made.Block(), header))
	}
	if every && o.isOfField(call, v) && grows(call, header) {
		return call
	}
	v = o.variable(v)
	if !o.isFresh(v) {
		return nil
	}
	if every && !within(v) && grows(call, header) {
		return call
	}
	return o.firstIn(call.Call.Args[0], v, map[ssa.Value]bool{})
}

// variable returns what is in a variable that is assigned once, or the value.
func (o twiceListed) variable(v ssa.Value) ssa.Value {
	if load, ok := v.(*ssa.UnOp); ok && o.Code.AssignedOnce(load.X) {
		return plain(o.captured(load))
	}
	return v
}

// isFresh reports whether a value is one reference that the function has got, and of which it makes no
// other one.
func (o twiceListed) isFresh(v ssa.Value) bool {
	if !o.isReference(v) || v.Parent() == nil {
		return false
	}
	if api.IsReference(v.Type()) {
		return !o.addsUnseen()
	}
	family := o.Table.Counting(v.Type())
	for _, fn := range append(slices.Clone(v.Parent().AnonFuncs), v.Parent()) {
		for instr := range code.Instructions(fn) {
			if retained := o.countedBy(instr, api.Retain); retained != nil && o.Table.Counting(retained.Type()) == family {
				return false
			}
		}
	}
	return !o.isRetainedBehind(v, 0)
}

// isRetainedBehind reports whether a function of this package that gets a value may retain it.
func (o twiceListed) isRetainedBehind(v ssa.Value, depth int) bool {
	if depth == maxCallers || v.Referrers() == nil {
		return true
	}
	return slices.ContainsFunc(*v.Referrers(), func(use ssa.Instruction) bool {
		switch i := use.(type) {
		case *ssa.MakeInterface, *ssa.ChangeInterface, *ssa.ChangeType, *ssa.Phi:
			return o.isRetainedBehind(use.(ssa.Value), depth+1)
		case ssa.CallInstruction:
			if o.countedBy(use, api.Retain) != nil {
				return true
			}
			callee := code.Callee(i.Common())
			if callee == nil || !o.Code.Has(callee) {
				return false
			}
			k := slices.Index(i.Common().Args, v)
			return k >= 0 && o.isRetainedBehind(callee.Params[k], depth+1)
		}
		return false
	})
}

// isOfField reports whether a value is what a field has that owns it, of which there is one reference,
// and the function gives the field nothing else.
func (o twiceListed) isOfField(call *ssa.Call, v ssa.Value) bool {
	load, ok := v.(*ssa.UnOp)
	if !ok || !o.isObject(v) || o.addsUnseen() {
		return false
	}
	at, ok := load.X.(*ssa.FieldAddr)
	if !ok || api.IsStructValue(v.Type()) && !api.IsReference(v.Type()) {
		return false
	}
	header, _ := code.EveryTurn(call)
	if base, ok := at.X.(ssa.Instruction); ok && (base.Block() == header || code.IsWithin(base.Block(), header)) {
		return false // a field of something else in each turn
	}
	field := code.FieldOf(at).Origin()
	owns := o.ledger.Of(field)
	return owns != nil && !owns.Wide && owns.OwnsAll() && !o.Code.Touches(call.Parent()).Has(field)
}

// grows reports whether a list has what the turns of a loop before have appended.
func grows(call *ssa.Call, header *ssa.BasicBlock) bool {
	seen := map[ssa.Value]bool{}
	var leads func(v ssa.Value) bool
	leads = func(v ssa.Value) bool {
		if seen[v] {
			return false
		}
		seen[v] = true
		switch i := v.(type) {
		case *ssa.Phi:
			return i.Block() == header && slices.ContainsFunc(i.Edges, func(e ssa.Value) bool { return appendsAfter(e, call) }) || slices.ContainsFunc(i.Edges, leads)
		case *ssa.Call:
			return code.Builtin(&i.Call) == "append" && leads(i.Call.Args[0])
		}
		return false
	}
	return leads(call.Call.Args[0])
}

// appendsAfter reports whether a list is what a call of append returns, or that with more behind it.
func appendsAfter(list ssa.Value, call *ssa.Call) bool {
	for range maxWay {
		if list == ssa.Value(call) {
			return true
		}
		next := code.BuiltinOf(list, "append")
		if next == nil {
			return false
		}
		list = next.Args[0]
	}
	return false
}

// firstIn returns the instruction that has put a value into a list, whichever way leads to it, or nil.
func (o twiceListed) firstIn(list, v ssa.Value, seen map[ssa.Value]bool) ssa.Instruction {
	if seen[list] {
		return nil
	}
	seen[list] = true
	switch i := list.(type) {
	case *ssa.ChangeType:
		return o.firstIn(i.X, v, seen)
	case *ssa.Slice: // of a literal
		made, ok := i.X.(*ssa.Alloc)
		if !ok {
			return nil
		}
		for _, use := range *made.Referrers() {
			at, ok := use.(*ssa.IndexAddr)
			if !ok {
				continue
			}
			for _, use := range *at.Referrers() {
				if store, ok := use.(*ssa.Store); ok && o.variable(plain(store.Val)) == v {
					return store
				}
			}
		}
	case *ssa.Call:
		if code.Builtin(&i.Call) != "append" {
			return nil
		}
		if slices.ContainsFunc(code.Appended(&i.Call), func(added ssa.Value) bool { return o.variable(plain(added)) == v }) {
			return i
		}
		return o.firstIn(i.Call.Args[0], v, seen)
	}
	return nil
}

// foundAgain returns where a loop puts the references into a map of the function that it appends to a
// list, if it appends those that it finds in the map as well, and takes none out of there.
func (o twiceListed) foundAgain(call *ssa.Call, v ssa.Value) ssa.Instruction {
	if !api.IsReference(v.Type()) && !o.isObject(v) || o.addsUnseen() {
		return nil
	}
	header, _ := code.EveryTurn(call)
	if header == nil || o.isCounted(v, 0) {
		return nil
	}
	for _, edge := range eachOf(v) {
		if part, ok := edge.(*ssa.Extract); ok {
			edge = part.Tuple.(ssa.Value)
		}
		found, ok := edge.(*ssa.Lookup)
		if !ok || !code.IsWithin(found.Block(), header) && found.Block() != header {
			continue
		}
		made, ok := found.X.(*ssa.MakeMap)
		if !ok || code.IsWithin(made.Block(), header) || made.Block() == header {
			continue
		}
		if update := o.filledOnSomeWays(made, call, header); update != nil && o.addsEither(call, found, update, header) {
			return update
		}
	}
	return nil
}

// addsEither reports whether a turn of a loop appends to a list whatever it has found in a map, or puts
// there: no other condition tells what is in the list.
func (o twiceListed) addsEither(call *ssa.Call, found *ssa.Lookup, update *ssa.MapUpdate, header *ssa.BasicBlock) bool {
	adds := func(instr ssa.Instruction) bool {
		other, ok := instr.(*ssa.Call)
		return instr == call || ok && code.Builtin(&other.Call) == "append" && code.SameWritten(other.Call.Args[0], call.Call.Args[0]) &&
			slices.Contains(code.Appended(&other.Call), update.Value)
	}
	next := func(instr ssa.Instruction) bool { return instr.Block() == header }
	return !code.Leads(found, next, adds)
}

// filledOnSomeWays returns where a loop puts something into a map on some of the ways to a call, if the
// function only puts and looks things up there; otherwise nil.
func (o twiceListed) filledOnSomeWays(made *ssa.MakeMap, call *ssa.Call, header *ssa.BasicBlock) (fills *ssa.MapUpdate) {
	for _, use := range *made.Referrers() {
		switch i := use.(type) {
		case *ssa.Lookup, *ssa.DebugRef:
		case *ssa.MapUpdate:
			if i.Map != ssa.Value(made) || !code.IsWithin(i.Block(), header) || code.Dominates(i, call) {
				return nil
			}
			fills = i
		case *ssa.Call:
			if code.Builtin(&i.Call) != "len" {
				return nil
			}
		default:
			return nil
		}
	}
	return fills
}

// isReleasedEach reports whether each element of a list is released: by the home where it is stored, in
// the function that has it, in one that it is given to, or in one that it is returned to.
func (o twiceListed) isReleasedEach(list ssa.Value, seen map[ssa.Value]bool, depth int) bool {
	if seen[list] || list.Referrers() == nil || depth > maxCallers {
		return false
	}
	seen[list] = true
	return slices.ContainsFunc(*list.Referrers(), func(use ssa.Instruction) bool {
		switch i := use.(type) {
		case *ssa.Phi, *ssa.ChangeType:
			return o.isReleasedEach(use.(ssa.Value), seen, depth)
		case *ssa.IndexAddr:
			return o.isReleasedTurn(i)
		case *ssa.Store:
			return i.Val == list && o.isReleasedIn(i.Addr, seen, depth)
		case *ssa.Return:
			return o.isReleasedByCallers(i, list, seen, depth)
		case ssa.CallInstruction:
			return o.isReleasedByCallee(i, list, seen, depth)
		}
		return false
	})
}

// isReleasedTurn reports whether each turn of a loop over a list releases the element.
func (o twiceListed) isReleasedTurn(at *ssa.IndexAddr) bool {
	if !code.IsInEachTurn(at) {
		return false
	}
	return slices.ContainsFunc(*at.Referrers(), func(use ssa.Instruction) bool {
		load, ok := use.(*ssa.UnOp)
		if !ok {
			return false
		}
		return slices.ContainsFunc(*load.Referrers(), func(use ssa.Instruction) bool {
			call, ok := use.(ssa.CallInstruction)
			_, every := code.EveryTurn(use)
			return ok && every && o.given(call.Common()) == ssa.Value(load)
		})
	})
}

// isReleasedIn reports whether each element of a list is released that is in a field, or in a variable.
func (o twiceListed) isReleasedIn(addr ssa.Value, seen map[ssa.Value]bool, depth int) bool {
	if at, ok := addr.(*ssa.FieldAddr); ok {
		owns := o.ledger.Of(code.FieldOf(at).Origin())
		return owns != nil && o.isHome(owns)
	}
	if !o.Code.AssignedOnce(addr) {
		return false
	}
	for fn := range o.literalsWith(addr) {
		for instr := range code.Instructions(fn) {
			if load, ok := instr.(*ssa.UnOp); ok && code.Shared(load.X) == code.Shared(addr) && o.isReleasedEach(load, seen, depth) {
				return true
			}
		}
	}
	return false
}

// literalsWith returns the function that has a variable, and those in it.
func (o twiceListed) literalsWith(addr ssa.Value) map[*ssa.Function]bool {
	all := map[*ssa.Function]bool{addr.Parent(): true}
	for _, literal := range addr.Parent().AnonFuncs {
		all[literal] = true
	}
	return all
}

// isReleasedByCallers reports whether a caller of a function releases each element of a list that it
// returns.
func (o twiceListed) isReleasedByCallers(ret *ssa.Return, list ssa.Value, seen map[ssa.Value]bool, depth int) bool {
	k := slices.Index(ret.Results, list)
	return slices.ContainsFunc(o.Code.CallsOf(ret.Parent()), func(at ssa.CallInstruction) bool {
		call, ok := at.(*ssa.Call)
		if !ok {
			return false
		}
		result := code.ResultOf(call, k)
		return result != nil && o.isReleasedEach(result, seen, depth+1)
	})
}

// isReleasedByCallee reports whether a call releases each element of a list that it is given.
func (o twiceListed) isReleasedByCallee(call ssa.CallInstruction, list ssa.Value, seen map[ssa.Value]bool, depth int) bool {
	if code.Builtin(call.Common()) == "append" {
		result, ok := call.(*ssa.Call)
		return ok && call.Common().Args[0] == list && o.isReleasedEach(result, seen, depth)
	}
	if o.given(call.Common()) == list {
		return true
	}
	callee, k := code.Callee(call.Common()), slices.Index(call.Common().Args, list)
	return callee != nil && o.Code.Has(callee) && k >= 0 && k < len(callee.Params) && o.isReleasedEach(callee.Params[k], seen, depth+1)
}
