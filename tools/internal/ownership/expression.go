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

// expressions computes the values of instructions that split no path, and call nothing. Those
// that take a part of something use it, by the accounts; what is asserted goes to the caller's effects.
type expressions struct {
	*memory.Values
	where    *position
	accounts *accounts
	loads    *loads
	errors   *errorValues
	caller   *callerEffects
}

// evaluate computes the value of an instruction that splits no path.
func (e *expressions) evaluate(st *memory.State, v ssa.Value) term.Term {
	switch i := v.(type) {
	case *ssa.Alloc, *ssa.MakeMap, *ssa.MakeChan:
		return st.Fresh(i.(ssa.Instruction), 0)
	case *ssa.MakeSlice:
		n := st.Value(i.Len)
		t := e.Terms.Make(term.Node{Kind: term.Alloc, Tag: i, At: st.Turn(i), B: n})
		e.Lengths[t] = n
		return t
	case *ssa.MakeClosure:
		return e.makeClosure(st, i)
	case *ssa.BinOp:
		return e.binary(st, i)
	case *ssa.Field:
		return e.loads.project(st, st.Value(i.X), i.Type(), i, i.Field)
	case *ssa.IndexAddr, *ssa.Index, *ssa.Lookup:
		return e.index(st, i)
	case *ssa.Slice:
		return e.slice(st, i)
	case *ssa.Range:
		base := st.Value(i.X)
		e.accounts.touch(st, base, e.where.at(i.Pos()))
		t := e.Terms.Make(term.Node{Kind: term.Opaque, Tag: i, At: st.Turn(i), A: base})
		e.Ranges[t] = base
		return t
	case *ssa.Next:
		return e.next(st, i)
	case *ssa.Extract:
		return st.Extract(st.Value(i.Tuple), i)
	case *ssa.ChangeType:
		return st.Value(i.X)
	case *ssa.ChangeInterface:
		return st.Value(i.X)
	case *ssa.SliceToArrayPointer:
		return st.Value(i.X)
	case *ssa.MakeInterface:
		return e.makeInterface(st, i)
	case *ssa.Convert:
		t := st.Value(i.X)
		if isBytes(i.X.Type()) != isBytes(i.Type()) { // between bytes and a string: a copy
			e.accounts.touch(st, t, e.where.at(i.Pos()))
			t = st.Opaque(i, 0)
		}
		if i.X.Type().Underlying() == types.Typ[types.UnsafePointer] { // what is stored through it is in fields of another type
			st.Expose(t)
		}
		return t
	case *ssa.TypeAssert:
		return e.typeAssert(st, i)
	}
	return st.Opaque(v.(ssa.Instruction), 0)
}

func (e *expressions) makeClosure(st *memory.State, i *ssa.MakeClosure) term.Term {
	t := st.Fresh(i, 1)
	c := memory.Closure{Fn: i.Fn.(*ssa.Function)}
	for _, b := range i.Bindings {
		c.Bindings = append(c.Bindings, st.Value(b))
	}
	t = e.Terms.Make(term.Node{Kind: term.Closure, A: t, B: e.Terms.List(c.Bindings)})
	e.Closures[t] = c
	return t
}

func (e *expressions) binary(st *memory.State, i *ssa.BinOp) term.Term {
	a, b := st.Value(i.X), st.Value(i.Y)
	if api.IsStructValue(i.X.Type()) && api.HoldsRef(i.X.Type()) { // the comparison reveals something about the references inside
		for _, id := range append(st.Reachable(a), st.Reachable(b)...) {
			st.ToTopLive(id)
		}
	}
	if (i.Op == token.EQL || i.Op == token.NEQ) && (e.errors.areTwoErrors(a, b) || e.areTwoObjects(a, b)) {
		return e.Terms.Bool(i.Op == token.NEQ)
	}
	return e.Terms.Binary(i.Op, a, b)
}

// areTwoObjects reports whether two values are pointers to different objects, of which this
// function, or a function that it has called, has acquired one.
func (e *expressions) areTwoObjects(a, b term.Term) bool {
	ra, rb := e.Roles[a], e.Roles[b]
	if ra.As != fate.AsReference || rb.As != fate.AsReference {
		return false
	}
	oa, ob := &e.Objects[ra.Object], &e.Objects[rb.Object]
	return oa.Family != nil && ob.Family != nil && oa.Lease != ob.Lease && (oa.Origin == fate.Acquired || ob.Origin == fate.Acquired)
}

