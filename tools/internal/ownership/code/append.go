package code

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
	"golang.org/x/tools/go/ssa"
)

// This file is about slices behind pointers, as they are in a sync.Pool, to which functions append.

// AppendsTo reports whether a value is what is at an address with more behind it: the result of
// append, or of a function of the standard library whose name says so, such as fmt.Appendf.
func AppendsTo(v, addr ssa.Value) bool {
	call, ok := v.(*ssa.Call)
	if !ok {
		return false
	}
	if Builtin(&call.Call) == "append" {
		return SameAddress(call.Call.Args[0], addr)
	}
	return isLibraryAppend(&call.Call) && slices.ContainsFunc(call.Call.Args, func(a ssa.Value) bool { return SameAddress(a, addr) })
}

func isLibraryAppend(call *ssa.CallCommon) bool {
	fn := Object(call)
	return fn != nil && fn.Pkg() != nil && api.InStandardLibrary(fn.Pkg().Path()) && strings.HasPrefix(fn.Name(), "Append")
}

// ReadsWhatItAdds reports whether all that a function does with a slice behind a pointer is to
// append to it, and then to read the whole of it. If it was not empty at first, the function
// reads what others have left there. The elements are plain values: a list of something else may
// be one that is kept on purpose.
func ReadsWhatItAdds(pointer ssa.Value) bool {
	pointer = Unboxed(pointer)
	list, ok := api.Deref(pointer.Type()).Underlying().(*types.Slice)
	if !ok || !api.IsFlat(list.Elem()) || pointer.Referrers() == nil {
		return false
	}
	var adds, reads []ssa.Instruction
	for _, use := range *pointer.Referrers() {
		switch use := use.(type) {
		case *ssa.DebugRef:
		case *ssa.MakeInterface:
			if !isOnlyPut(use) {
				return false
			}
		case *ssa.Store:
			if use.Addr != pointer || !AppendsTo(use.Val, pointer) {
				return false
			}
			adds = append(adds, use)
		case *ssa.UnOp:
			read, ok := readsOf(use)
			if !ok {
				return false
			}
			reads = append(reads, read...)
		default:
			return false
		}
	}
	return len(adds) > 0 && slices.ContainsFunc(reads, func(read ssa.Instruction) bool {
		return !slices.ContainsFunc(adds, func(add ssa.Instruction) bool { return !isBefore(add, read) })
	})
}

// isOnlyPut reports whether all that happens to an interface is that it goes into a sync.Pool.
func isOnlyPut(v *ssa.MakeInterface) bool {
	return !slices.ContainsFunc(*v.Referrers(), func(use ssa.Instruction) bool {
		if _, isDebug := use.(*ssa.DebugRef); isDebug {
			return false
		}
		call, ok := use.(ssa.CallInstruction)
		if !ok {
			return true
		}
		put, ok := PutIntoPool(call.Common())
		return !ok || Unboxed(put) != v.X
	})
}

// isBefore reports whether a way leads from one instruction to another, and none leads back.
func isBefore(a, b ssa.Instruction) bool {
	if a.Block() == b.Block() {
		return slices.Index(a.Block().Instrs, a) < slices.Index(b.Block().Instrs, b) && !reaches(b.Block().Succs, nil, isBlock(a.Block()))
	}
	return Reaches(a.Block(), b.Block(), nil) && !Reaches(b.Block(), a.Block(), nil)
}

// readsOf returns what reads all of a list that was loaded. It fails if something else happens
// to the list than that it is read or appended to, or if its length decides anything.
func readsOf(list *ssa.UnOp) (reads []ssa.Instruction, ok bool) {
	if list.Op != token.MUL {
		return nil, false
	}
	for _, use := range *list.Referrers() {
		switch use := use.(type) {
		case *ssa.DebugRef:
		case *ssa.MakeInterface, *ssa.Convert:
			reads = append(reads, use)
		case *ssa.IndexAddr:
			if !IsInEachTurn(use) || !IsOnlyLoaded(use) {
				return nil, false
			}
			reads = append(reads, use)
		case *ssa.Call:
			switch name := Builtin(&use.Call); {
			case name == "append" && use.Call.Args[0] == list, name == "" && isLibraryAppend(&use.Call):
			case name == "len" && OnlyBoundsLoops(use):
			case name == "append", name == "copy" && use.Call.Args[0] != list, name == "" && isLibraryCall(&use.Call):
				reads = append(reads, use)
			default:
				return nil, false
			}
		default:
			return nil, false
		}
	}
	return reads, true
}

// isLibraryCall reports whether a call is one of the standard library, or of an interface that
// it declares, such as io.Writer, that reads what it is given. Read and ReadFull fill it.
func isLibraryCall(call *ssa.CallCommon) bool {
	fn := Object(call)
	return fn != nil && fn.Pkg() != nil && api.InStandardLibrary(fn.Pkg().Path()) && !strings.HasPrefix(fn.Name(), "Read")
}
