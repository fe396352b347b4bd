package check

import (
	"go/constant"
	"go/token"
	"slices"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"golang.org/x/tools/go/ssa"
)

// An outcome is what a call has returned on a way that was followed through the function that it
// calls: the way goes on only where the conditions of the caller are true of that.
type outcome struct {
	call    *ssa.Call // nil if there is none
	results []ssa.Value
}

// returned returns the outcome of a call on a way that leads to a return of its callee. A result
// may be one of a call there.
func (o outcome) returned(call *ssa.Call, ret *ssa.Return) outcome {
	results := code.Returned(ret)
	for k, v := range results {
		if inner := o.result(v); inner != nil {
			results[k] = inner
		}
	}
	return outcome{call, results}
}

// resolved returns the outcome if a course leads to the return, which decides what the results are there.
func (o outcome) resolved(so code.Course, ret *ssa.Return) outcome {
	for k, v := range o.results {
		o.results[k] = so.Resolved(v, ret.Block())
	}
	return o
}

// with returns the outcome if some results are true.
func (o outcome) with(isTrue func(ssa.Value) bool) outcome {
	for k, v := range o.results {
		if isTrue(v) {
			o.results[k] = ssa.NewConst(constant.MakeBool(true), v.Type())
		}
	}
	return o
}

// isOpen reports whether a condition is a result that what was found decides, such as whether it is too
// old, and not whether it is there: it may be either.
func (o outcome) isOpen(cond ssa.Value) bool {
	if not, ok := cond.(*ssa.UnOp); ok && not.Op == token.NOT {
		cond = not.X
	}
	switch i := o.result(cond).(type) {
	case *ssa.BinOp:
		return api.IsBool(i.Type()) && !code.IsZeroValue(i.Y)
	case *ssa.Call:
		return api.IsBool(i.Type()) && !code.IsMethodOfRef(&i.Call, "IsZero", "Valid")
	}
	return !o.asks(cond, map[ssa.Value]bool{})
}

// asks reports whether a condition asks what the call has returned, and not only what an object that it
// has returned has in it: it is there then.
func (o outcome) asks(v ssa.Value, seen map[ssa.Value]bool) bool {
	if seen[v] {
		return false
	}
	seen[v] = true
	if o.result(v) != nil {
		return true
	}
	instr, ok := v.(ssa.Instruction)
	if !ok {
		return false
	}
	inside := o.objectAskedBy(instr)
	return slices.ContainsFunc(instr.Operands(nil), func(operand *ssa.Value) bool {
		return *operand != nil && *operand != inside && o.asks(*operand, seen)
	})
}

// objectAskedBy returns the object of which an instruction gets a field, or calls a method, or nil.
func (o outcome) objectAskedBy(instr ssa.Instruction) ssa.Value {
	switch i := instr.(type) {
	case *ssa.FieldAddr:
		return i.X
	case *ssa.Call:
		switch {
		case i.Call.IsInvoke():
			return i.Call.Value
		case isMethodOfPointer(&i.Call) && !allowsNil(code.Callee(&i.Call)), code.IsMethodOfRef(&i.Call, "Value"):
			return i.Call.Args[0]
		}
	}
	return nil
}

// allowsNil reports whether a method asks if its receiver is nil.
func allowsNil(method *ssa.Function) bool {
	for instr := range code.Instructions(method) {
		if is, ok := instr.(*ssa.BinOp); ok && is.X == ssa.Value(method.Params[0]) && code.IsZeroValue(is.Y) {
			return true
		}
	}
	return false
}

// decides reports whether a condition asks what the call has returned.
func (o outcome) decides(cond ssa.Value) bool {
	return o.call != nil && isComputed(cond, o.has, map[ssa.Value]bool{})
}

// has reports whether a value is what the call has returned, or a variable that may have something of that.
func (o outcome) has(v ssa.Value) bool {
	if v == ssa.Value(o.call) {
		return true
	}
	variable, ok := v.(*ssa.Alloc)
	return ok && slices.ContainsFunc(*variable.Referrers(), func(use ssa.Instruction) bool {
		store, ok := use.(*ssa.Store)
		return ok && store.Addr == v && (store.Val == ssa.Value(o.call) || o.result(store.Val) != nil)
	})
}

// after returns where a condition leads that asks what the call has returned, or nil.
func (o outcome) after(branch *ssa.If) *ssa.BasicBlock {
	holds, known := o.evaluate(branch.Cond)
	switch {
	case !known:
		return nil
	case holds:
		return branch.Block().Succs[0]
	}
	return branch.Block().Succs[1]
}

// evaluate returns what a condition is that asks a result of the call.
func (o outcome) evaluate(cond ssa.Value) (holds, known bool) {
	switch i := cond.(type) {
	case *ssa.UnOp:
		if i.Op == token.NOT {
			holds, known = o.evaluate(i.X)
			return !holds, known
		}
	case *ssa.BinOp:
		isNil, known := isNil(o.result(i.X))
		if known && code.IsZeroValue(i.Y) {
			return isNil == (i.Op == token.EQL), i.Op == token.EQL || i.Op == token.NEQ
		}
	case *ssa.Call:
		if len(i.Call.Args) > 0 && code.IsMethodOfRef(&i.Call, "IsZero") {
			return true, code.IsZeroValue(o.result(i.Call.Args[0]))
		}
	}
	is, isConst := o.result(cond).(*ssa.Const)
	if !isConst || is.Value == nil || !api.IsBool(is.Type()) {
		return false, false
	}
	return is.Value.String() == "true", true
}

// result returns what the call has returned for a result of it, or nil.
func (o outcome) result(v ssa.Value) ssa.Value {
	if o.call == nil {
		return nil
	}
	if v == ssa.Value(o.call) {
		return o.results[0]
	}
	if part, ok := v.(*ssa.Extract); ok && part.Tuple == ssa.Value(o.call) {
		return o.results[part.Index]
	}
	return nil
}

// isNil returns whether a result is nil. An error in a global variable is one.
func isNil(v ssa.Value) (is, known bool) {
	switch i := v.(type) {
	case *ssa.Const:
		return true, i.IsNil()
	case *ssa.MakeInterface, *ssa.Alloc:
		return false, true
	case *ssa.UnOp:
		g, ok := i.X.(*ssa.Global)
		return false, ok && api.IsError(api.Deref(g.Type()))
	}
	return false, false
}
