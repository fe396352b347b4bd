package check

import (
	"go/token"
	"go/types"
	"maps"
	"slices"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"github.com/rcpool/rcpool/tools/internal/ownership/mistake"
	"golang.org/x/tools/go/ssa"
)

// This file is about what a function releases, or gives to another owner, and leaves in a struct
// that stays in its container, or in the container itself. Another function goes over the container,
// and releases what it finds in each element, or uses it. It is reported if some way leads from the
// one to the other, and nothing on that way takes anything out of the container or changes what is
// in its elements. No function of the package may take something out of there that it does not
// release: it would be there for what was released.

// A remainder is an object that was given up, and stays where it was.
type remainder struct {
	*indexes
	give ssa.Instruction
	left trail
	asks *leftover // what conditions ask
	then func()    // reports what was found first
}

// checkRemainders reports objects that are released or used where they were left after their release.
func (x *indexes) checkRemainders() {
	for _, fn := range x.Code.Sources {
		if fn.Parent() != nil {
			continue
		}
		for instr := range code.Instructions(fn) {
			v := x.givenUp(instr)
			if v == nil || x.Reporter.HasReported(instr.Pos(), mistake.DoubleRelease{}) {
				continue // it is the second release
			}
			if left, ok := x.objectAt(v); ok {
				x.leave(instr, instr, left, walked{})
			}
		}
	}
}

// givenUp returns what an instruction releases, or sends to another owner; nil if there is nothing,
// or if it clears the place where that was.
func (x *indexes) givenUp(instr ssa.Instruction) ssa.Value {
	var v ssa.Value
	switch i := instr.(type) {
	case *ssa.Send:
		in := x.thingAt(i.Chan)
		if n := len(in.fields); n > 0 && api.IsRef(i.X.Type()) {
			if owner := x.ledger.Of(in.fields[n-1]); owner != nil && x.isHome(owner) {
				v = i.X
			}
		}
	case *ssa.Call:
		v = x.given(&i.Call)
	}
	if v == nil || !x.isOnlyOne(v) {
		return nil
	}
	return v
}

func isPointerToRef(t types.Type) bool {
	pointer, ok := t.Underlying().(*types.Pointer)
	return ok && (api.IsRef(pointer.Elem()) || api.IsByteRef(pointer.Elem()))
}

// isOnlyOne reports whether there is one reference to an object, or to each in a list, as far as the
// package knows.
func (x *indexes) isOnlyOne(v ssa.Value) bool {
	if x.isOnly(plain(v)) {
		return true
	}
	if isPointerToRef(v.Type()) {
		return !x.addsUnseen()
	}
	family := x.Table.Counting(plain(v).Type())
	if family == nil {
		family = x.Table.Counting(api.ElementType(plain(v).Type()))
	}
	if family == nil {
		return canBeHeld(plain(v))
	}
	return !x.Code.Retains(x.Table, family.Name)
}

// objectAt is trailTo for an object, or for each object in a list.
func (x *indexes) objectAt(v ssa.Value) (trail, bool) {
	t, ok := x.trailTo(v)
	if isContainer(v.Type()) {
		t.steps = append(t.steps, nil)
		if load, isLoad := v.(*ssa.UnOp); isLoad && t.taken == nil {
			t.taken = load
		}
	}
	return t, ok
}

// A walked is how far the callers of a function that releases something were followed.
type walked struct {
	calls      int
	containers int // that the object is known to be in
}

// leave follows a release to where the function, or one of its callers, knows a container that the
// object is in, and looks for what happens to it there. That may be in another container.
func (x *indexes) leave(give, at ssa.Instruction, left trail, so walked) {
	r := remainder{indexes: x, give: give, left: left}
	if len(left.steps) > 0 && x.keepsWeakly(left.fields()) || !r.mayStay(at) {
		return
	}
	if n := left.containers(); n > so.containers && !r.isCleared() {
		so.containers = n
		r.check(at)
	}
	p, ok := left.base.(*ssa.Parameter)
	if !ok || so.calls == maxCallers || !code.Leads(at, isReturn, r.changes) {
		return
	}
	so.calls++
	k := slices.Index(p.Parent().Params, p)
	for _, instr := range x.Code.CallsOf(p.Parent()) {
		call, ok := instr.(*ssa.Call)
		if !ok || k >= len(call.Call.Args) || call.Parent().Parent() != nil {
			continue
		}
		if before, ok := x.argumentAt(call, call.Call.Args[k], left); ok {
			x.leave(give, call, left.after(before), so)
		}
	}
}

