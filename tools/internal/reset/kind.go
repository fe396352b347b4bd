package reset

import (
	"go/types"
	"strings"
)

// sizes are those of 64-bit systems, so that the output does not depend on the
// system that rcgen runs on.
var sizes = types.SizesFor("gc", "amd64")

// sizeOf returns the size of a type, unless it depends on a type parameter.
func sizeOf(t types.Type) (int64, bool) {
	if hasParameter(t) {
		return 0, false
	}
	return sizes.Sizeof(t), true
}

// hasParameter reports whether the layout of t depends on a type parameter.
func hasParameter(t types.Type) bool {
	if _, ok := types.Unalias(t).(*types.TypeParam); ok {
		return true
	}
	switch u := t.Underlying().(type) {
	case *types.Array:
		return hasParameter(u.Elem())
	case *types.Struct:
		for f := range u.Fields() {
			if hasParameter(f.Type()) {
				return true
			}
		}
	}
	return false
}

// holdsPointers reports whether a value of type t can keep something else alive.
func holdsPointers(t types.Type) bool {
	if _, ok := types.Unalias(t).(*types.TypeParam); ok {
		return true
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Kind() == types.String || u.Kind() == types.UnsafePointer
	case *types.Array:
		return u.Len() > 0 && holdsPointers(u.Elem())
	case *types.Struct:
		for f := range u.Fields() {
			if holdsPointers(f.Type()) {
				return true
			}
		}
		return false
	}
	return true
}

func isNumber(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&(types.IsNumeric|types.IsBoolean) != 0
}

// isBroken reports whether t, or a type that it refers to, does not type-check.
func isBroken(t types.Type, seen map[types.Type]bool) bool {
	if seen[t] {
		return false
	}
	seen[t] = true
	switch u := types.Unalias(t).Underlying().(type) {
	case *types.Basic:
		return u == types.Typ[types.Invalid]
	case *types.Pointer:
		return isBroken(u.Elem(), seen)
	case *types.Slice:
		return isBroken(u.Elem(), seen)
	case *types.Array:
		return isBroken(u.Elem(), seen)
	case *types.Chan:
		return isBroken(u.Elem(), seen)
	case *types.Map:
		return isBroken(u.Key(), seen) || isBroken(u.Elem(), seen)
	case *types.Struct:
		for f := range u.Fields() {
			if isBroken(f.Type(), seen) {
				return true
			}
		}
	}
	return false
}

// isPlain reports whether assigning the zero value resets a value of type t: there
// is no capacity to keep, no method to call, and nothing to leave alone.
func (s *source) isPlain(t types.Type) bool {
	if _, ok := types.Unalias(t).(*types.TypeParam); ok {
		return true
	}
	if n := named(t); n != nil && (fromSync(n) != nil || isRef(n) || s.resets(n)) {
		return false
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u != types.Typ[types.Invalid]
	case *types.Slice, *types.Map:
		return false
	case *types.Array:
		return s.isPlain(u.Elem())
	case *types.Struct:
		if !s.canEnter(u) {
			return !isDelicate(u)
		}
		for i := range u.NumFields() {
			if o, err := parseTag(u.Tag(i)); err != nil || o != (options{}) && !o.drop || !o.drop && !s.isPlain(u.Field(i).Type()) {
				return false
			}
		}
	}
	return true
}

// resets reports whether *n has a method Reset() of its own, or will have one from
// rcgen. A promoted method does not count: it resets only the embedded field.
func (s *source) resets(n *types.Named) bool {
	if s.promised[n.Origin().Obj()] {
		return true
	}
	for m := range n.Methods() {
		if m.Name() != "Reset" {
			continue
		}
		signature := m.Signature()
		_, isMap := n.Underlying().(*types.Map)
		_, byPointer := types.Unalias(signature.Recv().Type()).(*types.Pointer)
		return signature.Params().Len() == 0 && signature.Results().Len() == 0 && (byPointer || isMap)
	}
	return false
}

// hasCap reports whether the type has a method Cap() int.
func hasCap(n *types.Named) bool {
	for m := range n.Methods() {
		if m.Name() == "Cap" {
			signature := m.Signature()
			return signature.Params().Len() == 0 && signature.Results().Len() == 1 &&
				types.Identical(signature.Results().At(0).Type(), types.Typ[types.Int])
		}
	}
	return false
}

