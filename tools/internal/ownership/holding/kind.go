package holding

import (
	"go/token"
	"go/types"
	"slices"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"golang.org/x/tools/go/ssa"
)

// A kind is what a type has to do with objects that are counted.
type kind uint8

const (
	nothing   kind = iota
	objects        // an object, or a struct with one
	container      // of objects, or of containers of them
)

// kindOf returns the kind of a type.
func (l *Ledger) kindOf(t types.Type) kind {
	if _, ok := l.familyOfElement(t); ok {
		return objects
	}
	if _, ok := l.familyIn(t); ok {
		return container
	}
	return nothing
}

// familyIn returns the family of the objects that a field of a type has.
func (l *Ledger) familyIn(t types.Type) (family string, ok bool) {
	if family, ok = l.familyOf(t); ok {
		return family, true
	}
	for range maxNested {
		element := elementOf(t)
		if element == nil {
			return "", false
		}
		if family, ok = l.familyOfElement(element); ok {
			return family, true
		}
		t = element
	}
	return "", false
}

// maxNested is how many containers may be in each other.
const maxNested = 3

// elementOf returns the type of what is in a container, or nil.
func elementOf(t types.Type) types.Type {
	switch u := t.Underlying().(type) {
	case *types.Map, *types.Slice, *types.Array:
		return api.ElementType(u)
	case *types.Chan:
		return u.Elem()
	}
	return nil
}

// familyOfElement is for what is sent, and for elements of containers: often a struct with an
// object, and more.
func (l *Ledger) familyOfElement(t types.Type) (family string, ok bool) {
	if family, ok = l.familyOf(t); ok {
		return family, true
	}
	if u, isStruct := t.Underlying().(*types.Struct); isStruct {
		for f := range u.Fields() {
			if family, ok = l.familyOf(f.Type()); ok {
				return family, true
			}
		}
	}
	return "", false
}

// familyOf returns the family that counts values of a type. A program may lose the objects
// of a lossy one. A function of Hold is like a Ref: it must be called once.
func (l *Ledger) familyOf(t types.Type) (family string, ok bool) {
	if api.IsReference(t) || l.holds && isHeld(t) {
		return "", true
	}
	if owned := l.ownedBy(t); owned != nil {
		return owned[0].Family, true
	}
	switch t.Underlying().(type) {
	case *types.Pointer, *types.Interface:
		if f := l.table.Counting(t); f != nil && f.Counted && !f.Lossy {
			return f.Name, true
		}
	}
	return "", false
}

// isHeld reports whether a type is that of the functions of Hold.
func isHeld(t types.Type) bool {
	f, ok := t.Underlying().(*types.Signature)
	return ok && f.Params().Len() == 0 && f.Results().Len() == 0
}

func (l *Ledger) isObject(t types.Type) bool {
	_, ok := l.familyOf(t)
	return ok
}

// isStructWithObject reports whether a type is of structs that have objects, perhaps in structs in
// them.
func (l *Ledger) isStructWithObject(t types.Type, depth int) bool {
	u, ok := t.Underlying().(*types.Struct)
	if !ok || l.isObject(t) {
		return false
	}
	for f := range u.Fields() {
		if depth == maxNested || l.isObject(f.Type()) || l.isStructWithObject(f.Type(), depth+1) {
			return true
		}
	}
	return false
}

// isNested reports whether a type is of containers of containers.
func (l *Ledger) isNested(t types.Type) bool {
	element := elementOf(t)
	return element != nil && l.kindOf(element) == container
}

// isWide reports whether a key or an index does not lead to one object alone: there are lists in
// maps, or structs in lists.
func (l *Ledger) isWide(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Slice, *types.Array:
		return !l.isObject(elementOf(t))
	}
	return l.isNested(t)
}

// maxTaken bounds the instructions between an object and the field that it was in.
const maxTaken = 12

