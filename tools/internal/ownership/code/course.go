package code

import (
	"go/token"
	"go/types"
	"slices"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
	"golang.org/x/tools/go/ssa"
)

// A Course is a way through a function that a check follows block by block. Such a check does
// not know the values of conditions, and not each way through the blocks can be taken: the way
// may have set the flag that it comes to. A Course knows what it has decided and changed, and
// goes on only where nothing of that speaks against it.
type Course struct {
	decided []decision
	changed []ssa.Value // addresses that were written, or that were given to others
	grown   []ssa.Value // addresses of numbers and lists to which something was added
	past    []*ssa.BasicBlock

	from, other *ssa.BasicBlock // where the course began, and where it would go otherwise; nil if it has not begun at a condition
}

// A decision is what a condition was found to be.
type decision struct {
	cond  ssa.Value
	holds bool
}

// A Turn is where a course goes on after a block.
type Turn struct {
	To     *ssa.BasicBlock
	Course Course
}

// CourseFrom returns the course that begins where a block goes on to one of the next.
func CourseFrom(b, to *ssa.BasicBlock) Course {
	if branch, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If); ok {
		other := b.Succs[0]
		if other == to {
			other = b.Succs[1]
		}
		return Course{decided: []decision{decision{branch.Cond, b.Succs[0] == to}.positive()}, from: b, other: other}
	}
	return Course{}
}

// Turns returns where the course goes on after a block, as far as it knows that it can.
func (c Course) Turns(b *ssa.BasicBlock) (all []Turn) {
	c = c.through(b)
	branch, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
	if !ok {
		for _, next := range b.Succs {
			all = append(all, Turn{next, c})
		}
		return all
	}
	if c.mayHaveChanged(branch.Cond, 0) && !c.mayHaveGrown(branch.Cond) {
		return nil
	}
	for k, next := range b.Succs {
		is := decision{branch.Cond, k == 0}.positive()
		if !slices.ContainsFunc(c.decided, is.contradicts) {
			to := c
			to.decided = append(slices.Clip(c.decided), is)
			all = append(all, Turn{next, to})
		}
	}
	return all
}

// through returns the course after the instructions of a block. What the other course would
// change as well does not tell which one was taken.
func (c Course) through(b *ssa.BasicBlock) Course {
	c.past = append(slices.Clip(c.past), b)
	if c.other != nil && Reaches(c.other, b, c.from) {
		return c
	}
	c.changed, c.grown = slices.Clip(c.changed), slices.Clip(c.grown)
	for _, instr := range b.Instrs {
		switch i := instr.(type) {
		case *ssa.Store:
			if isMore(i) {
				c.grown = append(c.grown, i.Addr)
			} else {
				c.changed = append(c.changed, i.Addr)
			}
		case *ssa.Call:
			for _, arg := range i.Call.Args {
				if _, isPointer := arg.Type().Underlying().(*types.Pointer); isPointer {
					c.changed = append(c.changed, arg)
				}
			}
		}
	}
	return c
}

// mayHaveChanged reports whether a value may be what it is because of the way that the course
// has taken.
func (c Course) mayHaveChanged(v ssa.Value, depth int) bool {
	if depth > maxOperands {
		return true
	}
	made, ok := v.(ssa.Instruction)
	if !ok || !slices.Contains(c.past, made.Block()) {
		return false
	}
	switch v := v.(type) {
	case *ssa.Phi:
		if DirectionOf(v) != Anywhere {
			return false // of a loop, which ends at some time
		}
		edge := c.edgeOf(v)
		if _, isConst := edge.(*ssa.Const); edge == nil || isConst || !isObject(v.Type()) {
			return true
		}
		return c.mayHaveChanged(edge, depth+1)
	case *ssa.Call:
		if len(c.changed) > 0 && Builtin(&v.Call) == "" && !IsMethodOfRef(&v.Call, "Value", "IsZero", "Valid") {
			return true
		}
	case *ssa.UnOp:
		if v.Op == token.MUL && (isWritten(v.X, c.changed) || isWritten(v.X, c.grown)) {
			return true
		}
	}
	return slices.ContainsFunc(made.Operands(nil), func(operand *ssa.Value) bool {
		return *operand != nil && c.mayHaveChanged(*operand, depth+1)
	})
}

