package check

import (
	"cmp"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"github.com/rcpool/rcpool/tools/internal/ownership/mistake"
	"github.com/rcpool/rcpool/tools/internal/ownership/naming"
)

// This file is about structs of this package in a sync.Pool: which of their fields go
// back with what the last owner left. A field may keep its value on purpose, as that
// of a cache does. So fields are compared: one is stale if a function sets it and puts
// the object back, although other functions reset it before they do so.

// checkStale reports the fields that go back to a sync.Pool as they were set.
func (p *Package) checkStale() {
	s := &stale{Package: p, pools: map[*types.Named][]any{}, known: map[effectsOf]*fieldEffects{}, convention: map[*types.Named]map[int]bool{}, readied: map[*types.Named]map[int]bool{}, seen: map[*types.Named]map[int]bool{}, shown: map[fieldOfType]bool{}}
	s.findPools()
	var puts []*lease
	for _, fn := range p.Code.Sources {
		if fn.Parent() == nil {
			for _, of := range s.pooledIn(fn) {
				puts = append(puts, s.lease(fn, of))
			}
		}
	}
	for _, l := range puts {
		s.noteSeen(l)
		if l.effects.puts {
			s.noteConvention(l)
		}
	}
	for _, l := range puts {
		s.check(l)
	}
	s.checkGrowing(puts)
	s.checkInherited(puts)
	s.checkSticky()
	s.checkPushed()
}

type stale struct {
	*Package
	pools      map[*types.Named][]any // by the type of their objects: where they are
	known      map[effectsOf]*fieldEffects
	convention map[*types.Named]map[int]bool // fields that are reset before the object is put back
	readied    map[*types.Named]map[int]bool // the same, with those that may be reset at first if nothing was done
	seen       map[*types.Named]map[int]bool // fields of which some function may see what was left there
	shown      map[fieldOfType]bool          // lists that are only shown; see isOnlyShown
}

type fieldOfType struct {
	of    *types.Named
	field int
}

type effectsOf struct {
	fn *ssa.Function
	of *types.Named
}

// fieldEffects says what a function does to the object of a type that it is given.
type fieldEffects struct {
	sets, resets, touches map[int]bool // touched: perhaps reset, or a part of it
	puts                  bool
	always                map[int]bool // of sets: on each way through the function
}

func newFieldEffects() *fieldEffects {
	return &fieldEffects{map[int]bool{}, map[int]bool{}, map[int]bool{}, false, map[int]bool{}}
}

// all stands for each field of a struct.
const all = -1

func (e *fieldEffects) clears(field int) bool {
	return e.resets[field] || e.resets[all] || e.touches[field] || e.touches[all]
}

func (e *fieldEffects) none() bool {
	return len(e.sets)+len(e.resets)+len(e.touches) == 0 && !e.puts
}

func (e *fieldEffects) add(other *fieldEffects) {
	maps.Copy(e.sets, other.sets)
	maps.Copy(e.resets, other.resets)
	maps.Copy(e.touches, other.touches)
	e.puts = e.puts || other.puts
}

// A lease is what a function does, instruction by instruction, to the one object of a
// type that it has.
type lease struct {
	fn      *ssa.Function
	of      *types.Named
	steps   map[ssa.Instruction]*fieldEffects
	defers  *fieldEffects   // what deferred calls do
	put     ssa.Instruction // the deferred call that puts the object back
	effects *fieldEffects   // all of it
	initial *fieldEffects   // what is done where the object comes from
	given   bool            // it is a parameter
	several bool            // it may have more than one object, or none
}

// pooledIn lists the structs with a sync.Pool that a function takes from somewhere, or has as a
// parameter.
func (s *stale) pooledIn(fn *ssa.Function) (list []*types.Named) {
	add := func(t types.Type) {
		named := s.structOf(t)
		if len(s.pools[named]) > 0 && !slices.Contains(list, named) {
			list = append(list, named)
		}
	}
	for instr := range code.Instructions(fn) {
		switch i := instr.(type) {
		case *ssa.TypeAssert:
			add(i.AssertedType)
		case *ssa.Call:
			if callee := i.Call.StaticCallee(); callee != nil && s.Code.Has(callee) {
				add(i.Type())
			}
		}
	}
	for _, p := range fn.Params {
		add(p.Type())
	}
	return list
}

