package memory

import (
	"slices"

	"golang.org/x/tools/go/ssa"
)

// Counts says how often a path was in each block. A path meets few blocks, and asks most often of those
// that it has met last, so this is a list. A copy shares it until one of both changes.
type Counts struct {
	all    []count
	shared bool
}

type count struct {
	of *ssa.BasicBlock
	n  int
}

// At returns how often the path was in a block.
func (c *Counts) At(b *ssa.BasicBlock) int {
	if k := c.find(b); k >= 0 {
		return c.all[k].n
	}
	return 0
}

func (c *Counts) find(b *ssa.BasicBlock) int {
	for k := len(c.all) - 1; k >= 0; k-- {
		if c.all[k].of == b {
			return k
		}
	}
	return -1
}

// Add counts the path in a block once more, and returns how often it was there.
func (c *Counts) Add(b *ssa.BasicBlock) int {
	c.own()
	k := c.find(b)
	if k < 0 {
		k = len(c.all)
		c.all = append(c.all, count{of: b})
	}
	c.all[k].n++
	return c.all[k].n
}

// Forget forgets that the path was in blocks.
func (c *Counts) Forget(is func(*ssa.BasicBlock) bool) {
	some := func(k count) bool { return is(k.of) }
	if slices.ContainsFunc(c.all, some) {
		c.own()
		c.all = slices.DeleteFunc(c.all, some)
	}
}

// own makes the list that of these counts alone.
func (c *Counts) own() {
	if c.shared {
		c.all, c.shared = append(make([]count, 0, len(c.all)+4), c.all...), false
	}
}

// Clone returns a copy that can be changed without the original.
func (c *Counts) Clone() Counts {
	c.shared = true
	return *c
}
