package check

import (
	"go/token"
	"go/types"
	"slices"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"github.com/rcpool/rcpool/tools/internal/ownership/mistake"
	"golang.org/x/tools/go/ssa"
)

// This file is about methods that release the elements of a list one by one, and take them
// out of the list when all is done. If such a method returns an error halfway, or returns
// early because nothing else is left, the list still has what was released. It is reported
// if its callers, on a way on which the error is not nil, call a method that releases all
// that is in the list, and nothing before touches the list.

// A halfway is a release of elements in turn that a function leaves with an error, or early.
type halfway struct {
	*holders
	give
	result int // that is the error; -1 if there is none
	left   token.Pos
}

// checkHalfway reports elements that are released again after a method has failed.
func (h *holders) checkHalfway() {
	for _, fn := range h.Code.Sources {
		for _, g := range h.gives[fn] {
			if w, ok := h.leftHalfway(fn, g); ok {
				w.checkCallers(fn, g.way.Base, w.result, 0)
			}
		}
	}
}

// leftHalfway returns where a function leaves a list with an error, or early, if it has
// released elements that are still there.
func (h *holders) leftHalfway(fn *ssa.Function, g give) (w halfway, ok bool) {
	if g.instr.Parent() != fn || g.way.In == nil || g.way.Which != code.Each || len(g.way.Fields) != 1 ||
		h.keepsWeakly(g.way.Fields) || h.defersTouch(fn, g.way.Fields) || clears(g.instr) {
		return w, false
	}
	w = halfway{holders: h, give: g, result: -1}
	if _, every := code.EveryTurn(g.instr); every {
		w.result, w.left = h.leftWithError(g)
	}
	if !w.left.IsValid() && !h.isTouchedFirst(g) && h.Code.Touches(fn).Has(g.way.Holder()) {
		w.left = h.leftAfterOne(fn, g)
	}
	return w, w.left.IsValid()
}

// leftWithError returns where a function returns an error after a release, and which of its
// results that is.
func (h *holders) leftWithError(g give) (result int, left token.Pos) {
	result = -1
	code.Walk(g.instr, func(instr ssa.Instruction) bool {
		if ret, isReturn := instr.(*ssa.Return); isReturn && !left.IsValid() {
			if result = failedResult(ret); result >= 0 {
				left = ret.Pos()
			}
		}
		return h.Code.MayTouch(instr, g.way.Fields) && !h.cutsBefore(instr, g)
	})
	return result, left
}

// cutsBefore reports whether an instruction cuts a list so that it begins with what was released,
// as list = list[i:] does after the release of list[i].
func (h *holders) cutsBefore(instr ssa.Instruction, g give) bool {
	store, ok := instr.(*ssa.Store)
	if !ok || !isFieldAt(store.Addr, g.way.In) {
		return false
	}
	rest, ok := store.Val.(*ssa.Slice)
	if !ok || rest.Low == nil || rest.High != nil {
		return false
	}
	v, _, _ := h.released(g.instr)
	for _, from := range code.ChainTo(v) {
		if at, ok := from.(*ssa.IndexAddr); ok {
			return at.Index == rest.Low && code.SameWritten(at.X, rest.X)
		}
	}
	return false
}

// clears reports whether a release leaves a zero reference in a list, as Drop does.
func clears(instr ssa.Instruction) bool {
	call, ok := instr.(ssa.CallInstruction)
	if !ok || len(call.Common().Args) == 0 {
		return false
	}
	arg := call.Common().Args[0]
	return elementFound(arg) != nil || isPointerToRef(arg.Type())
}

// defersTouch reports whether a function has deferred something that may change fields.
func (h *holders) defersTouch(fn *ssa.Function, fields []*types.Var) bool {
	for instr := range code.Instructions(fn) {
		if d, ok := instr.(*ssa.Defer); ok && h.Code.MayTouch(d, fields) {
			return true
		}
	}
	return false
}

