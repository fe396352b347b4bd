package check

import (
	"go/constant"
	"go/token"
	"go/types"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"golang.org/x/tools/go/ssa"
)

// This file is about which elements a removal takes out of a list: all of them after a loop over
// the list, the first or the last one, or one in the middle.

// A cut says which element a removal takes out of a list.
type cut struct {
	list  ssa.Value
	index ssa.Value
	last  bool // the last one, whatever the index
}

// cutOf returns what a removal takes out: list[1:], list[:len(list)-1], append(list[:i], list[i+1:]...),
// all of these before something is appended, slices.Delete(list, i, i+1), copy(list[i:], list[i+1:]), and list[i] = list[j].
func cutOf(removal ssa.Instruction) (c cut, ok bool) {
	switch i := removal.(type) {
	case *ssa.Store:
		if at, isElement := i.Addr.(*ssa.IndexAddr); isElement && isOtherOf(i.Val, at) {
			return cut{list: at.X, index: at.Index}, true
		}
		return cutIn(i.Val)
	case *ssa.MapUpdate:
		return cutIn(i.Value)
	case *ssa.Call:
		if code.Builtin(&i.Call) == "copy" {
			return shifted(i.Call.Args[0], i.Call.Args[1])
		}
	}
	return c, false
}

func cutIn(list ssa.Value) (c cut, ok bool) {
	switch i := list.(type) {
	case *ssa.Slice:
		switch {
		case i.Low != nil:
			return cut{list: i.X, index: zero}, code.IsConstInt(i.Low, 1) && i.High == nil
		case i.High != nil && code.IsLast(i.High):
			return cut{list: i.X, index: i.High, last: true}, true
		}
	case *ssa.Call:
		args := i.Call.Args
		switch {
		case code.Builtin(&i.Call) == "append" && len(code.AppendedAt(&i.Call)) > 0:
			return cutIn(args[0])
		case code.Builtin(&i.Call) == "append" && len(args) == 2:
			return shifted(args[0], args[1])
		case code.IsOfSlices(&i.Call, "Delete"):
			return cut{list: args[0], index: args[1]}, isNext(args[2], args[1])
		}
	}
	return c, false
}

var zero ssa.Value = ssa.NewConst(constant.MakeInt64(0), types.Typ[types.Int])

// shifted returns what is lost if the elements after one of a list come to its place.
func shifted(to, from ssa.Value) (c cut, ok bool) {
	rest, isRest := from.(*ssa.Slice)
	if !isRest || rest.Low == nil {
		return c, false
	}
	c = cut{list: to, index: zero}
	if begin, isCut := to.(*ssa.Slice); isCut {
		c.list = begin.X
		switch {
		case begin.Low != nil: // of copy
			c.index = begin.Low
		case begin.High != nil: // of append
			c.index = begin.High
		}
	}
	return c, isSameList(c.list, rest.X) && isNext(rest.Low, c.index)
}

// isNext reports whether a number is one more than another.
func isNext(v, than ssa.Value) bool {
	if n, ok := code.ConstInt(v); ok {
		return code.IsConstInt(than, n-1)
	}
	sum, ok := v.(*ssa.BinOp)
	if ok && sum.Op == token.ADD && code.SameWritten(sum.X, than) && code.IsConstInt(sum.Y, 1) {
		return true
	}
	rest, ok := than.(*ssa.BinOp)
	return ok && rest.Op == token.SUB && code.SameWritten(rest.X, v) && code.IsConstInt(rest.Y, 1)
}

// isOtherOf reports whether a value is another element of the list that an address is in.
func isOtherOf(v ssa.Value, at *ssa.IndexAddr) bool {
	load, ok := v.(*ssa.UnOp)
	if !ok {
		return false
	}
	from, ok := load.X.(*ssa.IndexAddr)
	return ok && isSameList(from.X, at.X) && !code.SameWritten(from.Index, at.Index)
}

// isSameList reports whether two lists are written alike. They may be in entries of a map.
func isSameList(a, b ssa.Value) bool {
	if code.SameWritten(a, b) {
		return true
	}
	x, ok := a.(*ssa.Lookup)
	y, isLookup := b.(*ssa.Lookup)
	return ok && isLookup && code.SameWritten(x.X, y.X) && code.SameWritten(x.Index, y.Index)
}

// isAt reports whether what is taken out is the element at an address, which the function had
// before.
func (c cut) isAt(at *ssa.IndexAddr) bool {
	if !isSameList(c.list, at.X) {
		return false
	}
	if c.last {
		return code.IsLast(at.Index) && code.SameWritten(at.Index.(*ssa.BinOp).Y, c.index.(*ssa.BinOp).Y)
	}
	if n, ok := code.ConstInt(c.index); ok {
		return code.IsConstInt(at.Index, n)
	}
	return c.index == at.Index
}

