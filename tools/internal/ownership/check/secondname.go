package check

import (
	"go/token"
	"go/types"
	"slices"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"github.com/rcpool/rcpool/tools/internal/ownership/mistake"
	"golang.org/x/tools/go/ssa"
)

// This file is about fields that are a second name of a reference: the best one so far, the key
// frame, the peak. All that comes to such a field comes to another field, too, or to a list there,
// which owns it. Where the owner gives it up and the second name stays, the next use of that is
// too late. It is reported if the second name is not set each time that the owner gets something:
// else it is always that one.

// A secondName is a field that has what its owner has.
type secondName struct {
	*holders
	field, owner *types.Var
	way          code.Way // to the field
	typed        bool
}

// checkSecondNames reports uses of second names after their owners have released what they have.
func (h *holders) checkSecondNames() {
	seen := map[[2]*types.Var]bool{}
	for _, p := range h.pairings {
		fields := [2]*types.Var{p.second, p.first}
		if seen[fields] {
			continue
		}
		seen[fields] = true
		n := &secondName{holders: h, field: p.second, owner: p.first, typed: api.IsRef(p.second.Type())}
		if n.isOnlyName() && n.isLeftOut(p.fn) {
			n.check()
		}
	}
}

// isOnlyName reports whether all that comes to the field comes to the owner as well, and nothing that
// is taken out of the field is released, compared or given to others.
func (n *secondName) isOnlyName() bool {
	if isContainer(n.field.Type()) || isMap(n.owner) || n.keepsWeakly([]*types.Var{n.field, n.owner}) {
		return false
	}
	for instr := range n.Code.Instructions() {
		at, ok := instr.(*ssa.FieldAddr)
		if ok && code.FieldOf(at).Origin() == n.field && slices.ContainsFunc(*at.Referrers(), func(use ssa.Instruction) bool { return !n.isOfName(use, at) }) {
			return false
		}
	}
	return true
}

// isOfName reports whether an instruction does with the address of the field what is done with a
// second name.
func (n *secondName) isOfName(use ssa.Instruction, at *ssa.FieldAddr) bool {
	switch i := use.(type) {
	case *ssa.Store:
		return i.Addr == ssa.Value(at) && (code.IsZeroValue(i.Val) || n.getsToo(i, at.X))
	case *ssa.UnOp:
		return i.Op == token.MUL && !slices.ContainsFunc(*i.Referrers(), func(use ssa.Instruction) bool { return !n.isLook(use, i) })
	}
	return false
}

// getsToo reports whether a function puts what it stores in the field into the owner, too.
func (n *secondName) getsToo(store *ssa.Store, base ssa.Value) bool {
	if _, isParameter := base.(*ssa.Parameter); !isParameter || !canBeHeld(store.Val) || isCounted(store.Val) {
		return false
	}
	for instr := range code.Instructions(store.Parent()) {
		if slices.ContainsFunc(putBy(instr), func(p put) bool { return p.field == n.owner && p.value == store.Val && p.base == base }) {
			return true
		}
	}
	return false
}

// isLook reports whether an instruction only looks at what was loaded from the field.
func (n *secondName) isLook(use ssa.Instruction, loaded ssa.Value) bool {
	switch i := use.(type) {
	case *ssa.Call:
		return n.typed && code.IsMethodOfRef(&i.Call, "Value", "IsZero", "Retain") || !n.typed && len(i.Call.Args) > 0 && i.Call.Args[0] == loaded && isMethodOfPointer(&i.Call)
	case *ssa.FieldAddr:
		return !n.typed
	case *ssa.BinOp:
		return code.IsZeroValue(i.Y)
	}
	return false
}

// isLeftOut reports whether a function that sets the field, and puts something into the owner, may do
// the one without the other.
func (n *secondName) isLeftOut(fn *ssa.Function) bool {
	return slices.ContainsFunc(slices.Collect(code.Instructions(fn)), func(instr ssa.Instruction) bool {
		return slices.ContainsFunc(putBy(instr), func(p put) bool { return p.field == n.owner }) && n.isPassed(instr)
	})
}

// isPassed reports whether a way through a function leads past an instruction and does not touch the
// field.
func (n *secondName) isPassed(instr ssa.Instruction) bool {
	touches := n.touches([]*types.Var{n.field}, nil)
	return code.LeadsFrom(instr.Parent().Blocks[0], only(instr), touches) && code.Leads(instr, isReturn, touches)
}

// check looks at the functions that release what the owner has.
func (n *secondName) check() {
	for _, fn := range n.Code.Sources {
		for _, g := range n.gives[fn] {
			if g.instr.Parent() != fn || len(g.way.Fields) != 1 || g.way.Holder() != n.owner || !n.isPassed(g.instr) || n.compares(fn) {
				continue
			}
			n.way = code.Way{Base: g.way.Base, Fields: []*types.Var{n.field}}
			switch {
			case g.way.In == nil && (code.OnEachWay(g.instr.Block()) || isGuardedBySelf(g)):
				n.checkCalls(fn, g)
			case n.isFirst(g) && n.setsOnly(fn) && !n.isFlagged(g.instr):
				n.checkBelow(fn, g)
			}
		}
	}
}