func (e *expressions) fieldAddr(st *memory.State, i *ssa.FieldAddr) term.Term {
	base := st.Value(i.X)
	if e.isSignal(base, i) {
		return e.Terms.Field(base, i.Field)
	}
	if !e.loads.isReleased(st, base, i) {
		e.accounts.touch(st, base, e.where.at(i.Pos()))
	}
	if e.Terms.Node(base).Kind == term.Load {
		st.Dereference(base)
	}
	t := e.Interior(e.Terms.Field(base, i.Field), base, fate.AsBorrow)
	if u, ok := api.Deref(i.X.Type()).Underlying().(*types.Struct); ok {
		e.Fields[t] = u.Field(i.Field)
	}
	return t
}

// isSignal reports whether a field is a channel of a counted object, which is read, or a struct of
// which only such a channel is: the last release may close it, and who has released may wait for that.
func (e *expressions) isSignal(base term.Term, i *ssa.FieldAddr) bool {
	r, ok := e.Roles[base]
	return ok && e.Objects[r.Object].Counted() && onlyReadsChannel(i)
}

// onlyReadsChannel reports whether the address of a field, or of a struct, is only there to read a
// channel, which may be in a struct that is embedded there.
func onlyReadsChannel(addr ssa.Value) bool {
	_, isChannel := api.Deref(addr.Type()).Underlying().(*types.Chan)
	return !slices.ContainsFunc(*addr.Referrers(), func(use ssa.Instruction) bool {
		switch use := use.(type) {
		case *ssa.FieldAddr:
			return !onlyReadsChannel(use)
		case *ssa.UnOp:
			_, leadsOn := use.Type().Underlying().(*types.Pointer)
			return use.Op != token.MUL || !isChannel && !(leadsOn && onlyReadsChannel(use))
		}
		return true
	})
}

// index takes an element, or its address.
func (e *expressions) index(st *memory.State, v ssa.Value) term.Term {
	switch i := v.(type) {
	case *ssa.IndexAddr:
		base := st.Value(i.X)
		e.accounts.touch(st, base, e.where.at(i.Pos()))
		t := e.Interior(e.Terms.Index(base, st.Value(i.Index)), base, fate.AsBorrow)
		if code.IsPicked(i.Index) {
			e.Picked[t] = true
		}
		return t
	case *ssa.Index:
		base := st.Value(i.X)
		e.accounts.touch(st, base, e.where.at(i.Pos()))
		return e.loads.element(st, base, st.Value(i.Index), i.Type(), i, 0)
	}
	i := v.(*ssa.Lookup)
	base := st.Value(i.X)
	e.accounts.touch(st, base, e.where.at(i.Pos()))
	if api.IsBasic(api.ElementType(i.X.Type())) && isEmptyMap(st, base) { // of a Ref, the key tells that it is there
		zero := e.Terms.ZeroOf(api.ElementType(i.X.Type()))
		if i.CommaOk {
			zero = e.Terms.List([]term.Term{zero, e.Terms.Bool(false)})
		}
		return zero
	}
	t := e.loads.element(st, base, st.Value(i.Index), api.ElementType(i.X.Type()), i, 0)
	if code.IsPicked(i.Index) {
		e.Picked[t] = true
	}
	if i.CommaOk {
		t = e.Terms.List([]term.Term{t, st.Opaque(i, 1)})
	}
	return t
}

func (e *expressions) slice(st *memory.State, i *ssa.Slice) term.Term {
	base := st.Value(i.X)
	e.accounts.touch(st, base, e.where.at(i.Pos()))
	r, tracked := e.Roles[base]
	root := e.Terms.Node(base).Kind
	n, isArray := code.ArrayLen(i)
	switch {
	case tracked && st.Taken(base): // a part of what is no memory of the object any more
		return st.Opaque(i, 0)
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
		e.Lengths[base] = e.Terms.Int(n)
		return base
	case len(st.ContentsOf(base)) > 0:
		return e.part(st, i, base)
	case root == term.Alloc, root == term.Slice, root == term.Zero, st.HoldsObjects(base):
		if low, high, known := bounds(st, i); known && (root == term.Alloc || root == term.Slice) && deep(i.Type()) {
			return e.listed(base, low, high) // it may have references later
		}
		return base
	}
	t := st.Opaque(i, 0)
	if _, ok := place.Of(e.Terms, base); ok && code.IsPrefix(i) {
		e.Prefixes[t] = base
	}
	e.SetWithin(t, base)
	return t
}

// part takes a part of a list or of a set of references. Of a set only one end may be
// cut off, where the next element is taken: who gets which of the others is unknown.
func (e *expressions) part(st *memory.State, i *ssa.Slice, base term.Term) term.Term {
	low, high, known := bounds(st, i)
	delete(st.Marks, memory.Marked(memory.HasReleased, base, nil)) // it may be the one that is cut off
	delete(st.Marks, memory.Marked(memory.HasTwice, base, nil))
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
	return e.listed(base, low, high)
}

