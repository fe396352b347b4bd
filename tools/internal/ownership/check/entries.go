package check

import (
	"go/token"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"github.com/rcpool/rcpool/tools/internal/ownership/mistake"
	"golang.org/x/tools/go/ssa"
)

// This file is about entries of maps. A map owns the references in it, so a function
// that puts another reference into an entry must release the one that is there. It
// is reported only if the function has looked at the entry: then the key is not a new
// one. Somebody must release what is in the map. Otherwise it may not own it.

// checkEntries reports references in maps that are overwritten.
func (p *Package) checkEntries() {
	for instr := range p.Code.Instructions() {
		update, ok := instr.(*ssa.MapUpdate)
		if !ok || !api.IsRef(update.Value.Type()) || !update.Pos().IsValid() {
			continue
		}
		for before := range code.Instructions(update.Parent()) {
			found, ok := before.(*ssa.Lookup)
			if ok && p.overwrites(update, found) {
				p.Reporter.ReportAt(update.Pos(), mistake.Overwritten{In: mistake.Entry}, mistake.Place{Pos: found.Pos(), Text: "the entry is looked up here"})
				break
			}
		}
	}
}

// overwrites reports whether an update replaces what was found in the same entry, on a
// path where there was something, and nobody has got that.
func (p *Package) overwrites(update *ssa.MapUpdate, found *ssa.Lookup) bool {
	home := code.Home(update.Map)
	if code.Home(found.X) != home || !code.SameWritten(found.X, update.Map) || !code.SameWritten(found.Index, update.Key) ||
		!code.IsBorrowed(found) || p.Code.KeepsWeakly(home) || !p.Code.ReleasesFrom(home) {
		return false
	}
	way := entryWay{p, update, found, map[*ssa.BasicBlock]bool{}}
	for _, b := range update.Parent().Blocks {
		if present := way.presentAfter(b); present != nil && way.leads(present, code.CourseFrom(b, present)) {
			return true
		}
	}
	return false
}

// An entryWay is a way from a lookup in a map to an update of the same entry.
type entryWay struct {
	*Package
	update *ssa.MapUpdate
	found  *ssa.Lookup
	seen   map[*ssa.BasicBlock]bool
}

// presentAfter returns where a path goes on after a block if there was something in the
// entry; nil if the block does not ask.
func (w *entryWay) presentAfter(b *ssa.BasicBlock) *ssa.BasicBlock {
	branch, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
	if !ok {
		return nil
	}
	switch cond := branch.Cond.(type) {
	case *ssa.Extract:
		if cond.Tuple == w.found && cond.Index == 1 {
			return b.Succs[0]
		}
	case *ssa.Call:
		if !w.isFound(cond) {
			return nil
		}
		if code.IsMethodOfRef(&cond.Call, "IsZero") {
			return b.Succs[1]
		}
		if code.IsMethodOfRef(&cond.Call, "Valid") {
			return b.Succs[0]
		}
	}
	return nil
}

// isFound reports whether a method is called on what was found.
func (w *entryWay) isFound(call *ssa.Call) bool {
	if len(call.Call.Args) == 0 {
		return false
	}
	arg := call.Call.Args[0]
	if part, ok := arg.(*ssa.Extract); ok {
		return part.Tuple == w.found && part.Index == 0
	}
	return arg == w.found
}

// leads reports whether a way leads from a block to the update, without another lookup,
// and past nothing that may remove the entry.
func (w *entryWay) leads(b *ssa.BasicBlock, so code.Course) bool {
	if w.seen[b] {
		return false
	}
	w.seen[b] = true
	for _, instr := range b.Instrs {
		if instr == w.update {
			return true
		}
		if instr == ssa.Instruction(w.found) || w.mayTouch(instr) {
			return false
		}
	}
	return w.goesOn(b, so)
}

// goesOn reports whether a way leads from the end of a block to the update.
func (w *entryWay) goesOn(b *ssa.BasicBlock, so code.Course) bool {
	present := w.presentAfter(b)
	for _, next := range so.Turns(b) {
		if (present == nil || next.To == present) && w.leads(next.To, next.Course) {
			return true
		}
	}
	return false
}

// mayTouch reports whether an instruction may take the reference out of the entry.
func (w *entryWay) mayTouch(instr ssa.Instruction) bool {
	switch i := instr.(type) {
	case *ssa.Lookup:
		return i != w.found && w.isSame(i.X) && !code.IsBorrowed(i)
	case *ssa.Range:
		return w.isSame(i.X)
	case *ssa.MapUpdate:
		return w.isSame(i.Map)
	case *ssa.Store:
		return w.isKept(i.Addr)
	case *ssa.MakeClosure:
		return true
	case *ssa.Call:
		if code.Builtin(&i.Call) == "len" || code.IsMethodOfRef(&i.Call, "Value", "IsZero", "Valid", "Release", "Retain") {
			return false
		}
		return w.mayReach(&i.Call)
	case *ssa.Defer, *ssa.RunDefers:
		return false
	case *ssa.Go:
		return true
	}
	return false
}

func (w *entryWay) isSame(m ssa.Value) bool { return code.Home(m) == code.Home(w.update.Map) }

// isKept reports whether an address is that of the variable with the map.
func (w *entryWay) isKept(addr ssa.Value) bool {
	load, ok := w.update.Map.(*ssa.UnOp)
	return ok && load.Op == token.MUL && code.SameWritten(load.X, addr)
}

// mayReach reports whether a call gets the map, or what the map is in.
func (w *entryWay) mayReach(call *ssa.CallCommon) bool {
	if call.StaticCallee() == nil && !call.IsInvoke() && code.Builtin(call) == "" {
		return true // a function literal may have captured the map
	}
	for _, arg := range call.Args {
		if w.isSame(arg) {
			return true
		}
		for v := w.update.Map; v != nil; v = code.Outer(v) {
			if code.SameWritten(v, arg) {
				return true
			}
		}
	}
	_, isGlobal := code.Home(w.update.Map).(*ssa.Global)
	callee := call.StaticCallee()
	return isGlobal && callee != nil && w.Code.Has(code.Generic(callee))
}