// failedResult returns which result of a function is an error that is certainly not nil
// where it returns, or -1.
func failedResult(ret *ssa.Return) int {
	return slices.IndexFunc(code.Returned(ret), func(v ssa.Value) bool {
		return api.IsError(v.Type()) && (isNewError(v) || isTestedBefore(v, ret.Block()))
	})
}

func isNewError(v ssa.Value) bool {
	call, ok := v.(*ssa.Call)
	if !ok || call.Call.StaticCallee() == nil {
		return false
	}
	object, ok := call.Call.StaticCallee().Object().(*types.Func)
	return ok && (object.FullName() == "errors.New" || object.FullName() == "fmt.Errorf")
}

// isTestedBefore reports whether a way leads to a block only if a value is not nil.
func isTestedBefore(v ssa.Value, b *ssa.BasicBlock) bool {
	for ; b != nil; b = b.Idom() {
		if len(b.Preds) != 1 {
			continue
		}
		before := b.Preds[0]
		branch, ok := before.Instrs[len(before.Instrs)-1].(*ssa.If)
		if ok && before.Succs[0] != before.Succs[1] {
			if k := notNilBranch(branch, isValue(v)); k >= 0 && before.Succs[k] == b {
				return true
			}
		}
	}
	return false
}

func isValue(v ssa.Value) func(ssa.Value) bool { return func(x ssa.Value) bool { return x == v } }

// notNilBranch returns which way a condition leads if a value is not nil, or -1 if it asks
// something else.
func notNilBranch(branch *ssa.If, is func(ssa.Value) bool) int {
	cond, ok := branch.Cond.(*ssa.BinOp)
	switch {
	case !ok || !code.IsZeroValue(cond.Y) || !is(cond.X):
	case cond.Op == token.NEQ:
		return 0
	case cond.Op == token.EQL:
		return 1
	}
	return -1
}

// checkCallers looks at the calls of a function that has failed. Its result with that
// number is the error; -1 means that it does not return the error.
func (w halfway) checkCallers(fn *ssa.Function, base ssa.Value, result, depth int) {
	if depth == maxCallers {
		return
	}
	for _, instr := range w.Code.CallsOf(fn) {
		call, ok := instr.(*ssa.Call)
		if !ok {
			continue
		}
		receiver := argumentOf(call, fn, base)
		if receiver == nil || result < 0 && decidesBranch(call, 0) || w.defersTouchExcept(call.Parent(), receiver) {
			continue
		}
		f := failed{halfway: w, call: call, receiver: receiver, depth: depth, seen: map[*ssa.BasicBlock]bool{}}
		if result >= 0 {
			f.err = code.ResultOf(call, result)
		}
		f.walk(call.Block(), slices.Index(call.Block().Instrs, ssa.Instruction(call))+1)
	}
}

// defersTouchExcept reports whether a function has deferred something that may change the
// list, other than the release of all that is in it.
func (w halfway) defersTouchExcept(fn *ssa.Function, receiver ssa.Value) bool {
	for instr := range code.Instructions(fn) {
		d, ok := instr.(*ssa.Defer)
		if ok && w.Code.MayTouch(d, w.way.Fields) && w.releasesAgain(&d.Call, receiver) == nil {
			return true
		}
	}
	return false
}

// releasesAgain returns where a call releases all that is in the list.
func (w halfway) releasesAgain(call *ssa.CallCommon, receiver ssa.Value) *give {
	fn := code.Callee(call)
	if fn == nil {
		return nil
	}
	for _, g := range w.gives[fn] {
		if !g.way.Same(w.way) || g.instr.Parent() != fn || !releasesAll(g) || w.touchedBefore(g.instr, g.way) || w.compares(fn) {
			continue
		}
		p, ok := g.way.Base.(*ssa.Parameter)
		if !ok {
			continue
		}
		if at := slices.Index(fn.Params, p); at >= 0 && at < len(call.Args) && code.SameWritten(call.Args[at], receiver) {
			return &g
		}
	}
	return nil
}

// A failed is a call that has left a list halfway, and what the caller does after it.
type failed struct {
	halfway
	call     *ssa.Call
	receiver ssa.Value
	err      ssa.Value // what it has returned; nil if that is not known
	depth    int
	seen     map[*ssa.BasicBlock]bool
}

