package code

import (
	"go/types"
	"slices"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
	"golang.org/x/tools/go/ssa"
)

// This file is about calls that run no code of this package which could change what a
// walk has seen in memory: calls into other packages, unless these can call back, and
// calls of functions that change nothing themselves. It is strict: a function is harmless
// only if all of its code shows that. Touches asks less, which fields the code of this
// package is seen to change, and says nothing of calls that it cannot follow.

// StaysOutside reports whether a call of a function without a summary leaves the memory of
// this package alone, as far as is known, but for what the arguments lead to.
func (p *Package) StaysOutside(call *ssa.CallCommon, fn *types.Func) bool {
	switch {
	case call.IsInvoke():
		return fn.Pkg() != p.Types && p.areHarmless(fn.Name()) && !p.bringsCode(call)
	case fn.Pkg() != p.Types:
		return true
	}
	callee := p.Declared(fn)
	return callee != nil && p.isHarmless(callee)
}

// CannotCallBack reports whether a call of a function of another package gives it nothing by which it
// could run code of this package: not a function, nor anything that has methods.
func (p *Package) CannotCallBack(call *ssa.CallCommon, fn *types.Func) bool {
	return !call.IsInvoke() && fn.Pkg() != p.Types && !slices.ContainsFunc(call.Args, func(v ssa.Value) bool { return !api.IsFlat(v.Type()) })
}

// areHarmless reports whether all methods with a name that are written in this package
// change nothing.
func (p *Package) areHarmless(name string) bool {
	for _, fn := range p.MethodsNamed(name) {
		if !p.isHarmless(fn) {
			return false
		}
	}
	return true
}

// MethodsNamed returns all methods with a name that are written in this package.
func (p *Package) MethodsNamed(name string) []*ssa.Function {
	if p.methods == nil {
		p.methods = map[string][]*ssa.Function{}
		for _, fn := range p.Sources {
			if fn.Signature.Recv() != nil {
				p.methods[fn.Name()] = append(p.methods[fn.Name()], fn)
			}
		}
	}
	return p.methods[name]
}

// bringsCode reports whether an argument of a call is a function, or something with methods
// of this package, which the callee may call.
func (p *Package) bringsCode(call *ssa.CallCommon) bool {
	for _, v := range call.Args {
		t := Unboxed(v).Type()
		if _, isFunction := t.Underlying().(*types.Signature); isFunction || p.hasCode(t) {
			return true
		}
	}
	return false
}

func (p *Package) hasCode(t types.Type) bool {
	if pointer, ok := t.Underlying().(*types.Pointer); ok {
		t = pointer.Elem()
	}
	named, ok := types.Unalias(t).(*types.Named)
	return ok && named.Obj().Pkg() == p.Types && (named.NumMethods() > 0 || types.IsInterface(named))
}

// isHarmless reports whether a function of this package writes to no memory but its own,
// starts and waits for nothing, and calls only functions of which the same is true.
//
// Functions may call each other. One that is being looked at counts as harmless; if it turns
// out not to be, nor is the one that was asked for, and what was found out on the way may
// depend on the mistake.
func (p *Package) isHarmless(fn *ssa.Function) bool {
	if known, ok := p.harmless[fn]; ok {
		return known
	}
	if p.harmless == nil {
		p.harmless = map[*ssa.Function]bool{}
	}
	outermost := len(p.assumed) == 0
	p.assumed = append(p.assumed, fn)
	p.harmless[fn] = true
	p.harmless[fn] = p.Has(fn) && p.harmsNothing(fn)
	harmless := p.harmless[fn]
	if outermost {
		for _, f := range p.assumed {
			if !harmless && p.harmless[f] {
				delete(p.harmless, f)
			}
		}
		p.assumed = nil
	}
	return harmless
}

func (p *Package) harmsNothing(fn *ssa.Function) bool {
	if len(fn.Blocks) > maxCarried {
		return false
	}
	for instr := range Instructions(fn) {
		switch i := instr.(type) {
		case *ssa.Store:
			if !isOwnMemory(i.Addr) {
				return false
			}
		case *ssa.MapUpdate, *ssa.Send, *ssa.Select, *ssa.Go:
			return false
		case ssa.CallInstruction:
			if !p.isHarmlessCall(i.Common()) {
				return false
			}
		}
		if p.WaitsAt(instr) {
			return false
		}
	}
	return true
}

func (p *Package) isHarmlessCall(call *ssa.CallCommon) bool {
	switch Builtin(call) {
	case "copy", "clear", "delete", "append":
		return false
	case "":
	default:
		return true
	}
	if call.IsInvoke() {
		return p.StaysOutside(call, call.Method)
	}
	callee := Callee(call)
	switch {
	case callee == nil:
		return false
	case callee.Pkg == p.SSA:
		return p.isHarmless(Generic(callee))
	}
	return !p.bringsCode(call) && !p.bringsMemory(call)
}

// bringsMemory reports whether an argument of a call leads into memory that is not the
// function's own: a variable of this package, a field or an element.
func (p *Package) bringsMemory(call *ssa.CallCommon) bool {
	for _, v := range call.Args {
		switch v.(type) {
		case *ssa.FieldAddr, *ssa.IndexAddr, *ssa.Global:
			if !isOwnMemory(v) && !isOf(v.Type(), "sync") && !isOf(v.Type(), "sync/atomic") {
				return true
			}
		}
	}
	return false
}

// isOf reports whether a type is a pointer to one that a package declares.
func isOf(t types.Type, path string) bool {
	pointer, ok := t.Underlying().(*types.Pointer)
	if !ok {
		return false
	}
	named, ok := types.Unalias(pointer.Elem()).(*types.Named)
	return ok && named.Obj().Pkg() != nil && named.Obj().Pkg().Path() == path
}

// isOwnMemory reports whether an address is in a variable that the function has made.
func isOwnMemory(addr ssa.Value) bool {
	for {
		switch i := addr.(type) {
		case *ssa.FieldAddr:
			addr = i.X
		case *ssa.IndexAddr:
			addr = i.X
		case *ssa.Slice:
			addr = i.X
		case *ssa.Alloc:
			return true
		default:
			return false
		}
	}
}
