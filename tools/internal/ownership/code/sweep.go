package code

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// A Sweep is something that a loop over a container does with its elements.
type Sweep struct {
	Instr     ssa.Instruction
	Container ssa.Value
	Fields    []*types.Var // of an element, to the value; the last one first
	Loop      *ssa.BasicBlock
}

// SweepOf returns what an instruction does with a value, if that was taken out of each
// element of a container in turn.
func SweepOf(instr ssa.Instruction, v ssa.Value) (Sweep, bool) {
	s := Sweep{Instr: instr}
	for v != nil {
		switch i := v.(type) {
		case *ssa.UnOp:
			v = i.X
		case *ssa.FieldAddr:
			s.Fields = append(s.Fields, FieldOf(i).Origin())
			v = i.X
		case *ssa.IndexAddr:
			s.Container, s.Loop = i.X, loopOf(i.Index)
			return s, s.Loop != nil
		case *ssa.Extract:
			next, ok := i.Tuple.(*ssa.Next)
			if !ok || i.Index != 2 || next.IsString {
				return s, false
			}
			s.Container, s.Loop = next.Iter.(*ssa.Range).X, next.Block()
			return s, true
		default:
			return s, false
		}
	}
	return s, false
}

// IsEveryTurn reports whether it is done with each element.
func (s Sweep) IsEveryTurn() bool {
	header, every := EveryTurn(s.Instr)
	return every && header == s.Loop
}

// IsOfSameTurn reports whether an instruction takes the element of a loop's turn out of the
// container, or puts something in its place, in the loop of another instruction.
func IsOfSameTurn(instr, other ssa.Instruction) bool {
	var key ssa.Value
	switch i := instr.(type) {
	case *ssa.MapUpdate:
		key = i.Key
	case *ssa.Store:
		if at, ok := i.Addr.(*ssa.IndexAddr); ok {
			key = at.Index
		}
	case *ssa.Call:
		if Builtin(&i.Call) == "delete" {
			key = i.Call.Args[1]
		}
	}
	loop := loopOf(key)
	if part, ok := key.(*ssa.Extract); ok && part.Index == 1 {
		if next, ok := part.Tuple.(*ssa.Next); ok {
			loop = next.Block()
		}
	}
	return loop != nil && IsWithin(instr.Block(), loop) && IsWithin(other.Block(), loop)
}

// loopOf returns where a loop over all elements of a list begins, if a value is its index;
// otherwise nil.
func loopOf(index ssa.Value) *ssa.BasicBlock {
	i, ok := index.(*ssa.BinOp)
	if !ok || i.Block().Comment != "rangeindex.loop" {
		return nil
	}
	return i.Block()
}

// IsInEachTurn reports whether the address is that of one element in each turn of a loop over
// a list.
func IsInEachTurn(element *ssa.IndexAddr) bool {
	return whichOf(element.Index, element.Block()) == Each
}

// OnlyBoundsLoops reports whether the length of a list is asked for nothing but to go through
// all elements.
func OnlyBoundsLoops(length *ssa.Call) bool {
	return !slices.ContainsFunc(*length.Referrers(), func(use ssa.Instruction) bool {
		return use.Block().Comment != "rangeindex.loop"
	})
}

// IsOnlyLoaded reports whether nothing is stored at an address, nor in a part of what is there.
func IsOnlyLoaded(addr ssa.Value) bool {
	return !slices.ContainsFunc(*addr.Referrers(), func(use ssa.Instruction) bool {
		switch use := use.(type) {
		case *ssa.UnOp, *ssa.DebugRef:
			return false
		case *ssa.FieldAddr:
			return !IsOnlyLoaded(use)
		}
		return true
	})
}

// IsLocalList reports whether a list was made by the function around it.
func IsLocalList(list ssa.Value) bool { return isLocalList(list, map[ssa.Value]bool{}) }

func isLocalList(v ssa.Value, seen map[ssa.Value]bool) bool {
	if seen[v] {
		return true
	}
	seen[v] = true
	switch v := v.(type) {
	case *ssa.MakeSlice:
		return true
	case *ssa.Const:
		return v.IsNil()
	case *ssa.Slice: // of an array
		_, isNew := v.X.(*ssa.Alloc)
		return isNew
	case *ssa.Call:
		return Builtin(&v.Call) == "append" && isLocalList(v.Call.Args[0], seen)
	case *ssa.Phi:
		return !slices.ContainsFunc(v.Edges, func(e ssa.Value) bool { return !isLocalList(e, seen) })
	}
	return false
}
