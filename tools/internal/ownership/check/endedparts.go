package check

import (
	"go/types"
	"slices"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"github.com/rcpool/rcpool/tools/internal/ownership/fate"
	"github.com/rcpool/rcpool/tools/internal/ownership/mistake"
	"golang.org/x/tools/go/ssa"
)

// This file is about functions that return a list of memory which the elements of a container have, and
// release all of these elements before they return, or as they do: by themselves, or through a function
// that does it whenever it is called.

// checkEndedParts reports memory of elements that goes to a caller after their release.
func (h *holders) checkEndedParts() {
	for _, fn := range h.Code.Sources {
		for instr := range code.Instructions(fn) {
			ret, ok := instr.(*ssa.Return)
			if !ok || ret.Block() == fn.Recover {
				continue
			}
			for _, v := range code.Returned(ret) {
				h.checkReturnedParts(ret, v)
			}
		}
	}
}

func (h *holders) checkReturnedParts(ret *ssa.Return, list ssa.Value) {
	if !isContainer(list.Type()) || h.Reporter.HasReported(ret.Pos(), mistake.UseAfterRelease{}) {
		return
	}
	for _, put := range partsPutInto(list, map[ssa.Value]bool{}) {
		at := memoryAt(put.part)
		if at == nil || !h.reusesMemory(code.FieldOf(at)) || h.givesMemoryAway(ret.Parent(), code.FieldOf(at)) {
			continue
		}
		from, ok := h.trailTo(lentObject(at.X))
		if _, inContainer := from.outer(); !ok || !inContainer || !from.each {
			continue
		}
		if end := h.endOf(from, put.instr, ret); end != nil {
			h.Reporter.ReportAt(ret.Pos(), mistake.Escape{How: fate.ToResult, Borrowed: true, Swept: true},
				mistake.Place{Pos: put.instr.Pos(), Text: "memory of an element comes to the list here"}, mistake.Place{Pos: end.Pos(), Text: string(mistake.AllReleased)})
			return
		}
	}
}

// A partPut is where a part of something comes to a list.
type partPut struct {
	instr ssa.Instruction
	part  ssa.Value
}

// partsPutInto lists what a function puts into a list one by one.
func partsPutInto(list ssa.Value, seen map[ssa.Value]bool) (all []partPut) {
	if seen[list] {
		return nil
	}
	seen[list] = true
	switch i := list.(type) {
	case *ssa.Phi:
		for _, edge := range i.Edges {
			all = append(all, partsPutInto(edge, seen)...)
		}
	case *ssa.UnOp: // of a named result
		if variable, ok := i.X.(*ssa.Alloc); ok {
			for _, use := range *variable.Referrers() {
				if store, ok := use.(*ssa.Store); ok && store.Addr == i.X {
					all = append(all, partsPutInto(store.Val, seen)...)
				}
			}
		}
	case *ssa.Slice:
		all = partsPutInto(i.X, seen)
	case *ssa.Call:
		if code.Builtin(&i.Call) == "append" {
			all = partsPutInto(i.Call.Args[0], seen)
			for _, part := range code.AppendedParts(&i.Call) {
				all = append(all, partPut{i, part})
			}
		}
	case *ssa.MakeSlice:
		for _, use := range *i.Referrers() {
			if at, ok := use.(*ssa.IndexAddr); ok {
				for _, use := range *at.Referrers() {
					if store, ok := use.(*ssa.Store); ok && store.Addr == ssa.Value(at) {
						all = append(all, partPut{store, store.Val})
					}
				}
			}
		}
	}
	return all
}

// memoryAt returns the field that a list, or a part of it, was loaded from, or nil.
func memoryAt(v ssa.Value) *ssa.FieldAddr {
	if part, ok := v.(*ssa.Slice); ok {
		v = part.X
	}
	load, ok := v.(*ssa.UnOp)
	if !ok {
		return nil
	}
	at, ok := load.X.(*ssa.FieldAddr)
	if _, isList := load.Type().Underlying().(*types.Slice); !ok || !isList {
		return nil
	}
	return at
}

// reusesMemory reports whether the package empties the list in a field, and keeps its memory.
func (h *holders) reusesMemory(field *types.Var) bool {
	for instr := range h.Code.Instructions() {
		if empty, ok := instr.(*ssa.Slice); ok && empty.High != nil && code.IsConstZero(empty.High) {
			if at := memoryAt(empty.X); at != nil && code.FieldOf(at) == field {
				return true
			}
		}
	}
	return false
}

// givesMemoryAway reports whether a function sets a field that it takes memory from: then the object has
// it no more.
func (h *holders) givesMemoryAway(fn *ssa.Function, field *types.Var) bool {
	for instr := range code.Instructions(fn) {
		if store, ok := instr.(*ssa.Store); ok && isFieldAt(store.Addr, field) {
			return true
		}
	}
	return false
}

