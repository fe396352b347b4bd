package check

import (
	"go/types"
	"slices"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"github.com/rcpool/rcpool/tools/internal/ownership/holding"
	"golang.org/x/tools/go/ssa"
)

// This file is about maps of lists of which a function deletes an entry and has not looked into the
// list: all that is there is lost. The list may be empty, so no caller may have taken anything out of
// it before, or asked the struct about it. What comes to other entries, and what takes one element to
// make room for the next, leaves something in the list.

// losesList reports whether the entry that a function deletes may still have elements in its list.
func (d deletion) losesList(removal ssa.Instruction) bool {
	of, ok := d.Field.Type().Underlying().(*types.Map)
	if !ok || !isListOf(of.Elem(), d.Object()) || d.looksInto(removal.Parent()) || anyBefore(removal, d.asksMore) {
		return false
	}
	key, _ := deletedKey(removal)
	s := &listSearch{d, d.emptiers()}
	return s.calledFull(removal.Parent(), key, 0)
}

func isListOf(t, object types.Type) bool {
	list, ok := t.Underlying().(*types.Slice)
	return ok && types.Identical(list.Elem(), object)
}

// asksMore reports whether an instruction is a condition other than whether there is an entry: it may
// tell that the list is empty.
func (d deletion) asksMore(instr ssa.Instruction) bool {
	branch, ok := instr.(*ssa.If)
	if !ok {
		return false
	}
	part, isPart := branch.Cond.(*ssa.Extract)
	if !isPart || part.Index != 1 {
		return true
	}
	found, isLookup := part.Tuple.(*ssa.Lookup)
	return !isLookup || code.Home(found.X) != any(d.Field)
}

// looksInto reports whether a function does more with the lists of the map than to ask whether
// there is an entry.
func (d deletion) looksInto(fn *ssa.Function) bool {
	for instr := range code.Instructions(fn) {
		switch i := instr.(type) {
		case *ssa.Lookup:
			if code.Home(i.X) == any(d.Field) && slices.ContainsFunc(*i.Referrers(), func(use ssa.Instruction) bool {
				part, ok := use.(*ssa.Extract)
				return !ok || part.Index == 0 && len(*part.Referrers()) > 0
			}) {
				return true
			}
		case *ssa.Range:
			if code.Home(i.X) == any(d.Field) {
				return true
			}
		}
	}
	return false
}

// emptiers returns the functions that may leave a list without elements: they take one, and put none
// there afterwards.
func (d deletion) emptiers() map[*ssa.Function]bool {
	fills := func(instr ssa.Instruction) bool {
		return slices.ContainsFunc(d.Puts, func(put holding.Put) bool { return put.Instr == instr }) || d.isPutBack(instr)
	}
	all := map[*ssa.Function]bool{}
	note := func(instr ssa.Instruction) {
		if !fills(instr) && code.Leads(instr, isReturn, fills) {
			all[code.Outermost(instr.Parent())] = true
		}
	}
	for _, out := range d.Outs {
		for _, take := range slices.Concat(out.Takes, out.Moves) {
			note(take)
		}
	}
	for _, removal := range d.Removals {
		if _, isEntry := deletedKey(removal); !isEntry && !isBeginning(removal) && !d.beginsEntry(removal) {
			note(removal)
		}
	}
	return all
}

// beginsEntry reports whether a removal sets an entry to an empty list, in a function that has not
// looked into the list that was there: there was none.
func (d deletion) beginsEntry(removal ssa.Instruction) bool {
	update, ok := removal.(*ssa.MapUpdate)
	return ok && isRefilled(update.Value, map[ssa.Value]bool{}) && !d.looksInto(update.Parent())
}

// isPutBack reports whether an instruction stores a list in the map that has got an element.
func (d deletion) isPutBack(instr ssa.Instruction) bool {
	update, ok := instr.(*ssa.MapUpdate)
	return ok && code.Home(update.Map) == any(d.Field) && code.BuiltinOf(update.Value, "append") != nil
}

// A listSearch is the search for a call of a function while the list of an entry may have elements.
type listSearch struct {
	deletion
	emptiers map[*ssa.Function]bool
}

// calledFull reports whether all calls of a function are known, and none comes after something that
// may have emptied the list, nor depends on what the struct says.
func (s *listSearch) calledFull(fn *ssa.Function, key ssa.Value, depth int) bool {
	isGiven := func(p *ssa.Parameter) bool { return api.Holds(api.Deref(p.Type()), s.Of) }
	if depth > 0 && fn.Parent() == nil && !slices.ContainsFunc(fn.Params, isGiven) {
		return true // its callers do not have the struct
	}
	object, ok := fn.Object().(*types.Func)
	calls := s.Code.CallsOf(fn)
	if !ok || s.Code.HasUnknownCallers(object) || len(calls) == 0 || depth > maxCallers {
		return false
	}
	for _, call := range calls {
		at := key
		if p, isParameter := key.(*ssa.Parameter); isParameter && p.Parent() == fn {
			at = call.Common().Args[slices.Index(fn.Params, p)]
		}
		if s.mayBeEmpty(call, at) || !s.calledFull(call.Parent(), at, depth+1) {
			return false
		}
	}
	return true
}

// mayBeEmpty reports whether the list of a key may have been emptied before a call, or whether the
// call depends on a condition on the struct.
func (s *listSearch) mayBeEmpty(call ssa.CallInstruction, key ssa.Value) bool {
	if _, isCall := call.(*ssa.Call); !isCall {
		return true
	}
	return anyBefore(call, func(instr ssa.Instruction) bool {
		switch i := instr.(type) {
		case *ssa.If:
			return len(s.unasked(i)) == 0
		case *ssa.Defer:
			return false
		}
		return s.mayTake(instr, s.emptiers) && !isForOther(instr, key)
	})
}

// isForOther reports whether a call is given another constant than a key.
func isForOther(instr ssa.Instruction, key ssa.Value) bool {
	call, ok := instr.(*ssa.Call)
	if !ok || !isConst(key) {
		return false
	}
	others := false
	for _, arg := range call.Call.Args {
		if types.Identical(key.Type(), arg.Type()) {
			if !isConst(arg) || code.SameWritten(arg, key) {
				return false
			}
			others = true
		}
	}
	return others && isText(key.Type())
}
