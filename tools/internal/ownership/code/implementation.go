package code

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// This file is about interfaces that only types of this package implement. Other packages
// cannot declare a method whose name is unexported here. Nor can they declare one with a
// parameter or a result of a type of package main, which nobody imports. If only one type has
// the method, a call of it is as good as one that names it.

// OnlyMethod returns the method that each call of an interface's method calls, or nil if
// there may be others.
func (p *Package) OnlyMethod(method *types.Func) *ssa.Function {
	if method.Pkg() != p.Types || !p.isOwn(method) {
		return nil
	}
	interfaceType, ok := method.Signature().Recv().Type().Underlying().(*types.Interface)
	if !ok {
		return nil
	}
	var only *ssa.Function
	for _, fn := range p.MethodsNamed(method.Name()) {
		recv := fn.Signature.Recv().Type()
		if fn.Signature.RecvTypeParams().Len() > 0 {
			return nil // whose instances implement what they are made for
		}
		if _, pointer := recv.(*types.Pointer); !pointer {
			recv = types.NewPointer(recv)
		}
		if !types.Implements(recv, interfaceType) {
			continue
		}
		if only != nil {
			return nil
		}
		only = fn
	}
	return only
}

// isOwn reports whether only types of this package can have a method of the name and the type
// of an interface's method.
func (p *Package) isOwn(method *types.Func) bool {
	if !method.Exported() {
		return true
	}
	if p.Types.Name() != "main" {
		return false
	}
	for _, tuple := range []*types.Tuple{method.Signature().Params(), method.Signature().Results()} {
		for v := range tuple.Variables() {
			t := v.Type()
			if pointer, ok := t.(*types.Pointer); ok {
				t = pointer.Elem()
			}
			if named, ok := types.Unalias(t).(*types.Named); ok && named.Obj().Pkg() == p.Types {
				return true
			}
		}
	}
	return false
}
