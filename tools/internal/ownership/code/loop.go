package code

import (
	"go/token"
	"go/types"
	"slices"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
	"golang.org/x/tools/go/ssa"
)

// Reaches reports whether a way leads from a to b that does not go through stop.
func Reaches(a, b, stop *ssa.BasicBlock) bool {
	return reaches([]*ssa.BasicBlock{a}, stop, isBlock(b))
}

func isBlock(b *ssa.BasicBlock) func(*ssa.BasicBlock) bool {
	return func(c *ssa.BasicBlock) bool { return c == b }
}

// reaches reports whether a way leads from one of some blocks to one that is looked for, and not
// through stop.
func reaches(from []*ssa.BasicBlock, stop *ssa.BasicBlock, is func(*ssa.BasicBlock) bool) bool {
	if len(from) == 0 {
		return false
	}
	fn := from[0].Parent()
	seen := make([]bool, len(fn.Blocks))
	if stop != nil && stop.Parent() == fn {
		seen[stop.Index] = true
	}
	stack := slices.Clone(from)
	for len(stack) > 0 {
		c := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if is(c) {
			return true
		}
		for _, s := range c.Succs {
			if !seen[s.Index] {
				seen[s.Index] = true
				stack = append(stack, s)
			}
		}
	}
	return false
}

// RunsBetween reports whether some instruction that such says yes to runs after one instruction
// of a function and before another, on some way between them.
func RunsBetween(from, to ssa.Instruction, such func(ssa.Instruction) bool) bool {
	seen := map[*ssa.BasicBlock]bool{}
	var runs func(b *ssa.BasicBlock, before []ssa.Instruction) bool
	runs = func(b *ssa.BasicBlock, before []ssa.Instruction) bool {
		for _, instr := range slices.Backward(before) {
			if instr == from {
				return false
			}
			if such(instr) {
				return true
			}
		}
		return slices.ContainsFunc(b.Preds, func(pred *ssa.BasicBlock) bool {
			if seen[pred] || !Reaches(from.Block(), pred, nil) {
				return false
			}
			seen[pred] = true
			return runs(pred, pred.Instrs)
		})
	}
	b := to.Block()
	return runs(b, b.Instrs[:slices.Index(b.Instrs, to)])
}

// EveryTurn returns the beginning of the innermost loop that an instruction is part of, or
// nil, and reports whether each turn of the loop reaches the instruction.
func EveryTurn(i ssa.Instruction) (header *ssa.BasicBlock, every bool) {
	b := i.Block()
	if b == nil {
		return nil, false
	}
	for header = b; header != nil && !isInLoop(b, header); { // what begins a loop dominates all of it
		header = header.Idom()
	}
	if header == nil {
		return nil, false
	}
	for _, latch := range header.Preds {
		if header.Dominates(latch) && !b.Dominates(latch) {
			return header, false
		}
	}
	return header, true
}

// OnEachWay reports whether each way through a function to its end leads through a
// block.
func OnEachWay(b *ssa.BasicBlock) bool {
	for _, end := range b.Parent().Blocks {
		if _, returns := end.Instrs[len(end.Instrs)-1].(*ssa.Return); returns && end != b.Parent().Recover && !b.Dominates(end) {
			return false
		}
	}
	return true
}

// PhiCount returns the number of phis that a block begins with.
func PhiCount(b *ssa.BasicBlock) int {
	for i, instr := range b.Instrs {
		if _, ok := instr.(*ssa.Phi); !ok {
			return i
		}
	}
	return len(b.Instrs)
}

// IsWithin reports whether a block is part of the loop that begins at header, other than
// header itself.
func IsWithin(b, header *ssa.BasicBlock) bool { return b != header && isInLoop(b, header) }

// IsNilBeforeLoop reports whether a value is nil if a loop has no turn, and otherwise what its turns
// have made of it.
func IsNilBeforeLoop(v ssa.Value) bool {
	phi, ok := v.(*ssa.Phi)
	if !ok {
		return false
	}
	isNil, changes := false, false
	for k, edge := range phi.Edges {
		c, isConst := edge.(*ssa.Const)
		if from := phi.Block().Preds[k]; slices.ContainsFunc(from.Succs, func(b *ssa.BasicBlock) bool { return Reaches(b, from, nil) }) {
			changes = changes || edge != v
		} else {
			isNil = isNil || isConst && c.IsNil()
		}
	}
	return isNil && changes
}

