package check

import (
	"go/token"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"github.com/rcpool/rcpool/tools/internal/ownership/mistake"
	"golang.org/x/tools/go/ssa"
)

// This file is about bytes that were borrowed from a stdpool.ByteRef before it grew. It
// may have moved to another block then, and the old one may have another owner. Who has
// made room before is trusted.

// checkGrown reports uses of bytes that a ByteRef may have left.
func (p *Package) checkGrown() {
	for _, fn := range p.Code.Sources {
		var borrows []*ssa.Call
		var grows []ssa.Instruction
		for instr := range code.Instructions(fn) {
			if call, ok := instr.(*ssa.Call); ok {
				switch {
				case isMethodOfBytes(&call.Call, "Value"):
					borrows = append(borrows, call)
				case isMethodOfBytes(&call.Call, "Append", "Write", "WriteString", "ReadFrom", "Grow", "Truncate"):
					grows = append(grows, call)
				}
			}
		}
		for _, b := range borrows {
			p.checkGrownView(b, grows)
		}
	}
}

func isMethodOfBytes(call *ssa.CallCommon, names ...string) bool {
	callee := code.Callee(call)
	if callee == nil || len(call.Args) == 0 || !api.IsByteRef(api.Deref(call.Args[0].Type())) {
		return false
	}
	for _, name := range names {
		if callee.Name() == name {
			return true
		}
	}
	return false
}

// checkGrownView reports the first use of borrowed bytes after their block has grown.
func (p *Package) checkGrownView(borrow *ssa.Call, grows []ssa.Instruction) {
	load, ok := borrow.Call.Args[0].(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return
	}
	var grown []*ssa.Call
	for _, g := range grows {
		call := g.(*ssa.Call)
		switch {
		case !code.SameWritten(call.Call.Args[0], load.X):
		case isMethodOfBytes(&call.Call, "Grow", "Truncate"):
			return // there is room
		default:
			grown = append(grown, call)
		}
	}
	again := func(i ssa.Instruction) bool { return i == ssa.Instruction(borrow) }
	for _, g := range grown {
		isGrowth := func(i ssa.Instruction) bool { return i == ssa.Instruction(g) }
		if !code.Leads(borrow, isGrowth, again) {
			continue
		}
		uses := usesOfView(borrow, map[ssa.Value]bool{})
		for _, use := range uses {
			if code.Leads(g, func(i ssa.Instruction) bool { return i == use }, again) {
				p.Reporter.ReportAt(placeOf(use), mistake.UseAfterRelease{Grown: true},
					mistake.Place{Pos: borrow.Pos(), Text: "borrowed here"}, mistake.Place{Pos: g.Pos(), Text: "it may move here"})
				return
			}
		}
	}
}

// usesOfView returns what reads or writes the bytes, in the order of the text.
func usesOfView(v ssa.Value, seen map[ssa.Value]bool) (uses []ssa.Instruction) {
	if seen[v] || v.Referrers() == nil {
		return nil
	}
	seen[v] = true
	for _, r := range *v.Referrers() {
		switch r := r.(type) {
		case *ssa.Slice:
			uses = append(uses, usesOfView(r, seen)...)
		case *ssa.IndexAddr:
			for _, use := range *r.Referrers() {
				if _, isDebug := use.(*ssa.DebugRef); !isDebug {
					uses = append(uses, use)
				}
			}
		case *ssa.Convert, *ssa.Return: // to a string
			uses = append(uses, r)
		case *ssa.Call:
			if b := code.Builtin(&r.Call); b != "len" && b != "cap" {
				uses = append(uses, r)
			}
		}
	}
	return uses
}

// placeOf returns the position of an instruction, or of what it loads.
func placeOf(instr ssa.Instruction) token.Pos {
	if load, ok := instr.(*ssa.UnOp); ok && !load.Pos().IsValid() {
		return load.X.Pos()
	}
	if store, ok := instr.(*ssa.Store); ok && !store.Pos().IsValid() {
		return store.Addr.Pos()
	}
	return instr.Pos()
}