// argumentAt is trailTo for an argument of a call, which may be the address of a copy of a struct.
func (x *indexes) argumentAt(call *ssa.Call, arg ssa.Value, inner trail) (trail, bool) {
	variable, ok := arg.(*ssa.Alloc)
	if !ok || len(inner.steps) == 0 || inner.steps[0] == nil {
		return x.trailTo(arg)
	}
	whole := copiedBefore(variable, fieldIndex(variable, inner.steps[0]), call)
	if whole == nil {
		return x.trailTo(arg)
	}
	before, ok := x.trailTo(whole)
	if before.copy == nil {
		before.copy, before.inner = variable, 0
	}
	return before, ok
}

// fieldIndex returns the number of a field of the struct in a variable, or -1.
func fieldIndex(variable *ssa.Alloc, field *types.Var) int {
	u, ok := variable.Type().Underlying().(*types.Pointer).Elem().Underlying().(*types.Struct)
	if !ok {
		return -1
	}
	return slices.IndexFunc(slices.Collect(u.Fields()), func(f *types.Var) bool { return f.Origin() == field })
}

// isCleared reports whether a release leaves nothing where the object was, as Drop does, unless it has
// only a copy of that.
func (r *remainder) isCleared() bool {
	call, ok := r.give.(*ssa.Call)
	return ok && isPointerToRef(r.given(&call.Call).Type()) && r.left.copy == nil
}

// mayStay reports whether some way leads from where a function takes the object out of the container
// to where it gives it up, and nothing there removes it.
func (r *remainder) mayStay(at ssa.Instruction) bool {
	if call, ok := at.(*ssa.Call); ok && at != r.give && r.changes(call) {
		return false
	}
	taken := r.left.taken
	if taken == nil || taken.Parent() != at.Parent() {
		return true
	}
	return code.Leads(taken, only(at), r.changes) && !slices.ContainsFunc(slices.Collect(code.Instructions(at.Parent())), func(instr ssa.Instruction) bool {
		call, ok := instr.(*ssa.Call)
		return ok && code.IsMethodOfRef(&call.Call, "Retain", "TryRetain", "Hold")
	})
}

// changes reports whether an instruction may take something out of the containers, or change what is
// in their elements.
func (r *remainder) changes(instr ssa.Instruction) bool {
	whole := len(r.left.steps)
	if r.left.copy != nil && isOfVariable(instr, r.left.copy) {
		whole -= r.left.inner
	}
	for k, field := range r.left.steps[:whole] {
		switch isInside := k+1 < len(r.left.steps) && r.left.steps[k+1] == nil; {
		case field == nil:
		case isInside && r.Code.MayCut(instr, field), !isInside && r.Code.MayTouch(instr, []*types.Var{field}):
			return true
		case isInside && api.IsList(field.Type()) && r.cutsList(instr, field):
			return true
		}
	}
	return false
}

// isOfVariable reports whether an instruction changes the struct in a variable, or gives its address to
// a function.
func isOfVariable(instr ssa.Instruction, variable *ssa.Alloc) bool {
	is := func(v ssa.Value) bool { return code.Outer(v) == ssa.Value(variable) || v == ssa.Value(variable) }
	switch i := instr.(type) {
	case *ssa.Store:
		return is(i.Addr)
	case ssa.CallInstruction:
		return slices.ContainsFunc(i.Common().Args, is)
	}
	return false
}

// cutsList reports whether an instruction may remove something from the list of package container/list
// in a field.
func (h *holders) cutsList(instr ssa.Instruction, field *types.Var) bool {
	call, ok := instr.(ssa.CallInstruction)
	if !ok {
		return false
	}
	callee := code.Callee(call.Common())
	return isListCut(call, field) || callee != nil && h.Code.Has(callee) && h.Code.MayCall(callee, h.listCutters(field))
}

// listCutters returns the functions that may remove something from such a list.
func (h *holders) listCutters(field *types.Var) map[*ssa.Function]bool {
	if known, ok := h.cutters[field]; ok {
		return known
	}
	all := map[*ssa.Function]bool{}
	for instr := range h.Code.Instructions() {
		if call, ok := instr.(ssa.CallInstruction); ok && isListCut(call, field) {
			all[code.Outermost(instr.Parent())] = true
		}
	}
	h.cutters[field] = all
	return all
}

