package check

import (
	"go/token"
	"go/types"
	"slices"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"github.com/rcpool/rcpool/tools/internal/ownership/holding"
	"github.com/rcpool/rcpool/tools/internal/ownership/mistake"
	"golang.org/x/tools/go/ssa"
)

// This file is about references that get a second owner, and that the first one releases. A
// function takes a reference out of a field, or out of the container there, leaves it where it
// was, and puts it into a home (see onehome.go) of another struct. That may be right: the first
// struct is given up then, and nobody closes it. It is wrong if each way that leads on from there
// comes to a release of what is in the first field: of the function, or of a caller of it. Or
// the function itself is the first owner, and releases on each way what it has put into a home.

// seconds looks for the references that get a second owner.
type seconds struct {
	*homes
	unseen *bool // see addsUnseen; nil if nobody has asked
}

// checkSeconds reports references that get a second owner.
func checkSeconds(o *homes) {
	s := &seconds{homes: o}
	for _, fn := range o.Code.Sources {
		for instr := range code.Instructions(fn) {
			for _, p := range o.placings(instr) {
				if o.isHome(p.into) {
					s.check(p)
				}
			}
		}
		s.checkListed(fn)
	}
}

// check looks at what is put into a home: an object, or a struct with some.
func (o *seconds) check(p placing) {
	for _, v := range objectsOf(p.value) {
		part := p
		part.value = plain(v)
		o.checkSecond(part)
		o.checkKept(part)
		o.checkBatch(part)
	}
}

// A secondOwner is the question what becomes of an owner of a reference, after that was put into
// a second one.
type secondOwner struct {
	*seconds
	placing
	first thing            // or the second one, if that is asked
	field *types.Var       // which is the last one of the thing
	owns  *holding.Holding // the field, if all that it loses is released; otherwise nil

	release ssa.Instruction // that was found
}

// checkSecond reports a reference that is put into a home and released by its first owner.
func (o *seconds) checkSecond(p placing) {
	taken, first := o.placeOf(p.value)
	if taken == nil || !code.Dominates(taken, p.instr) || !o.isOnly(p.value) || o.isCounted(p.value, 0) || isFlagged(p.instr) {
		return
	}
	if len(first.fields) == 0 || first.base == p.at.base || o.keepsWeakly(first.fields) {
		return
	}
	s := o.secondOwner(p, first)
	isBetween := func(instr ssa.Instruction) bool { // and not in another turn of a loop
		return code.Leads(taken, only(instr), only(p.instr)) && code.Leads(instr, only(p.instr), only(taken))
	}
	if anyBefore(p.instr, func(instr ssa.Instruction) bool { return s.changes(instr, first) && isBetween(instr) }) {
		return
	}
	if _, isOwn := p.at.base.(*ssa.Alloc); isOwn && !o.secondOwner(p, p.at).isReleased() {
		return // perhaps nobody closes it
	}
	if s.isReleased() && !o.isReported(p.instr.Parent()) {
		o.Reporter.ReportAt(p.instr.Pos(), mistake.DoubleRelease{Twice: true},
			mistake.Place{Pos: taken.Pos(), Text: "it is in its first place here"}, mistake.Place{Pos: s.release.Pos(), Text: string(mistake.ReleasedThere)})
	}
}

// placeOf returns the instruction that takes a value out of a place, and leaves it there, and the
// place; nil if there is none. It may be a call of a function that returns what is in a field.
func (o *seconds) placeOf(v ssa.Value) (taken ssa.Instruction, of thing) {
	if taken, container := takenOutOf(v); taken != nil {
		return taken, o.thingAt(container)
	}
	call, index := resultOfCall(v)
	if call == nil {
		return nil, of
	}
	callee := code.Callee(&call.Call)
	if callee == nil || !o.Code.Has(callee) {
		return nil, of
	}
	returned, way, _, ok := o.handsOut(callee, index)
	if !ok || !types.Identical(returned.Type(), v.Type()) || slices.ContainsFunc(way.Fields, o.Code.Touches(callee).Has) {
		return nil, of
	}
	base := argumentOf(call, callee, way.Base)
	if base == nil {
		return nil, of
	}
	of = o.thingAt(base)
	for _, f := range slices.Backward(way.Fields) {
		of.fields = append(of.fields, f)
		if f == way.In {
			break
		}
	}
	return call, of
}