// walk follows the ways on which the error is not nil.
func (f failed) walk(b *ssa.BasicBlock, from int) {
	made := code.MadeOf(f.receiver)
	for _, instr := range b.Instrs[from:] {
		if v, ok := instr.(ssa.Value); ok && made[v] {
			return
		}
		switch i := instr.(type) {
		case *ssa.Call:
			if f.reports(&i.Call, i.Pos()) {
				return
			}
		case *ssa.Return:
			f.returns(i)
			return
		case *ssa.If:
			f.branch(i)
			return
		}
		if _, isDefer := instr.(*ssa.Defer); !isDefer && f.Code.MayTouch(instr, f.way.Fields) {
			return
		}
	}
	f.follow(b.Succs...)
}

func (f failed) follow(next ...*ssa.BasicBlock) {
	for _, b := range next {
		if !f.seen[b] {
			f.seen[b] = true
			f.walk(b, 0)
		}
	}
}

// branch follows a condition, unless it may ask in another way whether the call has failed.
func (f failed) branch(branch *ssa.If) {
	succs := branch.Block().Succs
	if k := notNilBranch(branch, f.isError); k >= 0 {
		f.follow(succs[k])
	} else if !f.tells(branch.Cond, map[ssa.Value]bool{}) {
		f.follow(succs...)
	}
}

// isError reports whether a value is the error that the call has returned, or was loaded
// from where that was stored.
func (f failed) isError(v ssa.Value) bool {
	if f.err == nil {
		return false
	}
	return v == f.err || slices.ContainsFunc(*f.err.Referrers(), func(r ssa.Instruction) bool {
		store, ok := r.(*ssa.Store)
		return ok && store.Val == f.err && code.SameAddress(v, store.Addr)
	})
}

// tells reports whether a value is made of the error, of a field that the call may have
// changed, or by a function of the package.
func (f failed) tells(v ssa.Value, seen map[ssa.Value]bool) bool {
	if seen[v] {
		return false
	}
	seen[v] = true
	switch i := v.(type) {
	case *ssa.FieldAddr:
		if f.Code.Touches(code.Callee(&f.call.Call)).Has(code.FieldOf(i).Origin()) {
			return true
		}
	case *ssa.Call:
		if callee := code.Callee(&i.Call); i == f.call || callee != nil && f.Code.Has(callee) {
			return true
		}
	}
	if f.isError(v) {
		return true
	}
	instr, ok := v.(ssa.Instruction)
	return ok && slices.ContainsFunc(instr.Operands(nil), func(o *ssa.Value) bool { return *o != nil && f.tells(*o, seen) })
}

// returns goes on where the caller returns: with its deferred calls, and with the callers
// of it.
func (f failed) returns(ret *ssa.Return) {
	fn := ret.Parent()
	for instr := range code.Instructions(fn) {
		if d, ok := instr.(*ssa.Defer); ok && f.reports(&d.Call, d.Pos()) {
			return
		}
	}
	if _, ok := f.receiver.(*ssa.Parameter); ok {
		f.checkCallers(fn, f.receiver, slices.IndexFunc(code.Returned(ret), f.isError), f.depth+1)
	}
}

// reports reports a call that releases all that is in the list.
func (f failed) reports(call *ssa.CallCommon, pos token.Pos) bool {
	again := f.releasesAgain(call, f.receiver)
	if again == nil || f.isGuarded(f.call, again.instr, f.way) {
		return false
	}
	f.Reporter.ReportAt(again.instr.Pos(), mistake.DoubleRelease{StillHeld: f.way.Holder().Name()},
		mistake.Place{Pos: f.instr.Pos(), Text: string(mistake.ReleasedThere)}, mistake.Place{Pos: f.left, Text: "and left in the field"},
		mistake.Place{Pos: f.call.Pos(), Text: "in this call"}, mistake.Place{Pos: pos, Text: "and then all are released"})
	return true
}