func isListCut(call ssa.CallInstruction, field *types.Var) bool {
	if !code.IsMethodOfList(call.Common(), "Remove", "Init") {
		return false
	}
	in, isField := code.Home(call.Common().Args[0]).(*types.Var)
	return !isField || in == field
}

// check looks for what other functions do to the object.
func (r *remainder) check(at ssa.Instruction) {
	outer, _ := r.left.outer()
	container := outer[len(outer)-1]
	if r.loses() {
		return
	}
	told := maps.Clone(r.Code.Touches(r.give.Parent()).Fields)
	r.toldByCallers(r.give.Parent(), told)
	for _, field := range r.left.fields() {
		delete(told, field) // nothing was taken out there
	}
	r.asks = &leftover{
		holders: r.holders, give: r.give, told: told,
		way: code.Way{Fields: slices.Compact(reversed(r.left.fields())), In: container},
	}
	ways := func(branch *ssa.If) []*ssa.BasicBlock {
		if r.changesInTurns(branch, r.give, r.changes) {
			return nil
		}
		return r.asks.ways(branch)
	}
	a := &aftermath{
		Package: r.Package, ways: ways, found: r.found, either: true,
		changes: func(instr ssa.Instruction, now thing) bool {
			return r.changes(instr) || r.Code.MayTouch(instr, outer[:len(outer)-1]) || r.replaces(instr, now)
		},
	}
	if a.follows(at, thing{r.captured(r.left.base), outer}) {
		r.then()
	}
}

func reversed(fields []*types.Var) []*types.Var {
	slices.Reverse(fields)
	return fields
}

// loses reports whether a function removes something from the containers, or puts something else into
// the place of the object, and releases nothing there: it may be for what was released.
func (r *remainder) loses() bool { return r.losesBy(r.changes, r.holder()) }

// losesBy reports whether one of some instructions, other than a put into a map, is in a function that
// releases nothing of a field.
func (h *holders) losesBy(changes func(ssa.Instruction) bool, field *types.Var) bool {
	for instr := range h.Code.Instructions() {
		if _, isPut := instr.(*ssa.MapUpdate); !isPut && !h.callsOwn(instr) && changes(instr) && h.isLost(instr, field) { // the cheap questions first
			return true
		}
	}
	return false
}

// callsOwn reports whether an instruction calls a function of the package.
func (p *Package) callsOwn(instr ssa.Instruction) bool {
	call, ok := instr.(ssa.CallInstruction)
	if !ok {
		return false
	}
	callee := code.Callee(call.Common())
	return callee != nil && p.Code.Has(callee)
}

// isLost reports whether the function that an instruction is in releases nothing that a field has. What
// an instruction does to a new struct, or adds to a list, does not count.
func (h *holders) isLost(instr ssa.Instruction, field *types.Var) bool {
	return !isBeginning(instr) && !code.OnlyAdds(instr) && !h.Code.MayCall(code.Outermost(instr.Parent()), h.releasing()[field])
}

// changesInTurns reports whether a branch begins a loop that may change what a release has left, and not
// only by what it does before the release: it may do that for each thing that was released.
func (h *holders) changesInTurns(branch *ssa.If, give ssa.Instruction, changes func(ssa.Instruction) bool) bool {
	header, fn := branch.Block(), map[*ssa.Function]bool{code.Outermost(give.Parent()): true}
	changed := false
	for _, b := range header.Parent().Blocks {
		if !code.IsWithin(b, header) {
			continue
		}
		for _, instr := range b.Instrs {
			if call, ok := instr.(ssa.CallInstruction); ok {
				callee := code.Callee(call.Common())
				if instr == give || h.given(call.Common()) != nil || callee != nil && h.Code.Has(callee) && h.Code.MayCall(callee, fn) {
					return false
				}
			}
			changed = changed || changes(instr)
		}
	}
	return changed
}

// releasingFunctions returns the functions that release what they have found in fields.
func (h *holders) releasingFunctions() map[*types.Var]map[*ssa.Function]bool {
	all := map[*types.Var]map[*ssa.Function]bool{}
	for instr := range h.Code.Instructions() {
		call, ok := instr.(ssa.CallInstruction)
		if !ok {
			continue
		}
		for _, v := range []ssa.Value{h.given(call.Common()), h.givenInside(call)} {
			if v == nil {
				continue
			}
			t, _ := h.trailTo(v)
			for _, field := range t.fields() {
				if all[field] == nil {
					all[field] = map[*ssa.Function]bool{}
				}
				all[field][code.Outermost(instr.Parent())] = true
			}
		}
	}
	return all
}

