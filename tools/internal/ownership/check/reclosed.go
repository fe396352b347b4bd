package check

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"github.com/rcpool/rcpool/tools/internal/ownership/mistake"
	"github.com/rcpool/rcpool/tools/internal/ownership/place"
	"github.com/rcpool/rcpool/tools/internal/ownership/summary"
)

// This file is about methods named Close that release what a field has each time they
// are called. Callers of Close may do so twice, as with a deferred call and another one
// whose error they look at. Many types say that they must not. But a method that asks
// whether the field is nil, and leaves it as it was, protects itself in vain; and so does
// one that clears the field in a copy of its receiver.

// checkReclosed reports such methods of types that other packages can close.
func (p *Package) checkReclosed() {
	for _, fn := range p.Code.Sources {
		s := p.Summary(fn)
		if s == nil || s.Opaque || fn.Name() != "Close" || fn.Signature.Recv() == nil || len(fn.Params) != 1 {
			continue
		}
		of, ok := types.Unalias(api.Deref(fn.Params[0].Type())).(*types.Named)
		if !ok {
			continue
		}
		u, ok := of.Underlying().(*types.Struct)
		if !ok {
			continue
		}
		for i := range u.NumFields() {
			p.checkReclosedField(fn, s, closedField{of, i, u.Field(i)})
		}
	}
}

// A closedField is a field of what a method closes.
type closedField struct {
	of    *types.Named
	index int
	*types.Var
}

func (p *Package) checkReclosedField(fn *ssa.Function, s *summary.Summary, f closedField) {
	at := place.Parameter(0)
	at.Path = at.Path.Field(f.index)
	_, byPointer := fn.Params[0].Type().Underlying().(*types.Pointer)
	if byPointer {
		at = at.Content()
	}
	if !slices.ContainsFunc(s.Outcomes, func(o summary.Outcome) bool { return releasesAgain(o, at) }) {
		return
	}
	inVain := clearsCopy(fn, f)
	if byPointer {
		inVain = p.isKeptBy(fn, f) && p.canBeClosedElsewhere(f.of)
	}
	if inVain {
		pos, end := p.Reporter.Extent(releaseOf(fn, f))
		p.Reporter.Report(pos, end, mistake.Reclosed{Type: f.of.Obj().Name(), Field: f.Name(), Copied: !byPointer})
	}
}

// releasesAgain reports whether what a method does on a way through it, because a field
// is not nil, may be done again by the next call.
func releasesAgain(o summary.Outcome, field place.Place) bool {
	releases := slices.ContainsFunc(o.Does, func(e summary.Effect) bool {
		return e.Place == field && e.Kind == summary.Releases && e.Once.IsNowhere()
	})
	asks := slices.ContainsFunc(o.When, func(is summary.Condition) bool { return is.Place == field && is.Is == "nil" && is.Not })
	changes := slices.ContainsFunc(o.Sets, func(set summary.Assignment) bool { return set.Place.From(0) })
	return releases && asks && !changes
}

// isKeptBy reports whether nobody clears the field, and the method calls nothing but
// locks with its receiver, which could remember that it was closed.
func (p *Package) isKeptBy(fn *ssa.Function, f closedField) bool {
	for instr := range code.Instructions(fn) {
		call, ok := instr.(ssa.CallInstruction)
		if !ok {
			continue
		}
		for _, a := range call.Common().Args {
			if partOf(a, fn.Params[0]) && !isLock(api.Deref(a.Type())) {
				return false
			}
		}
	}
	for instr := range p.Code.Instructions() {
		if store, ok := instr.(*ssa.Store); ok && code.IsZeroValue(store.Val) {
			if at, ok := store.Addr.(*ssa.FieldAddr); ok && code.FieldOf(at) == f.Var {
				return false
			}
		}
	}
	return true
}

// partOf reports whether a value is the address of a variable, or of a part of it.
func partOf(v, of ssa.Value) bool {
	for {
		at, ok := v.(*ssa.FieldAddr)
		if !ok {
			return v == of
		}
		v = at.X
	}
}

// clearsCopy reports whether a method clears the field of its receiver, which is a copy.
func clearsCopy(fn *ssa.Function, f closedField) bool {
	for instr := range code.Instructions(fn) {
		if store, ok := instr.(*ssa.Store); ok && code.IsZeroValue(store.Val) {
			if at, ok := store.Addr.(*ssa.FieldAddr); ok && isMade(at.X) && code.FieldOf(at) == f.Var {
				return true
			}
		}
	}
	return false
}

// canBeClosedElsewhere reports whether other packages get objects of a type, by its name
// or as an interface with Close.
func (p *Package) canBeClosedElsewhere(of *types.Named) bool {
	if of.Obj().Exported() {
		return true
	}
	for instr := range p.Code.Instructions() {
		boxed, ok := instr.(*ssa.MakeInterface)
		if ok && types.Identical(types.Unalias(api.Deref(boxed.X.Type())), of) && api.HasMethod(boxed.Type(), "Close") {
			return true
		}
	}
	return false
}

// releaseOf returns where a method puts back what a field of its receiver has, or where
// the method is.
func releaseOf(fn *ssa.Function, f closedField) token.Pos {
	for instr := range code.Instructions(fn) {
		call, ok := instr.(ssa.CallInstruction)
		if !ok {
			continue
		}
		v, _ := code.PutIntoSyncPool(call.Common())
		if change, ok := v.(*ssa.ChangeInterface); ok {
			v = change.X
		}
		if load, ok := v.(*ssa.UnOp); ok {
			if at, ok := load.X.(*ssa.FieldAddr); ok && code.FieldOf(at) == f.Var {
				return call.Pos()
			}
		}
	}
	return fn.Pos()
}