// canEnter reports whether the package can name all fields of a struct and their
// types, and so reset them one by one. It is false for a struct of another module,
// because its next version can have other fields.
func (s *source) canEnter(u *types.Struct) bool {
	for f := range u.Fields() {
		if f.Pkg() != s.Types && (!f.Exported() || !s.sameModule(f.Pkg()) || !s.canName(f.Type())) {
			return false
		}
	}
	return true
}

func (s *source) sameModule(p *types.Package) bool {
	return s.Module != nil && (p.Path() == s.Module.Path || strings.HasPrefix(p.Path(), s.Module.Path+"/"))
}

// canName reports whether the package can name a type without a new import.
func (s *source) canName(t types.Type) bool {
	switch t := types.Unalias(t).(type) {
	case *types.Named:
		o := t.Obj()
		if p := o.Pkg(); p != nil && p != s.Types && (!o.Exported() || s.imports[p.Path()] == nil) {
			return false
		}
		for arg := range t.TypeArgs().Types() {
			if !s.canName(arg) {
				return false
			}
		}
		return true
	case *types.Pointer:
		return s.canName(t.Elem())
	case *types.Slice:
		return s.canName(t.Elem())
	case *types.Array:
		return s.canName(t.Elem())
	case *types.Chan:
		return s.canName(t.Elem())
	case *types.Map:
		return s.canName(t.Key()) && s.canName(t.Elem())
	case *types.Struct:
		return s.canEnter(t)
	}
	return true
}

// within returns the first named type in t, by value, for which is is true, or nil.
func within(t types.Type, is func(*types.Named) bool) *types.Named {
	if n := named(t); n != nil && is(n) {
		return n
	}
	switch u := t.Underlying().(type) {
	case *types.Array:
		return within(u.Elem(), is)
	case *types.Struct:
		for f := range u.Fields() {
			if n := within(f.Type(), is); n != nil {
				return n
			}
		}
	}
	return nil
}

// delicate returns a type within t that must not be overwritten with zero, or nil.
func delicate(t types.Type) *types.Named {
	return within(t, func(n *types.Named) bool { return fromSync(n) != nil || isRef(n) })
}

func isDelicate(t types.Type) bool { return delicate(t) != nil }

// isRef reports whether a type is rcpool.Ref, which must be released.
func isRef(n *types.Named) bool {
	p := n.Obj().Pkg()
	return p != nil && p.Path() == "github.com/rcpool/rcpool" && n.Obj().Name() == "Ref"
}

func holdsRef(t types.Type) bool { return within(t, isRef) != nil }

// A syncRule is how a type of sync or sync/atomic is reset.
type syncRule struct {
	call  string // such as Store(0)
	zero  bool   // assign the zero value
	alone string // why Reset leaves it alone
}

// fromSync returns the rule for a type of sync or sync/atomic, or nil.
func fromSync(n *types.Named) *syncRule {
	if p := n.Obj().Pkg(); p == nil || p.Path() != "sync" && p.Path() != "sync/atomic" {
		return nil
	}
	if types.IsInterface(n) { // sync.Locker
		return nil
	}
	if rule, ok := syncRules[n.Obj().Name()]; ok {
		return &rule
	}
	return &syncRule{}
}

var syncRules = map[string]syncRule{
	"Mutex":     {alone: "it is unlocked, or somebody is not done with the object"},
	"RWMutex":   {alone: "it is unlocked, or somebody is not done with the object"},
	"WaitGroup": {alone: "it is at zero, or somebody is not done with the object"},
	"Cond":      {alone: "it has no state of one use"},
	"Pool":      {alone: "what it holds belongs to no use"},
	"Once":      {zero: true},
	"Map":       {call: "Clear()"},
	"Bool":      {call: "Store(false)"},
	"Int32":     {call: "Store(0)"},
	"Int64":     {call: "Store(0)"},
	"Uint32":    {call: "Store(0)"},
	"Uint64":    {call: "Store(0)"},
	"Uintptr":   {call: "Store(0)"},
	"Pointer":   {call: "Store(nil)"},
	"Value":     {zero: true}, // Store(nil) panics
}

// kind returns what messages call a type.
func kind(t types.Type) string {
	switch t := t.(type) {
	case *types.Interface:
		return "an interface"
	case *types.Pointer:
		return "a pointer"
	case *types.Chan:
		return "a channel"
	case *types.Signature:
		return "a function"
	case *types.Basic:
		if t.Info()&types.IsString != 0 {
			return "a string"
		}
		if t.Info()&types.IsInteger != 0 && t.Info()&types.IsUnsigned == 0 {
			return "an " + t.Name()
		}
		return "a " + t.Name()
	}
	return "a " + t.String()
}