func (o *seconds) secondOwner(p placing, of thing) *secondOwner {
	s := &secondOwner{seconds: o, placing: p, first: of, field: of.fields[len(of.fields)-1]}
	if h := o.ledger.Of(s.field); h != nil && o.ownsBut(h, p.instr.Parent()) {
		s.owns = h
	}
	return s
}

// isReleased reports whether all ways lead to a release of what is in the owner.
func (s *secondOwner) isReleased() bool {
	a := &aftermath{Package: s.Package, certain: true, changes: s.changes, ways: s.ways, found: s.found, goesOver: s.goesOver}
	return a.follows(s.instr, s.first)
}

// isOnly reports whether there is one reference to an object, as far as the package knows.
func (o *seconds) isOnly(v ssa.Value) bool {
	if api.IsReference(v.Type()) {
		return !o.addsUnseen()
	}
	family := o.Table.Counting(v.Type())
	return family != nil && family.Counted && !o.Code.Retains(o.Table, family.Name)
}

// checkListed reports references that a function puts into a list of its own, and releases there,
// though they stay in their container.
func (o *seconds) checkListed(fn *ssa.Function) {
	for instr := range code.Instructions(fn) {
		call, ok := instr.(*ssa.Call)
		if !ok {
			continue
		}
		load, ok := o.given(&call.Call).(*ssa.UnOp)
		if !ok {
			continue
		}
		at, ok := load.X.(*ssa.IndexAddr)
		if !ok || !code.IsInEachTurn(at) {
			continue
		}
		for _, v := range elementsOf(at.X) {
			o.checkElement(v, call)
		}
	}
}

// checkElement reports the release of an element of a list that was taken out of a container.
func (o *seconds) checkElement(v ssa.Value, release *ssa.Call) {
	taken, first := o.placeOf(v)
	if taken == nil || len(first.fields) == 0 || !o.isOnly(v) || o.isCounted(v, 0) {
		return
	}
	s := o.secondOwner(placing{value: v, instr: release}, first)
	isEmptied := func(instr ssa.Instruction) bool { return s.changes(instr, first) }
	isAnywhere := slices.ContainsFunc(slices.Collect(code.Instructions(release.Parent())), isEmptied)
	if s.owns == nil || !isContainer(s.field.Type()) || isAnywhere || !s.isReleased() || o.isReported(release.Parent()) {
		return
	}
	o.Reporter.ReportAt(release.Pos(), mistake.DoubleRelease{StillHeld: s.field.Name()},
		mistake.Place{Pos: taken.Pos(), Text: "it is in its first place here"}, mistake.Place{Pos: s.release.Pos(), Text: string(mistake.ReleasedThere)})
}

// checkKept reports a reference that is put into a home, and then released by the function.
func (o *seconds) checkKept(p placing) {
	if !o.isReference(p.value) || !o.isOnly(p.value) || p.value.Referrers() == nil || slices.ContainsFunc(*p.value.Referrers(), retains) {
		return
	}
	if _, isOwn := p.at.base.(*ssa.Alloc); isOwn && !o.secondOwner(p, p.at).isReleased() {
		return
	}
	var release ssa.Instruction
	a := &aftermath{
		Package: o.Package, certain: true,
		changes: func(instr ssa.Instruction, _ thing) bool {
			return instr != p.instr && o.Code.MayCut(instr, p.into.Field)
		},
		ways: func(branch *ssa.If) []*ssa.BasicBlock { return branch.Block().Succs },
		found: func(instr ssa.Instruction, _ thing, _ []token.Pos) bool {
			call, ok := instr.(ssa.CallInstruction)
			if !ok || o.given(call.Common()) != p.value {
				return false
			}
			release = instr
			return true
		},
	}
	if a.follows(p.instr, thing{base: p.value}) && !o.isReported(p.instr.Parent()) {
		o.Reporter.ReportAt(release.Pos(), mistake.DoubleRelease{StillHeld: p.into.Field.Name()}, mistake.Place{Pos: p.instr.Pos(), Text: string(mistake.HandedBefore)})
	}
}

