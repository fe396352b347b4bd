package memory

import (
	"testing"

	"golang.org/x/tools/go/ssa"
)

func TestCounts_OfACopyAreItsOwn(t *testing.T) {
	a, b := &ssa.BasicBlock{}, &ssa.BasicBlock{}
	var c Counts
	c.Add(a)
	copied := c.Clone()
	if got := c.Add(a); got != 2 {
		t.Errorf("added once more, it is %d, want 2", got)
	}
	copied.Add(b)
	if copied.At(a) != 1 || copied.At(b) != 1 || c.At(a) != 2 || c.At(b) != 0 {
		t.Errorf("the copy has %d and %d, the original %d and %d, want 1, 1, 2 and 0", copied.At(a), copied.At(b), c.At(a), c.At(b))
	}
	again := copied.Clone()
	copied.Forget(func(of *ssa.BasicBlock) bool { return of == a })
	if copied.At(a) != 0 || copied.At(b) != 1 || again.At(a) != 1 {
		t.Errorf("after a was forgotten, there are %d and %d, and %d in a copy, want 0, 1 and 1", copied.At(a), copied.At(b), again.At(a))
	}
}
