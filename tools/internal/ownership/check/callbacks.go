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

// This file is about function literals that are kept in a container until they are called, such as
// those of timers. One uses an object that another container of the same struct owns. A function
// takes the object out of that one and releases it, and leaves the literal where another function
// calls it. It is reported if some way leads from the one to the other, as for a second index. What
// takes literals out of their container must call them, or take all of them: else it may be called
// before.

// A callback is a literal that is put into a container, and what it uses.
type callback struct {
	in     thing
	put    ssa.Instruction
	object ssa.Value
	use    ssa.Instruction // whenever the literal is called
}

func (c callback) field() *types.Var { return c.in.fields[len(c.in.fields)-1] }

// checkCallbacks reports objects that a literal uses after they were released.
func (x *indexes) checkCallbacks() {
	for instr := range x.Code.Instructions() {
		for _, c := range x.callbacksAt(instr) {
			for _, d := range x.gone {
				if k, ok := x.keptCallback(d, c); ok {
					k.check()
				}
			}
		}
	}
}

// callbacksAt returns the literals that an instruction puts into containers, by itself or in the function
// that it calls.
func (x *indexes) callbacksAt(instr ssa.Instruction) (all []callback) {
	for _, p := range puttingsOf(instr) {
		for _, part := range partsOf(p.value) {
			all = append(all, x.callbacksOf(part, x.thingAt(p.container), instr)...)
		}
	}
	call, ok := instr.(*ssa.Call)
	if !ok {
		return all
	}
	callee := code.Callee(&call.Call)
	if callee == nil || !x.Code.Has(callee) {
		return all
	}
	for k, arg := range call.Call.Args {
		if _, isLiteral := plain(arg).(*ssa.MakeClosure); !isLiteral || k >= len(callee.Params) {
			continue
		}
		for inner := range code.Instructions(callee) {
			for _, p := range puttingsOf(inner) {
				in := x.thingAt(p.container)
				base := argumentOf(call, callee, in.base)
				if base == nil || !slices.Contains(partsOf(p.value), ssa.Value(callee.Params[k])) {
					continue
				}
				outer := x.thingAt(base)
				all = append(all, x.callbacksOf(plain(arg), thing{outer.base, slices.Concat(outer.fields, in.fields)}, instr)...)
			}
		}
	}
	return all
}

// callbacksOf returns what a literal uses, if a value is one that goes into a container in a field.
func (x *indexes) callbacksOf(v ssa.Value, in thing, put ssa.Instruction) (all []callback) {
	closure, ok := v.(*ssa.MakeClosure)
	n := len(in.fields)
	if !ok || n == 0 || !isContainer(in.fields[n-1].Type()) && !api.IsList(in.fields[n-1].Type()) {
		return nil
	}
	literal, ok := closure.Fn.(*ssa.Function)
	if !ok {
		return nil
	}
	seen := map[ssa.Value]bool{}
	for instr := range code.Instructions(literal) {
		object := x.usedObject(instr)
		if object == nil || seen[object] || object.Parent() == literal || !code.OnEachWay(instr.Block()) {
			continue
		}
		seen[object] = true
		all = append(all, callback{in, put, object, instr})
	}
	return all
}

// usedObject returns the object that an instruction uses, as its reference was when it was acquired, or
// nil.
func (x *indexes) usedObject(instr ssa.Instruction) ssa.Value {
	var used ssa.Value
	if call, ok := instr.(*ssa.Call); ok {
		used = x.given(&call.Call)
	}
	if used == nil {
		used = x.usedElement(instr)
	}
	if used == nil {
		return nil
	}
	return x.objectOf(used)
}

// objectOf returns the reference by which a value was got, or the value, past the variables that
// literals share.
func (x *indexes) objectOf(v ssa.Value) ssa.Value {
	v = x.captured(v)
	if call, ok := v.(*ssa.Call); ok && (code.IsMethodOfRef(&call.Call, "Value") || code.IsMethodOfByteRef(&call.Call, "Value")) {
		v = x.captured(call.Call.Args[0])
	}
	if v.Referrers() == nil || !x.isObject(v) {
		return nil
	}
	return v
}

// A keptCallback is the question whether somebody calls a literal after what it uses has departed.
type keptCallback struct {
	*indexes
	departure
	callback
	asks *leftover // what conditions ask
	cuts map[*ssa.Function]bool
}

// keptCallback returns the question for an object that departs, unless the literal has a reference of
// its own, or is taken out of its container when the object departs.
func (x *indexes) keptCallback(d departure, c callback) (*keptCallback, bool) {
	first, second := d.first(), c.field()
	isListed := slices.ContainsFunc(x.listings[first], func(l listing) bool {
		return x.captured(l.value) == c.object && l.in.base == c.in.base && l.instr.Parent() == c.put.Parent() && (code.Precedes(l.instr, c.put) || code.Precedes(c.put, l.instr))
	})
	if !isListed || first == second || x.isRetainedAround(c) || x.keepsWeakly([]*types.Var{first, second}) {
		return nil, false
	}
	cuts, alone := x.cutsOfCallbacks(second)
	if alone || x.Code.MayCall(code.Outermost(d.give.Parent()), cuts) {
		return nil, false
	}
	told := maps.Clone(x.Code.Touches(d.give.Parent()).Fields)
	delete(told, second)
	for _, f := range fieldsBeside(second) { // which say when it is called
		delete(told, f)
	}
	asks := &leftover{holders: x.holders, give: d.give, way: code.Way{Fields: []*types.Var{second}, In: second}, told: told}
	return &keptCallback{indexes: x, departure: d, callback: c, asks: asks, cuts: cuts}, true
}

