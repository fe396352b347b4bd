package check

import (
	"go/token"
	"go/types"
	"maps"
	"slices"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"github.com/rcpool/rcpool/tools/internal/ownership/holding"
	"github.com/rcpool/rcpool/tools/internal/ownership/mistake"
	"golang.org/x/tools/go/ssa"
)

// This file is about rings and queues that count: numbers beside a list say which of its
// elements are in use. One method releases an element, or hands it to a caller who does (see
// handedout.go), and changes only the numbers; the element stays in its place. A method that goes over the whole
// list, whatever the numbers say, finds it there. It is reported if some way leads from the one
// to the other, on which nothing is taken out of the list or put into its places.

// A leftover is an object that is released and stays in a list.
type leftover struct {
	*holders
	give  ssa.Instruction
	way   code.Way
	typed bool
	told  map[*types.Var]bool        // the fields that may tell what was released
	fixed bool                       // the list never grows or shrinks
	takes func(ssa.Instruction) bool // whether an instruction removes only what it releases; nil if that is not known

	filled ssa.Instruction // on the way, puts something into one of several places
}

// checkLeftovers reports objects that are used, or released again, through a list in which
// they were left.
func (h *holders) checkLeftovers() {
	for _, fn := range h.Code.Sources {
		for _, g := range h.gives[fn] {
			v, _, _ := h.released(g.instr)
			if isMap(g.way.In) {
				continue // see checkCalls
			}
			if _, every := code.EveryTurn(g.instr); g.way.Which == code.Each && (!every || !h.Code.Touches(fn).Has(g.way.In)) {
				continue // the function may know which ones; or it is a case for checkCalls
			}
			if l, ok := h.leftoverOf(v, g.way, g.instr); ok && g.instr.Parent() == fn && !clears(g.instr) {
				l.typed = g.typed
				l.check(g.way.Base)
			}
		}
	}
	for _, owns := range h.ledger.All() {
		if owns.Family != "" && owns.OwnsEach() && isContainer(owns.Field.Type()) && !h.Code.Retains(h.Table, owns.Family) {
			h.checkCounted(owns)
		}
	}
}

// checkCounted is for objects without Refs, each of which has one reference: that of the list.
func (h *holders) checkCounted(owns *holding.Holding) {
	for _, out := range owns.Outs {
		v, ok := out.From.(ssa.Value)
		if !ok {
			continue
		}
		way, ok := code.WayTo(v)
		if !ok || way.Which == code.Each || isMap(way.In) {
			continue
		}
		for _, take := range out.Takes {
			if take.Parent() != out.From.Parent() || !h.isRelease(take) {
				continue
			}
			if l, ok := h.leftoverOf(v, way, take); ok {
				l.check(way.Base)
			}
		}
	}
}

// leftoverOf returns an element of a list that is given up by an instruction, if it is left
// in its place until then.
func (h *holders) leftoverOf(v ssa.Value, way code.Way, give ssa.Instruction) (*leftover, bool) {
	if way.In == nil || !isContainer(way.In.Type()) || h.keepsWeakly(way.Fields) {
		return nil, false
	}
	cuts := func(instr ssa.Instruction) bool { return h.Code.MayCut(instr, way.In) && !putsBack(instr) }
	taken := takenAt(v, way.In)
	if taken == nil || !code.Leads(taken, only(give), cuts) {
		return nil, false
	}
	told := maps.Clone(h.Code.Touches(give.Parent()).Fields)
	h.toldByCallers(give.Parent(), told)
	return &leftover{holders: h, give: give, way: way, told: told}, true
}

// putsBack reports whether an instruction puts a struct back into the entry of a map where it was
// found. Its references stay there.
func putsBack(instr ssa.Instruction) bool {
	update, ok := instr.(*ssa.MapUpdate)
	if !ok {
		return false
	}
	load, ok := update.Value.(*ssa.UnOp)
	if !ok {
		return false
	}
	whole := onlyStored(load.X)
	if part, ok := whole.(*ssa.Extract); ok {
		whole = part.Tuple
	}
	found, ok := whole.(*ssa.Lookup)
	return ok && code.SameWritten(found.X, update.Map) && code.SameWritten(found.Index, update.Key) &&
		!slices.ContainsFunc(*load.X.Referrers(), func(use ssa.Instruction) bool {
			at, ok := use.(*ssa.FieldAddr)
			return ok && !code.IsOnlyLoaded(at) && !api.IsBasic(code.FieldOf(at).Type()) && !isTime(code.FieldOf(at).Type())
		})
}

