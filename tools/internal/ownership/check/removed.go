package check

import (
	"go/token"
	"slices"

	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"github.com/rcpool/rcpool/tools/internal/ownership/holding"
	"github.com/rcpool/rcpool/tools/internal/ownership/mistake"
	"golang.org/x/tools/go/ssa"
)

// This file is about objects that are removed from the container that owns them, and given
// to nobody: an entry of a map is deleted, or what is received from a channel is only
// looked at. All references in the container are its own, and all that the package takes out
// of it is removed from it at once. So what is in it was not released, and what is removed
// is lost.

// checkRemoved reports objects that are removed and not released.
func (p *Package) checkRemoved(l *holding.Ledger) {
	for _, h := range l.All() {
		if !h.OwnsAll() || p.isDisabled(h) {
			continue
		}
		for _, out := range h.Outs {
			if len(out.Takes) == 0 && isReceive(out.From) {
				p.Reporter.ReportAt(out.Pos, mistake.Removed{Received: true}, placesOf(h.Puts)...)
			}
		}
		d := deletion{p, h}
		if !isMap(h.Field) || !d.removesTaken() {
			continue
		}
		for _, removal := range h.Removals {
			if call, ok := removal.(*ssa.Call); ok && code.Builtin(&call.Call) == "delete" && d.loses(call) {
				p.Reporter.ReportAt(call.Pos(), mistake.Removed{}, placesOf(h.Puts)...)
			}
		}
	}
}

func placesOf(puts []holding.Put) (all []mistake.Place) {
	for _, put := range puts {
		all = append(all, mistake.Place{Pos: put.Pos, Text: "an object is stored here"})
	}
	return all
}

func isReceive(instr ssa.Instruction) bool {
	switch i := instr.(type) {
	case *ssa.UnOp:
		return i.Op == token.ARROW
	case *ssa.Select:
		return true
	}
	return false
}

// A deletion is the question whether entries of a map in a field are deleted and not
// released.
type deletion struct {
	*Package
	*holding.Holding
}

// removesTaken reports whether each object that is taken out of the map is removed from it by
// the same function, before or after: then what is in the map was not taken.
func (d deletion) removesTaken() bool {
	isRemoval := func(instr ssa.Instruction) bool { return slices.Contains(d.Removals, instr) }
	for _, out := range d.Outs {
		for _, take := range out.Takes {
			before := slices.ContainsFunc(d.Removals, func(removal ssa.Instruction) bool {
				return removal.Parent() == take.Parent() && dominates(removal, take)
			})
			if !before && (isReturn(take) || code.Leads(take, isReturn, isRemoval)) {
				return false
			}
		}
	}
	return true
}

// loses reports whether a call deletes an entry that is there, and the function takes nothing
// out of the map.
func (d deletion) loses(deleted *ssa.Call) bool {
	fn := deleted.Parent()
	if fn.Parent() != nil {
		return false
	}
	takers := map[*ssa.Function]bool{}
	for _, out := range d.Outs {
		for _, take := range out.Takes {
			takers[code.Outermost(take.Parent())] = true
		}
	}
	if takers[fn] || anyBefore(deleted, func(instr ssa.Instruction) bool { return d.mayTake(instr, takers) }) {
		return false
	}
	return slices.ContainsFunc(d.Outs, func(out holding.Out) bool { return finds(out.From, deleted) })
}

// mayTake reports whether an instruction may run code that takes objects out of the map.
func (d deletion) mayTake(instr ssa.Instruction, takers map[*ssa.Function]bool) bool {
	call, ok := instr.(*ssa.Call)
	if !ok {
		return false
	}
	if call.Call.IsInvoke() && d.Table.Counting(call.Call.Value.Type()) != nil {
		return false // of an object, which does not know the map
	}
	if letsOthersChange(&call.Call) {
		return true
	}
	callee := code.Callee(&call.Call)
	return callee != nil && d.Code.Has(callee) && d.Code.MayCall(callee, takers)
}

// finds reports whether a lookup, or a loop, has found the entry that a call deletes.
func finds(from ssa.Instruction, deleted *ssa.Call) bool {
	key := deleted.Call.Args[1]
	switch i := from.(type) {
	case *ssa.Next:
		part, ok := key.(*ssa.Extract)
		return ok && part.Tuple == ssa.Value(i) && part.Index == 1
	case *ssa.Lookup:
		return code.SameWritten(i.Index, key) && dominates(i, deleted) && isFound(i, deleted)
	}
	return false
}

// isFound reports whether a way leads from a lookup to a place only if there was something.
func isFound(found *ssa.Lookup, at ssa.Instruction) bool {
	if !found.CommaOk {
		return slices.ContainsFunc(*found.Referrers(), func(r ssa.Instruction) bool {
			call, ok := r.(*ssa.Call)
			return ok && code.IsMethodOfRef(&call.Call, "Value") && dominates(call, at)
		})
	}
	for _, r := range *found.Referrers() {
		ok, isExtract := r.(*ssa.Extract)
		if !isExtract || ok.Index != 1 {
			continue
		}
		for _, use := range *ok.Referrers() {
			if branch, isIf := use.(*ssa.If); isIf {
				present := branch.Block().Succs[0]
				if len(present.Preds) == 1 && present.Dominates(at.Block()) {
					return true
				}
			}
		}
	}
	return false
}
