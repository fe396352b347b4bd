package holding

import (
	"go/token"
	"slices"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"golang.org/x/tools/go/ssa"
)

// This file is about Refs that come to a holding in something: in a struct that is passed by value,
// or in a list that one function fills and another one goes through. Each is followed to where it
// was put in. Who has the struct or the list may look at the Refs, but must give none of them to
// another owner. A list that was in a field, and was removed from there at once, is that of the
// function that has it now.

// findCarried reports whether a value is the element of a list, or the field of a struct, that has
// Refs of its own.
func (s *source) findCarried(v ssa.Value) bool {
	if !s.isTyped(v.Type()) || !s.hasOneOwner(v) {
		return false
	}
	if s.isTakenOut(v) {
		s.acquired = append(s.acquired, s.instr)
		return true
	}
	switch i := v.(type) {
	case *ssa.Extract:
		next, ok := i.Tuple.(*ssa.Next)
		return ok && i.Index == 2 && s.findIn(next.Iter.(*ssa.Range).X)
	case *ssa.Field:
		return s.findIn(i.X)
	case *ssa.UnOp:
		switch at := i.X.(type) {
		case *ssa.IndexAddr:
			return s.findIn(at.X)
		case *ssa.FieldAddr:
			if element, ok := at.X.(*ssa.IndexAddr); ok {
				return s.findIn(element.X)
			}
			whole := onlyValueOf(at.X)
			return whole != nil && s.findIn(whole)
		}
	}
	return false
}

// onlyValueOf returns the struct in a variable that is assigned once, as a whole, or nil.
func onlyValueOf(addr ssa.Value) (v ssa.Value) {
	variable, ok := addr.(*ssa.Alloc)
	if !ok {
		return nil
	}
	for _, use := range *variable.Referrers() {
		store, ok := use.(*ssa.Store)
		switch {
		case !ok:
		case v != nil || store.Addr != ssa.Value(variable):
			return nil
		default:
			v = store.Val
		}
	}
	return v
}

// findIn reports whether all Refs in a struct or in a container are its own, and notes the calls
// that have acquired them.
func (s *source) findIn(v ssa.Value) bool {
	if s.seen[v] {
		return true
	}
	s.seen[v] = true
	if code.IsZeroValue(v) {
		return true
	}
	if api.IsStructValue(v.Type()) {
		return s.hasOneOwner(v) && s.findInside(v)
	}
	return s.isOnlyCarried(v, map[ssa.Value]bool{}) && s.findElements(v) && s.findInside(v)
}

func (s *source) findInside(v ssa.Value) bool {
	if s.isTakenOut(v) {
		s.acquired = append(s.acquired, s.instr)
		return true
	}
	switch i := v.(type) {
	case *ssa.MakeSlice, *ssa.MakeMap:
		return true
	case *ssa.Phi:
		return !slices.ContainsFunc(i.Edges, func(edge ssa.Value) bool { return !s.findIn(edge) })
	case *ssa.Slice:
		if array, ok := i.X.(*ssa.Alloc); ok {
			return s.findAt(array)
		}
		return s.findIn(i.X)
	case *ssa.UnOp:
		return i.Op == token.MUL && s.findInPlace(i)
	case *ssa.Extract:
		if next, ok := i.Tuple.(*ssa.Next); ok {
			return i.Index == 2 && s.findIn(next.Iter.(*ssa.Range).X)
		}
		return s.findInResult(i.Tuple, i.Index)
	case *ssa.Call:
		if code.Builtin(&i.Call) == "append" {
			return s.findIn(i.Call.Args[0]) && s.findAppended(i)
		}
		return s.findInResult(i, 0)
	case *ssa.Parameter:
		return s.findArguments(i)
	}
	return false
}

