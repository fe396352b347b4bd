package code

import (
	"go/token"
	"go/types"
	"slices"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
	"golang.org/x/tools/go/ssa"
)

// IsMethodOfRef reports whether a call is one of these methods of a Ref.
func IsMethodOfRef(call *ssa.CallCommon, names ...string) bool {
	return isMethodOf(call, api.IsRef, names)
}

// OnlyLooked reports whether all that is done with the Ref at an address is to look at it, or to retain it.
func OnlyLooked(addr ssa.Value) bool {
	isLook := func(use ssa.Instruction) bool {
		call, ok := use.(*ssa.Call)
		return ok && IsMethodOfRef(&call.Call, "Value", "Retain", "TryRetain", "IsZero", "Valid")
	}
	for _, use := range *addr.Referrers() {
		load, ok := use.(*ssa.UnOp)
		if !ok || slices.ContainsFunc(*load.Referrers(), func(use ssa.Instruction) bool { return !isLook(use) }) {
			return false
		}
	}
	return true
}

// IsMethodOfByteRef reports whether a call is one of these methods of a stdpool.ByteRef.
func IsMethodOfByteRef(call *ssa.CallCommon, names ...string) bool {
	return isMethodOf(call, func(t types.Type) bool { return api.IsByteRef(api.Deref(t)) }, names)
}

// IsMethodOfSyncMap reports whether a call is one of these methods of a sync.Map.
func IsMethodOfSyncMap(call *ssa.CallCommon, names ...string) bool {
	return isMethodOf(call, api.IsSyncMap, names)
}

// IsMethodOfList reports whether a call is one of these methods of a list of package container/list.
func IsMethodOfList(call *ssa.CallCommon, names ...string) bool {
	return isMethodOf(call, api.IsList, names) && Callee(call).Signature.Recv() != nil
}

// IsMethodOfListElement reports whether a call is one of these methods of an element of such a list.
func IsMethodOfListElement(call *ssa.CallCommon, names ...string) bool {
	return isMethodOf(call, api.IsListElement, names) && Callee(call).Signature.Recv() != nil
}

func isMethodOf(call *ssa.CallCommon, is func(types.Type) bool, names []string) bool {
	callee := Callee(call)
	return callee != nil && slices.Contains(names, callee.Name()) && len(call.Args) > 0 && is(call.Args[0].Type())
}

// SameWritten reports whether two values are written in the same way.
func SameWritten(a, b ssa.Value) bool { return a == b || structure(a, 0) == structure(b, 0) }

// Home returns where a container is kept: the *types.Var of a field, an *ssa.Global, the
// *ssa.Alloc of a variable that function literals share, or the container itself.
func Home(container ssa.Value) any {
	load, ok := container.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return container
	}
	switch at := load.X.(type) {
	case *ssa.FieldAddr:
		if field := FieldOf(at); field != nil {
			return field.Origin()
		}
	case *ssa.Global, *ssa.Alloc:
		return at
	case *ssa.FreeVar:
		if shared, ok := Shared(at).(*ssa.Alloc); ok {
			return shared
		}
	}
	return container
}

// Shared is the variable of the outermost function that a captured one stands for, or nil.
func Shared(v ssa.Value) ssa.Value {
	for {
		free, ok := v.(*ssa.FreeVar)
		if !ok {
			return v
		}
		if v = bindingOf(free); v == nil {
			return nil
		}
	}
}

// ReleasesFrom reports whether a function of this package releases references that it
// takes out of the map at home.
func (p *Package) ReleasesFrom(home any) bool {
	if p.released == nil {
		p.released = map[any]bool{}
		for instr := range p.Instructions() {
			call, ok := instr.(ssa.CallInstruction)
			if ok && IsMethodOfRef(call.Common(), "Release") {
				if m := mapOf(call.Common().Args[0], 0, visits{}); m != nil {
					p.released[Home(m)] = true
				}
			}
		}
	}
	return p.released[home]
}

// mapOf returns the map that a value was taken out of, or nil.
func mapOf(v ssa.Value, depth int, s visits) ssa.Value {
	switch v := v.(type) {
	case *ssa.Lookup:
		return v.X
	case *ssa.Range:
		return v.X
	}
	if s.ends(v, depth) {
		return nil
	}
	for _, from := range takenFrom(v) {
		if m := mapOf(from, depth+1, s); m != nil {
			return m
		}
	}
	return nil
}

