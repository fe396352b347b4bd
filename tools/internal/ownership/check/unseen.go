package check

import (
	"go/token"
	"go/types"
	"slices"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"github.com/rcpool/rcpool/tools/internal/ownership/holding"
	"golang.org/x/tools/go/ssa"
)

// This file is about functions that remove something from a container and have not looked: an
// entry is deleted by its key, or all that is there is given up at once. Whatever is released or
// given away leaves the container at once, so what is there is live, and only the container owns
// it. To delete an entry has a purpose only if there may be one. What is cut off a list is there: a
// program may not cut off the first or the last element if there is none. A container that is emptied may
// have been empty, so some way must lead there from where something is put into it. A field that
// gets a new map is emptied if each struct is made with one: else it may be the first.

// removesUnseen reports whether a removal of what nobody has looked at loses something.
func (d deletion) removesUnseen(removal ssa.Instruction, takers map[*ssa.Function]bool) bool {
	if d.released || d.given || d.Blank || d.LeavesMoved() || !d.IsTaken() {
		return false
	}
	if _, isEntry := deletedKey(removal); isEntry {
		return (!d.Wide || d.losesList(removal)) && !d.ledger.GivesUpOther(removal.Parent(), d.Holding, true)
	}
	if cutsOff(removal) || d.truncates(removal) {
		return !d.mayBeZero() && !d.isAfterCut(removal) && !d.ledger.GivesUpOther(removal.Parent(), d.Holding, choosesOne(deletedBy(removal)))
	}
	container := d.emptied(removal)
	return container != nil && d.mayHave(container, removal, takers)
}

// cutsOff reports whether a removal takes something off a list that is there for certain: the first
// or the last element, or one in the middle, which a program may do only if there is one; or what is
// more than some number, if the function has asked whether there is more; or what is before some number,
// or what DeleteFunc removes: a program has these for a purpose.
func cutsOff(removal ssa.Instruction) bool {
	store, ok := removal.(*ssa.Store)
	if ok && !isContainer(store.Val.Type()) { // an element is moved
		return false
	}
	if deletedBy(removal) != nil || deletesRange(removal) {
		return true
	}
	if _, isCut := cutOf(removal); isCut || !ok {
		return isCut
	}
	part := partLeft(store.Val)
	if part == nil || !code.SameAddress(part.X, store.Addr) {
		return false
	}
	end := part.High
	if end == nil {
		end = part.Low
	}
	return end != nil && (isMoreAt(store.Block(), part.X) || part.High == nil && !isConst(end) || isLess(part.High, part.X))
}

// isLess reports whether a number is the length of a list less another one.
func isLess(v, list ssa.Value) bool {
	rest, ok := v.(*ssa.BinOp)
	if !ok || rest.Op != token.SUB {
		return false
	}
	length := code.BuiltinOf(rest.X, "len")
	return length != nil && code.SameWritten(length.Args[0], list)
}

// deletesRange reports whether a removal deletes some elements of a list with slices.Delete, but for
// those after a certain one: there may be none.
func deletesRange(removal ssa.Instruction) bool {
	store, ok := removal.(*ssa.Store)
	if !ok {
		return false
	}
	call, ok := store.Val.(*ssa.Call)
	if !ok || !code.IsOfSlices(&call.Call, "Delete") || !code.SameAddress(call.Call.Args[0], store.Addr) {
		return false
	}
	to := call.Call.Args[2]
	return !isConst(to) && code.BuiltinOf(to, "len") == nil
}

// truncates reports whether a removal cuts off what comes after a place of the list that the program
// has noted in a field, or that it is told, or has searched: that has a purpose only if there may be
// something. All that comes to the list must be appended to it, so that the length of the list says what
// is there; and what is moved inside of it must be cut off at once.
func (d deletion) truncates(removal ssa.Instruction) bool {
	store, ok := removal.(*ssa.Store)
	if !ok {
		return false
	}
	part := partLeft(store.Val)
	if part == nil || part.Low != nil || part.High == nil || !isNoted(part.High) || !code.SameAddress(part.X, store.Addr) {
		return false
	}
	isElement := func(put holding.Put) bool { return !holding.IsAppended(put.Instr) }
	return !slices.ContainsFunc(d.Puts, isElement) && !slices.ContainsFunc(d.Removals, d.leavesMoved) && !takesRest(store.Parent(), part) && !d.isTakenByCaller(store.Parent())
}

