package code

import (
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// Exhausts reports whether a branch ends a switch that has a case for each constant of its type
// and no default, and goes on to where the cases do: its way for other values is taken by none.
// A function that has a default, or returns from each case, expects other values.
func Exhausts(branch *ssa.If) bool {
	is, ok := branch.Cond.(*ssa.BinOp)
	if !ok || is.Op != token.EQL {
		return false
	}
	done := branch.Block().Succs[1]
	if strings.HasPrefix(done.Comment, "switch.body") || strings.HasPrefix(done.Comment, "switch.next") || len(done.Preds) < 2 {
		return false
	}
	compared, cases := map[string]bool{}, 0
	for b := branch.Block(); ; b = b.Preds[0] {
		value, to, ok := caseOf(b, is.X)
		if !ok {
			break
		}
		if to.Comment == "switch.body" {
			cases++
		}
		compared[value] = true
		if len(b.Preds) != 1 {
			break
		}
	}
	return cases > 1 && areAllOf(is.X.Type(), compared)
}

// caseOf returns the constant that a block compares a value with, and where it goes if it is that.
func caseOf(b *ssa.BasicBlock, v ssa.Value) (value string, to *ssa.BasicBlock, ok bool) {
	branch, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
	if !ok {
		return "", nil, false
	}
	is, ok := branch.Cond.(*ssa.BinOp)
	if !ok || is.Op != token.EQL || is.X != v {
		return "", nil, false
	}
	c, ok := is.Y.(*ssa.Const)
	if !ok || c.Value == nil {
		return "", nil, false
	}
	return c.Value.ExactString(), b.Succs[0], true
}

// areAllOf reports whether some values are those of all constants that the package of a named
// type declares for it, and these are two at least.
func areAllOf(t types.Type, values map[string]bool) bool {
	named, ok := types.Unalias(t).(*types.Named)
	if !ok || named.Obj().Pkg() == nil {
		return false
	}
	all := map[string]bool{}
	scope := named.Obj().Pkg().Scope()
	for _, name := range scope.Names() {
		if c, ok := scope.Lookup(name).(*types.Const); ok && types.Identical(c.Type(), t) {
			all[c.Val().ExactString()] = true
			if !values[c.Val().ExactString()] {
				return false
			}
		}
	}
	return len(all) > 1
}

// EmptiedMap returns the map that has nothing left where a condition does not hold: it asks whether a
// loop over the map has another turn, and each turn deletes its key. It is nil for other conditions.
func EmptiedMap(condition ssa.Value) ssa.Value {
	more, ok := condition.(*ssa.Extract)
	if !ok || more.Index != 0 {
		return nil
	}
	next, ok := more.Tuple.(*ssa.Next)
	if !ok {
		return nil
	}
	over, ok := next.Iter.(*ssa.Range)
	if !ok {
		return nil
	}
	for _, use := range *next.Referrers() {
		key, ok := use.(*ssa.Extract)
		if !ok || key.Index != 1 {
			continue
		}
		for _, use := range *key.Referrers() {
			if call, ok := use.(*ssa.Call); ok && Builtin(&call.Call) == "delete" && SameWritten(call.Call.Args[0], over.X) {
				if header, every := EveryTurn(call); every && header == next.Block() {
					return over.X
				}
			}
		}
	}
	return nil
}
