package code

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// Builtin returns the name of the builtin function that a call calls, or "".
func Builtin(call *ssa.CallCommon) string {
	if b, ok := call.Value.(*ssa.Builtin); ok {
		return b.Name()
	}
	return ""
}

// BuiltinOf returns the call of a builtin function that a value is the result of, or
// nil.
func BuiltinOf(v ssa.Value, name string) *ssa.CallCommon {
	if call, ok := v.(*ssa.Call); ok && Builtin(&call.Call) == name {
		return &call.Call
	}
	return nil
}

// Callee returns the function that a call names, or nil. Of an instance it is the
// generic function.
func Callee(call *ssa.CallCommon) *ssa.Function {
	callee := call.StaticCallee()
	if callee == nil {
		return nil
	}
	return Generic(callee)
}

// Invoked returns the method of an interface that a call calls. A conversion from another
// interface does not change which method that is.
func Invoked(call *ssa.CallCommon) *types.Func {
	if converted, ok := call.Value.(*ssa.ChangeInterface); ok {
		object, _, _ := types.LookupFieldOrMethod(converted.X.Type(), false, call.Method.Pkg(), call.Method.Name())
		if method, ok := object.(*types.Func); ok {
			return method
		}
	}
	return call.Method
}

// Object returns the declared function, or the method of an interface, that a call names;
// otherwise nil.
func Object(call *ssa.CallCommon) *types.Func {
	if call.IsInvoke() {
		return Invoked(call)
	}
	if callee := Callee(call); callee != nil {
		fn, _ := callee.Object().(*types.Func)
		return fn
	}
	return nil
}

// IsOfSlices reports whether a call is one of these functions of package slices.
func IsOfSlices(call *ssa.CallCommon, names ...string) bool { return isIn(call, "slices", names) }

// IsOfMaps reports whether a call is one of these functions of package maps.
func IsOfMaps(call *ssa.CallCommon, names ...string) bool { return isIn(call, "maps", names) }

// IsOfSort reports whether a call is one of these functions of package sort.
func IsOfSort(call *ssa.CallCommon, names ...string) bool { return isIn(call, "sort", names) }

// IsOfHeap reports whether a call is one of these functions of package container/heap, and not a method
// of its interface.
func IsOfHeap(call *ssa.CallCommon, names ...string) bool {
	object := Object(call)
	return object != nil && object.Signature().Recv() == nil && isIn(call, "container/heap", names)
}

func isIn(call *ssa.CallCommon, path string, names []string) bool {
	object := Object(call)
	return object != nil && object.Pkg() != nil && object.Pkg().Path() == path && slices.Contains(names, object.Name())
}

// Generic returns the generic function that a function is an instance of, or the
// function itself.
func Generic(fn *ssa.Function) *ssa.Function {
	if origin := fn.Origin(); origin != nil {
		return origin
	}
	return fn
}

// RemovesFrom returns the map or the slice that a call of clear, delete or
// maps.DeleteFunc removes from, or nil.
func RemovesFrom(instr ssa.Instruction) ssa.Value {
	call, ok := instr.(ssa.CallInstruction)
	if !ok {
		return nil
	}
	switch Builtin(call.Common()) {
	case "clear", "delete":
		return call.Common().Args[0]
	}
	if callee := Callee(call.Common()); callee != nil && callee.Name() == "DeleteFunc" && callee.Pkg != nil && callee.Pkg.Pkg.Path() == "maps" {
		return call.Common().Args[0]
	}
	return nil
}

// Unboxed returns what an interface is made of, or the value itself.
func Unboxed(v ssa.Value) ssa.Value {
	if boxed, ok := v.(*ssa.MakeInterface); ok {
		return boxed.X
	}
	return v
}

// Promotions returns how many embedded structs a call goes through to a promoted method: its
// receiver is a part of the object that the source calls the method of.
func Promotions(call *ssa.CallCommon) int {
	if call.IsInvoke() || len(call.Args) == 0 {
		return 0
	}
	n := 0
	for at, ok := call.Args[0].(*ssa.FieldAddr); ok && isPromoted(at, Object(call)); at, ok = at.X.(*ssa.FieldAddr) {
		n++
	}
	return n
}

// isPromoted reports whether a method of an embedded struct is one of the struct around it.
func isPromoted(at *ssa.FieldAddr, method *types.Func) bool {
	if method == nil || !FieldOf(at).Embedded() {
		return false
	}
	object, _, _ := types.LookupFieldOrMethod(at.X.Type(), true, method.Pkg(), method.Name())
	found, ok := object.(*types.Func)
	return ok && found.Origin() == method.Origin()
}

// ResultOf returns a result of a call, or nil.
func ResultOf(call *ssa.Call, k int) ssa.Value {
	if _, isTuple := call.Type().(*types.Tuple); !isTuple {
		return call
	}
	for _, r := range *call.Referrers() {
		if part, ok := r.(*ssa.Extract); ok && part.Index == k {
			return part
		}
	}
	return nil
}
