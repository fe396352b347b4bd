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
// it. To delete an entry has a purpose only if there may be one. A container that is emptied may
// have been empty, so some way must lead there from where something is put into it. A field that
// gets a new map is emptied if each struct is made with one: else it may be the first.

// removesUnseen reports whether a removal of what nobody has looked at loses something.
func (d deletion) removesUnseen(removal ssa.Instruction, takers map[*ssa.Function]bool) bool {
	if d.released || d.given || d.Blank || d.LeavesMoved() || !d.IsTaken() {
		return false
	}
	if _, isEntry := deletedKey(removal); isEntry {
		return !d.Wide && !d.ledger.GivesUpOther(removal.Parent(), d.Holding)
	}
	container := d.emptied(removal)
	return container != nil && d.mayHave(container, removal, takers)
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
		ways:    d.unasked,
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
		grown := storedBack(i)
		if grown == nil {
			return of, false
		}
		of = d.thingAt(grown.Addr)
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