// structOf returns the struct of this package that a type is a pointer to, or nil.
func (s *stale) structOf(t types.Type) *types.Named {
	pointer, ok := t.(*types.Pointer)
	if !ok {
		return nil
	}
	named, ok := types.Unalias(pointer.Elem()).(*types.Named)
	if !ok || named.Obj().Pkg() != s.Pass.Pkg || named.TypeArgs().Len() > 0 {
		return nil
	}
	if _, ok := named.Underlying().(*types.Struct); !ok {
		return nil
	}
	return named
}

// lease finds out what a function, with its deferred literals, does to its object.
func (s *stale) lease(fn *ssa.Function, of *types.Named) *lease {
	l := &lease{fn: fn, of: of, steps: map[ssa.Instruction]*fieldEffects{}, defers: newFieldEffects(), effects: newFieldEffects(), initial: newFieldEffects()}
	sources := 0
	for _, p := range fn.Params {
		if s.structOf(p.Type()) == of {
			sources++
			l.given = true
		}
	}
	for instr := range code.Instructions(fn) {
		if v, ok := instr.(ssa.Value); ok && s.structOf(v.Type()) == of && isSource(v) {
			sources++
			l.initial.add(s.made(v))
		}
		e := s.step(instr, of)
		if e == nil {
			continue
		}
		l.effects.add(e)
		if _, deferred := instr.(*ssa.Defer); deferred {
			l.defers.add(e)
			if e.puts {
				l.put = instr
			}
			continue
		}
		l.steps[instr] = e
	}
	l.several = sources != 1
	return l
}

// isSource reports whether a value is where an object comes from: a call, an
// assertion, or memory other than a local variable.
func isSource(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.UnOp:
		switch v.X.(type) {
		case *ssa.Alloc, *ssa.FreeVar:
			return false
		}
	}
	return true
}

// made is what the function of this package that an object comes from has done to it.
func (s *stale) made(v ssa.Value) *fieldEffects {
	if call, ok := v.(*ssa.Call); ok {
		if callee := call.Call.StaticCallee(); callee != nil && s.Code.Has(callee) {
			return s.effects(callee, s.structOf(v.Type()))
		}
	}
	return newFieldEffects()
}

// effects is all that a function does to objects of a type.
func (s *stale) effects(fn *ssa.Function, of *types.Named) *fieldEffects {
	fn = code.Generic(fn)
	key := effectsOf{fn, of}
	if e, ok := s.known[key]; ok {
		return e
	}
	e := newFieldEffects()
	s.known[key] = e // a function that calls itself does no more
	for instr := range code.Instructions(fn) {
		if step := s.step(instr, of); step != nil {
			e.add(step)
			if code.OnEachWay(instr.Block()) {
				maps.Copy(e.always, step.sets)
			}
		}
	}
	return e
}

// step is what an instruction does to objects of a type, or nil.
func (s *stale) step(instr ssa.Instruction, of *types.Named) *fieldEffects {
	e := newFieldEffects()
	switch i := instr.(type) {
	case *ssa.Store:
		s.stores(e, i, of)
	case *ssa.MapUpdate:
		if field, _, ok := s.fieldIn(i.Map, of); ok {
			e.sets[field] = true
		}
	case ssa.CallInstruction:
		s.calls(e, i.Common(), of)
	default:
		return nil
	}
	if e.none() {
		return nil
	}
	return e
}

// stores notes an assignment to the object, to a field, or to a part of one.
func (s *stale) stores(e *fieldEffects, i *ssa.Store, of *types.Named) {
	if s.structOf(i.Addr.Type()) == of {
		e.resets[all] = true
		return
	}
	if s.structOf(i.Val.Type()) == of { // it is put somewhere
		if _, local := i.Addr.(*ssa.Alloc); !local {
			e.touches[all] = true
		}
		return
	}
	field, whole, ok := s.fieldIn(i.Addr, of)
	switch {
	case !ok, code.IfNil(i):
	case !empties(i.Val):
		e.sets[field] = true
		if begins(i.Val) || cuts(i) {
			e.touches[field] = true
		}
	case whole:
		e.resets[field] = true
	default:
		e.touches[field] = true
	}
}

// empties reports whether a value is what a reset assigns: zero, nothing, or new.
func empties(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Const:
		return v.Value == nil || slices.Contains([]string{"0", "false", `""`}, v.Value.ExactString())
	case *ssa.Slice:
		return code.IsConstZero(v.High)
	case *ssa.MakeMap, *ssa.MakeSlice, *ssa.MakeChan, *ssa.Alloc:
		return true
	case *ssa.UnOp: // a struct that was made here
		_, made := v.X.(*ssa.Alloc)
		return v.Op == token.MUL && made
	}
	return false
}

