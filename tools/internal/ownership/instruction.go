package ownership

import (
	"go/token"
	"go/types"
	"slices"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"github.com/rcpool/rcpool/tools/internal/ownership/fate"
	"github.com/rcpool/rcpool/tools/internal/ownership/memory"
	"github.com/rcpool/rcpool/tools/internal/ownership/place"
	"github.com/rcpool/rcpool/tools/internal/ownership/term"
	"golang.org/x/tools/go/ssa"
)

// instruction carries out one instruction. If the path splits there, branched is
// true and after has the states after it; there are none if the path ends.
func (x *explorer) instruction(f *code.Function, st *memory.State, instr ssa.Instruction) (after []*memory.State, branched bool) {
	switch i := instr.(type) {
	case *ssa.UnOp:
		return x.unary(f, st, i)
	case *ssa.FieldAddr:
		if x.Terms.IsNil(st.Value(i.X)) {
			return nil, true // it panics
		}
		st.Env[i] = x.fieldAddr(st, i)
	case *ssa.Store:
		x.keepers.stored(st, i, st.Value(i.Addr))
		x.store(st, st.Value(i.Addr), st.Value(i.Val), x.at(i.Pos()), i)
	case *ssa.MapUpdate:
		m := st.Value(i.Map)
		st.Marks[memory.Marked(memory.IsFilled, m, nil)] = 1
		x.touch(st, m, x.at(i.Pos()))
		x.accumulates(st, m)
		x.caller.notePut(st, m, i.Value)
		x.mixes(st, m, st.Value(i.Value), i.Value.Type())
		x.put(st, m, st.Value(i.Value), x.at(i.Pos()))
		if !api.IsBasic(i.Key.Type()) {
			x.put(st, m, st.Value(i.Key), x.at(i.Pos()))
		}
	case *ssa.Send:
		if !x.isOpen(st, i.Chan) {
			return nil, true // it blocks for ever
		}
		x.send(st, st.Value(i.Chan), st.Value(i.X), x.at(i.Pos()), f.InLoop(i.Block()))
	case *ssa.Select:
		return x.selects(f, st, i), true
	case *ssa.Go:
		return x.goes(f, st, i), true
	case *ssa.Defer:
		st.Defers = append(st.Defers, &memory.Deferred{Instr: i, Fn: st.Callee(&i.Call), Args: arguments(st, &i.Call)})
	case *ssa.Call:
		s := &site{instr: i, common: &i.Call, fn: st.Callee(&i.Call), args: arguments(st, &i.Call), pos: x.at(i.Pos()), f: f}
		for _, r := range x.call(st, s) {
			r.st.Env[i] = r.value
			after = append(after, r.st)
		}
		return after, true
	case ssa.Value:
		st.Env[i] = x.evaluate(st, i)
	}
	return nil, false
}

func arguments(st *memory.State, c *ssa.CallCommon) []term.Term {
	args := make([]term.Term, len(c.Args))
	for k, a := range c.Args {
		args[k] = st.Value(a)
	}
	return args
}

// evaluate computes the value of an instruction that splits no path.
func (x *explorer) evaluate(st *memory.State, v ssa.Value) term.Term {
	switch i := v.(type) {
	case *ssa.Alloc, *ssa.MakeMap, *ssa.MakeChan:
		return st.Fresh(i.(ssa.Instruction), 0)
	case *ssa.MakeSlice:
		n := st.Value(i.Len)
		t := x.Terms.Make(term.Node{Kind: term.Alloc, Tag: i, At: st.Turn(i), B: n})
		x.Lengths[t] = n
		return t
	case *ssa.MakeClosure:
		return x.makeClosure(st, i)
	case *ssa.BinOp:
		return x.binary(st, i)
	case *ssa.Field:
		return x.project(st, st.Value(i.X), i.Type(), i, i.Field)
	case *ssa.IndexAddr, *ssa.Index, *ssa.Lookup:
		return x.index(st, i)
	case *ssa.Slice:
		return x.slice(st, i)
	case *ssa.Range:
		base := st.Value(i.X)
		x.touch(st, base, x.at(i.Pos()))
		t := x.Terms.Make(term.Node{Kind: term.Opaque, Tag: i, At: st.Turn(i), A: base})
		x.Ranges[t] = base
		return t
	case *ssa.Next:
		return x.next(st, i)
	case *ssa.Extract:
		return st.Extract(st.Value(i.Tuple), i)
	case *ssa.ChangeType:
		return st.Value(i.X)
	case *ssa.ChangeInterface:
		return st.Value(i.X)
	case *ssa.SliceToArrayPointer:
		return st.Value(i.X)
	case *ssa.MakeInterface:
		return x.makeInterface(st, i)
	case *ssa.Convert:
		t := st.Value(i.X)
		if isBytes(i.X.Type()) != isBytes(i.Type()) { // between bytes and a string: a copy
			x.touch(st, t, x.at(i.Pos()))
			t = st.Opaque(i, 0)
		}
		if i.X.Type().Underlying() == types.Typ[types.UnsafePointer] { // what is stored through it is in fields of another type
			st.Expose(t)
		}
		return t
	case *ssa.TypeAssert:
		return x.typeAssert(st, i)
	}
	return st.Opaque(v.(ssa.Instruction), 0)
}

