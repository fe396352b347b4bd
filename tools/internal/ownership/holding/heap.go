package holding

import (
	"go/types"
	"slices"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"golang.org/x/tools/go/ssa"
)

// This file is about fields with a list that package container/heap makes a heap of. Its functions call
// the methods of the list, which only bring elements to their places, put one there or take one out.
// A map may find the elements by their keys. If nothing is ever taken out by what it finds, the heap
// owns them.

// heap notes what the functions of package container/heap do to the list in the field.
func (r *reader) heap(list *ssa.MakeInterface) {
	r.Wide = true
	for _, use := range *list.Referrers() {
		call, ok := use.(*ssa.Call)
		switch {
		case !ok || call.Call.IsInvoke() || call.Call.Args[0] != ssa.Value(list):
			r.unclear()
		case code.IsOfHeap(&call.Call, "Init", "Fix"):
		case code.IsOfHeap(&call.Call, "Push") && !r.countsInMethods(list):
			r.pushed(call)
		case code.IsOfHeap(&call.Call, "Pop", "Remove"):
			r.Removals = append(r.Removals, call)
			r.value(call, call)
		default:
			r.unclear()
		}
	}
}

func (r *reader) pushed(call *ssa.Call) {
	switch v := code.Unboxed(call.Call.Args[1]); {
	case r.isPopped(v):
		r.moves[call], r.Moved = true, true
	case r.isObject(v.Type()):
		r.put(v, call, call.Block(), call.Pos())
	default:
		r.putParts(v, call, call.Block(), call.Pos())
	}
}

// isPopped reports whether a value, or the only object in a struct, was in the heap until the function
// has taken it out there.
func (r *reader) isPopped(v ssa.Value) bool {
	if parts, ok := r.objectsIn(v, map[*ssa.Alloc]bool{}); ok && len(parts) == 1 {
		v = parts[0]
	}
	for range maxTaken {
		switch i := v.(type) {
		case *ssa.TypeAssert:
			v = i.X
		case *ssa.Field:
			v = i.X
		case *ssa.UnOp:
			addr := i.X
			if at, isField := addr.(*ssa.FieldAddr); isField {
				addr = at.X
			}
			v = onlyValueOf(addr)
		case *ssa.Call:
			return code.IsOfHeap(&i.Call, "Pop", "Remove") && r.isOwnAddress(code.Unboxed(i.Call.Args[0]), 0)
		default:
			return false
		}
	}
	return false
}

// countsInMethods reports whether the methods of a list retain or release what is in it.
func (r *reader) countsInMethods(list *ssa.MakeInterface) bool {
	return slices.ContainsFunc([]string{"Push", "Pop", "Swap"}, func(name string) bool {
		return slices.ContainsFunc(r.code.MethodsNamed(name), func(fn *ssa.Function) bool {
			return types.Identical(api.Deref(fn.Signature.Recv().Type()), api.Deref(list.X.Type())) && slices.ContainsFunc(slices.Collect(code.Instructions(fn)), func(instr ssa.Instruction) bool {
				call, ok := instr.(ssa.CallInstruction)
				return ok && (releases(instr) || code.IsMethodOfRef(call.Common(), "Retain") || code.IsMethodOfByteRef(call.Common(), "Retain"))
			})
		})
	})
}

// isFoundOnly reports whether an instruction puts something into a map that only finds it: nothing is
// taken out by what the map has.
func (s *source) isFoundOnly(put ssa.Instruction) bool {
	update, ok := put.(*ssa.MapUpdate)
	if !ok {
		return false
	}
	field, ok := code.Home(update.Map).(*types.Var)
	if !ok {
		return false
	}
	h := s.known[field]
	return h != nil && !h.Unclear && !h.IsTaken()
}
