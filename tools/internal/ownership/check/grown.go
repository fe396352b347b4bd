package check

import (
	"go/token"
	"go/types"
	"slices"

	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"github.com/rcpool/rcpool/tools/internal/ownership/mistake"
	"golang.org/x/tools/go/ssa"
)

// This file is about bytes that were borrowed from a stdpool.ByteRef before it grew, here
// or in a function that was called. It may have moved to another block then, and the old
// one may have another owner. A function that makes room itself, with Grow or Truncate, is
// trusted, and so are the callees if the package makes room in the same field.

// grownViews is what the functions of a package do to blocks.
type grownViews struct {
	*Package
	grow  map[*ssa.Function][]block // of their parameters; nil while they are looked at
	roomy map[*types.Var]bool       // fields in which the package makes room
}

// A block is a ByteRef by the way to it: through fields, and through pointers, which are
// nil, the last one first.
type block struct {
	base ssa.Value
	way  []*types.Var
}

// A growth is a call that makes a block grow.
type growth struct {
	block
	call *ssa.Call
	here bool // not in a callee
}

// checkGrown reports uses of bytes that a ByteRef may have left.
func (p *Package) checkGrown() {
	g := &grownViews{p, map[*ssa.Function][]block{}, map[*types.Var]bool{}}
	var borrows []*ssa.Call
	for _, fn := range p.Code.Sources {
		for instr := range code.Instructions(fn) {
			call, ok := instr.(*ssa.Call)
			switch {
			case !ok:
			case code.IsMethodOfByteRef(&call.Call, "Value"):
				borrows = append(borrows, call)
			case code.IsMethodOfByteRef(&call.Call, "Grow", "Truncate"):
				if at := blockAt(call.Call.Args[0]); len(at.way) > 0 {
					g.roomy[at.way[0]] = true
				}
			}
		}
	}
	for _, b := range borrows {
		if load, ok := b.Call.Args[0].(*ssa.UnOp); ok && load.Op == token.MUL {
			g.check(b, blockAt(load.X))
		}
	}
}

// check reports the first use of borrowed bytes after their block has grown.
func (g *grownViews) check(borrow *ssa.Call, of block) {
	var grown []growth
	for _, at := range g.growths(borrow.Parent()) {
		switch {
		case !at.same(of):
		case at.here && code.IsMethodOfByteRef(&at.call.Call, "Grow", "Truncate"):
			return // there is room
		case at.here, len(of.way) == 0, !g.roomy[of.way[0]]:
			grown = append(grown, at)
		}
	}
	for _, at := range grown {
		if use := usedAfter(borrow, at.call); use != nil {
			g.Reporter.ReportAt(placeOf(use), mistake.UseAfterRelease{Grown: true},
				mistake.Place{Pos: borrow.Pos(), Text: "borrowed here"}, mistake.Place{Pos: at.call.Pos(), Text: "it may move here"})
			return
		}
	}
}

// growths lists the calls in a function that make blocks grow.
func (g *grownViews) growths(fn *ssa.Function) (all []growth) {
	for instr := range code.Instructions(fn) {
		call, ok := instr.(*ssa.Call)
		if !ok {
			continue
		}
		if code.IsMethodOfByteRef(&call.Call, "Append", "Write", "WriteString", "ReadFrom", "Grow", "Truncate") {
			all = append(all, growth{blockAt(call.Call.Args[0]), call, true})
			continue
		}
		callee := code.Callee(&call.Call)
		if callee == nil || !g.Code.Has(callee) {
			continue
		}
		for _, of := range g.grownBy(callee) {
			at := blockAt(call.Call.Args[slices.Index(callee.Params, of.base.(*ssa.Parameter))])
			at.way = slices.Concat(of.way, at.way)
			all = append(all, growth{at, call, false})
		}
	}
	return all
}

// grownBy returns the blocks that a function gets from its caller and makes grow. Where it
// makes room, it knows what it does.
func (g *grownViews) grownBy(fn *ssa.Function) (all []block) {
	if known, ok := g.grow[fn]; ok {
		return known
	}
	g.grow[fn] = nil
	for _, at := range g.growths(fn) {
		if _, isParameter := at.base.(*ssa.Parameter); !isParameter {
			continue
		}
		if at.here && code.IsMethodOfByteRef(&at.call.Call, "Grow", "Truncate") {
			return nil
		}
		if !slices.ContainsFunc(all, at.same) {
			all = append(all, at.block)
		}
	}
	g.grow[fn] = all
	return all
}

// blockAt returns the block at an address.
func blockAt(addr ssa.Value) (b block) {
	for {
		switch v := addr.(type) {
		case *ssa.FieldAddr:
			b.way = append(b.way, code.FieldOf(v).Origin())
			addr = v.X
			continue
		case *ssa.UnOp:
			if _, isField := v.X.(*ssa.FieldAddr); isField && v.Op == token.MUL {
				b.way = append(b.way, nil)
				addr = v.X
				continue
			}
		}
		b.base = addr
		return b
	}
}

// same reports whether two blocks are one.
func (b block) same(other block) bool {
	return code.SameWritten(b.base, other.base) && slices.Equal(b.way, other.way)
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