func isInLoop(b, header *ssa.BasicBlock) bool {
	isLatch := func(c *ssa.BasicBlock) bool { return slices.Contains(c.Succs, header) && header.Dominates(c) }
	return header.Dominates(b) && slices.ContainsFunc(header.Preds, header.Dominates) && reaches([]*ssa.BasicBlock{b}, header, isLatch)
}

// Precedes reports whether a way leads from a to b.
func Precedes(a, b ssa.Instruction) bool {
	if a.Block() == b.Block() && slices.Index(a.Block().Instrs, a) < slices.Index(b.Block().Instrs, b) {
		return true
	}
	return slices.ContainsFunc(a.Block().Succs, func(next *ssa.BasicBlock) bool { return Reaches(next, b.Block(), nil) })
}

// Dominates reports whether each way to b leads past a.
func Dominates(a, b ssa.Instruction) bool {
	if a.Block() == b.Block() {
		return slices.Index(a.Block().Instrs, a) < slices.Index(b.Block().Instrs, b)
	}
	return a.Block().Dominates(b.Block())
}

// Leads reports whether a way leads from an instruction to one of those that are looked
// for, and past none of those that stop it.
func Leads(after ssa.Instruction, to, stop func(ssa.Instruction) bool) bool {
	found := false
	Walk(after, search(&found, to, stop))
	return found
}

// LeadsFrom is Leads from the beginning of a block.
func LeadsFrom(b *ssa.BasicBlock, to, stop func(ssa.Instruction) bool) bool {
	found := false
	WalkFrom(b, search(&found, to, stop))
	return found
}

func search(found *bool, to, stop func(ssa.Instruction) bool) func(ssa.Instruction) bool {
	return func(instr ssa.Instruction) bool {
		*found = *found || to(instr)
		return *found || stop(instr)
	}
}

// Walk visits the instructions that may come after one, along all ways, each of which
// ends where visit says so.
func Walk(after ssa.Instruction, visit func(ssa.Instruction) (stop bool)) {
	b := after.Block()
	walk(b, slices.Index(b.Instrs, after)+1, visit, map[*ssa.BasicBlock]bool{})
}

// WalkFrom is Walk from the beginning of a block.
func WalkFrom(b *ssa.BasicBlock, visit func(ssa.Instruction) (stop bool)) {
	walk(b, 0, visit, map[*ssa.BasicBlock]bool{b: true})
}

func walk(b *ssa.BasicBlock, from int, visit func(ssa.Instruction) (stop bool), seen map[*ssa.BasicBlock]bool) {
	for _, instr := range b.Instrs[from:] {
		if visit(instr) {
			return
		}
	}
	for _, next := range b.Succs {
		if !seen[next] {
			seen[next] = true
			walk(next, 0, visit, seen)
		}
	}
}

// IsPicked reports whether an index was found in something, such as a list of indexes: then
// a loop deals with some elements of the list that it indexes, and with others another time.
// Parameters and results of calls are of that kind, counters and keys are not.
func IsPicked(index ssa.Value) bool {
	switch i := index.(type) {
	case *ssa.Convert:
		return IsPicked(i.X)
	case *ssa.ChangeType:
		return IsPicked(i.X)
	case *ssa.Field:
		return IsPicked(i.X)
	case *ssa.UnOp: // of an element
		return i.Op == token.MUL && isInList(i.X)
	case *ssa.Extract:
		next, ok := i.Tuple.(*ssa.Next)
		return !ok || i.Index == 2 && !next.IsString
	case *ssa.Parameter, *ssa.Index, *ssa.Lookup, *ssa.Call:
		return true
	}
	return false
}

// isInList reports whether an address is that of an element of a list, or in one.
func isInList(addr ssa.Value) bool {
	switch i := addr.(type) {
	case *ssa.FieldAddr:
		return isInList(i.X)
	case *ssa.IndexAddr:
		return true
	}
	return false
}

// PicksElement reports whether an instruction takes an element of a container by an index
// that was picked.
func PicksElement(i ssa.Instruction) bool { return IsPicked(indexIn(i)) }

// PicksSame reports whether an instruction takes an element of a container by a constant
// index: each time the same one, unless the container was changed.
func PicksSame(i ssa.Instruction) bool {
	_, constant := indexIn(i).(*ssa.Const)
	return constant
}

// indexIn returns the index by which an instruction takes an element of a container, or nil if
// it takes none.
func indexIn(i ssa.Instruction) ssa.Value {
	switch i := i.(type) {
	case *ssa.Lookup:
		return i.Index
	case *ssa.IndexAddr:
		return i.Index
	case *ssa.Index:
		return i.Index
	case *ssa.UnOp:
		if addr, ok := i.X.(*ssa.IndexAddr); ok {
			return addr.Index
		}
	}
	return nil
}