// elementAt returns the address of the element that a value was loaded from, or the field of a
// struct that is one; nil if there is none.
func elementAt(load *ssa.UnOp) *ssa.IndexAddr {
	addr := load.X
	if part, ok := addr.(*ssa.FieldAddr); ok {
		addr = part.X
	}
	at, _ := addr.(*ssa.IndexAddr)
	return at
}

// emptiesAround reports whether a removal takes everything out of a container, but for what was put
// there anew, before or after a loop that looks at each element.
func emptiesAround(removal, from ssa.Instruction) bool {
	return emptiesAfter(removal, from) || emptiesBefore(removal, from)
}

// emptiesBefore reports whether a field gets another container before a loop looks at each element
// of the one that was there.
func emptiesBefore(removal, from ssa.Instruction) bool {
	store, ok := removal.(*ssa.Store)
	header, _ := code.EveryTurn(from)
	if !ok || header == nil || store.Parent() != from.Parent() {
		return false
	}
	list, ok := sweptBy(from).(*ssa.UnOp)
	return ok && isContainer(store.Val.Type()) && code.SameAddress(list, store.Addr) && isRefilled(store.Val, map[ssa.Value]bool{}) &&
		code.Dominates(list, store) && code.Dominates(store, header.Instrs[0])
}

// emptiesAfter reports whether the removal comes after a loop that has looked at each element.
func emptiesAfter(removal, from ssa.Instruction) bool {
	header, _ := code.EveryTurn(from)
	if header == nil || removal.Parent() != from.Parent() || code.IsWithin(removal.Block(), header) || !header.Dominates(removal.Block()) {
		return false
	}
	swept := sweptBy(from)
	if swept == nil {
		return false
	}
	switch i := removal.(type) {
	case *ssa.Call:
		switch {
		case code.Builtin(&i.Call) == "clear", code.IsMethodOfList(&i.Call, "Init"):
			return code.SameWritten(i.Call.Args[0], swept)
		case code.Builtin(&i.Call) == "delete":
			found, ok := swept.(*ssa.Lookup)
			return ok && code.SameWritten(found.X, i.Call.Args[0]) && code.SameWritten(found.Index, i.Call.Args[1])
		}
	case *ssa.Store:
		return isContainer(i.Val.Type()) && code.SameAddress(swept, i.Addr) && isRefilled(i.Val, map[ssa.Value]bool{})
	case *ssa.MapUpdate:
		found, ok := swept.(*ssa.Lookup)
		return ok && isContainer(i.Value.Type()) && code.SameWritten(found.X, i.Map) && code.SameWritten(found.Index, i.Key) && isRefilled(i.Value, map[ssa.Value]bool{})
	}
	return false
}

// sweptBy returns the container of which a loop takes each element, or nil.
func sweptBy(from ssa.Instruction) ssa.Value {
	switch i := from.(type) {
	case *ssa.Next:
		return i.Iter.(*ssa.Range).X
	case *ssa.UnOp:
		if at := elementAt(i); at != nil {
			return at.X
		}
		return listSweptBy(elementOf(i))
	case *ssa.Index:
		return i.X
	}
	return nil
}

// elementOf returns the element of a list of package container/list whose value is loaded, or nil.
func elementOf(load *ssa.UnOp) ssa.Value {
	at, ok := load.X.(*ssa.FieldAddr)
	if !ok || !api.IsListElement(at.X.Type()) {
		return nil
	}
	return at.X
}

// listSweptBy returns the list of package container/list that a loop goes over from one end to the
// other, if a value is the element of a turn, or nil.
func listSweptBy(element ssa.Value) (list ssa.Value) {
	turn, ok := element.(*ssa.Phi)
	if !ok {
		return nil
	}
	for _, edge := range turn.Edges {
		call, ok := edge.(*ssa.Call)
		switch {
		case ok && code.IsMethodOfList(&call.Call, "Front", "Back") && list == nil:
			list = call.Call.Args[0]
		case ok && code.IsMethodOfListElement(&call.Call, "Next", "Prev") && call.Call.Args[0] == element:
		default:
			return nil
		}
	}
	return list
}

// isRefilled reports whether a container has nothing but what the function has put there: it is
// new, or was emptied before.
func isRefilled(v ssa.Value, seen map[ssa.Value]bool) bool {
	if seen[v] {
		return true
	}
	seen[v] = true
	switch i := v.(type) {
	case *ssa.Const, *ssa.MakeMap, *ssa.MakeSlice:
		return true
	case *ssa.Slice:
		return i.High != nil && code.IsConstZero(i.High)
	case *ssa.Call:
		return code.Builtin(&i.Call) == "append" && isRefilled(i.Call.Args[0], seen)
	case *ssa.Phi:
		for _, edge := range i.Edges {
			if !isRefilled(edge, seen) {
				return false
			}
		}
		return true
	}
	return false
}
