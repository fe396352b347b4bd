package check

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"github.com/rcpool/rcpool/tools/internal/ownership/mistake"
	"github.com/rcpool/rcpool/tools/internal/ownership/place"
	"github.com/rcpool/rcpool/tools/internal/ownership/summary"
)

// This file is about functions that store an object of a sync.Pool in a field, and then put the same
// object back, as one that takes the new object for the old one. If another function puts back what
// is in the field, the object is put back twice.

// checkHeldPut reports objects that go back to their pool where a field has just got them.
func (h *holders) checkHeldPut() {
	for _, fn := range h.Code.Sources {
		for instr := range code.Instructions(fn) {
			for _, p := range putBy(instr) {
				if back := h.putsBackHeld(p); back != nil && !h.Reporter.HasReported(instr.Pos(), mistake.Escape{}) {
					h.Reporter.ReportAt(back.Pos(), mistake.DoubleRelease{StillHeld: p.field.Name()}, mistake.Place{Pos: instr.Pos(), Text: "stored here"})
				}
			}
		}
	}
}

// putsBackHeld returns where a function puts back the object that it has stored in a field, and
// leaves it there; nil if it does not, or if no other function puts back what is in the field.
func (h *holders) putsBackHeld(p put) ssa.Instruction {
	_, isParameter := p.base.(*ssa.Parameter)
	if !isParameter || p.key != nil || isContainer(p.field.Type()) {
		return nil
	}
	touched := h.touches([]*types.Var{p.field}, map[ssa.Value]bool{p.value: true})
	for _, use := range *p.value.Referrers() {
		if boxed, ok := use.(*ssa.MakeInterface); ok && len(*boxed.Referrers()) == 1 {
			use = (*boxed.Referrers())[0]
		}
		if h.putBack(use) == p.value && code.Leads(p.instr, only(use), touched) && code.Leads(use, isReturn, touched) && h.isPutBackElsewhere(p) {
			return use
		}
	}
	return nil
}

// isPutBackElsewhere reports whether another function puts back what is in a field, which owns it
// then.
func (h *holders) isPutBackElsewhere(p put) bool {
	if h.keepsWeakly([]*types.Var{p.field}) {
		return false
	}
	return slices.ContainsFunc(h.Code.Sources, func(fn *ssa.Function) bool {
		if fn == p.instr.Parent() {
			return false
		}
		for instr := range code.Instructions(fn) {
			if v := h.putBack(instr); v != nil {
				if way, ok := code.WayTo(v); ok && len(way.Fields) == 1 && way.Holder() == p.field {
					return true
				}
			}
		}
		return false
	})
}

// putBack returns the object that a call puts into a lossy pool, itself or by a function of this
// package that does nothing else with it; nil if it puts none back.
func (h *holders) putBack(instr ssa.Instruction) ssa.Value {
	call, ok := instr.(*ssa.Call)
	if !ok {
		return nil
	}
	if v, typed, ok := h.releasedBy(&call.Call); ok {
		if typed {
			return nil
		}
		return v
	}
	callee := code.Callee(&call.Call)
	if callee == nil || !h.Code.Has(callee) || len(call.Call.Args) == 0 {
		return nil
	}
	sum := h.Summary(callee)
	if sum == nil || len(sum.Outcomes) == 0 {
		return nil
	}
	for i, v := range call.Call.Args {
		isPut := func(e summary.Effect) bool {
			return e.Kind == summary.Releases && e.Place == place.Parameter(i) && !e.Pool.IsNowhere()
		}
		if !slices.ContainsFunc(sum.Outcomes, func(o summary.Outcome) bool { return !slices.ContainsFunc(o.Does, isPut) }) {
			return v
		}
	}
	return nil
}