// isTime reports whether a type is one of package time.
func isTime(t types.Type) bool {
	named, ok := types.Unalias(t).(*types.Named)
	return ok && isOfPackage(named, "time")
}

func isOfPackage(named *types.Named, path string) bool {
	return named.Obj().Pkg() != nil && named.Obj().Pkg().Path() == path
}

// isFixed reports whether a list gets its length in literals: it never grows or shrinks.
func (h *holders) isFixed(list *types.Var) bool {
	for instr := range h.Code.Instructions() {
		if store, ok := instr.(*ssa.Store); ok && isFieldAt(store.Addr, list) && !isInLiteral(store.Addr) && !code.IsZeroValue(store.Val) {
			return false
		}
	}
	return true
}

func isFieldAt(addr ssa.Value, field *types.Var) bool {
	at, ok := addr.(*ssa.FieldAddr)
	return ok && code.FieldOf(at).Origin() == field
}

// takenAt returns where the list is loaded that a value is an element of, or the element if the
// list is an array; nil if that is not known.
func takenAt(v ssa.Value, list *types.Var) (taken ssa.Instruction) {
	for v != nil && !isFieldAt(v, list) {
		switch i := v.(type) {
		case *ssa.UnOp:
			taken, v = i, i.X
		case *ssa.IndexAddr:
			taken, v = i, i.X
		case *ssa.FieldAddr:
			if v = copiedFrom(i); v == nil {
				v = i.X
			}
		case *ssa.Field:
			v = i.X
		case *ssa.TypeAssert:
			v = i.X
		case *ssa.Extract:
			v = i.Tuple
		case *ssa.Lookup:
			taken, v = i, i.X
		case *ssa.Next:
			taken, v = i, i.Iter
		case *ssa.Range:
			v = i.X
		default:
			if call, found := code.Found(v); found != nil && takenAt(found, list) != nil {
				return call
			}
			return nil
		}
	}
	return taken
}

// elementFound returns the address of an element of a list that a value is, perhaps as the result of
// a function that only finds it; otherwise nil.
func elementFound(addr ssa.Value) *ssa.IndexAddr {
	if at := code.FoundAt(addr); at != nil {
		addr = at
	}
	at, _ := addr.(*ssa.IndexAddr)
	return at
}

// check looks for what happens to the list after the object was released, and reports it. The
// struct with the list is a value where the object is released.
func (l *leftover) check(base ssa.Value) {
	l.fixed = l.isFixed(l.way.In)
	of := l.thingAt(base)
	for _, f := range slices.Backward(l.way.Fields) {
		of.fields = append(of.fields, f)
		if f == l.way.In {
			break
		}
	}
	inner := l.way.Fields[:slices.Index(l.way.Fields, l.way.In)] // of its elements
	touches := func(instr ssa.Instruction) bool { return l.Code.MayTouch(instr, inner) }
	ways := func(branch *ssa.If) []*ssa.BasicBlock {
		if l.changesInTurns(branch, l.give, touches) {
			return nil
		}
		return l.ways(branch)
	}
	a := &aftermath{Package: l.Package, ways: ways, found: l.found, changes: func(instr ssa.Instruction, now thing) bool {
		return l.Code.MayCut(instr, l.way.In) && !l.fillsOne(instr) && !(l.takes != nil && l.takes(instr)) || l.Code.MayTouch(instr, slices.Concat(of.fields[:len(of.fields)-1], inner)) || l.replaces(instr, now)
	}}
	a.follows(l.give, of)
}

// fillsOne reports whether an instruction fills one place of the list, and several were left: a
// loop has released as many as a caller has said. One such instruction is on the way.
func (l *leftover) fillsOne(instr ssa.Instruction) bool {
	switch {
	case !l.several() || !l.fills(instr):
		return false
	case l.filled == nil || isCallOf(instr, l.filled):
		l.filled = instr
	}
	return l.filled == instr || isCallOf(l.filled, instr)
}

// isCallOf reports whether an instruction is a call of the function that another one is in.
func isCallOf(instr, inside ssa.Instruction) bool {
	call, ok := instr.(*ssa.Call)
	return ok && code.Callee(&call.Call) == inside.Parent()
}

