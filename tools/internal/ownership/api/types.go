package api

import (
	"go/types"
	"reflect"
	"strings"
)

// Declares reports whether rcpool itself declares an object, and not one of its other
// packages. The object may be nil.
func Declares(o types.Object) bool {
	return o != nil && o.Pkg() != nil && o.Pkg().Path() == Path
}

// IsRef reports whether t is rcpool.Ref[T].
func IsRef(t types.Type) bool { return IsNamed(t, Path, "Ref") }

// IsByteRef reports whether t is stdpool.ByteRef.
func IsByteRef(t types.Type) bool { return IsNamed(t, Path+"/stdpool", "ByteRef") }

// IsReference reports whether a type is one of the two counted references, Ref or ByteRef.
func IsReference(t types.Type) bool { return IsRef(t) || IsByteRef(t) }

// IsAtomic reports whether t is a type of package sync/atomic.
func IsAtomic(t types.Type) bool {
	named, ok := types.Unalias(t).(*types.Named)
	return ok && named.Obj().Pkg() != nil && named.Obj().Pkg().Path() == "sync/atomic"
}

// IsPool reports whether t is rcpool.Pool[T].
func IsPool(t types.Type) bool { return IsNamed(t, Path, "Pool") }

// IsSyncPool reports whether t is sync.Pool, or a pointer to one.
func IsSyncPool(t types.Type) bool { return IsNamed(Deref(t), "sync", "Pool") }

// IsSyncMap reports whether a type is sync.Map, or a pointer to it.
func IsSyncMap(t types.Type) bool { return IsNamed(Deref(t), "sync", "Map") }

// IsList reports whether t is list.List of package container/list, or a pointer to it.
func IsList(t types.Type) bool { return IsNamed(Deref(t), "container/list", "List") }

// IsListElement reports whether t is list.Element of package container/list, or a pointer to it.
func IsListElement(t types.Type) bool { return IsNamed(Deref(t), "container/list", "Element") }

// IsNamed reports whether t is the type of that name, of the package with that path.
func IsNamed(t types.Type, pkg, name string) bool {
	if t == nil {
		return false
	}
	n, ok := types.Unalias(t).(*types.Named)
	if !ok {
		return false
	}
	o := n.Obj()
	return o.Name() == name && o.Pkg() != nil && o.Pkg().Path() == pkg
}

// HoldsRef reports whether a value of type t has a Ref in it, without following
// pointers.
func HoldsRef(t types.Type) bool { return holds(t, IsRef, 0) }

// Holds reports whether a value of type t is of another type, or has such a value in it,
// without following pointers.
func Holds(t, other types.Type) bool {
	return holds(t, func(t types.Type) bool { return types.Identical(t, other) }, 0)
}

func holds(t types.Type, is func(types.Type) bool, depth int) bool {
	if is(t) {
		return true
	}
	if depth > 4 {
		return false
	}
	switch u := t.Underlying().(type) {
	case *types.Struct:
		for f := range u.Fields() {
			if holds(f.Type(), is, depth+1) {
				return true
			}
		}
	case *types.Array:
		return holds(u.Elem(), is, depth+1)
	case *types.Slice:
		return holds(u.Elem(), is, depth+1)
	case *types.Map:
		return holds(u.Elem(), is, depth+1) || holds(u.Key(), is, depth+1)
	case *types.Chan:
		return holds(u.Elem(), is, depth+1)
	}
	return false
}

// MayLeadTo reports whether one may get from a value of type t to one of another type, by pointers,
// fields and elements: a function or an interface may lead anywhere, and so may a very long way.
// Instances of a generic type count as the same.
func MayLeadTo(t, other types.Type) bool { return mayLeadTo(t, other, map[types.Type]bool{}, 0) }

func mayLeadTo(t, other types.Type, seen map[types.Type]bool, depth int) bool {
	t = types.Unalias(t)
	switch {
	case depth > 8 || isInstanceOf(t, other):
		return true
	case seen[t]:
		return false
	}
	seen[t] = true
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Kind() == types.UnsafePointer
	case *types.Struct:
		for field := range u.Fields() {
			if mayLeadTo(field.Type(), other, seen, depth+1) {
				return true
			}
		}
		return false
	case *types.Map:
		return mayLeadTo(u.Key(), other, seen, depth+1) || mayLeadTo(u.Elem(), other, seen, depth+1)
	case interface{ Elem() types.Type }:
		return mayLeadTo(u.Elem(), other, seen, depth+1)
	}
	return true
}

// isInstanceOf reports whether two types are the same, or instances of the same generic type.
func isInstanceOf(t, other types.Type) bool {
	a, ok := t.(*types.Named)
	b, alsoOK := types.Unalias(other).(*types.Named)
	return types.Identical(t, other) || ok && alsoOK && a.Origin() == b.Origin()
}

