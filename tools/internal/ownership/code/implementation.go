package code

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// This file is about interfaces that only types of this package implement. Other packages
// cannot declare a method whose name is unexported here. Nor can they declare one with a type
// of package main in its signature, which nobody imports. An interface with one such method has
// no other implementations, whatever its other methods are. If only one type has the method, a
// call of it is as good as one that names it.

// OnlyMethod returns the method that each call of an interface's method calls, or nil if
// there may be others.
func (p *Package) OnlyMethod(method *types.Func) *ssa.Function {
	if method.Pkg() != p.Types {
		return nil
	}
	interfaceType, ok := method.Signature().Recv().Type().Underlying().(*types.Interface)
	if !ok || !p.isOwn(interfaceType) {
		return nil
	}
	var only *ssa.Function
	for _, fn := range p.MethodsNamed(method.Name()) {
		if isGenericMethod(fn) {
			return nil // whose instances implement what they are made for
		}
		if !hasMethodOf(fn, interfaceType) {
			continue
		}
		if only != nil {
			return nil
		}
		only = fn
	}
	return only
}

// invocable returns the methods of this package that a call of an interface's method may call.
func (p *Package) invocable(call *ssa.CallCommon) (all []*ssa.Function) {
	of, ok := call.Value.Type().Underlying().(*types.Interface)
	if !ok {
		return nil
	}
	for _, fn := range p.MethodsNamed(call.Method.Name()) {
		if isGenericMethod(fn) || hasMethodOf(fn, of) {
			all = append(all, fn)
		}
	}
	return all
}

func isGenericMethod(fn *ssa.Function) bool { return fn.Signature.RecvTypeParams().Len() > 0 }

// hasMethodOf reports whether a method is one of a type that implements an interface.
func hasMethodOf(fn *ssa.Function, of *types.Interface) bool {
	recv := fn.Signature.Recv().Type()
	if _, pointer := recv.(*types.Pointer); !pointer {
		recv = types.NewPointer(recv)
	}
	return types.Implements(recv, of)
}

// isOwn reports whether only types of this package can implement an interface.
func (p *Package) isOwn(of *types.Interface) bool {
	for method := range of.Methods() {
		if method.Pkg() != p.Types {
			continue
		}
		if !method.Exported() || p.Types.Name() == "main" && p.namesOwnType(method.Signature()) {
			return true
		}
	}
	return false
}

// namesOwnType reports whether a type of this package is written in the signature of a method.
func (p *Package) namesOwnType(signature *types.Signature) bool {
	for _, tuple := range []*types.Tuple{signature.Params(), signature.Results()} {
		for v := range tuple.Variables() {
			if p.isMadeOfOwn(v.Type()) {
				return true
			}
		}
	}
	return false
}

// isMadeOfOwn reports whether a type is one of this package, or is made of one: a list of values of
// it, or a generic type that has it as an argument.
func (p *Package) isMadeOfOwn(t types.Type) bool {
	switch t := types.Unalias(t).(type) {
	case *types.Named:
		if t.Obj().Pkg() == p.Types {
			return true
		}
		for argument := range t.TypeArgs().Types() {
			if p.isMadeOfOwn(argument) {
				return true
			}
		}
	case *types.Pointer:
		return p.isMadeOfOwn(t.Elem())
	case *types.Slice:
		return p.isMadeOfOwn(t.Elem())
	case *types.Array:
		return p.isMadeOfOwn(t.Elem())
	case *types.Chan:
		return p.isMadeOfOwn(t.Elem())
	case *types.Map:
		return p.isMadeOfOwn(t.Key()) || p.isMadeOfOwn(t.Elem())
	case *types.Signature:
		return p.namesOwnType(t)
	}
	return false
}
