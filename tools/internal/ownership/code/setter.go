package code

import "golang.org/x/tools/go/ssa"

// OnlySets reports whether a function sets a field of the struct that a parameter points to, and
// has no way to know what was in it: it uses the parameter for nothing but its fields, and this
// field for nothing but to set it.
func OnlySets(fn *ssa.Function, param, field int) bool {
	if fn == nil || param < 0 || param >= len(fn.Params) {
		return false
	}
	sets := false
	for _, use := range *fn.Params[param].Referrers() {
		switch i := use.(type) {
		case *ssa.DebugRef:
		case *ssa.FieldAddr:
			if i.Field != field {
				continue
			}
			if !OnlyStoredTo(i) {
				return false
			}
			sets = true
		default:
			return false
		}
	}
	return sets
}

// OnlyStoredTo reports whether nothing is done with an address but to store something there.
func OnlyStoredTo(addr ssa.Value) bool {
	for _, use := range *addr.Referrers() {
		switch i := use.(type) {
		case *ssa.DebugRef:
		case *ssa.Store:
			if i.Addr != addr {
				return false
			}
		default:
			return false
		}
	}
	return true
}
