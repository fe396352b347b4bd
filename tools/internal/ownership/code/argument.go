package code

import "golang.org/x/tools/go/ssa"

// IsOnlyArgument reports whether a value is a list that was written as an argument of a call,
// and is nothing else: no variable has it.
func IsOnlyArgument(v ssa.Value) bool {
	list, ok := v.(*ssa.Slice)
	if !ok {
		return false
	}
	memory, ok := list.X.(*ssa.Alloc)
	if !ok {
		return false
	}
	for _, use := range *memory.Referrers() { // its elements are set, and it becomes the list
		switch use.(type) {
		case *ssa.IndexAddr, *ssa.DebugRef:
		default:
			if use != ssa.Instruction(list) {
				return false
			}
		}
	}
	uses := 0
	for _, use := range *list.Referrers() {
		if _, debug := use.(*ssa.DebugRef); !debug {
			uses++
		}
	}
	return uses == 1
}