// Outer returns the struct or the variable that a value was loaded from, or nil.
func Outer(v ssa.Value) ssa.Value {
	switch v := v.(type) {
	case *ssa.UnOp:
		if v.Op == token.MUL {
			return v.X
		}
	case *ssa.FieldAddr:
		return v.X
	}
	return nil
}

// Appended returns what a call of append adds one by one.
func Appended(call *ssa.CallCommon) (all []ssa.Value) {
	for _, element := range AppendedAt(call) {
		all = append(all, storedIn(element)...)
	}
	return all
}

// AppendedParts returns what a call of append adds one by one, and of a struct that is
// written there the fields.
func AppendedParts(call *ssa.CallCommon) (all []ssa.Value) {
	seen := map[ssa.Value]bool{}
	for _, element := range AppendedAt(call) {
		all = append(all, partsAt(element, seen)...)
	}
	return all
}

// AppendedAt returns the addresses of what a call of append adds one by one.
func AppendedAt(call *ssa.CallCommon) (all []ssa.Value) {
	if len(call.Args) < 2 {
		return nil
	}
	array := variadicArray(call.Args[1])
	if array == nil {
		return nil
	}
	for _, r := range *array.Referrers() {
		if element, ok := r.(*ssa.IndexAddr); ok {
			all = append(all, element)
		}
	}
	return all
}

// variadicArray returns the array of the last arguments of a variadic call, if they are given
// one by one; otherwise nil.
func variadicArray(last ssa.Value) *ssa.Alloc {
	list, ok := last.(*ssa.Slice)
	if !ok {
		return nil
	}
	if array, ok := list.X.(*ssa.Alloc); ok && array.Comment == "varargs" {
		return array
	}
	return nil
}

// VariadicLength returns the number of the last arguments of a variadic call, if they are given
// one by one.
func VariadicLength(call *ssa.CallCommon) (n int, known bool) {
	array := variadicArray(call.Args[len(call.Args)-1])
	if array == nil {
		return 0, false
	}
	return int(api.Deref(array.Type()).Underlying().(*types.Array).Len()), true
}

// VariadicArguments lists the last arguments of a variadic call, if they are given one by one.
func VariadicArguments(last ssa.Value) (all []ssa.Value) {
	array := variadicArray(last)
	if array == nil {
		return nil
	}
	for _, r := range *array.Referrers() {
		if at, ok := r.(*ssa.IndexAddr); ok {
			all = append(all, storedIn(at)...)
		}
	}
	return all
}

// partsAt returns what is assigned to a variable, or to its fields. It looks at a variable
// once: two may have been exchanged.
func partsAt(addr ssa.Value, seen map[ssa.Value]bool) (all []ssa.Value) {
	if seen[addr] {
		return nil
	}
	seen[addr] = true
	for _, v := range storedIn(addr) {
		if load, ok := v.(*ssa.UnOp); ok {
			if made, ok := load.X.(*ssa.Alloc); ok {
				all = append(all, partsAt(made, seen)...)
				continue
			}
		}
		all = append(all, v)
	}
	for _, r := range *addr.Referrers() {
		if field, ok := r.(*ssa.FieldAddr); ok {
			all = append(all, storedIn(field)...)
		}
	}
	return all
}

// MadeOf returns a value with all that its address was computed from.
func MadeOf(v ssa.Value) map[ssa.Value]bool {
	all := map[ssa.Value]bool{}
	for _, from := range ChainTo(v) {
		all[from] = true
		if at, ok := from.(*ssa.IndexAddr); ok {
			all[at.Index] = true
		}
	}
	return all
}

// ChainTo lists the same values but for the indexes: v first, and each before what it was found in.
func ChainTo(v ssa.Value) (all []ssa.Value) {
	for v != nil {
		all = append(all, v)
		switch i := v.(type) {
		case *ssa.UnOp:
			v = i.X
		case *ssa.FieldAddr:
			v = i.X
		case *ssa.IndexAddr:
			v = i.X
		case *ssa.Extract:
			v = i.Tuple
		default:
			return all
		}
	}
	return all
}