// several reports whether an argument says how much the loop releases.
func (l *leftover) several() bool {
	header, _ := code.EveryTurn(l.give)
	if header == nil || l.way.Which == code.Each {
		return false
	}
	fn := l.give.Parent()
	return slices.ContainsFunc(fn.Params, func(p *ssa.Parameter) bool {
		return p != l.way.Base && slices.ContainsFunc(fn.Blocks, func(b *ssa.BasicBlock) bool {
			branch, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
			return ok && (b == header || code.IsWithin(b, header)) && isMadeFrom(branch.Cond, p, map[ssa.Value]bool{})
		})
	})
}

// fills reports whether an instruction puts one object into a place of the list, by itself or in
// the function that it calls, and does nothing else to the list.
func (l *leftover) fills(instr ssa.Instruction) bool {
	if header, _ := code.EveryTurn(instr); header != nil {
		return false
	}
	switch i := instr.(type) {
	case *ssa.Store:
		at := elementFound(i.Addr)
		return at != nil && !code.IsZeroValue(i.Val) && (isFieldAt(at.X, l.way.In) || isFieldAt(code.Outer(at.X), l.way.In))
	case *ssa.Call:
		callee := code.Callee(&i.Call)
		if callee == nil || !l.Code.Has(callee) {
			return false
		}
		cuts := slices.DeleteFunc(slices.Collect(code.Instructions(callee)), func(inner ssa.Instruction) bool { return !l.Code.MayCut(inner, l.way.In) })
		return len(cuts) == 1 && l.fills(cuts[0])
	}
	return false
}

// found reports the use or the release of each element of the list, whatever the numbers say.
func (l *leftover) found(instr ssa.Instruction, of thing, calls []token.Pos) bool {
	used, way := l.uses(instr, l.way, l.typed)
	if call, ok := instr.(ssa.CallInstruction); ok && call.Common().IsInvoke() {
		way, used = code.WayTo(call.Common().Value)
		used = used && way.Same(l.way)
	}
	if !used || way.Which != code.Each && !isInTurn(instr) || l.captured(way.Base) != of.base || !l.everyTurn(instr) || l.counts(instr.Parent()) {
		return false
	}
	var m mistake.Mistake = mistake.UseAfterRelease{StillHeld: l.way.Holder().Name()}
	if _, _, releases := l.released(instr); releases || l.isRelease(instr) {
		m = mistake.DoubleRelease{StillHeld: l.way.Holder().Name()}
	}
	places := []mistake.Place{{Pos: l.give.Pos(), Text: string(mistake.ReleasedThere)}}
	for _, pos := range calls {
		places = append(places, mistake.Place{Pos: pos, Text: "and then this is called"})
	}
	l.Reporter.ReportAt(instr.Pos(), m, places...)
	return true
}

// isInTurn reports whether what an instruction uses is the element of the turn of a loop over a
// list, or of a part of a turn.
func isInTurn(instr ssa.Instruction) bool {
	for _, o := range instr.Operands(nil) {
		for _, v := range code.ChainTo(*o) {
			if at, ok := v.(*ssa.IndexAddr); ok {
				index, ok := at.Index.(ssa.Instruction)
				return ok && index.Block().Comment == "rangeindex.loop"
			}
		}
	}
	return false
}

// everyTurn reports whether a loop does something to each element, or to each that is not zero.
func (l *leftover) everyTurn(instr ssa.Instruction) bool {
	if branch := guardOf(instr.Block()); branch != nil && l.presentAfter(branch) == instr.Block() {
		instr = branch
	}
	_, every := code.EveryTurn(instr)
	return every
}

// guardOf returns the condition that alone decides whether a block is entered, or nil.
func guardOf(b *ssa.BasicBlock) *ssa.If {
	if len(b.Preds) != 1 {
		return nil
	}
	before := b.Preds[0]
	branch, _ := before.Instrs[len(before.Instrs)-1].(*ssa.If)
	return branch
}

// counts reports whether a function asks the numbers: it may know what is in use.
func (l *leftover) counts(fn *ssa.Function) bool {
	for instr := range code.Instructions(fn) {
		load, ok := instr.(*ssa.UnOp)
		if !ok {
			continue
		}
		at, ok := load.X.(*ssa.FieldAddr)
		if !ok || !l.told[code.FieldOf(at).Origin()] || code.FieldOf(at).Origin() == l.way.In {
			continue
		}
		if decidesBranch(load, 0) || elementDecides(load) || decidesWhich(load, 0) {
			return true
		}
	}
	return false
}

