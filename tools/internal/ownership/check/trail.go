package check

import (
	"go/token"
	"go/types"
	"slices"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"golang.org/x/tools/go/ssa"
)

// This file is about how functions find objects: through fields and the elements of containers,
// of which some may be in others, and through functions that find an element or put a new one there.

// A trail is how a value was found.
type trail struct {
	base  ssa.Value
	steps []*types.Var    // the outermost first; nil is an element of the container before it
	each  bool            // all elements are those of the turns of loops
	taken ssa.Instruction // loads the outermost container, or takes the element out there; nil if there is none
	copy  *ssa.Alloc      // the variable with a copy of the struct that was found there; nil if there is none
	inner int             // how many of the steps are in the copy
}

// isLike reports whether two trails lead to the same place, but for the keys and the indexes.
func (t trail) isLike(other trail) bool {
	return t.base == other.base && slices.Equal(t.steps, other.steps)
}

// fields lists the fields on a trail.
func (t trail) fields() []*types.Var {
	return slices.DeleteFunc(slices.Clone(t.steps), func(f *types.Var) bool { return f == nil })
}

// containers returns how many containers the object is in, of which the outermost is in a field.
func (t trail) containers() int {
	if _, isIn := t.outer(); !isIn {
		return 0
	}
	return len(t.steps) - len(t.fields())
}

// outer returns the fields up to the outermost container, and false if there is none.
func (t trail) outer() ([]*types.Var, bool) {
	k := slices.Index(t.steps, nil)
	return t.steps[:max(k, 0)], k > 0
}

// after returns the trail that begins where another one ends.
func (t trail) after(before trail) trail {
	joined := trail{before.base, slices.Concat(before.steps, t.steps), t.each && before.each, before.taken, before.copy, before.inner + len(t.steps)}
	if joined.taken == nil {
		joined.taken = t.taken
	}
	if t.copy != nil {
		joined.copy, joined.inner = t.copy, t.inner
	}
	return joined
}

// trailTo returns how a value or an address was found.
func (p *Package) trailTo(v ssa.Value) (trail, bool) {
	f := pathfinder{Package: p, trail: trail{each: true}, seen: map[ssa.Value]bool{}}
	return f.follow(v, 0)
}

// A pathfinder follows a value back to where it was found.
type pathfinder struct {
	*Package
	trail
	seen map[ssa.Value]bool
}

func (f *pathfinder) follow(v ssa.Value, depth int) (trail, bool) {
	for v != nil && !f.seen[v] {
		f.seen[v] = true
		switch i := v.(type) {
		case *ssa.Parameter, *ssa.Global, *ssa.FreeVar, *ssa.Alloc:
			f.base = f.captured(v)
			return f.trail, true
		case *ssa.Phi:
			return f.oneOf(i.Edges, depth)
		case *ssa.Call:
			return f.result(i, 0, depth)
		case *ssa.Extract:
			if call, ok := i.Tuple.(*ssa.Call); ok {
				return f.result(call, i.Index, depth)
			}
		}
		v = f.before(v)
	}
	return f.trail, false
}

// before returns what a value was taken out of, or nil.
func (f *pathfinder) before(v ssa.Value) ssa.Value {
	switch i := v.(type) {
	case *ssa.UnOp:
		switch {
		case i.Op != token.MUL:
			return nil
		case onlyStored(i.X) != nil:
			return onlyStored(i.X)
		}
		return i.X
	case *ssa.FieldAddr:
		return f.field(i)
	case *ssa.Field:
		f.step(i.X.Type().Underlying().(*types.Struct).Field(i.Field).Origin())
		return i.X
	case *ssa.IndexAddr:
		return f.element(i, i.X, code.IsInEachTurn(i))
	case *ssa.Lookup:
		return f.element(i, i.X, false)
	case *ssa.Next:
		if over, ok := i.Iter.(*ssa.Range); ok {
			return f.element(i, over.X, true)
		}
	case *ssa.Extract:
		if next, isNext := i.Tuple.(*ssa.Next); !isNext || i.Index == 2 && !next.IsString {
			return i.Tuple
		}
	case *ssa.TypeAssert:
		return i.X
	case *ssa.MakeInterface:
		return i.X
	case *ssa.ChangeType:
		return i.X
	}
	return nil
}

func (f *pathfinder) field(at *ssa.FieldAddr) ssa.Value {
	if api.IsListElement(at.X.Type()) {
		return f.listElement(at.X)
	}
	f.step(code.FieldOf(at).Origin())
	variable, ok := at.X.(*ssa.Alloc)
	if !ok {
		return at.X
	}
	whole := copiedBefore(variable, at.Field, at)
	if whole == nil {
		return at.X
	}
	if f.copy == nil {
		f.copy, f.inner = variable, len(f.steps)
	}
	return whole
}

