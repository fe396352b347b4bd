package holding

import (
	"slices"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"golang.org/x/tools/go/ssa"
)

// This file is about what functions of the standard library do to the containers of a holding:
// those of packages slices, maps and sort. They look at what is there, remove some of it, copy it,
// or show it to a function literal.

// ofLibrary notes what a function of a library does to a container that it gets, and reports
// whether that is known.
func (r *reader) ofLibrary(i ssa.CallInstruction, v ssa.Value) bool {
	call, isCall := i.(*ssa.Call)
	if r.onlyLooksAt(i.Common(), v) {
		return true
	}
	if !isCall || call.Call.Args[0] != v {
		return false
	}
	switch {
	case code.IsOfSlices(&call.Call, "Delete"):
		r.Wide = true
		r.container(call)
		return true
	case IsDeleteFunc(call):
		return r.removesSome(call)
	case code.IsOfSlices(&call.Call, "Clone"):
		r.copied(call)
		return true
	case code.IsOfSlices(&call.Call, "Values", "All", "Backward"), code.IsOfMaps(&call.Call, "Values", "All"):
		return r.iterated(call)
	}
	return r.releasesEach(call, v)
}

// IsDeleteFunc reports whether an instruction is a call that removes the elements that a function says.
func IsDeleteFunc(instr ssa.Instruction) bool {
	call, ok := instr.(*ssa.Call)
	return ok && (code.IsOfSlices(&call.Call, "DeleteFunc") || code.IsOfMaps(&call.Call, "DeleteFunc"))
}

// removesSome notes a call of DeleteFunc: the function that is asked which elements to remove may
// take them.
func (r *reader) removesSome(call *ssa.Call) bool {
	asked := literalOf(call.Call.Args[1])
	if asked == nil || !r.code.Has(asked) {
		return false
	}
	r.Wide = true
	element := asked.Params[len(asked.Params)-1]
	out := Out{From: call, Pos: call.Pos()}
	if u := r.usesOf(element); !u.keeps() {
		out.Takes = u.takes
	}
	r.Outs = append(r.Outs, out)
	if code.IsOfMaps(&call.Call, "DeleteFunc") {
		r.Removals = append(r.Removals, call)
	} else {
		r.container(call)
	}
	return true
}

// iterated notes what the bodies of the loops over an iterator do with the elements.
func (r *reader) iterated(iterator *ssa.Call) bool {
	for _, use := range *iterator.Referrers() {
		loop, ok := use.(*ssa.Call)
		if !ok || loop.Call.Value != ssa.Value(iterator) || len(loop.Call.Args) != 1 {
			return false
		}
		body := literalOf(loop.Call.Args[0])
		if body == nil {
			return false
		}
		r.Wide = true
		r.value(body.Params[len(body.Params)-1], loop)
	}
	return true
}

// sorted notes that a list becomes an interface: only sort.Slice is known to keep all elements.
func (r *reader) sorted(list *ssa.MakeInterface) {
	r.Wide = true
	for _, use := range *list.Referrers() {
		if call, ok := use.(*ssa.Call); !ok || !code.IsOfSort(&call.Call, "Slice", "SliceStable") {
			r.unclear()
		}
	}
}

// literalOf returns the function that a value is, if it is written here, or declared; otherwise nil.
func literalOf(v ssa.Value) *ssa.Function {
	if closure, ok := v.(*ssa.MakeClosure); ok {
		v = closure.Fn
	}
	fn, _ := v.(*ssa.Function)
	return fn
}

// copied notes a copy of a list. If the function retains each element of it, it has references of its
// own; else it is another name for the same ones.
func (r *reader) copied(list *ssa.Call) {
	if r.isRetainedEach(list) {
		return
	}
	r.Wide = true
	r.container(list)
}

// isRetainedEach reports whether a loop retains each element of a list.
func (r *reader) isRetainedEach(list ssa.Value) bool {
	return slices.ContainsFunc(*list.Referrers(), func(use ssa.Instruction) bool {
		at, ok := use.(*ssa.IndexAddr)
		return ok && code.IsInEachTurn(at) && slices.ContainsFunc(*at.Referrers(), func(use ssa.Instruction) bool {
			load, ok := use.(*ssa.UnOp)
			return ok && slices.ContainsFunc(*load.Referrers(), r.retainsEach)
		})
	})
}

// retainsEach reports whether an instruction retains an object in each turn of a loop.
func (r *reader) retainsEach(instr ssa.Instruction) bool {
	call, ok := instr.(*ssa.Call)
	if !ok {
		return false
	}
	use := r.table.Lookup(code.Object(&call.Call))
	isRetain := use != nil && use.Operation == api.Retain || code.IsMethodOfRef(&call.Call, "Retain") || code.IsMethodOfByteRef(&call.Call, "Retain")
	_, every := code.EveryTurn(call)
	return isRetain && every
}

// releasesEach notes a call of an API that releases all that is in a list, such as
// mem.BufferSlice.Free.
func (r *reader) releasesEach(call *ssa.Call, list ssa.Value) bool {
	use := r.table.Lookup(code.Object(&call.Call))
	if use == nil || use.Where != 0 || use.Operation != api.Release && use.Operation != api.Retain {
		return false
	}
	if use.Operation == api.Retain {
		return false
	}
	r.Wide = true
	if from, ok := list.(ssa.Instruction); ok && !isLocalList(list, map[ssa.Value]bool{}) {
		r.Outs = append(r.Outs, Out{From: from, Pos: call.Pos(), Takes: []ssa.Instruction{call}})
	}
	return true
}

// isLocalList reports whether a list is made by the function that has it: what it has is in no
// field yet.
func isLocalList(list ssa.Value, seen map[ssa.Value]bool) bool {
	if seen[list] {
		return true
	}
	seen[list] = true
	switch i := list.(type) {
	case *ssa.Const, *ssa.MakeSlice:
		return true
	case *ssa.Phi:
		return !slices.ContainsFunc(i.Edges, func(edge ssa.Value) bool { return !isLocalList(edge, seen) })
	case *ssa.Call:
		return code.Builtin(&i.Call) == "append" && isLocalList(i.Call.Args[0], seen)
	}
	return false
}

// onlyLooksAt reports whether a function of package slices shows the elements of a list to a
// function literal, or to a declared function, which only looks at them; or whether a function of an
// API makes something of them that has references of its own.
func (r *reader) onlyLooksAt(call *ssa.CallCommon, list ssa.Value) bool {
	if use := r.table.Lookup(code.Object(call)); use != nil && use.Shares() {
		return true
	}
	if code.IsOfMaps(call, "Keys") {
		return true
	}
	if !code.IsOfSlices(call, "IndexFunc", "ContainsFunc", "SortFunc", "SortStableFunc", "MinFunc", "MaxFunc", "BinarySearchFunc", "IsSortedFunc") || call.Args[0] != list {
		return false
	}
	asked := call.Args[len(call.Args)-1]
	literal := literalOf(asked)
	others := asked.Referrers() // nil for a declared function
	looks := literal != nil && r.code.Has(literal) && (others == nil || len(*others) <= 1) && !slices.ContainsFunc(literal.Params, func(p *ssa.Parameter) bool {
		return len(r.usesOf(p).takes) > 0
	})
	r.Wide = r.Wide || looks
	return looks
}