// begins reports whether a value is appended to an empty slice, and so does not hold
// what was there before.
func begins(v ssa.Value) bool {
	call := code.BuiltinOf(v, "append")
	if call == nil {
		return false
	}
	cut, isSlice := call.Args[0].(*ssa.Slice)
	return isSlice && code.IsConstZero(cut.High)
}

// cuts reports whether a list is cut where it is, as one is that always has a first element:
// what is left of it may have been emptied before.
func cuts(i *ssa.Store) bool {
	cut, isSlice := i.Val.(*ssa.Slice)
	return isSlice && cut.High != nil && code.SameAddress(cut.X, i.Addr)
}

// fieldIn returns the field of an object that an address, or a value loaded from
// one, is in. It is whole if it is not a part of the field.
func (s *stale) fieldIn(v ssa.Value, of *types.Named) (field int, whole, ok bool) {
	for whole = true; ; whole = false {
		switch i := v.(type) {
		case *ssa.FieldAddr:
			if s.structOf(i.X.Type()) == of {
				return i.Field, whole, true
			}
			v = i.X
		case *ssa.IndexAddr:
			v = i.X
		case *ssa.Slice:
			v = i.X
		case *ssa.UnOp:
			if i.Op != token.MUL {
				return 0, false, false
			}
			v = i.X
		default:
			return 0, false, false
		}
	}
}

// calls notes what a call does to the object that it is given, or to a field of it.
func (s *stale) calls(e *fieldEffects, call *ssa.CallCommon, of *types.Named) {
	callee := call.StaticCallee()
	if v, ok := code.PutIntoPool(call); ok {
		e.puts = s.structOf(v.Type()) == of
		return
	}
	if literal, ok := call.Value.(*ssa.MakeClosure); ok {
		e.add(s.effects(literal.Fn.(*ssa.Function), of))
	}
	for _, a := range call.Args {
		a = code.Unboxed(a)
		switch field, _, inField := s.fieldIn(a, of); {
		case s.structOf(a.Type()) == of && callee == nil:
			s.callGiven(e, call, of)
		case s.structOf(a.Type()) == of:
			s.callWith(e, callee, of)
		case inField:
			callOnField(e, call, field)
		default:
			s.callWithLiteral(e, a, of)
		}
	}
}

// callWith notes a call that is given the object.
func (s *stale) callWith(e *fieldEffects, callee *ssa.Function, of *types.Named) {
	switch {
	case s.Code.Has(callee):
		given := s.effects(callee, of)
		e.add(given)
		if tells(callee) {
			maps.DeleteFunc(e.sets, func(field int, _ bool) bool { return given.sets[field] && !given.always[field] })
		}
	case strings.HasPrefix(callee.Name(), "Unmarshal"):
		for field := range of.Underlying().(*types.Struct).NumFields() {
			e.sets[field] = true
		}
	default:
		e.touches[all] = true
	}
}

// callGiven notes a call of a function that the caller was given, such as one that fills the object:
// what those do that its own callers pass. One of them may reset a field, and another one not.
func (s *stale) callGiven(e *fieldEffects, call *ssa.CallCommon, of *types.Named) {
	given, known := s.Code.FunctionsPassed(call.Value)
	if !known || call.IsInvoke() {
		e.touches[all] = true
		return
	}
	for _, fn := range given {
		does := newFieldEffects()
		s.callWith(does, fn, of)
		maps.Copy(e.sets, does.sets)
		maps.Copy(e.touches, does.touches)
		maps.Copy(e.touches, does.resets)
		e.puts = e.puts || does.puts
	}
}

// tells reports whether a function has a result by which its caller may know what it did.
func tells(fn *ssa.Function) bool {
	for v := range fn.Signature.Results().Variables() {
		if api.IsBool(v.Type()) || api.IsFailure(v.Type()) {
			return true
		}
	}
	return false
}

// callWithLiteral notes a function literal that a call is given. The body of a range
// statement runs here; others may run later, or not at all.
func (s *stale) callWithLiteral(e *fieldEffects, a ssa.Value, of *types.Named) {
	literal, ok := a.(*ssa.MakeClosure)
	if !ok {
		return
	}
	fn := literal.Fn.(*ssa.Function)
	switch within := s.effects(fn, of); {
	case code.IsLoopBody(fn):
		e.add(within)
	case !within.none():
		e.touches[all] = true
	}
}

