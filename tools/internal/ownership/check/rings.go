package check

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"github.com/rcpool/rcpool/tools/internal/ownership/holding"
	"golang.org/x/tools/go/ssa"
)

// This file is about rings: lists and arrays into which a method puts one reference after the other, and
// begins again when it has come to the end. What is there is overwritten, unless the method, or one that
// calls it, asks how much room is left, or something takes single elements out.

// goesRound reports whether an index comes back to where it was: it is a remainder, or
// what a mask leaves of a number.
func goesRound(index ssa.Value, depth int) bool {
	switch i := index.(type) {
	case *ssa.BinOp:
		return i.Op == token.REM || i.Op == token.AND
	case *ssa.Convert:
		return depth < 2 && goesRound(i.X, depth+1)
	}
	return false
}

// comesBack reports whether an index comes back to where it was, or is a field that the function sets
// back to where it was.
func (b *blindStore) comesBack(index ssa.Value) bool {
	load, ok := index.(*ssa.UnOp)
	if !ok {
		return goesRound(index, 0)
	}
	if _, isField := load.X.(*ssa.FieldAddr); !isField {
		return false
	}
	for instr := range code.Instructions(b.fn) {
		store, ok := instr.(*ssa.Store)
		if ok && code.SameAddress(load, store.Addr) && (goesRound(store.Val, 0) || code.IsConstZero(store.Val) && isAtEnd(store)) {
			return true
		}
	}
	return false
}

// isAtEnd reports whether a number is set if what it was has come to some end.
func isAtEnd(store *ssa.Store) bool {
	if len(store.Block().Preds) != 1 {
		return false
	}
	before := store.Block().Preds[0]
	branch, ok := before.Instrs[len(before.Instrs)-1].(*ssa.If)
	return ok && isComputed(branch.Cond, func(v ssa.Value) bool { return code.SameAddress(v, store.Addr) }, map[ssa.Value]bool{})
}

// hasRoomAsked reports whether the function, or one that calls it, asks the struct of a ring how much
// is there before it puts something into it, or takes out what is there afterwards.
func (b *blindStore) hasRoomAsked(at *ssa.IndexAddr) bool {
	if anyAfter(b.instr, b.asksHere) {
		return true
	}
	ring := at.X
	if load, ok := ring.(*ssa.UnOp); ok {
		ring = load.X
	}
	field, ok := ring.(*ssa.FieldAddr)
	return !ok || b.counts(b.instr, api.Deref(field.X.Type()), map[*ssa.Function]bool{})
}

// counts reports whether a condition before an instruction, or before the calls of its function, is made
// of a number or a method of a struct.
func (b *blindStore) counts(at ssa.Instruction, of types.Type, seen map[*ssa.Function]bool) bool {
	fn := at.Parent()
	if seen[fn] {
		return false
	}
	seen[fn] = true
	asks := anyBefore(at, func(instr ssa.Instruction) bool {
		branch, ok := instr.(*ssa.If)
		return ok && isComputed(branch.Cond, func(v ssa.Value) bool { return b.tellsNumber(v, of) }, map[ssa.Value]bool{})
	})
	return asks || slices.ContainsFunc(b.Code.CallsOf(fn), func(call ssa.CallInstruction) bool { return b.counts(call, of, seen) })
}

// tellsNumber reports whether a value is a number in a struct, or what a method of the struct says.
func (b *blindStore) tellsNumber(v ssa.Value, of types.Type) bool {
	switch i := v.(type) {
	case *ssa.UnOp:
		at, ok := i.X.(*ssa.FieldAddr)
		return ok && types.Identical(api.Deref(at.X.Type()), of) && (api.IsInteger(i.Type()) || says(code.FieldOf(at).Name(), fullWords))
	case *ssa.Call:
		callee := code.Callee(&i.Call)
		return callee != nil && callee != b.fn && b.Code.Has(callee) && len(i.Call.Args) > 0 && types.Identical(api.Deref(i.Call.Args[0].Type()), of)
	}
	return false
}

var fullWords = strings.Fields("full filled wrapped round complete")

