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
// entry is deleted by its key, or the field gets a new map. Whatever is released or given away
// leaves the container at once, so what is there is live, and only the container owns it. To
// delete an entry has a purpose only if there may be one. A new map instead of the one that each
// struct is made with is empty for a purpose, and some way must lead there from where something is
// put into the old one.

// removesUnseen reports whether a removal of what nobody has looked at loses something.
func (d deletion) removesUnseen(removal ssa.Instruction, takers map[*ssa.Function]bool) bool {
	if d.released || d.given || d.Blank || d.Wide || d.Moved || !d.IsTaken() {
		return false
	}
	if _, isEntry := deletedKey(removal); isEntry {
		return !d.ledger.GivesUpOther(removal.Parent(), d.Holding)
	}
	return d.isRemade(removal, takers)
}

// isRemade reports whether a field gets a new map while something is in the old one.
func (d deletion) isRemade(removal ssa.Instruction, takers map[*ssa.Function]bool) bool {
	store, ok := removal.(*ssa.Store)
	if !ok || isInLiteral(store.Addr) || code.IfNil(store) || !d.beginsWith(d.Of, d.Field) {
		return false
	}
	if _, makes := store.Val.(*ssa.MakeMap); !makes {
		return false
	}
	a := &aftermath{
		Package: d.Package,
		changes: func(instr ssa.Instruction, _ thing) bool { return d.mayRemove(instr, takers) },
		ways:    d.unasked,
		found: func(instr ssa.Instruction, of thing, _ []token.Pos) bool {
			at := d.thingAt(store.Addr)
			return instr == removal && at.base == of.base && slices.Equal(at.fields, of.fields)
		},
	}
	return slices.ContainsFunc(d.Puts, func(put holding.Put) bool {
		update, ok := put.Instr.(*ssa.MapUpdate)
		return ok && a.follows(update, d.thingAt(update.Map))
	})
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