// Resolved returns the value that a phi of the next block has after the course, or the value itself.
func (c Course) Resolved(v ssa.Value, next *ssa.BasicBlock) ssa.Value {
	phi, ok := v.(*ssa.Phi)
	if !ok || phi.Block() != next || slices.Contains(c.past, next) {
		return v
	}
	before := c.from
	if len(c.past) > 0 {
		before = c.past[len(c.past)-1]
	}
	if k := slices.Index(next.Preds, before); k >= 0 {
		return phi.Edges[k]
	}
	return v
}

// edgeOf returns the value that a phi has on the course, or nil.
func (c Course) edgeOf(phi *ssa.Phi) ssa.Value {
	before := c.from
	if k := slices.Index(c.past, phi.Block()); k > 0 {
		before = c.past[k-1]
	}
	if k := slices.Index(phi.Block().Preds, before); k >= 0 {
		return phi.Edges[k]
	}
	return nil
}

// isObject reports whether values of a type are references or pointers: one that was found, and
// one that was made because none was found, are asked the same.
func isObject(t types.Type) bool {
	_, isPointer := t.Underlying().(*types.Pointer)
	return isPointer || api.IsRef(t)
}

// maxOperands bounds how deep a condition is looked into.
const maxOperands = 8

// mayHaveGrown reports whether a condition asks if something is small or large that has grown on
// the course: at some time it is large.
func (c Course) mayHaveGrown(cond ssa.Value) bool {
	is, ok := cond.(*ssa.BinOp)
	if !ok || !slices.Contains([]token.Token{token.GTR, token.GEQ, token.LSS, token.LEQ}, is.Op) || c.mayHaveChanged(is.Y, 0) {
		return false
	}
	v := is.X
	if length := BuiltinOf(v, "len"); length != nil {
		v = length.Args[0]
	}
	load, ok := v.(*ssa.UnOp)
	return ok && load.Op == token.MUL && isWritten(load.X, c.grown) && !isWritten(load.X, c.changed)
}

// isMore reports whether an assignment adds something to what is there.
func isMore(store *ssa.Store) bool {
	before := store.Val
	if sum, ok := before.(*ssa.BinOp); ok && sum.Op == token.ADD {
		before = sum.X
	} else if list := BuiltinOf(before, "append"); list != nil {
		before = list.Args[0]
	}
	load, ok := before.(*ssa.UnOp)
	return ok && before != store.Val && load.Op == token.MUL && SameWritten(load.X, store.Addr)
}

// isWritten reports whether what is at an address, or what that is in, is one of those that were
// written.
func isWritten(addr ssa.Value, written []ssa.Value) bool {
	for ; addr != nil; addr = Outer(addr) {
		if slices.ContainsFunc(written, func(to ssa.Value) bool { return SameWritten(to, addr) }) {
			return true
		}
	}
	return false
}

// positive returns a decision without a negation.
func (d decision) positive() decision {
	for {
		not, ok := d.cond.(*ssa.UnOp)
		if !ok || not.Op != token.NOT {
			return d
		}
		d = decision{not.X, !d.holds}
	}
}

// contradicts reports whether two decisions cannot both be true.
func (d decision) contradicts(other decision) bool {
	a, isComparison := d.cond.(*ssa.BinOp)
	b, ok := other.cond.(*ssa.BinOp)
	if !ok || !isComparison {
		return d.holds != other.holds && SameWritten(d.cond, other.cond)
	}
	if !SameWritten(a.X, b.X) || !SameWritten(a.Y, b.Y) {
		return false
	}
	opposite := a.Op == token.EQL && b.Op == token.NEQ || a.Op == token.NEQ && b.Op == token.EQL
	return a.Op == b.Op && d.holds != other.holds || opposite && d.holds == other.holds
}