// isOwn reports whether a value was in the holding.
func (r *reader) isOwn(v ssa.Value, depth int) bool {
	if depth > maxTaken {
		return false
	}
	switch i := v.(type) {
	case *ssa.UnOp:
		if i.Op != token.MUL {
			return false
		}
		variable, ok := i.X.(*ssa.Alloc)
		return ok && r.isOwnVariable(variable, depth) || r.isOwnAddress(i.X, depth+1)
	case *ssa.Field:
		return r.isOwn(i.X, depth+1)
	case *ssa.Index:
		return r.isOwnContainer(i.X, depth+1)
	}
	return r.isOwnElement(v, depth)
}

// isOwnVariable reports whether a variable has what was in the holding; other fields of a struct
// may have changed.
func (r *reader) isOwnVariable(variable *ssa.Alloc, depth int) (own bool) {
	for _, use := range *variable.Referrers() {
		switch i := use.(type) {
		case *ssa.Store:
			if own || i.Addr != ssa.Value(variable) || !r.isOwn(i.Val, depth+1) {
				return false
			}
			own = true
		case *ssa.FieldAddr:
			if r.kindOf(code.FieldOf(i).Type()) != nothing && !code.IsOnlyLoaded(i) {
				return false
			}
		}
	}
	return own
}

// isOwnElement reports whether a value was taken out of a container of the holding by its key, or
// by a loop.
func (r *reader) isOwnElement(v ssa.Value, depth int) bool {
	part, isPart := v.(*ssa.Extract)
	if isPart {
		if next, ok := part.Tuple.(*ssa.Next); ok {
			over, ok := next.Iter.(*ssa.Range)
			return ok && part.Index == 2 && r.isOwnContainer(over.X, depth+1)
		}
		v = part.Tuple
	}
	found, ok := v.(*ssa.Lookup)
	return ok && (!isPart || part.Index == 0) && r.isOwnContainer(found.X, depth+1)
}

// isOwnAddress reports whether an address is that of the field, or leads to something in it.
func (r *reader) isOwnAddress(addr ssa.Value, depth int) bool {
	if depth > maxTaken {
		return false
	}
	switch i := addr.(type) {
	case *ssa.FieldAddr:
		return code.FieldOf(i) != nil && code.FieldOf(i).Origin() == r.Field || r.isOwnAddress(i.X, depth+1)
	case *ssa.IndexAddr:
		return r.isOwnContainer(i.X, depth+1) || r.isOwnAddress(i.X, depth+1)
	}
	return false
}

// isOwnContainer reports whether a container is that in the field, in it, or goes there.
func (r *reader) isOwnContainer(v ssa.Value, depth int) bool {
	if depth > maxTaken {
		return false
	}
	if r.seen[v] {
		return true
	}
	switch i := v.(type) {
	case *ssa.UnOp:
		return i.Op == token.MUL && r.isOwnAddress(i.X, depth+1)
	case *ssa.Slice:
		return r.isOwnContainer(i.X, depth+1) || r.isOwnAddress(i.X, depth+1)
	case *ssa.Phi:
		return r.isOwnPhi(i, depth)
	case *ssa.Call:
		return (code.Builtin(&i.Call) == "append" || code.IsOfSlices(&i.Call, "Delete", "DeleteFunc")) && r.isOwnContainer(i.Call.Args[0], depth+1)
	}
	return r.isOwnElement(v, depth)
}

// isOwnPhi is isOwnContainer for one of several containers. Those that lead to each other, as the
// lists in a loop do, are asked once.
func (r *reader) isOwnPhi(i *ssa.Phi, depth int) bool {
	if r.asked == nil {
		r.asked = map[*ssa.Phi]bool{}
		defer func() { r.asked = nil }()
	}
	if r.asked[i] {
		return false
	}
	r.asked[i] = true
	return slices.ContainsFunc(i.Edges, func(edge ssa.Value) bool { return r.isOwnContainer(edge, depth+1) })
}
