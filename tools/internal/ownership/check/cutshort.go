package check

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"github.com/rcpool/rcpool/tools/internal/ownership/holding"
	"github.com/rcpool/rcpool/tools/internal/ownership/mistake"
	"github.com/rcpool/rcpool/tools/internal/ownership/naming"
)

// This file is about loops that release the references in a list. The function has acquired
// or retained each of them for the list, which nobody else has. If it returns an error in the
// middle of the loop, those after that element are lost. A walk sees one or two turns, and
// leaves references that were retained to their other owners.

// checkCutShort reports where such loops are left.
func (p *Package) checkCutShort(l *holding.Ledger) {
	for _, fn := range p.Code.Sources {
		for instr := range code.Instructions(fn) {
			v := p.countedBy(instr, api.Release)
			if v == nil {
				continue
			}
			s, ok := code.SweepOf(instr, v)
			if !ok || !s.IsEveryTurn() || len(s.Fields) > 0 || len(s.Loop.Succs) != 2 {
				continue
			}
			list := ownList{Package: p, ledger: l, loop: s.Loop, seen: map[ssa.Value]bool{}}
			if !list.follow(s.Container) || len(list.filled) == 0 || !onlyIndexes(s.Loop) {
				continue
			}
			if left := leftIn(s.Loop.Succs[0]); left != nil && !list.isKnown() {
				p.Reporter.ReportAt(left.Pos(), mistake.CutShort{}, mistake.Place{Pos: instr.Pos(), Text: "each turn releases one here"})
			}
		}
	}
}

// leftIn returns where a function returns an error out of the body of a loop, or nil.
func leftIn(body *ssa.BasicBlock) *ssa.Return {
	for _, b := range body.Parent().Blocks {
		ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if ok && body.Dominates(b) && (failedResult(ret) >= 0 || slices.ContainsFunc(code.Returned(ret), isErrorVariable)) {
			return ret
		}
	}
	return nil
}

// isErrorVariable reports whether a value is what a variable of a package has, such as io.EOF.
func isErrorVariable(v ssa.Value) bool {
	load, ok := v.(*ssa.UnOp)
	if !ok {
		return false
	}
	_, isGlobal := load.X.(*ssa.Global)
	return isGlobal && api.IsError(v.Type())
}

// onlyIndexes reports whether the index of a loop over a list is used for nothing else: no turn
// knows that it is the last one.
func onlyIndexes(loop *ssa.BasicBlock) bool {
	for _, instr := range loop.Instrs {
		index, ok := instr.(*ssa.BinOp)
		if !ok {
			continue
		}
		for _, use := range *index.Referrers() {
			switch use.(type) {
			case *ssa.IndexAddr, *ssa.Phi, *ssa.DebugRef:
			default:
				if use.Block() != loop {
					return false
				}
			}
		}
	}
	return true
}

// An ownList is a list that a function makes, with references of its own, and goes through in a
// loop.
type ownList struct {
	*Package
	ledger *holding.Ledger
	loop   *ssa.BasicBlock
	seen   map[ssa.Value]bool
	filled []ssa.Instruction // where the references were acquired or retained that go there
}

// isKnown reports whether a walk has reported that what is in the list leaks.
func (l *ownList) isKnown() bool {
	return slices.ContainsFunc(l.filled, func(instr ssa.Instruction) bool { return l.Reporter.HasReported(instr.Pos(), mistake.Leak{}) })
}