// holder returns the field nearest to the object.
func (r *remainder) holder() *types.Var {
	fields := r.left.fields()
	return fields[len(fields)-1]
}

// found reports the release, or the use, of what is in each element.
func (r *remainder) found(instr ssa.Instruction, of thing, calls []token.Pos) bool {
	call, ok := instr.(*ssa.Call)
	if !ok {
		return false
	}
	v := r.given(&call.Call)
	if v == nil {
		v = r.givenInside(call)
	}
	var m mistake.Mistake = mistake.DoubleRelease{StillHeld: r.holder().Name()}
	if v == nil && code.IsMethodOfRef(&call.Call, "Value", "Retain") {
		v, m = call.Call.Args[0], mistake.UseAfterRelease{StillHeld: r.holder().Name()}
	}
	if v == nil {
		return false
	}
	t, ok := r.objectAt(v)
	if !ok || !t.each || r.captured(t.base) != of.base || !slices.Equal(t.steps, r.left.steps) || !r.isSweep(instr, t) || r.asks.counts(instr.Parent()) {
		return false
	}
	if r.then == nil {
		places := slices.Clone(calls)
		r.then = func() { r.report(instr, m, places) }
	}
	return true
}

// report reports what is done with an object that was left in its container, or where it was left if that
// is a container of the function itself.
func (r *remainder) report(instr ssa.Instruction, m mistake.Mistake, calls []token.Pos) {
	_, isOwn := r.captured(r.left.base).(*ssa.Alloc)
	_, isFound := r.left.taken.(*ssa.Call) // by a function that may be wrong
	if _, releases := m.(mistake.DoubleRelease); releases && isOwn && !isFound && r.give.Parent() == r.left.base.Parent() {
		r.Reporter.ReportAt(r.give.Pos(), mistake.DoubleRelease{OneOfAll: true}, mistake.Place{Pos: instr.Pos(), Text: string(mistake.AllReleased)})
		return
	}
	places := []mistake.Place{{Pos: r.give.Pos(), Text: string(mistake.ReleasedThere)}}
	for _, pos := range calls {
		places = append(places, mistake.Place{Pos: pos, Text: "and then this is called"})
	}
	r.Reporter.ReportAt(instr.Pos(), m, places...)
}

// isSweep reports whether loops carry out an instruction for each element, or for each that has
// something.
func (r *remainder) isSweep(instr ssa.Instruction, t trail) bool {
	loops := 0
	for _, step := range t.steps {
		if step == nil {
			loops++
		}
	}
	if v := r.givenTo(instr); v != nil && isContainer(v.Type()) {
		loops-- // the call releases them all
	}
	for ; loops > 0; loops-- {
		if branch := guardOf(instr.Block()); branch != nil && r.asksPresent(branch) == instr.Block() {
			instr = branch
		}
		header, every := code.EveryTurn(instr)
		if !every || header.Idom() == nil {
			return false
		}
		before := header.Idom()
		instr = before.Instrs[len(before.Instrs)-1]
	}
	return true
}

func (r *remainder) givenTo(instr ssa.Instruction) ssa.Value {
	if call, ok := instr.(*ssa.Call); ok {
		return r.given(&call.Call)
	}
	return nil
}

// asksPresent returns where a condition leads if there is something where the object was left; nil if
// it asks something else.
func (r *remainder) asksPresent(branch *ssa.If) *ssa.BasicBlock {
	isThere := func(v ssa.Value) bool {
		t, ok := r.objectAt(v)
		return ok && slices.Equal(t.steps, r.left.steps)
	}
	succs := branch.Block().Succs
	switch cond := branch.Cond.(type) {
	case *ssa.Call:
		if len(cond.Call.Args) > 0 && code.IsMethodOfRef(&cond.Call, "IsZero") && isThere(cond.Call.Args[0]) {
			return succs[1]
		}
	case *ssa.BinOp:
		if k := notNilBranch(branch, isThere); k >= 0 {
			return succs[k]
		}
	}
	return nil
}