// isTakenByCaller reports whether a caller of a function may have taken something out of the list before.
func (d deletion) isTakenByCaller(fn *ssa.Function) bool {
	return slices.ContainsFunc(d.Code.CallsOf(fn), func(call ssa.CallInstruction) bool {
		return slices.ContainsFunc(d.Outs, func(out holding.Out) bool {
			return slices.ContainsFunc(out.Takes, func(take ssa.Instruction) bool {
				return take.Parent() == call.Parent() && code.Precedes(take, call)
			})
		})
	})
}

// isNoted reports whether a number is one that a field has, that a function is given, or that a search
// has found.
func isNoted(v ssa.Value) bool {
	switch i := v.(type) {
	case *ssa.Parameter:
		return true
	case *ssa.UnOp:
		switch i.X.(type) {
		case *ssa.FieldAddr, *ssa.IndexAddr:
			return i.Op == token.MUL
		}
	case *ssa.Extract:
		call, ok := i.Tuple.(*ssa.Call)
		return ok && i.Index == 0 && code.IsOfSlices(&call.Call, "BinarySearch", "BinarySearchFunc")
	case *ssa.Call:
		return code.IsOfSort(&i.Call, "Search") || code.IsOfSlices(&i.Call, "IndexFunc")
	}
	return false
}

// leavesMoved reports whether an instruction moves elements inside of a list, and the function may
// return with those that are there twice.
func (d deletion) leavesMoved(instr ssa.Instruction) bool {
	switch i := instr.(type) {
	case *ssa.Store:
		at, ok := i.Addr.(*ssa.IndexAddr)
		if !ok || !isOtherOf(i.Val, at) {
			return false
		}
	case *ssa.Call:
		if code.Builtin(&i.Call) != "copy" {
			return false
		}
	default:
		return false
	}
	return code.Leads(instr, isReturn, func(other ssa.Instruction) bool {
		store, ok := other.(*ssa.Store)
		return ok && slices.Contains(d.Removals, other) && isContainer(store.Val.Type())
	})
}

// takesRest reports whether a function does something with the part of a list that it cuts off, other
// than to clear it.
func takesRest(fn *ssa.Function, left *ssa.Slice) bool {
	return slices.ContainsFunc(slices.Collect(code.Instructions(fn)), func(instr ssa.Instruction) bool {
		rest, ok := instr.(*ssa.Slice)
		return ok && rest.Low != nil && isSameList(rest.X, left.X) && code.SameWritten(rest.Low, left.High) && slices.ContainsFunc(*rest.Referrers(), mayTakeFrom)
	})
}

// partLeft returns the part of a list that is left, perhaps copied to a new one, or nil.
func partLeft(v ssa.Value) *ssa.Slice {
	if call, ok := v.(*ssa.Call); ok {
		switch args := call.Call.Args; {
		case code.IsOfSlices(&call.Call, "Clone"):
			v = args[0]
		case code.Builtin(&call.Call) == "append" && len(code.AppendedAt(&call.Call)) > 0:
			v = args[0]
		case code.Builtin(&call.Call) == "append" && len(args) == 2 && isRefilled(args[0], map[ssa.Value]bool{}):
			v = args[1]
		}
	}
	part, _ := v.(*ssa.Slice)
	return part
}

// deletedBy returns the call of DeleteFunc by which a removal removes elements of a list, or entries of a
// map, or nil.
func deletedBy(removal ssa.Instruction) *ssa.Call {
	switch i := removal.(type) {
	case *ssa.Store:
		if call, ok := i.Val.(*ssa.Call); ok && code.IsOfSlices(&call.Call, "DeleteFunc") {
			return call
		}
	case *ssa.Call:
		if code.IsOfMaps(&i.Call, "DeleteFunc") {
			return i
		}
	}
	return nil
}

// choosesOne reports whether a call of DeleteFunc may be meant for what was taken out before: all that
// it asks may be which one it is, and not only whether something is larger, or later.
func choosesOne(removal *ssa.Call) bool {
	if removal == nil {
		return false
	}
	fn := removal.Call.Args[1]
	if closure, ok := fn.(*ssa.MakeClosure); ok {
		fn = closure.Fn
	}
	asked, ok := fn.(*ssa.Function)
	return !ok || slices.ContainsFunc(slices.Collect(code.Instructions(asked)), func(instr ssa.Instruction) bool {
		ret, ok := instr.(*ssa.Return)
		return ok && !isOrder(ret.Results[0])
	})
}

// isOrder reports whether a condition asks which one of two values is larger, or which time is later.
func isOrder(cond ssa.Value) bool {
	switch i := cond.(type) {
	case *ssa.BinOp:
		return slices.Contains([]token.Token{token.LSS, token.LEQ, token.GTR, token.GEQ}, i.Op)
	case *ssa.Call:
		asked := code.Object(&i.Call)
		return asked != nil && (asked.FullName() == "(time.Time).Before" || asked.FullName() == "(time.Time).After")
	}
	return false
}