// callOnField notes a call that is given a field: it may reset it, unless it is known
// that it only reads or adds.
func callOnField(e *fieldEffects, call *ssa.CallCommon, field int) {
	switch code.Builtin(call) {
	case "":
		switch callee := code.Callee(call); {
		case isLibraryReset(callee):
			e.resets[field] = true
		case !onlyReads(callee):
			e.touches[field] = true
		}
	case "clear", "delete":
		e.resets[field] = true
	}
}

// isLibraryReset reports whether a function is a method of the standard library that empties what it
// is called on, such as that of a bytes.Buffer.
func isLibraryReset(fn *ssa.Function) bool {
	if fn == nil || fn.Name() != "Reset" || fn.Signature.Recv() == nil || fn.Signature.Params().Len() > 0 {
		return false
	}
	object, ok := fn.Object().(*types.Func)
	return ok && object.Pkg() != nil && api.InStandardLibrary(object.Pkg().Path())
}

// onlyReads reports whether a function only reads, or adds to, what it is given: the
// functions of the standard library do, unless their names say something else.
func onlyReads(fn *ssa.Function) bool {
	if fn == nil {
		return false
	}
	object, ok := fn.Object().(*types.Func)
	return ok && object.Signature().Recv() == nil && object.Pkg() != nil && api.InStandardLibrary(object.Pkg().Path()) && !naming.Resets(object.Name()) && object.Name() != "DeleteFunc"
}

// noteConvention notes the fields that a function resets before it puts the object
// back, other than those that it resets before it does anything else.
func (s *stale) noteConvention(l *lease) {
	fields := s.convention[l.of]
	if fields == nil {
		fields = map[int]bool{}
		s.convention[l.of], s.readied[l.of] = fields, map[int]bool{}
	}
	u := l.of.Underlying().(*types.Struct)
	for field := range u.NumFields() {
		if !l.effects.resets[field] && !l.effects.resets[all] {
			continue
		}
		switch {
		case !l.isInitial(field):
			fields[field] = true
			s.readied[l.of][field] = true
		case l.resetsAfterUse(field):
			s.readied[l.of][field] = true
		}
	}
}

// setsPooled reports whether a function puts another pooled object into its object,
// which then has two owners.
func (s *stale) setsPooled(l *lease) bool {
	for instr := range l.steps {
		if store, ok := instr.(*ssa.Store); ok {
			if _, pooled := store.Val.(*ssa.TypeAssert); pooled {
				return true
			}
		}
	}
	return false
}

// check reports the fields that a function sets and does not reset on some way to
// where it puts the object back.
func (s *stale) check(l *lease) {
	if l.several || !l.effects.puts {
		return
	}
	u := l.of.Underlying().(*types.Struct)
	left := map[ssa.Instruction][]string{}
	for _, field := range slices.Sorted(maps.Keys(s.convention[l.of])) {
		if !s.seen[l.of][field] && !s.setsPooled(l) {
			continue // nobody sees it
		}
		if api.IsKept(u.Tag(field)) || l.initial.clears(field) || l.defers.clears(field) || l.isInitial(field) {
			continue
		}
		if put := s.putsSet(l, field); put != nil {
			left[put] = append(left[put], u.Field(field).Name())
		}
	}
	for _, put := range slices.SortedFunc(maps.Keys(left), func(a, b ssa.Instruction) int { return cmp.Compare(a.Pos(), b.Pos()) }) {
		pos, end := s.Reporter.Extent(put.Pos())
		s.Reporter.Report(pos, end, mistake.Stale{Type: l.of.Obj().Name(), Fields: left[put]})
	}
}

// isInitial reports whether a field may be reset after the object was taken from the
// pool, before anything is set, or at least before anything else is done with it but to
// assign other fields.
func (l *lease) isInitial(field int) bool {
	if l.given {
		return false
	}
	return l.clearsBefore(field, func(_ ssa.Instruction, e *fieldEffects) bool { return e != nil && len(e.sets) > 0 }) ||
		l.clearsBefore(field, func(instr ssa.Instruction, e *fieldEffects) bool {
			if e == nil {
				return l.isLoad(instr) && !onlyCuts(instr)
			}
			return !assigns(instr) || e.sets[field]
		})
}

// clearsBefore reports whether a way leads from the beginning of the function to a reset of a
// field, past nothing that counts as a use.
func (l *lease) clearsBefore(field int, isUse func(ssa.Instruction, *fieldEffects) bool) bool {
	found := false
	code.WalkFrom(l.fn.Blocks[0], func(instr ssa.Instruction) (stop bool) {
		e := l.steps[instr]
		if e != nil && e.puts {
			return true
		}
		found = found || e != nil && e.clears(field)
		return found || isUse(instr, e)
	})
	return found
}