// follow reports whether all is known that comes to a list, and that happens to it: only the
// loop takes something out.
func (l *ownList) follow(v ssa.Value) bool {
	if l.seen[v] {
		return true
	}
	l.seen[v] = true
	switch i := v.(type) {
	case *ssa.Const:
		return i.IsNil()
	case *ssa.MakeSlice:
	case *ssa.Slice:
		made, isNew := i.X.(*ssa.Alloc)
		if i.Low != nil || !(isNew && made.Comment == "makeslice" || l.follow(i.X)) {
			return false
		}
	case *ssa.Phi:
		if slices.ContainsFunc(i.Edges, func(e ssa.Value) bool { return !l.follow(e) }) {
			return false
		}
	case *ssa.Call:
		if code.Builtin(&i.Call) != "append" || !l.follow(i.Call.Args[0]) || !l.appends(i.Call.Args[1]) {
			return false
		}
	default:
		return false
	}
	return !slices.ContainsFunc(*v.Referrers(), func(use ssa.Instruction) bool { return !l.leaves(v, use) })
}

// leaves reports whether an instruction leaves in the list what is there, or is part of what the
// loop does.
func (l *ownList) leaves(list ssa.Value, use ssa.Instruction) bool {
	switch i := use.(type) {
	case *ssa.DebugRef:
		return true
	case *ssa.Phi, *ssa.Slice:
		return l.follow(use.(ssa.Value))
	case *ssa.IndexAddr:
		return !slices.ContainsFunc(*i.Referrers(), func(use ssa.Instruction) bool { return !l.leavesElement(i, use) })
	case *ssa.Call:
		switch code.Builtin(&i.Call) {
		case "len", "cap":
			return true
		case "append":
			return i.Call.Args[0] == list && l.follow(i)
		}
	}
	return false
}

// leavesElement is leaves for the address of an element.
func (l *ownList) leavesElement(at *ssa.IndexAddr, use ssa.Instruction) bool {
	switch i := use.(type) {
	case *ssa.DebugRef:
		return true
	case *ssa.Store:
		return i.Addr == at && l.isOwned(i.Val, i)
	case *ssa.UnOp:
		return !slices.ContainsFunc(*i.Referrers(), func(use ssa.Instruction) bool { return !l.borrows(i, use) })
	}
	return false
}

// borrows reports whether an instruction only looks at an element, or releases it in the loop.
func (l *ownList) borrows(v ssa.Value, use ssa.Instruction) bool {
	switch i := use.(type) {
	case *ssa.DebugRef, *ssa.BinOp, *ssa.FieldAddr:
		return true
	case *ssa.Call:
		if l.countedBy(i, api.Release) == v {
			return code.IsWithin(i.Block(), l.loop)
		}
		object := code.Object(&i.Call)
		isReceiver := i.Call.IsInvoke() && i.Call.Value == v || !i.Call.IsInvoke() && object != nil && object.Signature().Recv() != nil && len(i.Call.Args) > 0 && i.Call.Args[0] == v
		return isReceiver && !naming.Releases(object.Name()) && l.countedBy(i, api.Retain) == nil
	}
	return false
}

// appends reports whether the arguments of an append are references of the function's own.
func (l *ownList) appends(arguments ssa.Value) bool {
	part, ok := arguments.(*ssa.Slice)
	if !ok {
		return false
	}
	made, ok := part.X.(*ssa.Alloc)
	if !ok {
		return false
	}
	for _, use := range *made.Referrers() {
		at, ok := use.(*ssa.IndexAddr)
		if !ok {
			continue
		}
		for _, use := range *at.Referrers() {
			if store, ok := use.(*ssa.Store); !ok || !l.isOwned(store.Val, store) {
				return false
			}
		}
	}
	return true
}

// isOwned reports whether a reference that is put into the list was acquired or retained for it.
func (l *ownList) isOwned(v ssa.Value, put ssa.Instruction) bool {
	v = code.Unboxed(v)
	if v.Referrers() == nil { // nil, or a function
		return false
	}
	takes := len(l.ledger.Takes(v))
	if made, ok := v.(ssa.Instruction); ok && l.ledger.IsNew(v) {
		l.filled = append(l.filled, made)
		return takes == 1
	}
	for _, use := range *v.Referrers() {
		if l.countedBy(use, api.Retain) == v && use.Block() == put.Block() {
			l.filled = append(l.filled, use)
			return takes == 0
		}
	}
	return false
}
