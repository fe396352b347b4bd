package ownership

import (
	"cmp"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"github.com/rcpool/rcpool/tools/internal/ownership/fate"
	"github.com/rcpool/rcpool/tools/internal/ownership/mistake"
)

// This file finds the step that a function takes with an argument, in its body, or the body
// of a loop with a variable. That may be an io.Writer: what is in it is known at the call.

// A bodyStep follows an object through the bodies of functions. Its step is what all of
// them do together: Pending if one begins something, and Unknown if one may finish it, or
// does something else with the object.
type bodyStep struct {
	*courses
	protocol *mistake.Protocol
	seen     map[ssa.Value]bool
	step     fate.Step
	begun    token.Pos // where it begins something

	home     func(addr ssa.Value) bool // nil, or whether an address is that of the variable it is in
	releases []ssa.CallInstruction     // of the object, by the function that it is followed in first, or in a call of that
	outer    ssa.CallInstruction       // the call of the function that it is followed in now; nil in the first
}

// stepOfBody returns the step that the bodies of functions take with an object in a
// protocol. The function begin follows the object into the first of them.
func (c *courses) stepOfBody(p *mistake.Protocol, begin func(*bodyStep)) fate.Step {
	b := &bodyStep{courses: c, protocol: p, seen: map[ssa.Value]bool{}}
	begin(b)
	return b.step
}

// enter follows an object of a type into a function of which it is an argument.
func (b *bodyStep) enter(object *types.Func, arg int, typ types.Type) {
	fn := b.pkg.Declared(object)
	if fn == nil || arg >= len(fn.Params) {
		b.step = fate.Unknown
		return
	}
	b.follow(fn.Params[arg], typ)
}

// variable follows the object in a variable that function literals may have captured, or that
// one has. Only the body of a loop surely runs now. The type is nil if it is the variable's.
func (b *bodyStep) variable(variable ssa.Value, typ types.Type) {
	for _, use := range *variable.Referrers() {
		switch i := use.(type) {
		case *ssa.DebugRef:
		case *ssa.UnOp: // reads it
			if typ == nil {
				b.follow(i, i.Type())
			} else {
				b.follow(i, typ)
			}
		case *ssa.Store:
			if _, isParameter := i.Val.(*ssa.Parameter); i.Addr != variable || !isParameter {
				b.step = fate.Unknown
			}
		case *ssa.MakeClosure:
			body := i.Fn.(*ssa.Function)
			free := body.FreeVars[slices.Index(i.Bindings, variable)]
			if code.IsLoopBody(body) {
				b.variable(free, typ)
			} else if b.mayFinish(free, typ) {
				b.step = fate.Unknown
			}
		default:
			b.step = fate.Unknown
		}
	}
}

// mayFinish reports whether a function literal, which runs now or later or never, may finish the object in
// a variable that it has captured.
func (b *bodyStep) mayFinish(free ssa.Value, typ types.Type) bool {
	literal := &bodyStep{courses: b.courses, protocol: b.protocol, seen: b.seen}
	literal.variable(free, typ)
	return literal.step == fate.Unknown || literal.step == fate.Settled || len(literal.releases) > 0
}

// follow adds the steps of everything that is done with a value. The type is that of the
// object in it.
func (b *bodyStep) follow(v ssa.Value, typ types.Type) {
	if b.seen[v] {
		return
	}
	b.seen[v] = true
	for _, use := range *v.Referrers() {
		switch i := use.(type) {
		case *ssa.DebugRef, *ssa.BinOp:
		case *ssa.MakeInterface, *ssa.ChangeInterface:
			b.follow(i.(ssa.Value), typ)
		case *ssa.Call, *ssa.Defer:
			b.call(i.(ssa.CallInstruction), v, typ)
		case *ssa.FieldAddr:
			b.part(i)
		case *ssa.Store:
			if variable, ok := i.Addr.(*ssa.Alloc); ok && i.Val == v {
				b.variable(variable, typ)
			} else if b.home == nil || !b.home(i.Addr) {
				b.step = fate.Unknown
			}
		default:
			b.step = fate.Unknown
		}
	}
}

// part follows what a field of the object leads to, such as the compressor in a Writer of stdpool. To set
// a field, as the name of what is compressed, is no step.
func (b *bodyStep) part(addr *ssa.FieldAddr) {
	for _, use := range *addr.Referrers() {
		switch i := use.(type) {
		case *ssa.DebugRef:
		case *ssa.FieldAddr:
			b.part(i)
		case *ssa.UnOp:
			if !api.IsFlat(i.Type()) {
				b.follow(i, i.Type())
			}
		case *ssa.Store:
			if i.Addr != ssa.Value(addr) {
				b.step = fate.Unknown
			}
		default:
			b.step = fate.Unknown
		}
	}
}

// call adds the step of a call that the object takes part in.
func (b *bodyStep) call(i ssa.CallInstruction, object ssa.Value, typ types.Type) {
	common := i.Common()
	if common.IsInvoke() && common.Value == object {
		b.add(b.protocol.Step(mistake.Call{Func: common.Method, Type: typ}), i.Pos())
	}
	fn := calledFunc(common)
	for arg, v := range common.Args {
		switch {
		case v != object:
		case fn == nil:
			b.step = fate.Unknown
		case b.table.Lookup(fn) != nil || api.Declares(fn):
			if u := b.table.Lookup(fn); code.Releases(common) || u != nil && u.Operation == api.Release {
				b.releases = append(b.releases, cmp.Or(b.outer, i))
			}
			b.result(i.Value())
		default:
			call := mistake.Call{Func: fn, Arg: arg, Type: typ}
			if step := b.protocol.Step(call); step != fate.Unknown || b.pkg.Declared(fn) == nil {
				b.add(step, i.Pos())
				continue
			}
			outer := b.outer
			b.outer = cmp.Or(outer, i)
			b.enter(fn, arg, typ)
			b.outer = outer
		}
	}
}

// result follows what a function returns that leases, lends or releases objects.
func (b *bodyStep) result(call *ssa.Call) {
	if call == nil {
		return
	}
	switch t := call.Type().Underlying().(type) {
	case *types.Basic:
	case *types.Tuple:
		if t.Len() > 0 {
			b.step = fate.Unknown
		}
	default:
		b.follow(call, call.Type())
	}
}

// calledFunc returns the declared function that is called with all of its arguments, or
// nil if that is not known.
func calledFunc(common *ssa.CallCommon) *types.Func {
	if _, bound := common.Value.(*ssa.MakeClosure); bound || common.IsInvoke() {
		return nil
	}
	return code.Object(common)
}

// add adds a step. Something that is finished may be finished on some paths only.
func (b *bodyStep) add(step fate.Step, pos token.Pos) {
	switch {
	case step == fate.Unknown || step == fate.Settled:
		b.step = fate.Unknown
	case step == fate.Pending && b.step == fate.Idle:
		b.step, b.begun = fate.Pending, pos
	}
}