// endOf returns what releases all elements of a container before a function returns, after it has found
// one of them, or as it returns.
func (h *holders) endOf(from trail, put, ret ssa.Instruction) ssa.Instruction {
	for instr := range code.Instructions(ret.Parent()) {
		call, ok := instr.(ssa.CallInstruction)
		if _, isGo := instr.(*ssa.Go); !ok || isGo {
			continue
		}
		_, deferred := instr.(*ssa.Defer)
		if !deferred && (!code.Precedes(put, instr) || code.Precedes(instr, put)) {
			continue
		}
		if slices.ContainsFunc(h.releasedByCall(call, 0), func(v ssa.Value) bool { return h.isEachOf(v, instr, ret, from) }) || h.endsAll(call, from) && code.Dominates(instr, ret) && !h.changesBefore(instr, ret, from) {
			return instr
		}
	}
	return nil
}

// changesBefore reports whether a function may change which elements are in a container, other than by the
// call that releases all of them.
func (h *holders) changesBefore(end, ret ssa.Instruction, of trail) bool {
	for instr := range code.Instructions(ret.Parent()) {
		if instr != end && h.Code.MayTouch(instr, of.fields()) {
			if _, runs := instr.(*ssa.RunDefers); !runs {
				return true
			}
		}
	}
	return false
}

// isEachOf reports whether a loop of the function itself has released each element before it returns.
func (h *holders) isEachOf(v ssa.Value, instr, ret ssa.Instruction, from trail) bool {
	header := eachTurnWith(instr, v)
	if header == nil || !code.Dominates(header.Instrs[0], ret) {
		return false
	}
	found, ok := h.trailTo(v)
	return ok && found.each && found.isLike(from) && h.ownsAllAt(v, found)
}

// endsAll reports whether a function that is called releases each element of a container whenever it is
// called.
func (h *holders) endsAll(call ssa.CallInstruction, from trail) bool {
	callee := code.Callee(call.Common())
	if callee == nil || !h.Code.Has(callee) {
		return false
	}
	for instr := range code.Instructions(callee) {
		inner, ok := instr.(*ssa.Call)
		if !ok {
			continue
		}
		for _, v := range h.releasedByCall(inner, 0) {
			header := eachTurnWith(instr, v)
			if header == nil || !code.OnEachWay(header) {
				continue
			}
			found, ok := h.trailTo(v)
			if !ok || !found.each || !h.ownsAllAt(v, found) {
				continue
			}
			base := argumentAt(found.base, callee, call.Common())
			if base == nil {
				continue
			}
			if outer, ok := h.trailTo(base); ok && found.after(outer).isLike(from) {
				return true
			}
		}
	}
	return false
}

// ownsAllAt reports whether a release of an element is the last one: that of an object without a counter,
// or of one that only the container has.
func (h *holders) ownsAllAt(v ssa.Value, found trail) bool {
	if h.Table.Counting(v.Type()) == nil && !isPointerToRef(v.Type()) && !api.IsReference(v.Type()) {
		return true
	}
	fields := found.fields()
	if len(fields) == 0 {
		return false
	}
	owns := h.ledger.Of(fields[len(fields)-1])
	return owns != nil && owns.OwnsAll() && !newActs(h).retains
}

// releasedByCall returns the values that a call releases whenever it is executed, perhaps through a
// function of the package.
func (h *holders) releasedByCall(call ssa.CallInstruction, depth int) (all []ssa.Value) {
	if v, _, ok := h.releasedBy(call.Common()); ok {
		return []ssa.Value{v}
	}
	callee := code.Callee(call.Common())
	if callee == nil || !h.Code.Has(callee) || depth == maxInside {
		return nil
	}
	for instr := range code.Instructions(callee) {
		inner, ok := instr.(*ssa.Call)
		if !ok || !code.OnEachWay(instr.Block()) {
			continue
		}
		for _, v := range h.releasedByCall(inner, depth+1) {
			if arg := argumentAt(v, callee, call.Common()); arg != nil {
				all = append(all, arg)
			}
		}
	}
	return all
}

// eachTurnWith returns the beginning of the loop of which each turn reaches an instruction, or each one in
// which there is a value; nil if there is none.
func eachTurnWith(instr ssa.Instruction, v ssa.Value) *ssa.BasicBlock {
	header, every := code.EveryTurn(instr)
	if header == nil || every {
		return header
	}
	b := instr.Block()
	at := b.Idom()
	branch, ok := at.Instrs[len(at.Instrs)-1].(*ssa.If)
	if _, everyTurn := code.EveryTurn(branch); !ok || !everyTurn || len(b.Preds) != 1 || !asksIfThere(branch.Cond, v) {
		return nil
	}
	return header
}

// asksIfThere reports whether a condition asks if there is a value.
func asksIfThere(cond, v ssa.Value) bool {
	switch i := cond.(type) {
	case *ssa.BinOp:
		return code.IsZeroValue(i.Y) && code.SameWritten(i.X, v)
	case *ssa.Call:
		return code.IsMethodOfRef(&i.Call, "IsZero", "Valid") && code.SameWritten(i.Call.Args[0], v)
	}
	return false
}
