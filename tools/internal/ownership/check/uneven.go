package check

import (
	"go/types"
	"slices"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"github.com/rcpool/rcpool/tools/internal/ownership/holding"
	"github.com/rcpool/rcpool/tools/internal/ownership/mistake"
	"golang.org/x/tools/go/ssa"
)

// This file is about functions with a result that the caller owns on one way, and that stays in
// its container on another: a cache retains what it has just loaded, and not what it has found,
// say. If no other result tells which way it was, no caller can be right. It is reported where a
// caller releases the result, if all that leaves the container is released: so what is in there
// is released again.

// An unevenResult is a result of a function.
type unevenResult struct {
	*homes
	fn    *ssa.Function
	index int
	owned []*ssa.Return // of references that the caller owns
	left  []*ssa.Return // of references that stay where they are
	way   code.Way      // to these
}

// checkUneven reports releases of results that stay in a container.
func checkUneven(o *homes) {
	for _, fn := range o.Code.Sources {
		for k := range fn.Signature.Results().Len() {
			t := fn.Signature.Results().At(k).Type()
			if family := o.Table.Counting(t); api.IsReference(t) || family != nil && family.Counted && !family.Lossy {
				u := &unevenResult{homes: o, fn: fn, index: k}
				if u.findReturns() {
					u.check()
				}
			}
		}
	}
}

// findReturns finds out what the function returns, and reports whether that is known.
func (u *unevenResult) findReturns() bool {
	for instr := range code.Instructions(u.fn) {
		ret, ok := instr.(*ssa.Return)
		if !ok || ret.Block() == u.fn.Recover {
			continue
		}
		switch v := code.Returned(ret)[u.index]; {
		case code.IsZeroValue(v):
		case u.isForCaller(v, ret):
			u.owned = append(u.owned, ret)
		case u.stays(v, ret):
			u.left = append(u.left, ret)
		default:
			return false
		}
	}
	return len(u.owned) > 0 && len(u.left) > 0
}

// isForCaller reports whether a reference is new, and goes nowhere but to the caller.
func (u *unevenResult) isForCaller(v ssa.Value, ret *ssa.Return) bool {
	if !api.IsReference(v.Type()) {
		return u.isRetainedBefore(v, ret)
	}
	call, index := resultOfCall(v)
	if call == nil {
		return false
	}
	isNew := code.IsMethodOfRef(&call.Call, "Retain") || code.IsMethodOfByteRef(&call.Call, "Retain") || movesVariable(&call.Call) || u.ledger.Acquires(&call.Call, index)
	takes := u.ledger.Takes(v)
	return isNew && len(takes) > 0 && !slices.ContainsFunc(takes, func(take ssa.Instruction) bool { return !isReturn(take) })
}

// isRetainedBefore reports whether a function has retained an object without a Ref once, and nothing
// but the return gives that reference away.
func (u *unevenResult) isRetainedBefore(v ssa.Value, ret *ssa.Return) bool {
	all := u.retainsOf(v, ret)
	return len(all) == 1 && code.Dominates(all[0], ret)
}

// retainsOf lists where a function retains an object without a Ref that it returns.
func (u *unevenResult) retainsOf(v ssa.Value, ret *ssa.Return) (all []ssa.Instruction) {
	for instr := range code.Instructions(u.fn) {
		if counted := u.countedBy(instr, api.Retain); counted != nil && code.SameWritten(counted, v) && code.Precedes(instr, ret) {
			all = append(all, instr)
		}
	}
	return all
}

// movesVariable reports whether a call moves what is in a variable of the function.
func movesVariable(call *ssa.CallCommon) bool {
	callee := code.Callee(call)
	if callee == nil || callee.Name() != "Move" || len(call.Args) == 0 || !api.Declares(callee.Object()) && !code.IsMethodOfByteRef(call, "Move") {
		return false
	}
	_, isVariable := call.Args[0].(*ssa.Alloc)
	return isVariable
}

// stays reports whether a reference is an element of a container in a field, and is left there.
func (u *unevenResult) stays(v ssa.Value, ret *ssa.Return) bool {
	if len(u.retainsOf(v, ret)) > 0 {
		return false
	}
	way, ok := code.WayTo(v)
	if !ok || way.In == nil || !isContainer(way.In.Type()) || u.keepsWeakly(way.Fields) || len(u.left) > 0 && !way.Same(u.way) {
		return false
	}
	u.way = way
	taken := takenAt(v, way.In)
	return taken != nil && code.Leads(taken, only(ret), func(instr ssa.Instruction) bool { return u.Code.MayTouch(instr, way.Fields) })
}