func (x *explorer) makeClosure(st *memory.State, i *ssa.MakeClosure) term.Term {
	t := st.Fresh(i, 1)
	c := memory.Closure{Fn: i.Fn.(*ssa.Function)}
	for _, b := range i.Bindings {
		c.Bindings = append(c.Bindings, st.Value(b))
	}
	t = x.Terms.Make(term.Node{Kind: term.Closure, A: t, B: x.Terms.List(c.Bindings)})
	x.Closures[t] = c
	return t
}

func (x *explorer) binary(st *memory.State, i *ssa.BinOp) term.Term {
	a, b := st.Value(i.X), st.Value(i.Y)
	if api.IsStructValue(i.X.Type()) && api.HoldsRef(i.X.Type()) { // the comparison reveals something about the references inside
		for _, id := range append(st.Reachable(a), st.Reachable(b)...) {
			st.ToTopLive(id)
		}
	}
	if (i.Op == token.EQL || i.Op == token.NEQ) && x.areTwoErrors(a, b) {
		return x.Terms.Bool(i.Op == token.NEQ)
	}
	return x.Terms.Binary(i.Op, a, b)
}

// errorVariable returns the global variable that a value is the error of, or nil.
func (x *explorer) errorVariable(v term.Term) *ssa.Global {
	n := x.Terms.Node(v)
	g, ok := x.Terms.Node(n.A).Tag.(*ssa.Global)
	if n.Kind != term.Load || !ok || !api.IsError(api.Deref(g.Type())) {
		return nil
	}
	return g
}

// areTwoErrors reports whether two values are different errors, of global variables.
func (x *explorer) areTwoErrors(a, b term.Term) bool {
	va, vb := x.errorVariable(a), x.errorVariable(b)
	return va != nil && vb != nil && x.pkg.DifferentErrors(va, vb)
}

// isError decides errors.Is, if that is known.
func (x *explorer) isError(err, target term.Term) (is, known bool) {
	a, b := x.errorVariable(err), x.errorVariable(target)
	switch {
	case err == target, a != nil && b != nil && x.pkg.Wraps(a, b):
		return true, true
	}
	return false, x.areTwoErrors(err, target)
}

func (x *explorer) fieldAddr(st *memory.State, i *ssa.FieldAddr) term.Term {
	base := st.Value(i.X)
	if x.isSignal(base, i) {
		return x.Terms.Field(base, i.Field)
	}
	x.touch(st, base, x.at(i.Pos()))
	if x.Terms.Node(base).Kind == term.Load {
		st.Dereference(base)
	}
	t := x.Interior(x.Terms.Field(base, i.Field), base, fate.AsBorrow)
	if u, ok := api.Deref(i.X.Type()).Underlying().(*types.Struct); ok {
		x.Fields[t] = u.Field(i.Field)
	}
	return t
}

// isSignal reports whether a field is a channel of a counted object, which is read: the last
// release may close it, and who has released may wait for that.
func (x *explorer) isSignal(base term.Term, i *ssa.FieldAddr) bool {
	r, ok := x.Roles[base]
	if !ok || !x.Objects[r.Object].Counted() {
		return false
	}
	_, isChannel := api.Deref(i.Type()).Underlying().(*types.Chan)
	return isChannel && !slices.ContainsFunc(*i.Referrers(), func(use ssa.Instruction) bool {
		load, ok := use.(*ssa.UnOp)
		return !ok || load.Op != token.MUL
	})
}