// maxNestedLists is how many lists may be in each other.
const maxNestedLists = 2

// fieldsBeside lists the fields of the structs in a container.
func fieldsBeside(container *types.Var) (all []*types.Var) {
	element := api.ElementType(container.Type())
	for range maxNestedLists {
		if inner := api.ElementType(element); inner != types.Typ[types.Invalid] {
			element = inner
		}
	}
	if u, ok := api.Deref(element).Underlying().(*types.Struct); ok {
		for f := range u.Fields() {
			all = append(all, f.Origin())
		}
	}
	return all
}

// isRetainedAround reports whether the function that keeps a literal retains what that uses, or the
// literal does.
func (x *indexes) isRetainedAround(c callback) bool {
	counts := func(fn *ssa.Function) bool {
		for instr := range code.Instructions(fn) {
			call, ok := instr.(ssa.CallInstruction)
			if ok && (retains(instr) || code.IsMethodOfRef(call.Common(), "Valid")) && x.captured(call.Common().Args[0]) == c.object {
				return true
			}
			if v := x.countedBy(instr, api.Retain); v != nil && x.captured(v) == c.object {
				return true
			}
		}
		return false
	}
	return counts(c.put.Parent()) || counts(c.use.Parent())
}

// cutsOfCallbacks returns the functions that take literals out of a container, and whether one of them
// takes one out and does not call it.
func (x *indexes) cutsOfCallbacks(container *types.Var) (cuts map[*ssa.Function]bool, alone bool) {
	cuts = map[*ssa.Function]bool{}
	for instr := range x.Code.Instructions() {
		if isPut := len(puttingsOf(instr)) > 0; isPut || !x.isCut(instr, container) || isBeginning(instr) {
			continue
		}
		fn := code.Outermost(instr.Parent())
		cuts[fn] = true
		alone = alone || !isWhole(instr) && !slices.ContainsFunc(slices.Collect(code.Instructions(fn)), func(other ssa.Instruction) bool { return callsFrom(other, container) != nil })
	}
	return cuts, alone
}

// callsFrom returns the base of the struct, if an instruction calls a function that is in a container in a
// field; otherwise nil.
func callsFrom(instr ssa.Instruction, container *types.Var) ssa.Value {
	call, ok := instr.(*ssa.Call)
	if !ok || call.Call.IsInvoke() || call.Call.StaticCallee() != nil || code.Builtin(&call.Call) != "" {
		return nil
	}
	if way, ok := code.WayTo(call.Call.Value); ok && way.In == container {
		return way.Base
	}
	_, v := takenOutOf(call.Call.Value)
	for range maxNestedLists { // a list in a container
		load, ok := v.(*ssa.UnOp)
		if !ok {
			return nil
		}
		switch at := load.X.(type) {
		case *ssa.IndexAddr:
			v = at.X
		case *ssa.FieldAddr:
			v = at
		}
		if isFieldAt(v, container) {
			return v.(*ssa.FieldAddr).X
		}
	}
	return nil
}

func (k *keptCallback) check() {
	a := &aftermath{
		Package: k.Package, ways: k.ways, found: k.found,
		changes: func(instr ssa.Instruction, _ thing) bool { return k.changes(instr) },
	}
	outer := k.of.fields[:len(k.of.fields)-1]
	a.follows(k.give, thing{k.of.base, slices.Concat(outer, k.in.fields[len(outer):])})
}

// changes reports whether an instruction may take the literal out of its container, or put another one
// there.
func (k *keptCallback) changes(instr ssa.Instruction) bool {
	if update, ok := instr.(*ssa.MapUpdate); ok && code.Home(update.Map) == any(k.field()) || len(puttingsOf(instr)) == 0 && k.isCut(instr, k.field()) {
		return true
	}
	call, ok := instr.(ssa.CallInstruction)
	if !ok {
		return k.Code.MayTouch(instr, k.in.fields[:len(k.in.fields)-1])
	}
	callee := code.Callee(call.Common())
	return callee != nil && k.Code.Has(callee) && k.Code.MayCall(callee, k.cuts)
}

// ways returns where a condition may lead. What has departed is not found in the first container any
// more.
func (k *keptCallback) ways(branch *ssa.If) []*ssa.BasicBlock {
	if branch.Parent() == k.give.Parent() {
		return branch.Block().Succs
	}
	if part, ok := branch.Cond.(*ssa.Extract); ok && part.Index == 1 {
		if found, ok := part.Tuple.(*ssa.Lookup); ok && code.Home(found.X) == any(k.first()) {
			return branch.Block().Succs[1:]
		}
	}
	return k.asks.ways(branch)
}

// found reports the use of the object by a literal that an instruction calls.
func (k *keptCallback) found(instr ssa.Instruction, of thing, calls []token.Pos) bool {
	base := callsFrom(instr, of.fields[len(of.fields)-1])
	if base == nil || k.captured(base) != of.base {
		return false
	}
	var m mistake.Mistake = mistake.UseAfterRelease{StillHeld: k.field().Name()}
	if call, ok := k.use.(*ssa.Call); ok && k.given(&call.Call) != nil {
		m = mistake.DoubleRelease{StillHeld: k.field().Name()}
	}
	places := []mistake.Place{{Pos: k.put.Pos(), Text: "the function is kept here"}, {Pos: k.give.Pos(), Text: string(mistake.ReleasedThere)}}
	for _, pos := range calls {
		places = append(places, mistake.Place{Pos: pos, Text: "and then this is called"})
	}
	k.Reporter.ReportAt(k.use.Pos(), m, append(places, mistake.Place{Pos: instr.Pos(), Text: "which calls the function"})...)
	return true
}
