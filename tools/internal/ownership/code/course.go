package code

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// A Course is a way through a function that a check follows block by block. Such a check does
// not know the values of conditions, and not each way through the blocks can be taken: the way
// may have set the flag that it comes to. A Course knows what it has decided and changed, and
// goes on only where nothing of that speaks against it.
type Course struct {
	decided []decision
	changed []ssa.Value // addresses that were written, or that were given to others
	past    []*ssa.BasicBlock
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
		return Course{decided: []decision{decision{branch.Cond, b.Succs[0] == to}.positive()}}
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
	if c.mayHaveChanged(branch.Cond, 0) {
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

// through returns the course after the instructions of a block.
func (c Course) through(b *ssa.BasicBlock) Course {
	c.past = append(slices.Clip(c.past), b)
	c.changed = slices.Clip(c.changed)
	for _, instr := range b.Instrs {
		switch i := instr.(type) {
		case *ssa.Store:
			c.changed = append(c.changed, i.Addr)
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
		return true
	case *ssa.Call:
		if len(c.changed) > 0 && Builtin(&v.Call) == "" && !IsMethodOfRef(&v.Call, "Value", "IsZero", "Valid") {
			return true
		}
	case *ssa.UnOp:
		if v.Op == token.MUL && c.wrote(v.X) {
			return true
		}
	}
	return slices.ContainsFunc(made.Operands(nil), func(operand *ssa.Value) bool {
		return *operand != nil && c.mayHaveChanged(*operand, depth+1)
	})
}

// maxOperands bounds how deep a condition is looked into.
const maxOperands = 8

// wrote reports whether the course has changed what is at an address, or what that is in.
func (c Course) wrote(addr ssa.Value) bool {
	for ; addr != nil; addr = Outer(addr) {
		if slices.ContainsFunc(c.changed, func(to ssa.Value) bool { return SameWritten(to, addr) }) {
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