// isTakenOut reports whether a value was in a holding that gives up what it has, and is removed from
// there by the function that takes it.
func (s *source) isTakenOut(v ssa.Value) bool {
	if part, ok := v.(*ssa.Extract); ok && part.Index == 0 {
		v = part.Tuple
	}
	from, ok := v.(ssa.Instruction)
	return ok && slices.ContainsFunc(s.all, func(h *Holding) bool {
		return !h.Unclear && slices.ContainsFunc(h.Outs, func(out Out) bool { return out.From == from }) && h.removesAt(s.instr, from) && h.givesUp(s.Ledger)
	})
}

// findInPlace is findIn for what was in a variable, in an element of a list, or in a field.
func (s *source) findInPlace(load *ssa.UnOp) bool {
	switch at := load.X.(type) {
	case *ssa.Alloc:
		return s.findAt(at)
	case *ssa.IndexAddr:
		return s.findIn(at.X)
	case *ssa.FieldAddr:
		from := s.known[code.FieldOf(at).Origin()]
		if from == nil || from.Unclear || !from.givesUp(s.Ledger) || !s.isMovedOut(load) {
			return false
		}
		s.acquired = append(s.acquired, s.instr)
		return true
	}
	return false
}

// isMovedOut reports whether a container that was loaded from a field is replaced there before its
// Refs come to the holding, or after that on each way.
func (s *source) isMovedOut(load *ssa.UnOp) bool {
	replaces := func(instr ssa.Instruction) bool {
		store, ok := instr.(*ssa.Store)
		return ok && code.SameAddress(load, store.Addr) && store.Val != ssa.Value(load) && !code.OnlyAdds(store)
	}
	if !code.Leads(s.instr, isReturn, replaces) {
		return true
	}
	for instr := range code.Instructions(load.Parent()) {
		if replaces(instr) && code.Dominates(load, instr) && code.Dominates(instr, s.instr) {
			return true
		}
	}
	return false
}

// findAt is findIn for a variable with a struct or an array, or for a part of it.
func (s *source) findAt(at ssa.Value) bool {
	return !slices.ContainsFunc(*at.Referrers(), func(use ssa.Instruction) bool {
		switch i := use.(type) {
		case *ssa.DebugRef, *ssa.UnOp, *ssa.Slice:
			return false
		case *ssa.Store:
			by := s.instr // where the variable goes, its parts go
			if isInList(at) {
				by = i
			}
			return i.Addr != at || !s.findPut(by, i.Val)
		case *ssa.FieldAddr:
			return !s.findAt(i)
		case *ssa.IndexAddr:
			return !s.findAt(i)
		case ssa.CallInstruction:
			return droppedBy(i) != at
		}
		return true
	})
}

// isInList reports whether an address is in an element of a list or an array.
func isInList(addr ssa.Value) bool {
	for {
		switch at := addr.(type) {
		case *ssa.IndexAddr:
			return true
		case *ssa.FieldAddr:
			addr = at.X
		default:
			return false
		}
	}
}

// findElements is findIn for what is assigned to elements of a container.
func (s *source) findElements(container ssa.Value) bool {
	return !slices.ContainsFunc(*container.Referrers(), func(use ssa.Instruction) bool {
		switch i := use.(type) {
		case *ssa.MapUpdate:
			return !s.findPut(i, i.Value)
		case *ssa.IndexAddr:
			return slices.ContainsFunc(*i.Referrers(), func(use ssa.Instruction) bool {
				store, ok := use.(*ssa.Store)
				return ok && !s.findPut(store, store.Val)
			})
		}
		return false
	})
}

// findAppended is findIn for what a call of append adds.
func (s *source) findAppended(call *ssa.Call) bool {
	added := appended(&call.Call)
	if len(added) == 0 {
		return len(call.Call.Args) == 2 && s.findIn(call.Call.Args[1])
	}
	return !slices.ContainsFunc(added, func(x *ssa.Store) bool { return !s.findPut(x, x.Val) })
}

// findPut is findIn for what an instruction of the same function puts into a struct or a container.
func (s *source) findPut(instr ssa.Instruction, v ssa.Value) bool {
	put := source{Ledger: s.Ledger, instr: instr, at: instr.Block(), seen: s.seen, depth: s.depth, trusted: true}
	return s.findFrom(&put, v)
}