// assigns reports whether an instruction gives a field a value, as an assignment does, the method
// Store or Add of an atomic integer, or Reset of a bytes.Buffer.
func assigns(instr ssa.Instruction) bool {
	switch i := instr.(type) {
	case *ssa.Store:
		return true
	case *ssa.Call:
		callee := code.Callee(&i.Call)
		return len(*i.Referrers()) == 0 && (isLibraryReset(callee) || callee != nil && code.IsAtomic(callee))
	}
	return false
}

// onlyCuts reports whether a list is loaded only to keep its memory, and none of its elements.
func onlyCuts(instr ssa.Instruction) bool {
	load, ok := instr.(*ssa.UnOp)
	return ok && len(*load.Referrers()) > 0 && !slices.ContainsFunc(*load.Referrers(), func(use ssa.Instruction) bool {
		cut, isSlice := use.(*ssa.Slice)
		return !isSlice || !code.IsConstZero(cut.High)
	})
}

// isLoad reports whether an instruction loads the object, or a field of it.
func (l *lease) isLoad(instr ssa.Instruction) bool {
	load, ok := instr.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return false
	}
	from := load.X
	if at, ok := from.(*ssa.FieldAddr); ok {
		from = at.X
	}
	return types.Identical(types.NewPointer(l.of), from.Type())
}

// resetsAfterUse reports whether a field is reset where something was done with the object
// before.
func (l *lease) resetsAfterUse(field int) bool {
	for reset, e := range l.steps {
		if !e.resets[field] && !e.resets[all] || e.puts {
			continue
		}
		is := func(instr ssa.Instruction) bool { return instr == reset }
		for use, e := range l.steps {
			if use != reset && (!assigns(use) || e.sets[field]) && code.Leads(use, is, l.isTake) {
				return true
			}
		}
	}
	return false
}

// isTake reports whether an instruction is where the function gets its object.
// Package ssa has types of its own, which may only be the second one that is compared.
func (l *lease) isTake(instr ssa.Instruction) bool {
	v, ok := instr.(ssa.Value)
	return ok && types.Identical(types.NewPointer(l.of), v.Type()) && isSource(v)
}

// putsSet returns where an object is put back that has the field as it was set, or
// nil. What is set after a reset and not looked at any more is meant for the next owner.
func (s *stale) putsSet(l *lease, field int) (put ssa.Instruction) {
	for instr := range code.Instructions(l.fn) {
		if e := l.steps[instr]; e == nil || !e.sets[field] || e.clears(field) || s.isLeft(l, field, instr) {
			continue
		}
		code.Walk(instr, func(instr ssa.Instruction) (stop bool) {
			if _, ends := instr.(*ssa.RunDefers); ends && l.put != nil {
				put = l.put
			}
			e := l.steps[instr]
			if e != nil && e.puts && !e.clears(field) {
				put = instr
			}
			return put != nil || e != nil && e.clears(field)
		})
		if put != nil {
			return put
		}
	}
	return nil
}

// isLeft reports whether a function sets a field for the next owner, as it does with what
// helps to guess how much that one needs: it has reset the object on each way to there, and
// does not look at the field afterwards.
func (s *stale) isLeft(l *lease, field int, set ssa.Instruction) bool {
	wasReset := false
	for instr, e := range l.steps {
		wasReset = wasReset || (e.resets[field] || e.resets[all]) && code.Dominates(instr, set)
	}
	looks := func(instr ssa.Instruction) bool { return s.looksAt(instr, l.of, field) }
	return wasReset && !code.Leads(set, looks, func(instr ssa.Instruction) bool {
		e := l.steps[instr]
		return e != nil && e.puts
	})
}

// looksAt reports whether an instruction reads a field of an object of a type, or calls
// something that may.
func (s *stale) looksAt(instr ssa.Instruction, of *types.Named, field int) bool {
	switch i := instr.(type) {
	case *ssa.UnOp:
		at, _, ok := s.fieldIn(i.X, of)
		return i.Op == token.MUL && ok && at == field
	case ssa.CallInstruction:
		_, puts := code.PutIntoPool(i.Common())
		return !puts && slices.ContainsFunc(i.Common().Args, func(a ssa.Value) bool { return s.structOf(code.Unboxed(a).Type()) == of })
	}
	return false
}