// index takes an element, or its address.
func (x *explorer) index(st *memory.State, v ssa.Value) term.Term {
	switch i := v.(type) {
	case *ssa.IndexAddr:
		base := st.Value(i.X)
		x.touch(st, base, x.at(i.Pos()))
		t := x.Interior(x.Terms.Index(base, st.Value(i.Index)), base, fate.AsBorrow)
		if code.IsPicked(i.Index) {
			x.Picked[t] = true
		}
		return t
	case *ssa.Index:
		base := st.Value(i.X)
		x.touch(st, base, x.at(i.Pos()))
		return x.element(st, base, st.Value(i.Index), i.Type(), i, 0)
	}
	i := v.(*ssa.Lookup)
	base := st.Value(i.X)
	x.touch(st, base, x.at(i.Pos()))
	if api.IsBasic(api.ElementType(i.X.Type())) && x.isEmptyMap(st, base) { // of a Ref, the key tells that it is there
		zero := x.Terms.ZeroOf(api.ElementType(i.X.Type()))
		if i.CommaOk {
			zero = x.Terms.List([]term.Term{zero, x.Terms.Bool(false)})
		}
		return zero
	}
	t := x.element(st, base, st.Value(i.Index), api.ElementType(i.X.Type()), i, 0)
	if code.IsPicked(i.Index) {
		x.Picked[t] = true
	}
	if i.CommaOk {
		t = x.Terms.List([]term.Term{t, st.Opaque(i, 1)})
	}
	return t
}

// isEmptyMap reports whether a map was made by this function, and nothing was put into it.
func (x *explorer) isEmptyMap(st *memory.State, m term.Term) bool {
	_, made := x.Terms.Node(m).Tag.(*ssa.MakeMap)
	return made && st.Local(m) && st.Marks[memory.Marked(memory.IsFilled, m, nil)] == 0
}

func (x *explorer) slice(st *memory.State, i *ssa.Slice) term.Term {
	base := st.Value(i.X)
	x.touch(st, base, x.at(i.Pos()))
	r, tracked := x.Roles[base]
	root := x.Terms.Node(base).Kind
	n, isArray := code.ArrayLen(i)
	switch {
	case tracked:
		if code.IsConstZero(i.High) {
			st.WasReset(r.Object)
		}
		if code.IsPrefix(i) && r.As == fate.AsReference { // of a slice that is pooled by value
			return st.OpaqueAs(i, 0, r)
		}
		return st.OpaqueAs(i, 0, fate.Alias(r.Object))
	case code.IsConstZero(i.High): // empty, to be filled again
		return st.Fresh(i, 3)
	case isArray && root == term.Alloc:
		x.Lengths[base] = x.Terms.Int(n)
		return base
	case len(st.ContentsOf(base)) > 0:
		return x.part(st, i, base)
	case root == term.Alloc, root == term.Slice, root == term.Zero, st.HoldsObjects(base):
		if low, high, known := x.bounds(st, i); known && (root == term.Alloc || root == term.Slice) && x.deep(i.Type()) {
			return x.listed(base, low, high) // it may have references later
		}
		return base
	}
	t := st.Opaque(i, 0)
	if _, ok := place.Of(x.Terms, base); ok && code.IsPrefix(i) {
		x.Prefixes[t] = base
	}
	x.isWithin(t, base)
	return t
}

// isWithin notes that a value is a part of a slice, if callers know that one.
func (x *explorer) isWithin(part, slice term.Term) {
	if whole, ok := x.Within[slice]; ok {
		x.Within[part] = whole
	} else if _, ok := place.Of(x.Terms, slice); ok {
		x.Within[part] = slice
	}
}

// part takes a part of a list or of a set of references. Of a set only one end may be
// cut off, where the next element is taken: who gets which of the others is unknown.
func (x *explorer) part(st *memory.State, i *ssa.Slice, base term.Term) term.Term {
	low, high, known := x.bounds(st, i)
	delete(st.Marks, memory.Marked(memory.HasReleased, base, nil)) // it may be the one that is cut off
	if slices.ContainsFunc(st.ContentsOf(base), func(id fate.ID) bool { return st.Fate(id).Status == fate.Dead }) {
		st.Discard(base)
		return base
	}
	switch {
	case len(st.Containers[base]) > 0 && (i.High == nil && known || i.Low == nil && code.IsLast(i.High)):
		st.Marks[memory.Marked(memory.IsCut, base, nil)] = 1
		return base
	case len(st.Containers[base]) > 0 || !known:
		st.Drain(base)
		return base
	}
	return x.listed(base, low, high)
}

