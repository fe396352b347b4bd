package code

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// This file is about results beside an error. By convention nobody uses them. A function that returns
// there what it has released is no mistake if all its callers are known to keep to that.

// NobodyUses reports whether no caller of a function uses a result where the function has returned an
// error, its last result. All callers must be known: the function is not exported, and is only called.
func (p *Package) NobodyUses(fn *ssa.Function, result int) bool {
	b := besideError{p, map[*ssa.Function]bool{}}
	return b.isLeftAlone(fn, result)
}

type besideError struct {
	pkg  *Package
	seen map[*ssa.Function]bool
}

func (b *besideError) isLeftAlone(fn *ssa.Function, result int) bool {
	object, ok := fn.Object().(*types.Func)
	if !ok || object.Exported() || b.pkg.HasUnknownCallers(object) || len(b.pkg.callersThrough(object)) > 0 || b.seen[fn] {
		return false
	}
	b.seen[fn] = true
	for instr := range b.pkg.AllInstructions() {
		if call, ok := instr.(*ssa.Call); ok && Callee(call.Common()) == fn && !b.leavesAlone(call, result) {
			return false
		}
	}
	return true
}

// leavesAlone reports whether a caller uses a result only if there is no error.
func (b *besideError) leavesAlone(call *ssa.Call, result int) bool {
	var got, err ssa.Value
	for _, use := range *call.Referrers() {
		if part, ok := use.(*ssa.Extract); ok && part.Index == result {
			got = part
		} else if ok && part.Index == call.Call.Signature().Results().Len()-1 {
			err = part
		}
	}
	return got == nil || err != nil && b.usesIfFine(got, err)
}

func (b *besideError) usesIfFine(v, err ssa.Value) bool {
	for _, use := range *v.Referrers() {
		if !isFineAt(err, use.Block()) && !b.isNoUse(v, err, use) {
			return false
		}
	}
	return true
}

// isNoUse reports whether an instruction only passes a value on, beside the error: to the caller, by
// itself or in a new struct, or from where there is no error.
func (b *besideError) isNoUse(v, err ssa.Value, use ssa.Instruction) bool {
	switch use := use.(type) {
	case *ssa.DebugRef:
		return true
	case *ssa.Phi:
		for k, edge := range use.Edges {
			if edge == v && !isFineOn(err, use.Block().Preds[k], use.Block()) {
				return false
			}
		}
		return true
	case *ssa.Return:
		last := use.Results[len(use.Results)-1]
		return mayBe(last, err) && b.isLeftAlone(use.Parent(), slices.Index(use.Results, v))
	case *ssa.Store:
		field, ok := use.Addr.(*ssa.FieldAddr)
		if !ok || use.Val != v {
			return false
		}
		made, ok := field.X.(*ssa.Alloc)
		return ok && !slices.ContainsFunc(*made.Referrers(), func(other ssa.Instruction) bool {
			at, isField := other.(*ssa.FieldAddr)
			return !(isField && (at == field || at.Field != field.Field)) && !isFineAt(err, other.Block()) && !b.isNoUse(made, err, other)
		})
	}
	return false
}

// mayBe reports whether a value is another one, or may be, where ways come together.
func mayBe(v, other ssa.Value) bool {
	phi, ok := v.(*ssa.Phi)
	return v == other || ok && slices.Contains(phi.Edges, other)
}

// isFineAt reports whether an error is known to be nil in a block.
func isFineAt(err ssa.Value, at *ssa.BasicBlock) bool {
	return slices.ContainsFunc(nilTests(err), func(test nilTest) bool {
		return len(test.side.Preds) == 1 && test.side.Dominates(at)
	})
}

// isFineOn reports whether an error is known to be nil on the way from one block to the next.
func isFineOn(err ssa.Value, from, to *ssa.BasicBlock) bool {
	return isFineAt(err, from) || slices.Contains(nilTests(err), nilTest{from, to})
}

// A nilTest asks whether an error is nil at the end of a block, and goes on with a side if it is.
type nilTest struct{ at, side *ssa.BasicBlock }

func nilTests(err ssa.Value) (all []nilTest) {
	for _, use := range *err.Referrers() {
		test, ok := use.(*ssa.BinOp)
		if !ok || !IsZeroValue(test.Y) || test.Op != token.NEQ && test.Op != token.EQL {
			continue
		}
		side := 0
		if test.Op == token.NEQ {
			side = 1
		}
		for _, use := range *test.Referrers() {
			if branch, ok := use.(*ssa.If); ok {
				all = append(all, nilTest{branch.Block(), branch.Block().Succs[side]})
			}
		}
	}
	return all
}
