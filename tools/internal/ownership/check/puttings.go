package check

import (
	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"golang.org/x/tools/go/ssa"
)

// This file is about what instructions put into containers: maps, lists, lists in maps, rings, heaps, and
// lists of package container/list.

// A putting is a value that an instruction puts into a container.
type putting struct {
	value, container ssa.Value
	key              ssa.Value // of a map
	adds             bool      // to a list
}

// puttingsOf returns what an instruction puts into containers.
func puttingsOf(instr ssa.Instruction) (all []putting) {
	switch i := instr.(type) {
	case *ssa.MapUpdate:
		if call := code.BuiltinOf(i.Value, "append"); call != nil {
			for _, v := range code.Appended(call) {
				all = append(all, putting{value: v, container: i.Map, adds: true})
			}
			return all
		}
		return []putting{{value: i.Value, container: i.Map, key: i.Key}}
	case *ssa.Store:
		where := i.Addr
		at, isElement := where.(*ssa.IndexAddr)
		if isElement {
			where = at.X
		}
		if call := code.BuiltinOf(i.Val, "append"); call != nil {
			for _, v := range code.Appended(call) {
				all = append(all, putting{value: v, container: where, adds: true})
			}
		} else if isElement {
			all = append(all, putting{value: i.Val, container: where})
		}
	case *ssa.Call:
		if isPush(&i.Call) {
			all = append(all, putting{value: plain(i.Call.Args[1]), container: plain(i.Call.Args[0]), adds: true})
		}
	}
	return all
}

// partsOf lists a value, or what a struct has that it is, or that it leads to.
func partsOf(v ssa.Value) (all []ssa.Value) {
	v = plain(v)
	made, ok := v.(*ssa.Alloc)
	if !ok {
		for _, part := range objectsOf(v) {
			all = append(all, plain(part))
		}
		return all
	}
	for _, use := range *made.Referrers() {
		if at, ok := use.(*ssa.FieldAddr); ok {
			for _, use := range *at.Referrers() {
				if store, ok := use.(*ssa.Store); ok && store.Addr == ssa.Value(at) {
					all = append(all, plain(store.Val))
				}
			}
		}
	}
	return all
}

// isPush reports whether a call puts something into a list of package container/list, or into a heap.
func isPush(call *ssa.CallCommon) bool {
	return code.IsMethodOfList(call, "PushFront", "PushBack") || code.IsOfHeap(call, "Push")
}
