package api

import (
	"go/types"
	"iter"
)

// whereOf returns the argument that an operation acts on, counted as in ssa, or -1 if
// the function has none. It is guessed if neither the pattern nor the types tell.
//
// Without a number in the pattern, it is the receiver if that is an object of the
// family. Else it is the first parameter that can refer to an object, and without
// one the receiver. A context is never an object.
func (f *Family) whereOf(where int, fn *types.Func) (argument int, guessed bool) {
	signature := fn.Signature()
	receiver := 0
	if signature.Recv() != nil {
		receiver = 1
	}
	switch {
	case where == receiverWhere:
		return receiver - 1, false
	case where >= signature.Params().Len():
		return -1, false
	case where >= 0:
		return receiver + where, false
	}
	parameter := firstReference(signature.Params())
	switch {
	case parameter < 0:
		return receiver - 1, false
	case receiver == 0:
		return parameter, false
	case f.any, f.isObject(fn.Pkg(), signature.Recv().Type()):
		return 0, false
	}
	return 1 + parameter, f.configured && !f.isObject(fn.Pkg(), signature.Params().At(parameter).Type())
}

// firstReference returns the first parameter that can refer to an object, or -1.
func firstReference(params *types.Tuple) int {
	for i := range params.Len() {
		t := params.At(i).Type()
		switch t.Underlying().(type) {
		case *types.Pointer, *types.Interface, *types.Slice, *types.Map:
			if !isContext(t) {
				return i
			}
		}
	}
	return -1
}

// isContext reports whether a type is context.Context, has its methods or its name.
func isContext(t types.Type) bool {
	if TypeName(t) == "Context" {
		return true
	}
	for _, name := range []string{"Deadline", "Done", "Err", "Value"} {
		if !HasMethod(t, name) {
			return false
		}
	}
	return true
}

// isObject reports whether a function of the package acquires objects of a type.
func (f *Family) isObject(pkg *types.Package, t types.Type) bool {
	for _, name := range pkg.Scope().Names() {
		switch object := pkg.Scope().Lookup(name).(type) {
		case *types.Func:
			if f.acquires("", object, t) {
				return true
			}
		case *types.TypeName:
			for method := range methods(object.Type()) {
				if f.acquires(name, method, t) {
					return true
				}
			}
		}
	}
	return false
}

// acquires reports whether a function acquires objects of a type.
func (f *Family) acquires(typed string, fn *types.Func, t types.Type) bool {
	results := fn.Signature().Results()
	if results.Len() == 0 || !types.Identical(Deref(results.At(0).Type()), Deref(t)) {
		return false
	}
	for _, p := range f.patterns {
		if p.operation == Acquire && p.matches(typed, fn.Name()) {
			return !p.not
		}
	}
	return false
}

// methods goes through the methods that are declared for a type, or that an
// interface has.
func methods(t types.Type) iter.Seq[*types.Func] {
	if named, ok := types.Unalias(t).(*types.Named); ok {
		if u, ok := named.Underlying().(*types.Interface); ok {
			return u.Methods()
		}
		return named.Methods()
	}
	return func(func(*types.Func) bool) {}
}