// isOfText reports whether an instruction takes an element that is a number, a string or a list of
// these, so that it is no object.
func isOfText(i ssa.Instruction) bool {
	t := i.(ssa.Value).Type()
	if found, ok := i.(*ssa.Lookup); ok {
		t = api.ElementType(found.X.Type())
	}
	t = api.Deref(t)
	if element := api.ElementType(t); element != types.Typ[types.Invalid] {
		t = element
	}
	return api.IsBasic(t)
}

// PickingLoops returns where the loops of a function begin that take elements of a container
// by indexes that were picked, and do more than look at them.
func (f *Function) PickingLoops() []*ssa.BasicBlock {
	if f.picking == nil {
		f.picking = []*ssa.BasicBlock{}
		for instr := range Instructions(f.Function) {
			if header, _ := EveryTurn(instr); header != nil && PicksElement(instr) && !isOfText(instr) && givesUp(instr.(ssa.Value), map[ssa.Value]bool{}) {
				f.picking = append(f.picking, header)
			}
		}
	}
	return f.picking
}

// givesUp reports whether code may give up what a value is, or what is at an address. A value
// that was seen before, as a variable of a loop is, adds nothing.
func givesUp(v ssa.Value, seen map[ssa.Value]bool) bool {
	if seen[v] {
		return false
	}
	seen[v] = true
	for _, use := range *v.Referrers() {
		switch use := use.(type) {
		case *ssa.Extract:
			if use.Index == 0 && givesUp(use, seen) {
				return true
			}
		case *ssa.UnOp, *ssa.FieldAddr, *ssa.Field, *ssa.Phi:
			if givesUp(use.(ssa.Value), seen) {
				return true
			}
		case *ssa.Store:
			if use.Val == v {
				return true
			}
		case ssa.CallInstruction:
			if o := Object(use.Common()); o == nil || !slices.Contains([]string{"Value", "IsZero", "Valid", "Retain", "TryRetain"}, o.Name()) {
				return true
			}
		case *ssa.MapUpdate, *ssa.Send, *ssa.Return:
			return true
		}
	}
	return false
}

// EachTurnWithOne is EveryTurn for what a loop does to the element of each turn: a turn need not reach
// the instruction if the element is nil, or a zero reference.
func EachTurnWithOne(i ssa.Instruction) (header *ssa.BasicBlock, each bool) {
	header, every := EveryTurn(i)
	if header == nil || every {
		return header, every
	}
	seen := map[*ssa.BasicBlock]bool{i.Block(): true}
	var skips func(b *ssa.BasicBlock) bool
	skips = func(b *ssa.BasicBlock) bool {
		if b == header {
			return true
		}
		if seen[b] || !IsWithin(b, header) {
			return false
		}
		seen[b] = true
		return slices.ContainsFunc(withElement(b), skips)
	}
	return header, !slices.ContainsFunc(withElement(header), skips)
}

// withElement returns the blocks to which one leads if the element of the turn is there.
func withElement(b *ssa.BasicBlock) []*ssa.BasicBlock {
	branch, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
	if !ok {
		return b.Succs
	}
	switch cond := branch.Cond.(type) {
	case *ssa.Call:
		if IsMethodOfRef(&cond.Call, "IsZero") && isElementOfTurn(cond.Call.Args[0]) {
			return b.Succs[1:]
		}
	case *ssa.BinOp:
		switch {
		case !IsZeroValue(cond.Y) || !isElementOfTurn(cond.X):
		case cond.Op == token.EQL:
			return b.Succs[1:]
		case cond.Op == token.NEQ:
			return b.Succs[:1]
		}
	case *ssa.UnOp:
		if call, ok := cond.X.(*ssa.Call); ok && cond.Op == token.NOT && IsMethodOfRef(&call.Call, "IsZero") && isElementOfTurn(call.Call.Args[0]) {
			return b.Succs[:1]
		}
	}
	return b.Succs
}

// isElementOfTurn reports whether a value is the element of a container that a loop over all of them has
// reached.
func isElementOfTurn(v ssa.Value) bool {
	switch i := v.(type) {
	case *ssa.UnOp:
		at, ok := i.X.(*ssa.IndexAddr)
		return ok && IsInEachTurn(at)
	case *ssa.Extract:
		next, ok := i.Tuple.(*ssa.Next)
		return ok && i.Index == 2 && !next.IsString
	}
	return false
}
