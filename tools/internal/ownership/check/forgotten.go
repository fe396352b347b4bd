package check

import (
	"go/token"
	"go/types"
	"slices"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"github.com/rcpool/rcpool/tools/internal/ownership/holding"
	"github.com/rcpool/rcpool/tools/internal/ownership/mistake"
	"github.com/rcpool/rcpool/tools/internal/ownership/naming"
	"golang.org/x/tools/go/ssa"
)

// This file is about fields that a struct forgets when it is closed. The field has objects
// of its own, and nobody ever takes them out, but to put others there. A program may have objects
// for as long as it runs, so this is reported only if there is an end for the struct: a function
// that closes it, by its name, and releases what is in another field. What is sent to a channel from
// which nobody receives is of use to nobody, and lost at once.

// checkForgotten reports objects that come to a field that is not released.
func (p *Package) checkForgotten(l *holding.Ledger) {
	for _, h := range l.All() {
		if !h.OwnsAll() || p.isDisabled(h) || p.isReused(h.Of) {
			continue
		}
		if isNeverReceived(h) {
			for _, put := range h.Puts {
				p.Reporter.ReportAt(put.Pos, mistake.Forgotten{Field: h.Field.Name(), Sent: true})
			}
			continue
		}
		if isEmptied(h) {
			continue
		}
		closer := p.closerOf(h, l)
		if closer == nil {
			continue
		}
		for _, put := range h.Puts {
			for _, acquired := range put.Acquired {
				if p.isKnownLeak(code.Outermost(acquired.Parent()), 0) {
					continue
				}
				p.noteTold(code.Outermost(acquired.Parent()), 0)
				p.Reporter.ReportAt(acquired.Pos(), mistake.Forgotten{Field: h.Field.Name()},
					mistake.Place{Pos: put.Pos, Text: "stored here"}, mistake.Place{Pos: closer.Pos(), Text: "another field is released here"})
			}
		}
	}
}

// isNeverReceived reports whether a field has channels with room for objects, from which nobody
// receives.
func isNeverReceived(h *holding.Holding) bool {
	if _, isChannel := h.Field.Type().Underlying().(*types.Chan); !isChannel || len(h.Outs) > 0 {
		return false
	}
	made := false
	for _, removal := range h.Removals {
		store, ok := removal.(*ssa.Store)
		if !ok {
			return false
		}
		channel, ok := store.Val.(*ssa.MakeChan)
		if !ok || code.IsConstZero(channel.Size) {
			return false
		}
		made = true
	}
	return made
}

// isEmptied reports whether the package takes an object out of a field, and does not only put
// another one there, on each way.
func isEmptied(h *holding.Holding) bool {
	isPut := func(instr ssa.Instruction) bool {
		return slices.ContainsFunc(h.Puts, func(put holding.Put) bool { return put.Instr == instr })
	}
	return slices.ContainsFunc(h.Outs, func(out holding.Out) bool {
		return slices.ContainsFunc(out.Takes, func(take ssa.Instruction) bool {
			return h.IsContainer() || take.Parent() != out.From.Parent() || code.Leads(take, isReturn, isPut)
		})
	})
}

// isKnownLeak reports whether a walk has reported what a function leaves to its callers as
// their leak.
func (p *Package) isKnownLeak(fn *ssa.Function, depth int) bool {
	return depth < maxCallers && slices.ContainsFunc(p.Code.CallsOf(fn), func(call ssa.CallInstruction) bool {
		return p.Reporter.HasReported(call.Pos(), mistake.Leak{}) || p.isKnownLeak(code.Outermost(call.Parent()), depth+1)
	})
}

// noteTold notes the calls that lead to a function in which an object was reported that a field
// forgets.
func (p *Package) noteTold(fn *ssa.Function, depth int) {
	if depth == maxCallers {
		return
	}
	for _, call := range p.Code.CallsOf(fn) {
		if p.told == nil {
			p.told = map[token.Pos]bool{}
		}
		p.told[call.Pos()] = true
		p.noteTold(code.Outermost(call.Parent()), depth+1)
	}
}

// HasToldOf reports whether a call leads to an object that a field forgets, and All has said
// so there.
func (p *Package) HasToldOf(call token.Pos) bool { return p.told[call] }

// closerOf returns where a function that closes the struct releases what is in another
// field, or nil.
func (p *Package) closerOf(h *holding.Holding, l *holding.Ledger) ssa.Instruction {
	for _, other := range l.All() {
		if other == h || !types.Identical(other.Of, h.Of) {
			continue
		}
		for _, out := range other.Outs {
			for _, take := range out.Takes {
				if p.isRelease(take) && closes(code.Outermost(take.Parent()), h.Of) {
					return take
				}
			}
		}
	}
	return nil
}

// isRelease reports whether an instruction releases an object itself.
func (p *Package) isRelease(instr ssa.Instruction) bool {
	call, ok := instr.(ssa.CallInstruction)
	if !ok {
		return false
	}
	if code.Releases(call.Common()) || code.IsMethodOfByteRef(call.Common(), "Release", "Drop") {
		return true
	}
	use := p.Table.Lookup(code.Object(call.Common()))
	return use != nil && use.Operation == api.Release
}

// closes reports whether a function ends the life of a struct that it is given, by its name,
// and does not keep the struct for another one.
func closes(fn *ssa.Function, of types.Type) bool {
	isIt := func(p *ssa.Parameter) bool { return types.Identical(types.Unalias(api.Deref(p.Type())), of) }
	k := slices.IndexFunc(fn.Params, isIt)
	if k < 0 || keeps(fn.Params[k]) {
		return false
	}
	words := naming.Words(fn.Name())
	isPart := func(w string) bool { // of the struct, as in closeStream of a server
		return !slices.Contains(closingWords, w) && !slices.Contains(naming.Words(api.TypeName(of)), w)
	}
	return len(words) > 0 && slices.Contains(closingWords, words[0]) && !slices.ContainsFunc(words, isPart)
}

var closingWords = []string{"close", "release", "free", "destroy", "dispose", "shutdown", "stop", "teardown", "shut", "tear", "down", "all", "self"}

// keeps reports whether a function puts a struct where others find it, such as a free list.
func keeps(p *ssa.Parameter) bool {
	return slices.ContainsFunc(*p.Referrers(), func(use ssa.Instruction) bool {
		switch i := use.(type) {
		case *ssa.Store:
			return i.Val == ssa.Value(p)
		case *ssa.MapUpdate, *ssa.Send, *ssa.Select, *ssa.MakeInterface:
			return true
		}
		return false
	})
}

// isReused reports whether structs of a type go into a pool. Their fields may keep what is in
// them for the next owner.
func (p *Package) isReused(of types.Type) bool {
	for t := range p.Pooled {
		if types.Identical(api.Deref(t), of) {
			return true
		}
	}
	return false
}

// isDisabled reports whether leaks of the objects of a field are not reported.
func (p *Package) isDisabled(h *holding.Holding) bool {
	return slices.Contains(p.Reporter.Disabled, "leak:"+h.Family)
}