// isReported reports whether something was reported of a function: it is the same mistake, most
// likely.
func (o *seconds) isReported(fn *ssa.Function) bool {
	syntax := fn.Syntax()
	return syntax != nil && o.Reporter.HasReportedIn(syntax.Pos(), syntax.End())
}

// retains reports whether an instruction is a call of Retain.
func retains(instr ssa.Instruction) bool {
	call, ok := instr.(ssa.CallInstruction)
	return ok && (code.IsMethodOfRef(call.Common(), "Retain", "TryRetain", "Hold", "Go", "AfterFunc", "AfterDone") || code.IsMethodOfByteRef(call.Common(), "Retain"))
}

// addsUnseen reports whether the package retains a Ref and does not look at the new one: then the
// old one stands for both.
func (o *seconds) addsUnseen() bool {
	if o.unseen == nil {
		o.unseen = new(bool)
		for instr := range o.Code.Instructions() {
			call, ok := instr.(*ssa.Call)
			if ok && (code.IsMethodOfRef(&call.Call, "Retain") || code.IsMethodOfByteRef(&call.Call, "Retain")) && len(*call.Referrers()) == 0 {
				*o.unseen = true
			}
		}
	}
	return *o.unseen
}

// isFlagged reports whether a function comes to an instruction only if a caller has said so.
func isFlagged(instr ssa.Instruction) bool {
	for b := instr.Block().Idom(); b != nil; b = b.Idom() {
		branch, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		if ok && slices.ContainsFunc(instr.Parent().Params, func(p *ssa.Parameter) bool {
			return api.IsBool(p.Type()) && isMadeFrom(branch.Cond, p, map[ssa.Value]bool{})
		}) {
			return true
		}
	}
	return false
}

// changes reports whether an instruction may change the first owner. A struct that the function
// makes itself is another one.
func (s *secondOwner) changes(instr ssa.Instruction, of thing) bool {
	if instr == s.instr {
		return false
	}
	outer := s.first.fields[:len(s.first.fields)-1]
	if s.owns != nil && s.takesWhatItRemoves(instr, s.owns) && !s.Code.MayTouch(instr, outer) {
		return false
	}
	if s.Code.MayTouch(instr, s.first.fields) {
		made, isOwn := s.thingChanged(instr).base.(*ssa.Alloc)
		return !isOwn || made == of.base
	}
	call, ok := instr.(ssa.CallInstruction)
	return ok && slices.ContainsFunc(s.mayBe(call.Common()), func(fn *ssa.Function) bool {
		touches := s.Code.Touches(fn)
		return slices.ContainsFunc(outer, touches.Has) || touches.Has(s.field) && !(s.owns != nil && s.takesIn(fn, s.owns))
	})
}

// thingChanged returns what an assignment changes.
func (s *secondOwner) thingChanged(instr ssa.Instruction) thing {
	switch i := instr.(type) {
	case *ssa.Store:
		return s.thingAt(i.Addr)
	case *ssa.MapUpdate:
		return s.thingAt(i.Map)
	}
	return thing{}
}

// mayBe lists the functions that a call may call of which the code does not tell.
func (s *secondOwner) mayBe(call *ssa.CallCommon) []*ssa.Function {
	switch {
	case call.IsInvoke():
		return s.Code.MethodsNamed(call.Method.Name())
	case code.Callee(call) == nil && code.Builtin(call) == "":
		return s.Code.ValuesOf(call.Signature())
	}
	return nil
}

// found reports whether an instruction releases what is in the first owner, all of it if that is a
// container.
func (s *secondOwner) found(instr ssa.Instruction, of thing, _ []token.Pos) bool {
	call, ok := instr.(ssa.CallInstruction)
	if !ok {
		return false
	}
	v := s.given(call.Common())
	if v == nil {
		return false
	}
	var container ssa.Value
	each := false
	switch at := plain(v).(type) {
	case *ssa.FieldAddr:
		container = at
	case *ssa.IndexAddr:
		container, each = at.X, code.IsInEachTurn(at)
	default:
		var taken ssa.Instruction
		if taken, container = takenOutOf(at); taken == nil {
			return false
		}
		each = isEachOf(taken)
	}
	released := s.thingAt(container)
	if released.base != of.base || !slices.Equal(released.fields, of.fields) {
		return false
	}
	if _, every := code.EveryTurn(instr); isContainer(s.field.Type()) && !(each && every) {
		return false
	}
	s.release = instr
	return true
}

