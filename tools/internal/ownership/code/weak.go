package code

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// KeepsWeakly reports whether a variable may hold copies of references that it does not
// own: a function of this package calls TryRetain on what is in there. The variable is
// a *types.Var of a field, or an *ssa.Global.
func (p *Package) KeepsWeakly(variable any) bool {
	if p.weak == nil {
		p.weak = map[any]bool{}
		for instr := range p.Instructions() {
			if call, ok := instr.(ssa.CallInstruction); ok {
				p.findWeak(call.Common())
			}
		}
	}
	return p.weak[origin(variable)]
}

func (p *Package) findWeak(call *ssa.CallCommon) {
	callee := Callee(call)
	if callee == nil || len(call.Args) == 0 {
		return
	}
	switch callee.Name() {
	case "TryRetain":
	case "TryIncRef", "TryRef", "TryAddRef":
		if callee.Signature.Recv() == nil {
			return
		}
	default:
		return
	}
	if variable := heldIn(call.Args[0], 0, visits{}); variable != nil {
		p.weak[origin(variable)] = true
	}
}

// longestWay bounds the search for a variable.
const longestWay = 12

// visits are the values that a search has come to, and how far away they were.
type visits map[ssa.Value]int

// ends reports whether a search is not to go on from a value: it is too far away, or the search
// has been there, on a way that is as short. What it would find it has found then. Without that
// it would go around a loop on each of its ways, longestWay times.
func (s visits) ends(v ssa.Value, depth int) bool {
	before, seen := s[v]
	if depth > longestWay || seen && before <= depth {
		return true
	}
	s[v] = depth
	return false
}

// heldIn returns the nearest field, or the global variable, that a value was taken out
// of, perhaps through containers and local variables; nil if there is none.
func heldIn(v ssa.Value, depth int, s visits) any {
	if s.ends(v, depth) {
		return nil
	}
	switch v := v.(type) {
	case *ssa.FieldAddr:
		if field := FieldOf(v); field != nil && AllocOf(v) == nil {
			return field
		}
	case *ssa.Field:
		return v.X.Type().Underlying().(*types.Struct).Field(v.Field)
	case *ssa.Global:
		return v
	}
	for _, from := range takenFrom(v) {
		if found := heldIn(from, depth+1, s); found != nil {
			return found
		}
	}
	return nil
}

// takenFrom returns the values that a value may be, or be an element of.
func takenFrom(v ssa.Value) []ssa.Value {
	if _, found := Found(v); found != nil {
		return []ssa.Value{found}
	}
	switch v := v.(type) {
	case *ssa.UnOp:
		if v.Op == token.MUL {
			return []ssa.Value{v.X}
		}
	case *ssa.IndexAddr:
		return []ssa.Value{v.X}
	case *ssa.Index:
		return []ssa.Value{v.X}
	case *ssa.Slice:
		return []ssa.Value{v.X}
	case *ssa.Lookup:
		return []ssa.Value{v.X}
	case *ssa.Extract:
		return []ssa.Value{v.Tuple}
	case *ssa.Next:
		return []ssa.Value{v.Iter}
	case *ssa.Range:
		return []ssa.Value{v.X}
	case *ssa.Phi:
		return v.Edges
	case *ssa.Alloc:
		return storedIn(v)
	case *ssa.FieldAddr: // of a local variable
		return storedInField(v)
	case *ssa.TypeAssert:
		return []ssa.Value{v.X}
	case *ssa.Call:
		if IsMethodOfSyncMap(&v.Call, "Load", "LoadOrStore", "LoadAndDelete", "Swap") {
			return v.Call.Args[:1]
		}
		if takesFromHeap(&v.Call) {
			return []ssa.Value{Unboxed(v.Call.Args[0])}
		}
	case *ssa.Parameter:
		if m := rangedOver(v.Parent()); m != nil {
			return []ssa.Value{m}
		}
	}
	return nil
}

// storedInField returns what is assigned to a field of a local variable, or to the whole of it.
func storedInField(at *ssa.FieldAddr) (all []ssa.Value) {
	for _, addr := range sameField(at) {
		all = append(all, storedIn(addr)...)
	}
	if whole, ok := at.X.(*ssa.Alloc); ok {
		all = append(all, storedIn(whole)...)
	}
	return all
}

// takesFromHeap reports whether a call takes something out of a heap of container/heap.
func takesFromHeap(call *ssa.CallCommon) bool {
	callee := Callee(call)
	return callee != nil && callee.Pkg != nil && callee.Pkg.Pkg.Path() == "container/heap" && (callee.Name() == "Pop" || callee.Name() == "Remove")
}

// storedIn returns what is assigned to a local variable, or to an element of an array.
func storedIn(addr ssa.Value) (all []ssa.Value) {
	if addr.Referrers() == nil {
		return nil
	}
	for _, r := range *addr.Referrers() {
		if store, ok := r.(*ssa.Store); ok && store.Addr == addr {
			all = append(all, store.Val)
		}
	}
	return all
}