// bounds returns the bounds of a slice expression, if they are known. The upper one is
// -1 if there is none.
func (x *explorer) bounds(st *memory.State, i *ssa.Slice) (low, high int64, known bool) {
	high, known = -1, true
	if i.Low != nil {
		low, known = x.Terms.AsInt(st.Value(i.Low))
	}
	if i.High != nil && known {
		high, known = x.Terms.AsInt(st.Value(i.High))
	}
	return low, high, known
}

// listed is the part of a list whose elements are known one by one.
func (x *explorer) listed(base term.Term, low, high int64) term.Term {
	all, isKnown := x.Terms.AsInt(x.Lengths[base])
	length := -1
	switch {
	case high >= 0:
		length = int(high - low)
	case isKnown:
		length = int(all - low)
	}
	if low == 0 && (high < 0 || isKnown && high == all) {
		return base
	}
	t := x.Terms.Slice(base, low, length)
	if length >= 0 {
		x.Lengths[t] = x.Terms.Int(int64(length))
	}
	return t
}

// next takes the next element of a map or a string.
func (x *explorer) next(st *memory.State, i *ssa.Next) term.Term {
	tuple := i.Type().(*types.Tuple)
	parts := make([]term.Term, tuple.Len())
	for k := range parts {
		parts[k] = st.Opaque(i, k)
	}
	if base, ok := x.Ranges[st.Value(i.Iter)]; ok && !i.IsString && len(parts) == 3 {
		parts[2] = x.element(st, base, parts[1], tuple.At(2).Type(), i, 2)
		if len(st.ContentsOf(base)) > 0 && st.Turns[i.Block()] == 1 {
			parts[0] = x.Terms.Bool(true)
		}
		if x.isEmptyMap(st, base) {
			parts[0] = x.Terms.Bool(false)
		}
	}
	return x.Terms.List(parts)
}

func (x *explorer) makeInterface(st *memory.State, i *ssa.MakeInterface) term.Term {
	t := st.Value(i.X)
	if k := x.Terms.Node(t).Kind; k == term.Nil || k == term.Zero { // an interface that holds nil is not nil
		t = st.Opaque(i, 0)
		x.Terms.SetNonNil(t)
	}
	if !types.IsInterface(i.X.Type()) {
		x.Concrete[t] = i.X.Type()
	}
	return t
}

func (x *explorer) typeAssert(st *memory.State, i *ssa.TypeAssert) term.Term {
	t := st.Value(i.X)
	st.Copied(t, i.AssertedType)
	if i.CommaOk && x.Terms.IsNil(t) && code.BuiltinOf(i.X, "recover") == nil { // no type is that of nil, and any call may panic
		return x.Terms.List([]term.Term{x.Terms.ZeroOf(i.AssertedType), x.Terms.Bool(false)})
	}
	r, tracked := x.Roles[t]
	if !tracked && api.IsRef(i.AssertedType) {
		x.caller.noteExposed(st, t) // what becomes of it is not told
	}
	if i.CommaOk {
		holds := st.Opaque(i, 0)
		if concrete := x.Concrete[t]; tracked && r.As == fate.AsReference && concrete != nil && types.Identical(concrete, i.AssertedType) {
			holds = x.Terms.Bool(true) // this function has put it there
		}
		return x.Terms.List([]term.Term{t, holds})
	}
	if tracked && r.As == fate.AsReference && !types.IsInterface(i.AssertedType) {
		x.Terms.SetNonNil(t)
	}
	if !tracked && api.IsRef(i.AssertedType) {
		return st.StoredRef(i)
	}
	return t
}

func (x *explorer) unary(f *code.Function, st *memory.State, i *ssa.UnOp) (after []*memory.State, branched bool) {
	v := st.Value(i.X)
	switch i.Op {
	case token.MUL:
		x.courses.loads(st, v, i)
		st.Env[i] = x.load(st, v, i.Type(), i, x.at(i.Pos()))
	case token.NOT:
		st.Env[i] = x.Terms.Not(v)
	case token.ARROW:
		return x.receive(f, st, i)
	default:
		st.Env[i] = x.Terms.Make(term.Node{Kind: term.Binary, A: v, Tag: i.Op})
	}
	return nil, false
}

func isBytes(t types.Type) bool {
	_, ok := t.Underlying().(*types.Slice)
	return ok
}
