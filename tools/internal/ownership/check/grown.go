package check

import (
	"go/token"

	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"github.com/rcpool/rcpool/tools/internal/ownership/mistake"
	"golang.org/x/tools/go/ssa"
)

// This file is about bytes that were borrowed from a stdpool.ByteRef before it grew. It
// may have moved to another block then, and the old one may have another owner. A function
// that makes room itself, with Grow or Truncate, is trusted.

// checkGrown reports uses of bytes that a ByteRef may have left.
func (p *Package) checkGrown() {
	for _, fn := range p.Code.Sources {
		var borrows, grows []*ssa.Call
		for instr := range code.Instructions(fn) {
			if call, ok := instr.(*ssa.Call); ok {
				switch {
				case code.IsMethodOfByteRef(&call.Call, "Value"):
					borrows = append(borrows, call)
				case code.IsMethodOfByteRef(&call.Call, "Append", "Write", "WriteString", "ReadFrom", "Grow", "Truncate"):
					grows = append(grows, call)
				}
			}
		}
		for _, b := range borrows {
			p.checkGrownView(b, grows)
		}
	}
}

// checkGrownView reports the first use of borrowed bytes after their block has grown.
func (p *Package) checkGrownView(borrow *ssa.Call, grows []*ssa.Call) {
	load, ok := borrow.Call.Args[0].(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return
	}
	var grown []*ssa.Call
	for _, g := range grows {
		switch {
		case !code.SameWritten(g.Call.Args[0], load.X):
		case code.IsMethodOfByteRef(&g.Call, "Grow", "Truncate"):
			return // there is room
		default:
			grown = append(grown, g)
		}
	}
	for _, g := range grown {
		if use := usedAfter(borrow, g); use != nil {
			p.Reporter.ReportAt(placeOf(use), mistake.UseAfterRelease{Grown: true},
				mistake.Place{Pos: borrow.Pos(), Text: "borrowed here"}, mistake.Place{Pos: g.Pos(), Text: "it may move here"})
			return
		}
	}
}

// usedAfter returns a use of bytes that a call has returned, after a later call that ends
// their time; nil if there is none.
func usedAfter(view, end *ssa.Call) ssa.Instruction {
	if !code.Leads(view, only(end), only(view)) {
		return nil
	}
	for _, use := range usesOfView(view, map[ssa.Value]bool{}) {
		if code.Leads(end, only(use), only(view)) {
			return use
		}
	}
	return nil
}

// only returns a function that reports whether an instruction is this one.
func only(this ssa.Instruction) func(ssa.Instruction) bool {
	return func(instr ssa.Instruction) bool { return instr == this }
}

// usesOfView returns what reads or writes the bytes.
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