func (u *unevenResult) check() {
	if !slices.ContainsFunc(u.left, u.isUntold) || !u.ownsAll() {
		return
	}
	for _, at := range u.Code.CallsOf(u.fn) {
		call, ok := at.(*ssa.Call)
		if !ok {
			continue
		}
		result := code.ResultOf(call, u.index)
		release := u.releaseOf(result)
		if release != nil && isCertainAfter(call, release, result) {
			u.Reporter.ReportAt(release.Pos(), mistake.DoubleRelease{LeftIn: u.way.In.Name()},
				mistake.Place{Pos: u.left[0].Pos(), Text: "it is returned here, and not retained"}, mistake.Place{Pos: u.owned[0].Pos(), Text: "here the caller owns what is returned"})
		}
	}
}

// isUntold reports whether some return of a reference that the caller owns has the same other
// results as one of a reference that stays.
func (u *unevenResult) isUntold(left *ssa.Return) bool {
	l := code.Returned(left)
	return slices.ContainsFunc(u.owned, func(owned *ssa.Return) bool {
		for k, v := range code.Returned(owned) {
			bothZero := code.IsZeroValue(v) && code.IsZeroValue(l[k])
			if k != u.index && !bothZero && !(isConst(v) && isConst(l[k]) && code.SameWritten(v, l[k])) {
				return false
			}
		}
		return true
	})
}

// ownsAll reports whether all that leaves the container is released, apart from what the function
// returns: whatever other functions take out of it goes nowhere else.
func (u *unevenResult) ownsAll() bool {
	h := u.ledger.Of(u.way.In)
	if h == nil {
		h = u.ledger.Of(u.way.Holder())
	}
	if h == nil && u.way.Holder().Pkg() != nil && u.way.Holder().Pkg().Path() == "container/list" { // of an element
		h = u.ledger.OnlyListOf(u.fn.Signature.Results().At(u.index).Type())
	}
	return h != nil && u.ownsBut(h, u.fn) && u.emptiesReleased(h)
}

// emptiesReleased reports whether each function that removes structs from the container releases
// what is in them.
func (u *unevenResult) emptiesReleased(h *holding.Holding) bool {
	if h.Field == u.way.In {
		return true
	}
	for _, fn := range u.Code.Sources {
		for instr := range code.Instructions(fn) {
			if removesFrom(instr, u.way.In) && !u.takesFrom(h, fn) {
				return false
			}
		}
	}
	return true
}

// removesFrom reports whether an instruction removes something from the container in a field.
func removesFrom(instr ssa.Instruction, field *types.Var) bool {
	switch i := instr.(type) {
	case *ssa.Store:
		return isFieldAt(i.Addr, field) && !isPartOfOwn(i.Addr) && !code.OnlyAdds(i)
	case *ssa.Call:
		name := code.Builtin(&i.Call)
		return (name == "delete" || name == "clear") && code.Home(i.Call.Args[0]) == any(field)
	}
	return false
}

// isCertainAfter reports whether each way from a call leads to a release of its result, unless
// another result, or the reference itself, says that there is none.
func isCertainAfter(call *ssa.Call, release ssa.Instruction, result ssa.Value) bool {
	known := map[*ssa.BasicBlock]bool{} // what was found out; a loop that is gone through may lead there
	var leads func(b *ssa.BasicBlock, from int) bool
	leads = func(b *ssa.BasicBlock, from int) bool {
		for _, instr := range b.Instrs[from:] {
			if instr == release {
				return true
			}
			if isReturn(instr) || instr == ssa.Instruction(call) {
				return false
			}
		}
		branch, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		mayBeNone := ok && tellsOf(branch.Cond, call, result)
		for _, next := range b.Succs {
			is, isKnown := known[next]
			if !isKnown {
				known[next] = true
				is = leads(next, 0)
				known[next] = is
			}
			if is == mayBeNone {
				return is
			}
		}
		return !mayBeNone
	}
	return leads(call.Block(), slices.Index(call.Block().Instrs, ssa.Instruction(call))+1)
}

// tellsOf reports whether a condition asks another result of a call, or whether a result is zero.
func tellsOf(cond ssa.Value, call *ssa.Call, result ssa.Value) bool {
	switch i := cond.(type) {
	case *ssa.Extract:
		return i.Tuple == ssa.Value(call)
	case *ssa.BinOp:
		part, ok := i.X.(*ssa.Extract)
		return ok && part.Tuple == ssa.Value(call) && part != result && code.IsZeroValue(i.Y)
	case *ssa.Call:
		return len(i.Call.Args) > 0 && i.Call.Args[0] == result && (code.IsMethodOfRef(&i.Call, "IsZero", "Valid") || code.IsMethodOfByteRef(&i.Call, "IsZero"))
	}
	return false
}
