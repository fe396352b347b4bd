package ownership

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"github.com/rcpool/rcpool/tools/internal/ownership/fate"
	"github.com/rcpool/rcpool/tools/internal/ownership/mistake"
)

// This file finds the step that a function takes with an argument, in its body, or the body
// of a loop with a variable. That may be an io.Writer: what is in it is known at the call.

// A within follows an object through the bodies of functions. Its step is what all of
// them do together: Pending if one begins something, and Unknown if one may finish it, or
// does something else with the object.
type within struct {
	*courses
	protocol *mistake.Protocol
	seen     map[ssa.Value]bool
	step     fate.Step
}

// enter follows an object of a type into a function of which it is an argument.
func (w *within) enter(object *types.Func, arg int, typ types.Type) {
	fn := w.pkg.Declared(object)
	if fn == nil || arg >= len(fn.Params) {
		w.step = fate.Unknown
		return
	}
	w.follow(fn.Params[arg], typ)
}

// captured follows the object in a variable of the function around. The type is nil if it
// is the variable's.
func (w *within) captured(variable *ssa.FreeVar, typ types.Type) {
	for _, use := range *variable.Referrers() {
		switch i := use.(type) {
		case *ssa.DebugRef:
		case *ssa.UnOp: // reads it
			if typ == nil {
				w.follow(i, i.Type())
			} else {
				w.follow(i, typ)
			}
		default:
			w.step = fate.Unknown
		}
	}
}

// follow adds the steps of everything that is done with a value. The type is that of the
// object in it.
func (w *within) follow(v ssa.Value, typ types.Type) {
	if w.seen[v] {
		return
	}
	w.seen[v] = true
	for _, use := range *v.Referrers() {
		switch i := use.(type) {
		case *ssa.DebugRef, *ssa.BinOp:
		case *ssa.MakeInterface:
			w.follow(i, typ)
		case *ssa.ChangeInterface:
			w.follow(i, typ)
		case *ssa.Call:
			w.call(i, v, typ)
		case *ssa.Defer:
			w.call(i, v, typ)
		default:
			w.step = fate.Unknown
		}
	}
}

// call adds the step of a call that the object takes part in.
func (w *within) call(i ssa.CallInstruction, object ssa.Value, typ types.Type) {
	common := i.Common()
	if common.IsInvoke() && common.Value == object {
		w.add(w.protocol.Step(mistake.Call{Func: common.Method, Type: typ}))
	}
	fn := calledFunc(common)
	for arg, v := range common.Args {
		switch {
		case v != object:
		case fn == nil:
			w.step = fate.Unknown
		case w.table.Lookup(fn) != nil || fn.Pkg() != nil && fn.Pkg().Path() == api.Path:
			w.result(i.Value())
		default:
			call := mistake.Call{Func: fn, Arg: arg, Type: typ}
			if step := w.protocol.Step(call); step != fate.Unknown || w.pkg.Declared(fn) == nil {
				w.add(step)
				continue
			}
			w.enter(fn, arg, typ)
		}
	}
}

// result follows what a function returns that leases, lends or releases objects.
func (w *within) result(call *ssa.Call) {
	if call == nil {
		return
	}
	switch t := call.Type().Underlying().(type) {
	case *types.Basic:
	case *types.Tuple:
		if t.Len() > 0 {
			w.step = fate.Unknown
		}
	default:
		w.follow(call, call.Type())
	}
}

// calledFunc returns the declared function that is called with all of its arguments, or
// nil if that is not known.
func calledFunc(common *ssa.CallCommon) *types.Func {
	callee := common.StaticCallee()
	if _, bound := common.Value.(*ssa.MakeClosure); bound || callee == nil {
		return nil
	}
	fn, _ := code.Generic(callee).Object().(*types.Func)
	return fn
}

// add adds a step. Something that is finished may be finished on some paths only.
func (w *within) add(step fate.Step) {
	switch {
	case step == fate.Unknown || step == fate.Settled:
		w.step = fate.Unknown
	case step == fate.Pending && w.step == fate.Idle:
		w.step = fate.Pending
	}
}