// listed is the part of a list whose elements are known one by one.
func (e *expressions) listed(base term.Term, low, high int64) term.Term {
	all, isKnown := e.Terms.AsInt(e.Lengths[base])
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
	t := e.Terms.Slice(base, low, length)
	if length >= 0 {
		e.Lengths[t] = e.Terms.Int(int64(length))
	}
	return t
}

// next takes the next element of a map or a string.
func (e *expressions) next(st *memory.State, i *ssa.Next) term.Term {
	tuple := i.Type().(*types.Tuple)
	parts := make([]term.Term, tuple.Len())
	for k := range parts {
		parts[k] = st.Opaque(i, k)
	}
	if base, ok := e.Ranges[st.Value(i.Iter)]; ok && !i.IsString && len(parts) == 3 {
		parts[2] = e.loads.element(st, base, parts[1], tuple.At(2).Type(), i, 2)
		if len(st.ContentsOf(base)) > 0 && st.Turns.At(i.Block()) == 1 {
			parts[0] = e.Terms.Bool(true)
		}
		if isEmptyMap(st, base) {
			parts[0] = e.Terms.Bool(false)
		}
	}
	return e.Terms.List(parts)
}

func (e *expressions) makeInterface(st *memory.State, i *ssa.MakeInterface) term.Term {
	t := st.Value(i.X)
	if k := e.Terms.Node(t).Kind; k == term.Nil || k == term.Zero { // an interface that holds nil is not nil
		t = st.Opaque(i, 0)
		e.Terms.SetNonNil(t)
	}
	if !types.IsInterface(i.X.Type()) {
		e.Concrete[t] = i.X.Type()
	}
	return t
}

func (e *expressions) typeAssert(st *memory.State, i *ssa.TypeAssert) term.Term {
	t := st.Value(i.X)
	st.Copied(t, i.AssertedType)
	if i.CommaOk && e.Terms.IsNil(t) && code.BuiltinOf(i.X, "recover") == nil { // no type is that of nil, and any call may panic
		return e.Terms.List([]term.Term{e.Terms.ZeroOf(i.AssertedType), e.Terms.Bool(false)})
	}
	r, tracked := e.Roles[t]
	if !tracked && api.IsRef(i.AssertedType) {
		e.caller.noteExposed(st, t) // what becomes of it is not told
	}
	if i.CommaOk {
		holds := st.Opaque(i, 0)
		if concrete := e.Concrete[t]; tracked && r.As == fate.AsReference && concrete != nil && types.Identical(concrete, i.AssertedType) {
			holds = e.Terms.Bool(true) // this function has put it there
		} else if !types.IsInterface(i.AssertedType) {
			holds = e.isOfType(st, t, i, holds)
		}
		return e.Terms.List([]term.Term{t, holds})
	}
	if tracked && r.As == fate.AsReference && !types.IsInterface(i.AssertedType) {
		e.Terms.SetNonNil(t)
	}
	if !tracked && api.IsRef(i.AssertedType) {
		return st.StoredRef(i)
	}
	return t
}

// isOfType returns whether what is in an interface is of the type of an assertion: it has one type only,
// so an earlier assertion may tell.
func (e *expressions) isOfType(st *memory.State, t term.Term, i *ssa.TypeAssert, holds term.Term) term.Term {
	if has, told := st.HasType(t, i.AssertedType); told {
		return e.Terms.Bool(has)
	}
	isIt := func(a memory.Assertion) bool { return a.Holds == holds }
	if again, begin := code.AskedAgain(i); len(again) > 0 && !slices.ContainsFunc(e.Asserted[t], isIt) {
		e.Asserted[t] = append(e.Asserted[t], memory.Assertion{Holds: holds, Type: i.AssertedType, Again: again, Begin: begin})
	}
	return holds
}

// isEmptyMap reports whether a map was made by this function, and nothing was put into it.
func isEmptyMap(st *memory.State, m term.Term) bool {
	_, made := st.Terms.Node(m).Tag.(*ssa.MakeMap)
	return made && st.Local(m) && st.Marks[memory.Marked(memory.IsFilled, m, nil)] == 0
}

// bounds returns the bounds of a slice expression, if they are known. The upper one is
// -1 if there is none.
func bounds(st *memory.State, i *ssa.Slice) (low, high int64, known bool) {
	high, known = -1, true
	if i.Low != nil {
		low, known = st.Terms.AsInt(st.Value(i.Low))
	}
	if i.High != nil && known {
		high, known = st.Terms.AsInt(st.Value(i.High))
	}
	return low, high, known
}