// IsKept reports whether the tag of a field says that resets keep the field.
func IsKept(tag string) bool {
	option, _, _ := strings.Cut(reflect.StructTag(tag).Get("rcpool"), ",")
	return option == "keep"
}

// Pooled returns the element types of rcpool's pools and references that a package names.
func Pooled(info *types.Info) map[types.Type]bool {
	pooled := map[types.Type]bool{}
	for id, instance := range info.Instances {
		if o := info.Uses[id]; o != nil && o.Pkg() != nil && o.Pkg().Path() == Path && (o.Name() == "Pool" || o.Name() == "Ref") {
			pooled[types.Unalias(instance.TypeArgs.At(0))] = true
		}
	}
	return pooled
}

// Deref returns what a pointer type points to, and any other type itself.
func Deref(t types.Type) types.Type {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		return p.Elem()
	}
	return t
}

// IsBool reports whether the values of a type are true and false.
func IsBool(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Kind() == types.Bool
}

// IsError reports whether t is the type error.
func IsError(t types.Type) bool {
	return types.Identical(t, types.Universe.Lookup("error").Type())
}

// IsFailure reports whether values of a type tell that a function failed, unless they
// are nil or zero: the type error, one that implements it, or one whose name says so.
func IsFailure(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Interface, *types.Pointer:
		return IsError(t) || implementsError(t) || strings.HasSuffix(TypeName(t), "Error")
	case *types.Basic:
		return IsInteger(t) && implementsError(t)
	}
	return false
}

func implementsError(t types.Type) bool {
	return types.Implements(t, types.Universe.Lookup("error").Type().Underlying().(*types.Interface))
}

// TypeName returns the name of a type, or of what it points to; "" if it has none.
func TypeName(t types.Type) string {
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	if n, ok := types.Unalias(t).(*types.Named); ok {
		return n.Obj().Name()
	}
	return ""
}

// HasMethod reports whether t, or a pointer to it, has a method.
func HasMethod(t types.Type, name string) bool {
	if _, ok := t.Underlying().(*types.Interface); !ok {
		if _, ok := t.(*types.Pointer); !ok {
			t = types.NewPointer(t)
		}
	}
	object, _, _ := types.LookupFieldOrMethod(t, true, nil, name)
	_, ok := object.(*types.Func)
	return ok
}

// IsInteger reports whether the values of a type are integers.
func IsInteger(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsInteger != 0
}

// ElementType returns the type of the elements of a container, or of what a pointer to
// one points to.
func ElementType(t types.Type) types.Type {
	switch u := t.Underlying().(type) {
	case *types.Map:
		return u.Elem()
	case *types.Slice:
		return u.Elem()
	case *types.Array:
		return u.Elem()
	case *types.Pointer:
		return ElementType(u.Elem())
	}
	return types.Typ[types.Invalid]
}

// IsStructValue reports whether a value of the type has parts, as structs and arrays
// do. A Ref is a value without parts.
func IsStructValue(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Struct, *types.Array:
		return !IsRef(t)
	}
	return false
}

// MayBeReference reports whether the zero value of a type is no reference: a Ref, a ByteRef, or
// a struct that may hold one.
func MayBeReference(t types.Type) bool {
	_, ok := t.Underlying().(*types.Struct)
	return ok
}

// IsBasic reports whether the values of a type are numbers, strings or booleans.
// So are those of a type parameter whose constraint lists only such types.
func IsBasic(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return true
	case *types.Interface:
		return onlyBasic(u)
	}
	return false
}

// onlyBasic reports whether an interface is a constraint that lists only numbers, strings and
// booleans: one of the lists in it does.
func onlyBasic(constraint *types.Interface) bool {
	for t := range constraint.EmbeddedTypes() {
		union, ok := t.(*types.Union)
		if !ok {
			if IsBasic(t) {
				return true
			}
			continue
		}
		basic := true
		for term := range union.Terms() {
			basic = basic && IsBasic(term.Type())
		}
		if basic {
			return true
		}
	}
	return false
}

// IsFlat reports whether a value of the type leads to no memory that could be written again: it
// is a number or a string, or a struct or an array of these.
func IsFlat(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Basic, *types.Interface:
		return IsBasic(t)
	case *types.Array:
		return IsFlat(u.Elem())
	case *types.Struct:
		for field := range u.Fields() {
			if !IsFlat(field.Type()) {
				return false
			}
		}
		return true
	}
	return false
}

// IsPlain reports whether nothing of the type can be owned.
func IsPlain(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return true
	case *types.Struct:
		return !HoldsRef(u)
	}
	return false
}

// ReturnsReference reports whether a result of a function could be owned.
func ReturnsReference(s *types.Signature) bool {
	for v := range s.Results().Variables() {
		if !IsError(v.Type()) && !IsPlain(v.Type()) {
			return true
		}
	}
	return false
}
