package code

import (
	"slices"

	"golang.org/x/tools/go/ssa"
)

// Reaches reports whether a way leads from a to b that does not go through stop.
func Reaches(a, b, stop *ssa.BasicBlock) bool {
	return reaches([]*ssa.BasicBlock{a}, b, stop)
}

func reaches(from []*ssa.BasicBlock, b, stop *ssa.BasicBlock) bool {
	seen := map[*ssa.BasicBlock]bool{}
	if stop != nil {
		seen[stop] = true
	}
	stack := slices.Clone(from)
	for len(stack) > 0 {
		c := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if c == b {
			return true
		}
		for _, s := range c.Succs {
			if !seen[s] {
				seen[s] = true
				stack = append(stack, s)
			}
		}
	}
	return false
}

// EveryTurn finds the innermost loop that an instruction is part of, and says
// whether it is reached in each of its turns.
func EveryTurn(i ssa.Instruction) (header *ssa.BasicBlock, every bool) {
	b := i.Block()
	if b == nil {
		return nil, false
	}
	for _, h := range b.Parent().Blocks {
		if !h.Dominates(b) || header != nil && h.Dominates(header) {
			continue
		}
		for _, latch := range h.Preds {
			if h.Dominates(latch) && Reaches(b, latch, h) {
				header = h
			}
		}
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
func IsWithin(b, header *ssa.BasicBlock) bool {
	if b == header || !header.Dominates(b) {
		return false
	}
	return slices.ContainsFunc(header.Preds, func(latch *ssa.BasicBlock) bool {
		return header.Dominates(latch) && Reaches(b, latch, header)
	})
}

// Leads reports whether a way leads from an instruction to one of those that are looked
// for, and past none of those that stop it.
func Leads(after ssa.Instruction, to, stop func(ssa.Instruction) bool) bool {
	b := after.Block()
	return leads(b, slices.Index(b.Instrs, after)+1, to, stop, map[*ssa.BasicBlock]bool{})
}

// LeadsFrom is Leads from the beginning of a block.
func LeadsFrom(b *ssa.BasicBlock, to, stop func(ssa.Instruction) bool) bool {
	return leads(b, 0, to, stop, map[*ssa.BasicBlock]bool{b: true})
}

func leads(b *ssa.BasicBlock, from int, to, stop func(ssa.Instruction) bool, seen map[*ssa.BasicBlock]bool) bool {
	for _, instr := range b.Instrs[from:] {
		if to(instr) {
			return true
		}
		if stop(instr) {
			return false
		}
	}
	return slices.ContainsFunc(b.Succs, func(next *ssa.BasicBlock) bool {
		if seen[next] {
			return false
		}
		seen[next] = true
		return leads(next, 0, to, stop, seen)
	})
}
