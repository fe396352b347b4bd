package ownership

import (
	"go/types"
	"slices"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"github.com/rcpool/rcpool/tools/internal/ownership/fate"
	"golang.org/x/tools/go/ssa"
)

// This file is about counted objects that a function collects in a list or a map, which it returns.
// If a caller releases each element, the container owns what is in it. So a way on which the
// function does not return the container, as after an error, must release what was collected.

// returnedLists follows an object to the containers in which a function collects it.
type returnedLists struct {
	seen     map[ssa.Value]bool
	returned []*ssa.Return // of the containers
}

// isCollectedForCaller reports whether all that a function does with an object that it has acquired
// is to call its methods, and to collect it in a container of its own that it returns on some way;
// and whether some caller releases each element of that.
func (l *leaks) isCollectedForCaller(o *fate.Object) bool {
	acquired := l.acquiredBy(o)
	r := &returnedLists{seen: map[ssa.Value]bool{}}
	if acquired == nil || !r.follow(acquired) {
		return false
	}
	return slices.ContainsFunc(r.returned, func(ret *ssa.Return) bool {
		for k, v := range code.Returned(ret) {
			if r.seen[v] && isCollection(v.Type()) && l.callersSweep(k) {
				return true
			}
		}
		return false
	})
}

// isCollection reports whether a type is of lists or maps.
func isCollection(t types.Type) bool { return api.ElementType(t) != types.Typ[types.Invalid] }

// follow reports whether all that is done with an object, or with a container that it is in, is
// known.
func (r *returnedLists) follow(v ssa.Value) bool {
	if r.seen[v] {
		return true
	}
	r.seen[v] = true
	return !slices.ContainsFunc(*v.Referrers(), func(use ssa.Instruction) bool { return !r.isKnown(v, use) })
}

func (r *returnedLists) isKnown(v ssa.Value, use ssa.Instruction) bool {
	switch i := use.(type) {
	case *ssa.DebugRef, *ssa.BinOp:
		return true
	case *ssa.Extract:
		return api.IsFailure(i.Type()) || r.follow(i)
	case *ssa.Lookup:
		return onlyAsks(i)
	case *ssa.MakeInterface, *ssa.ChangeInterface, *ssa.Phi, *ssa.Slice:
		return r.follow(i.(ssa.Value))
	case *ssa.Return:
		r.returned = append(r.returned, i)
		return true
	case *ssa.MapUpdate:
		_, own := i.Map.(*ssa.MakeMap)
		return i.Map == v || own && i.Value == v && r.follow(i.Map)
	case *ssa.Store: // what append is given
		element, ok := i.Addr.(*ssa.IndexAddr)
		return ok && i.Val == v && r.followArray(element)
	case *ssa.Call:
		switch code.Builtin(&i.Call) {
		case "len", "cap":
			return true
		case "append":
			return r.follow(i)
		}
		return !isCollection(v.Type()) && isReceiver(v, i)
	}
	return false
}

// onlyAsks reports whether a function asks if there is something in a map, and does not look at it.
func onlyAsks(found *ssa.Lookup) bool {
	return !slices.ContainsFunc(*found.Referrers(), func(use ssa.Instruction) bool {
		part, ok := use.(*ssa.Extract)
		return !ok || part.Index == 0 && len(*part.Referrers()) > 0
	})
}

// followArray follows the list of a literal, such as the further arguments of append.
func (r *returnedLists) followArray(element *ssa.IndexAddr) bool {
	array, ok := element.X.(*ssa.Alloc)
	return ok && !slices.ContainsFunc(*array.Referrers(), func(use ssa.Instruction) bool {
		switch i := use.(type) {
		case *ssa.IndexAddr, *ssa.DebugRef:
			return false
		case *ssa.Slice:
			return !r.follow(i)
		}
		return true
	})
}

// callersSweep reports whether some caller releases each element of a container that the function
// returns as result number k.
func (l *leaks) callersSweep(k int) bool {
	return slices.ContainsFunc(l.pkg.CallsOf(l.where.top.Function), func(at ssa.CallInstruction) bool {
		call, ok := at.(*ssa.Call)
		if !ok {
			return false
		}
		for _, use := range *call.Referrers() {
			if part, ok := use.(*ssa.Extract); ok && part.Index == k {
				return l.isSwept(part, call.Parent())
			}
		}
		return k == 0 && l.isSwept(call, call.Parent())
	})
}

// isSwept reports whether a function, or a literal in it, releases each element of a container.
func (l *leaks) isSwept(container ssa.Value, fn *ssa.Function) bool {
	for instr := range code.Instructions(fn) {
		call, ok := instr.(*ssa.Call)
		if !ok {
			continue
		}
		if v := l.releasedBy(&call.Call); v != nil {
			if s, ok := code.SweepOf(instr, v); ok && s.IsEveryTurn() && isIn(container, s.Container) {
				return true
			}
		}
	}
	return slices.ContainsFunc(fn.AnonFuncs, func(literal *ssa.Function) bool { return l.isSwept(container, literal) })
}

// isIn reports whether a container is a certain one, or that of the variable that has only this one.
func isIn(container, loaded ssa.Value) bool {
	if loaded == container {
		return true
	}
	variable, ok := code.Home(loaded).(*ssa.Alloc)
	if !ok {
		return false
	}
	stores := 0
	for _, use := range *variable.Referrers() {
		if store, ok := use.(*ssa.Store); ok {
			if stores++; store.Val != container {
				return false
			}
		}
	}
	return stores == 1
}