// isMoreAt reports whether a way leads to a block only if a list has more elements than some number.
func isMoreAt(b *ssa.BasicBlock, list ssa.Value) bool {
	for at := b.Idom(); at != nil; at = at.Idom() {
		branch, ok := at.Instrs[len(at.Instrs)-1].(*ssa.If)
		if !ok {
			continue
		}
		cond, ok := branch.Cond.(*ssa.BinOp)
		if !ok {
			continue
		}
		more := moreThan(cond, list)
		if more >= 0 && len(at.Succs[more].Preds) == 1 && at.Succs[more].Dominates(b) {
			return true
		}
	}
	return false
}

// moreThan returns which way a condition leads if a list has more elements than some number, or -1.
func moreThan(cond *ssa.BinOp, list ssa.Value) int {
	isLength := func(v ssa.Value) bool {
		call := code.BuiltinOf(v, "len")
		return call != nil && code.SameWritten(call.Args[0], list)
	}
	switch {
	case isLength(cond.X) && cond.Op == token.GTR, isLength(cond.Y) && cond.Op == token.LSS:
		return 0
	case isLength(cond.X) && cond.Op == token.LEQ, isLength(cond.Y) && cond.Op == token.GEQ:
		return 1
	}
	return -1
}

// mayBeZero reports whether some elements of the list may have no object: the list is made with
// elements, or a function has set one to zero, and leaves it there.
func (d deletion) mayBeZero() bool {
	stays := func(instr ssa.Instruction) bool {
		return code.Leads(instr, isReturn, func(other ssa.Instruction) bool { return slices.Contains(d.Removals, other) && !isZeroing(other) })
	}
	return slices.ContainsFunc(d.Removals, func(removal ssa.Instruction) bool {
		store, ok := removal.(*ssa.Store)
		if !ok {
			return false
		}
		made, isMade := store.Val.(*ssa.MakeSlice)
		return isMade && !code.IsConstZero(made.Len) || isZeroing(removal) && stays(removal)
	}) || slices.ContainsFunc(d.Outs, func(out holding.Out) bool { return slices.Contains(out.Takes, out.From) && stays(out.From) })
}

// isZeroing reports whether an instruction sets an element of a list to zero.
func isZeroing(instr ssa.Instruction) bool {
	store, ok := instr.(*ssa.Store)
	return ok && code.IsZeroValue(store.Val) && !isContainer(store.Val.Type())
}

// isAfterCut reports whether a removal only makes a list shorter of which the function has shifted
// the elements before: what is lost is another one.
func (d deletion) isAfterCut(removal ssa.Instruction) bool {
	return slices.ContainsFunc(d.Removals, func(other ssa.Instruction) bool {
		_, ok := cutOf(other)
		return ok && other != removal && other.Parent() == removal.Parent() && code.Precedes(other, removal)
	})
}

// emptied returns the container that a removal empties, or the address of its field; nil if it is
// not known to have all that the field has.
func (d deletion) emptied(removal ssa.Instruction) ssa.Value {
	switch i := removal.(type) {
	case *ssa.Store:
		if !isFieldAt(i.Addr, d.Field) || isInLiteral(i.Addr) || code.IfNil(i) || !isRefilled(i.Val, map[ssa.Value]bool{}) {
			return nil
		}
		switch i.Val.(type) {
		case *ssa.MakeMap, *ssa.MakeSlice:
			if !d.beginsWith(d.Of, d.Field) {
				return nil
			}
		}
		return i.Addr
	case *ssa.Call:
		if code.Builtin(&i.Call) == "clear" && code.Home(i.Call.Args[0]) == any(d.Field) {
			return i.Call.Args[0]
		}
	}
	return nil
}

// mayHave reports whether some way leads from where something is put into a container to where that
// is emptied.
func (d deletion) mayHave(container ssa.Value, removal ssa.Instruction, takers map[*ssa.Function]bool) bool {
	emptied := d.thingAt(container)
	a := &aftermath{
		Package: d.Package,
		changes: func(instr ssa.Instruction, _ thing) bool { return d.mayRemove(instr, takers) },
		ways:    d.unaskedOrLimit,
		found: func(instr ssa.Instruction, of thing, _ []token.Pos) bool {
			return instr == removal && emptied.base == of.base && slices.Equal(emptied.fields, of.fields)
		},
	}
	return slices.ContainsFunc(d.Puts, func(put holding.Put) bool {
		of, ok := d.placeOf(put.Instr)
		return ok && a.follows(put.Instr, of)
	})
}