// isFirst reports whether what is released is the oldest element of a list, so that all of them are
// in the end: one at the beginning, or at an index that is kept in a field.
func (n *secondName) isFirst(g give) bool {
	if g.way.Which != code.Some {
		return false
	}
	v, _, _ := n.released(g.instr)
	at, ok := v.(*ssa.IndexAddr)
	if load, isLoad := v.(*ssa.UnOp); isLoad {
		at, ok = load.X.(*ssa.IndexAddr)
	}
	if !ok {
		return false
	}
	field := fieldLoaded(at.Index)
	return code.IsConstZero(at.Index) || field != nil && api.IsInteger(field.Type())
}

// fieldLoaded returns the field that a value was loaded from, or nil.
func fieldLoaded(v ssa.Value) *types.Var {
	load, ok := v.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return nil
	}
	at, ok := load.X.(*ssa.FieldAddr)
	if !ok {
		return nil
	}
	return code.FieldOf(at)
}

// setsOnly reports whether a function does nothing to the field but to set it to something that comes
// to the owner, too. Other functions may take another one there, or none, when the owner loses what
// the field has.
func (n *secondName) setsOnly(fn *ssa.Function) bool {
	for instr := range code.Instructions(fn) {
		store, isStore := instr.(*ssa.Store)
		if n.Code.MayTouch(instr, []*types.Var{n.field}) && (!isStore || code.IsZeroValue(store.Val)) {
			return false
		}
	}
	return true
}

// checkBelow reports a use in the function that has released what the owner had.
func (n *secondName) checkBelow(fn *ssa.Function, g give) {
	touches := n.touches(n.way.Fields, nil)
	for instr := range code.Instructions(fn) {
		used, v := n.uses(instr, n.way, n.typed)
		if used && v.Base == g.way.Base && code.Leads(g.instr, only(instr), touches) && !n.isFlagged(instr) {
			n.report(instr, g)
			return
		}
	}
}

// isFlagged reports whether a function asks a flag before it comes to an instruction.
func (n *secondName) isFlagged(use ssa.Instruction) bool {
	before := func(branch *ssa.If) bool { return code.Precedes(branch, use) }
	for instr := range code.Instructions(use.Parent()) {
		load, ok := instr.(*ssa.UnOp)
		if !ok {
			continue
		}
		if field := fieldLoaded(load); field != nil && api.IsBool(field.Type()) && decidesOne(load, before, 0) {
			return true
		}
	}
	return false
}

// checkCalls reports a use in a function that is called after the one that has released what the
// owner had, with the same struct. To ask whether the owner has something tells nothing if that
// function has put another one there.
func (n *secondName) checkCalls(fn *ssa.Function, g give) {
	refills := !code.Leads(g.instr, isReturn, func(instr ssa.Instruction) bool {
		return slices.ContainsFunc(putBy(instr), func(p put) bool { return p.field == n.owner && p.base == g.way.Base })
	})
	for _, by := range n.Code.CallsOf(fn) {
		call, ok := by.(*ssa.Call)
		if !ok || decidesBranch(call, 0) || !refills {
			continue
		}
		receiver := argumentOf(call, fn, g.way.Base)
		if receiver == nil {
			continue
		}
		same, done := code.MadeOf(receiver), false
		code.Walk(call, func(instr ssa.Instruction) bool {
			if v, ok := instr.(ssa.Value); done || ok && same[v] {
				return true
			}
			if next, ok := instr.(*ssa.Call); ok {
				done = n.checkNext(next, receiver, g, call)
			}
			return done || n.Code.MayTouch(instr, n.way.Fields)
		})
	}
}

// checkNext reports the use of the field in a function that is called later.
func (n *secondName) checkNext(next *ssa.Call, receiver ssa.Value, g give, call *ssa.Call) bool {
	fn := code.Callee(&next.Call)
	if fn == nil || !n.Code.Has(fn) || !n.named(fn)[n.field] {
		return false
	}
	if n.Reporter.HasReported(next.Pos(), mistake.UseAfterRelease{}) {
		return true // by a walk
	}
	touches := n.touches(n.way.Fields, nil)
	for instr := range code.Instructions(fn) {
		used, v := n.uses(instr, n.way, n.typed)
		if !used || !code.LeadsFrom(fn.Blocks[0], only(instr), touches) || n.isGuardedBut(call, instr, n.way, n.owner) {
			continue
		}
		if arg := argumentOf(next, fn, v.Base); arg != nil && code.SameWritten(arg, receiver) {
			n.report(instr, g)
			return true
		}
	}
	return false
}

func (n *secondName) report(use ssa.Instruction, g give) {
	n.Reporter.ReportAt(use.Pos(), mistake.UseAfterRelease{StillHeld: n.field.Name()}, mistake.Place{Pos: g.instr.Pos(), Text: string(mistake.ReleasedThere)})
}