// places returns how many places a ring has, if each struct is made with the same number or less, or -1.
func (b *blindStore) places() int {
	most := -1
	for instr := range b.Code.Instructions() {
		store, ok := instr.(*ssa.Store)
		if !ok || !isFieldAt(store.Addr, b.field) || code.IsZeroValue(store.Val) {
			continue
		}
		n, known := b.lengthOf(store.Val)
		if !known {
			return -1
		}
		most = max(most, n)
	}
	return most
}

// lengthOf returns the length of a new list, which may be what all callers of the function say.
func (b *blindStore) lengthOf(list ssa.Value) (n int, known bool) {
	switch i := list.(type) {
	case *ssa.Slice:
		array, ok := i.X.(*ssa.Alloc)
		if !ok {
			return 0, false
		}
		of, ok := api.Deref(array.Type()).Underlying().(*types.Array)
		return int(of.Len()), ok
	case *ssa.MakeSlice:
		p, ok := i.Len.(*ssa.Parameter)
		if !ok {
			return 0, false
		}
		k := slices.Index(p.Parent().Params, p)
		for _, call := range b.Code.CallsOf(p.Parent()) {
			length, ok := code.ConstInt(call.Common().Args[k])
			if !ok {
				return 0, false
			}
			n, known = max(n, int(length)), true
		}
	}
	return n, known
}

// isTakenOut reports whether a function takes elements out of the field other than to
// release all of them: then there may be none in the place.
func (b *blindStore) isTakenOut() bool {
	owns := b.ledger.Of(b.field)
	if owns != nil && b.releasesOthers(owns) {
		return b.isTakenFrom(owns)
	}
	if owns != nil && slices.ContainsFunc(owns.Outs, isTakenAlone) {
		return true
	}
	for instr := range b.Code.Instructions() {
		load, ok := instr.(*ssa.UnOp)
		if !ok || load.Op != token.MUL || !api.IsRef(load.Type()) || hasOnlyCalls(load, "Value", "IsZero", "Valid", "Retain", "TryRetain", "Hold") {
			continue
		}
		if way, ok := code.WayTo(load); ok && way.In == b.field && !releasesEach(load, way) {
			return true
		}
	}
	return false
}

// isTakenAlone reports whether Move or Drop takes an element, other than in a loop over all.
func isTakenAlone(out holding.Out) bool {
	call, ok := out.From.(*ssa.Call)
	if !ok || !slices.Contains(out.Takes, out.From) || !leavesZero(call) {
		return false
	}
	at, ok := call.Call.Args[0].(*ssa.IndexAddr)
	return ok && !code.IsInEachTurn(at)
}

// isTakenFrom is isTakenOut for objects without Refs: a function that changes the list, too,
// does more with an element than to look at it.
func (b *blindStore) isTakenFrom(owns *holding.Holding) bool {
	return slices.ContainsFunc(owns.Outs, func(out holding.Out) bool {
		return len(out.Takes) > 0 && !isEachIn(out.From, b.field) && slices.ContainsFunc(owns.Removals, func(removal ssa.Instruction) bool {
			return removal.Parent() == out.From.Parent()
		})
	})
}

func isEachIn(from ssa.Instruction, field *types.Var) bool {
	v, ok := from.(ssa.Value)
	if !ok {
		return false
	}
	way, ok := code.WayTo(v)
	return ok && way.In == field && way.Which == code.Each
}

// releasesEach reports whether what a loop takes out is only looked at and released.
func releasesEach(load *ssa.UnOp, way code.Way) bool {
	return way.Which == code.Each && hasOnlyCalls(load, "Value", "IsZero", "Valid", "Release", "Retain")
}

// hasOnlyCalls reports whether all that is done with a reference is to call these methods.
func hasOnlyCalls(ref ssa.Value, methods ...string) bool {
	return !slices.ContainsFunc(*ref.Referrers(), func(r ssa.Instruction) bool {
		call, ok := r.(*ssa.Call)
		return !ok || !code.IsMethodOfRef(&call.Call, methods...)
	})
}