// placeOf returns the container that a put puts something into.
func (d deletion) placeOf(put ssa.Instruction) (of thing, ok bool) {
	switch i := put.(type) {
	case *ssa.MapUpdate:
		of = d.thingAt(i.Map)
	case *ssa.Store:
		if grown := storedBack(i); grown != nil {
			of = d.thingAt(grown.Addr)
		} else if at, ok := i.Addr.(*ssa.IndexAddr); ok {
			of = d.thingAt(at.X)
		}
	}
	n := len(of.fields)
	return of, n > 0 && of.fields[n-1] == d.Field
}

// storedBack returns where a list comes back to its field that has got a new element, or nil.
func storedBack(added *ssa.Store) *ssa.Store {
	at, ok := added.Addr.(*ssa.IndexAddr)
	if !ok {
		return nil
	}
	for instr := range code.Instructions(added.Parent()) {
		store, ok := instr.(*ssa.Store)
		if !ok {
			continue
		}
		if call := code.BuiltinOf(store.Val, "append"); call != nil && slices.Contains(code.AppendedAt(call), ssa.Value(at)) && code.OnlyAdds(store) {
			return store
		}
	}
	return nil
}

// mayRemove reports whether an instruction may take something out of the container, or wait until
// another goroutine has.
func (d deletion) mayRemove(instr ssa.Instruction, takers map[*ssa.Function]bool) bool {
	if slices.Contains(d.Removals, instr) || d.Code.WaitsAt(instr) || slices.ContainsFunc(d.Outs, func(out holding.Out) bool { return slices.Contains(out.Takes, instr) }) {
		return true
	}
	call, ok := instr.(ssa.CallInstruction)
	isDynamic := ok && !call.Common().IsInvoke() && code.Callee(call.Common()) == nil && code.Builtin(call.Common()) == ""
	return isDynamic || d.mayRun(instr, takers)
}

// unaskedOrLimit is unasked, but for conditions that compare what is there with a limit, which each
// struct is made with: they lead both ways with something in the container.
func (d deletion) unaskedOrLimit(branch *ssa.If) []*ssa.BasicBlock {
	cond, ok := branch.Cond.(*ssa.BinOp)
	if ok && slices.Contains([]token.Token{token.LSS, token.LEQ, token.GTR, token.GEQ}, cond.Op) && !isConst(cond.X) && !isConst(cond.Y) && (d.isLimit(cond.X) || d.isLimit(cond.Y)) {
		return branch.Block().Succs
	}
	return d.unasked(branch)
}

// isLimit reports whether a value is a number in a field that is only set where a struct is made.
func (d deletion) isLimit(v ssa.Value) bool {
	load, ok := v.(*ssa.UnOp)
	if !ok {
		return false
	}
	at, ok := load.X.(*ssa.FieldAddr)
	if !ok || !api.IsInteger(v.Type()) {
		return false
	}
	field := code.FieldOf(at).Origin()
	set := false
	for instr := range d.Code.Instructions() {
		store, ok := instr.(*ssa.Store)
		if !ok || !isFieldAt(store.Addr, field) {
			continue
		}
		if !isInLiteral(store.Addr) {
			return false
		}
		set = true
	}
	return set
}

// unasked returns where a condition may lead. One that is made of what is in the struct, or of
// what a function says, may know that the container is empty; an error does not.
func (d deletion) unasked(branch *ssa.If) []*ssa.BasicBlock {
	seen := map[ssa.Value]bool{}
	var knows func(v ssa.Value) bool
	knows = func(v ssa.Value) bool {
		if v == nil || seen[v] {
			return false
		}
		seen[v] = true
		switch i := v.(type) {
		case *ssa.FieldAddr:
			return types.Identical(api.Deref(i.X.Type()), d.Of)
		case *ssa.Extract:
			if _, ranges := i.Tuple.(*ssa.Next); ranges || api.IsError(i.Type()) {
				return false
			}
		case *ssa.Call:
			if api.IsError(i.Type()) {
				return false
			}
			if callee := code.Callee(&i.Call); callee != nil && d.Code.Has(callee) {
				return true
			}
		}
		instr, ok := v.(ssa.Instruction)
		return ok && slices.ContainsFunc(instr.Operands(nil), func(o *ssa.Value) bool { return knows(*o) })
	}
	if knows(branch.Cond) {
		return nil
	}
	return branch.Block().Succs
}