// findFrom is findIn for what comes from somewhere else: it may be a reference, or have one, or
// neither.
func (s *source) findFrom(from *source, v ssa.Value) (own bool) {
	switch {
	case code.IsZeroValue(v) || s.kindOf(v.Type()) == nothing:
		return true
	case s.isObject(v.Type()):
		own = from.find(v)
	default:
		own = from.findIn(v)
	}
	s.acquired = append(s.acquired, from.acquired...)
	return own
}

// findInResult is findIn for one of the results of a function of this package.
func (s *source) findInResult(of ssa.Value, index int) bool {
	call, ok := of.(*ssa.Call)
	if !ok || s.depth == maxCallers {
		return false
	}
	callee := code.Callee(&call.Call)
	if callee == nil || !s.code.Has(callee) {
		return false
	}
	for instr := range code.Instructions(callee) {
		ret, ok := instr.(*ssa.Return)
		if !ok || ret.Block() == callee.Recover {
			continue
		}
		inner := source{Ledger: s.Ledger, instr: ret, at: ret.Block(), seen: map[ssa.Value]bool{}, depth: s.depth + 1, trusted: true}
		if !s.findFrom(&inner, code.Returned(ret)[index]) {
			return false
		}
	}
	return true
}

// isOnlyCarried reports whether nothing in a function takes a Ref out of a container, or gives the
// container away, but what brings it to the holding.
func (s *source) isOnlyCarried(container ssa.Value, seen map[ssa.Value]bool) bool {
	if seen[container] || container.Referrers() == nil {
		return true
	}
	seen[container] = true
	return !slices.ContainsFunc(*container.Referrers(), func(use ssa.Instruction) bool {
		if use == s.instr {
			return false
		}
		switch i := use.(type) {
		case *ssa.DebugRef, *ssa.BinOp:
			return false
		case *ssa.MapUpdate:
			return i.Map != container
		case *ssa.IndexAddr, *ssa.Lookup, *ssa.Range, *ssa.Index:
			return !s.isOnlySeen(use.(ssa.Value))
		case *ssa.Phi, *ssa.Slice:
			return !s.isOnlyCarried(use.(ssa.Value), seen)
		case *ssa.Call:
			return !s.isShownTo(i, container, seen)
		}
		return true
	})
}

// isOnlySeen reports whether nothing else takes an element of a container, or what is in it.
func (s *source) isOnlySeen(from ssa.Value) bool {
	return !slices.ContainsFunc(*from.Referrers(), func(use ssa.Instruction) bool {
		switch i := use.(type) {
		case *ssa.Next:
			return !s.isOnlySeen(i)
		case *ssa.FieldAddr:
			return !s.isOnlySeen(i)
		case *ssa.Store:
			return s.instr == nil && !code.IsZeroValue(i.Val)
		case *ssa.UnOp, *ssa.Extract:
			v := use.(ssa.Value)
			if s.kindOf(v.Type()) == nothing {
				return false
			}
			if s.instr == nil {
				return !s.usesOf(v).keeps()
			}
			return !s.hasOneOwner(v)
		case ssa.CallInstruction:
			return true
		}
		return false
	})
}

// isShownTo reports whether a call only looks at what is in a container.
func (s *source) isShownTo(call *ssa.Call, container ssa.Value, seen map[ssa.Value]bool) bool {
	switch code.Builtin(&call.Call) {
	case "len", "cap", "clear", "delete":
		return true
	case "append":
		return call.Call.Args[0] == container && s.isOnlyCarried(call, seen)
	case "":
		callee := code.Callee(&call.Call)
		if callee == nil || !s.code.Has(callee) || s.depth == maxCallers {
			return false
		}
		inner := source{Ledger: s.Ledger, depth: s.depth + 1}
		k := slices.Index(call.Call.Args, container)
		return k >= 0 && inner.isOnlyCarried(callee.Params[k], map[ssa.Value]bool{})
	}
	return false
}