// copiedBefore returns the struct that a variable has a copy of, if nothing else may be in one of its
// fields where an instruction finds that; otherwise nil.
func copiedBefore(variable *ssa.Alloc, field int, found ssa.Instruction) ssa.Value {
	store := onlyStore(variable)
	if store == nil {
		return nil
	}
	for _, use := range *variable.Referrers() {
		if use == found || use == ssa.Instruction(store) {
			continue
		}
		at, isField := use.(*ssa.FieldAddr)
		if isField && (at.Field != field || code.IsOnlyLoaded(at)) {
			continue
		}
		if _, isLoad := use.(*ssa.UnOp); !isLoad && code.Leads(use, only(found), only(store)) {
			return nil
		}
	}
	return store.Val
}

func (f *pathfinder) step(field *types.Var) { f.steps = slices.Insert(f.steps, 0, field) }

func (f *pathfinder) element(taken ssa.Instruction, container ssa.Value, each bool) ssa.Value {
	f.step(nil)
	f.taken, f.each = taken, f.each && each
	if load, ok := container.(*ssa.UnOp); ok {
		f.taken = load // what is in the container then
	}
	return container
}

// listElement goes from an element of a list of package container/list to the list. A loop that
// begins at one of its ends, and goes on to the next one, has each element.
func (f *pathfinder) listElement(v ssa.Value) ssa.Value {
	each := false
	if phi, ok := v.(*ssa.Phi); ok && len(phi.Edges) == 2 {
		next, isCall := phi.Edges[1].(*ssa.Call)
		each = isCall && code.IsMethodOfListElement(&next.Call, "Next", "Prev") && next.Call.Args[0] == v
		if v = phi.Edges[0]; !each {
			return nil
		}
	}
	call, ok := v.(*ssa.Call)
	if !ok || !code.IsMethodOfList(&call.Call, "Front", "Back") {
		return nil
	}
	return f.element(call, call.Call.Args[0], each)
}

// oneOf follows values of which one was found. One that the function makes and puts into the same
// container is like those that it finds there.
func (f *pathfinder) oneOf(all []ssa.Value, depth int) (found trail, ok bool) {
	var made []*ssa.Alloc
	for _, v := range all {
		if code.IsZeroValue(v) || f.isFollowed(v) {
			continue
		}
		if alloc, isNew := v.(*ssa.Alloc); isNew && alloc.Heap {
			made = append(made, alloc)
			continue
		}
		way := pathfinder{f.Package, trail{each: f.each, steps: slices.Clone(f.steps), taken: f.taken, copy: f.copy, inner: f.inner}, f.seen}
		next, known := way.follow(v, depth)
		if !known || ok && !next.isLike(found) {
			return found, false
		}
		found, ok = next, true
	}
	n := len(found.steps) - len(f.steps)
	for _, alloc := range made {
		if n <= 0 || found.steps[n-1] != nil || !f.isPut(alloc, trail{base: found.base, steps: found.steps[:n-1]}) {
			return found, false
		}
	}
	return found, ok
}

// isFollowed reports whether a value is what a variable had in an earlier turn of a loop, which is
// followed already.
func (f *pathfinder) isFollowed(v ssa.Value) bool {
	_, isPhi := v.(*ssa.Phi)
	return isPhi && f.seen[v]
}

// isPut reports whether a function puts something that it has made into a map.
func (f *pathfinder) isPut(made *ssa.Alloc, in trail) bool {
	return slices.ContainsFunc(*made.Referrers(), func(use ssa.Instruction) bool {
		put, ok := use.(*ssa.MapUpdate)
		if !ok || put.Value != ssa.Value(made) {
			return false
		}
		to, ok := f.trailTo(put.Map)
		return ok && to.isLike(in)
	})
}

// result follows the result of a function of the package that takes nothing away from where it has
// found it.
func (f *pathfinder) result(call *ssa.Call, index, depth int) (trail, bool) {
	callee := code.Callee(&call.Call)
	if callee == nil || !f.Code.Has(callee) || depth == maxInside {
		return f.trail, false
	}
	var all []ssa.Value
	for instr := range code.Instructions(callee) {
		if ret, ok := instr.(*ssa.Return); ok && ret.Block() != callee.Recover {
			all = append(all, code.Returned(ret)[index])
		}
	}
	inner := pathfinder{f.Package, trail{each: f.each, steps: slices.Clone(f.steps), copy: f.copy, inner: f.inner}, map[ssa.Value]bool{}}
	found, ok := inner.oneOf(all, depth+1)
	if !ok || slices.ContainsFunc(found.fields(), func(field *types.Var) bool { return f.takes(callee, field) }) {
		return found, false
	}
	base := argumentOf(call, callee, found.base)
	if base == nil {
		return found, false
	}
	outer := pathfinder{f.Package, trail{each: found.each, steps: found.steps, taken: f.taken, copy: found.copy, inner: found.inner}, f.seen}
	if found.taken != nil {
		outer.taken = call
	}
	return outer.follow(base, depth+1)
}

// takes reports whether a function may take something out of a field.
func (f *pathfinder) takes(fn *ssa.Function, field *types.Var) bool {
	for instr := range code.Instructions(fn) {
		if _, isPut := instr.(*ssa.MapUpdate); !isPut && f.Code.MayCut(instr, field) && !isBeginning(instr) {
			return true
		}
	}
	return false
}
