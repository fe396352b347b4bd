package api

import "go/types"

// Tracks reports whether a function is one of those that references are counted
// with.
func (t *Table) Tracks(fn *types.Func) bool {
	if Declares(fn) {
		switch recv := fn.Signature().Recv(); {
		case recv != nil:
			return IsRef(recv.Type()) || IsPool(Deref(recv.Type())) && (fn.Name() == "Get" || fn.Name() == "With")
		default:
			return fn.Name() == "Move" || fn.Name() == "Drop"
		}
	}
	return t.Lookup(fn) != nil
}

// Releasable reports whether a pointer type has a method that releases it.
func (t *Table) Releasable(of types.Type) bool {
	is, known := t.releasable[of]
	if !known {
		is = t.hasRelease(of)
		t.releasable[of] = is
	}
	return is
}

func (t *Table) hasRelease(of types.Type) bool {
	names := []string{"Release", "Free", "DecRef", "DecrRef", "DecrementReferenceCount"}
	for _, f := range t.families {
		if f.local {
			names = append(names, f.releases()...)
		}
	}
	for _, name := range names {
		object, _, _ := types.LookupFieldOrMethod(of, true, nil, name)
		if fn, ok := object.(*types.Func); ok && t.Tracks(fn) {
			return true
		}
	}
	return false
}

// CountsPointer reports whether values of a type are counted pointers.
func (t *Table) CountsPointer(of types.Type) bool {
	switch of.Underlying().(type) {
	case *types.Pointer, *types.Interface:
		return t.Releasable(of)
	}
	return false
}

// releases returns the names of the functions that release objects of a family.
func (f *Family) releases() (names []string) {
	for _, p := range f.patterns {
		if p.operation == Release {
			names = append(names, p.name)
		}
	}
	return names
}