// isEachOf reports whether an instruction takes each element out of a container, one in a turn.
func isEachOf(taken ssa.Instruction) bool {
	switch i := taken.(type) {
	case *ssa.Next:
		return true
	case *ssa.UnOp:
		at, ok := i.X.(*ssa.IndexAddr)
		return ok && code.IsInEachTurn(at)
	}
	return false
}

// ways returns where a condition leads if there is something in the first owner.
func (s *secondOwner) ways(branch *ssa.If) []*ssa.BasicBlock {
	succs := branch.Block().Succs
	switch cond := branch.Cond.(type) {
	case *ssa.Call:
		switch {
		case len(cond.Call.Args) == 0 || !s.isThere(cond.Call.Args[0]):
		case code.IsMethodOfRef(&cond.Call, "IsZero"), code.IsMethodOfByteRef(&cond.Call, "IsZero"):
			return succs[1:]
		case code.IsMethodOfRef(&cond.Call, "Valid"):
			return succs[:1]
		}
	case *ssa.BinOp:
		return s.compared(cond, succs)
	}
	return succs
}

// compared returns where a comparison leads.
func (s *secondOwner) compared(cond *ssa.BinOp, succs []*ssa.BasicBlock) []*ssa.BasicBlock {
	switch {
	case !(s.isLength(cond.X) && code.IsConstZero(cond.Y)) && !(s.isThere(cond.X) && code.IsZeroValue(cond.Y)):
	case cond.Op == token.EQL:
		return succs[1:]
	case cond.Op == token.NEQ || cond.Op == token.GTR:
		return succs[:1]
	}
	return succs
}

// isThere reports whether a value is what is in the field, or an element of it, or the address.
func (s *secondOwner) isThere(v ssa.Value) bool {
	if isFieldAt(v, s.field) {
		return true
	}
	_, container := takenOutOf(plain(v))
	return container != nil && (isFieldAt(container, s.field) || code.Home(container) == any(s.field))
}

func (s *secondOwner) isLength(v ssa.Value) bool {
	length := code.BuiltinOf(v, "len")
	return length != nil && s.isThere(length.Args[0])
}

// goesOver reports whether a branch begins a loop over what is in the field.
func (s *secondOwner) goesOver(branch *ssa.If) bool {
	switch cond := branch.Cond.(type) {
	case *ssa.Extract:
		next, ok := cond.Tuple.(*ssa.Next)
		if !ok || cond.Index != 0 {
			return false
		}
		over, ok := next.Iter.(*ssa.Range)
		return ok && code.Home(over.X) == any(s.field)
	case *ssa.BinOp:
		return branch.Block().Comment == "rangeindex.loop" && s.isLength(cond.Y)
	}
	return false
}

// objectsOf lists the objects in a value: itself, or what a struct literal has.
func objectsOf(v ssa.Value) []ssa.Value {
	if !api.IsStructValue(v.Type()) || api.IsReference(v.Type()) {
		return []ssa.Value{v}
	}
	load, ok := v.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return nil
	}
	made, ok := load.X.(*ssa.Alloc)
	if !ok {
		return nil
	}
	var all []ssa.Value
	for _, use := range *made.Referrers() {
		if at, ok := use.(*ssa.FieldAddr); ok {
			for _, use := range *at.Referrers() {
				if store, ok := use.(*ssa.Store); ok && store.Addr == ssa.Value(at) && code.Dominates(store, load) {
					all = append(all, store.Val)
				}
			}
		}
	}
	return all
}

// resultOfCall returns the call that a value is a result of, or nil.
func resultOfCall(v ssa.Value) (call *ssa.Call, index int) {
	if part, ok := v.(*ssa.Extract); ok {
		v, index = part.Tuple, part.Index
	}
	call, _ = v.(*ssa.Call)
	return call, index
}