// ways returns where a program that has left something in the list may go on. A condition that
// is made of what the function has changed that released it may tell what was done, except in
// that function. If the list never grows or shrinks, no number can tell.
func (l *leftover) ways(branch *ssa.If) []*ssa.BasicBlock {
	b := branch.Block()
	if b.Comment == "rangeindex.loop" {
		return b.Succs
	}
	if present := l.presentAfter(branch); present != nil {
		return []*ssa.BasicBlock{present}
	}
	if l.isTold(branch) {
		return nil
	}
	return b.Succs
}

// presentAfter returns where a condition leads if an element is not zero, or the list is not
// empty; nil if it asks something else.
func (l *leftover) presentAfter(branch *ssa.If) *ssa.BasicBlock {
	succs := branch.Block().Succs
	isElement := func(v ssa.Value) bool {
		way, ok := code.WayTo(v)
		return ok && way.Same(l.way)
	}
	switch cond := branch.Cond.(type) {
	case *ssa.Call:
		switch {
		case len(cond.Call.Args) == 0 || !isElement(cond.Call.Args[0]):
		case code.IsMethodOfRef(&cond.Call, "IsZero"), code.IsMethodOfRef(&cond.Call, "Valid"): // it is stale
			return succs[1]
		}
	case *ssa.BinOp:
		if length := code.BuiltinOf(cond.X, "len"); length != nil && code.IsConstZero(cond.Y) {
			if way, ok := code.WayTo(length.Args[0]); !ok || way.Holder() != l.way.In {
				return nil
			}
		} else if !code.IsZeroValue(cond.Y) || !isElement(cond.X) {
			return nil
		}
		switch cond.Op {
		case token.EQL:
			return succs[1]
		case token.NEQ, token.GTR:
			return succs[0]
		}
	}
	return nil
}

// isTold reports whether a condition is made of what the function has changed that released the
// object, of what a function of the package says, or of a flag that a caller gives. In that
// function itself, what its loops have counted may tell whether anything was released, and a
// number that is compared with a constant whether all of it was.
func (l *leftover) isTold(branch *ssa.If) bool {
	there := branch.Parent() == l.give.Parent()
	if there && isInLoopOf(branch, l.give) {
		return false
	}
	test, ok := branch.Cond.(*ssa.BinOp)
	asksNumbers := !there || ok && isConst(test.Y)
	seen := map[ssa.Value]bool{}
	var tells func(v ssa.Value) bool
	tells = func(v ssa.Value) bool {
		if v == nil || seen[v] {
			return false
		}
		seen[v] = true
		switch i := v.(type) {
		case *ssa.Parameter:
			return api.IsBool(i.Type())
		case *ssa.Phi:
			if there || asksFlag(i) && api.IsBool(i.Type()) {
				return true
			}
		case *ssa.FreeVar: // of a deferred literal
			return isChanged(l.captured(i))
		case *ssa.Select:
			return !i.Blocking
		case *ssa.FieldAddr:
			field := code.FieldOf(i).Origin()
			return isContext(field.Type()) || api.IsAtomic(field.Type()) || asksNumbers && l.tells(field, branch)
		case *ssa.Call:
			if callee := code.Callee(&i.Call); callee != nil && l.Code.Has(callee) && !l.fixed {
				return true
			}
		}
		instr, ok := v.(ssa.Instruction)
		return ok && slices.ContainsFunc(instr.Operands(nil), func(o *ssa.Value) bool { return tells(*o) })
	}
	return tells(branch.Cond)
}

// isChanged reports whether a variable with a number, a flag or an error may have several values: it may tell
// what was done.
func isChanged(v ssa.Value) bool {
	variable, ok := v.(*ssa.Alloc)
	if !ok {
		return false
	}
	elem := api.Deref(variable.Type())
	return (api.IsBasic(elem) || api.IsError(elem)) && onlyStore(variable) == nil
}

// isInLoopOf reports whether a branch is part of a loop that an instruction is part of.
func isInLoopOf(branch *ssa.If, instr ssa.Instruction) bool {
	for header := instr.Block(); header != nil; header = header.Idom() {
		if code.IsWithin(instr.Block(), header) && (branch.Block() == header || code.IsWithin(branch.Block(), header)) {
			return true
		}
	}
	return false
}

// tells reports whether a field may tell what was released: it has not changed since.
func (l *leftover) tells(field *types.Var, branch *ssa.If) bool {
	if !l.told[field] || l.fixed && !api.IsBool(field.Type()) {
		return false
	}
	for instr := range code.Instructions(branch.Parent()) {
		if store, ok := instr.(*ssa.Store); ok && isFieldAt(store.Addr, field) && code.Dominates(store, branch) {
			return false
		}
	}
	return true
}
