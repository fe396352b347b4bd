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

// This file is about structs that find the same objects in two ways, such as in the order in which
// they came, and by a key. What puts an object into one of two containers always puts it into the
// other, too. A function takes an object out of the first one and releases it, and leaves it in the
// second one, where another function finds it. It is reported if some way leads from the one
// function to the other, and nobody on that way, or before, takes anything out of the second
// container. Whatever takes something out there must take it out of the first one as well: else what
// is released may be what is not found there any more.

// A listing is an object that an instruction puts into a container in a field.
type listing struct {
	value ssa.Value
	in    thing
	instr ssa.Instruction
}

func (l listing) field() *types.Var { return l.in.fields[len(l.in.fields)-1] }

// isBeside reports whether two listings are of the same object, in containers of the same struct, and
// one comes whenever the other one does.
func (l listing) isBeside(other listing) bool {
	outer := len(l.in.fields) - 1
	if l.value != other.value || l.field() == other.field() || l.in.base != other.in.base || len(other.in.fields) != outer+1 || !slices.Equal(l.in.fields[:outer], other.in.fields[:outer]) {
		return false
	}
	follows := func(a, b ssa.Instruction) bool { return code.Dominates(a, b) && !code.Leads(a, isReturn, only(b)) }
	return follows(l.instr, other.instr) || follows(other.instr, l.instr)
}

// indexes is what the package puts into containers in fields, and what it takes out there.
type indexes struct {
	*seconds
	listings map[*types.Var][]listing
	puts     map[ssa.Instruction]bool // that list something
	gone     []departure
}

// A departure is a release of what was taken out of a container.
type departure struct {
	give   ssa.Instruction
	object ssa.Value
	of     thing
	oldest bool       // it is the one that has been there longest, or shortest, or another one that no key tells
	part   *types.Var // the field of the struct that an entry leads to, which has the object; nil if the entry is the object
}

func (d departure) first() *types.Var { return d.of.fields[len(d.of.fields)-1] }

func newIndexes(o *homes) *indexes {
	x := &indexes{seconds: &seconds{homes: o}, listings: map[*types.Var][]listing{}, puts: map[ssa.Instruction]bool{}}
	for instr := range o.Code.Instructions() {
		for _, l := range x.listed(instr) {
			x.listings[l.field()] = append(x.listings[l.field()], l)
			x.puts[instr] = true
		}
		if d, ok := x.departureAt(instr); ok {
			x.gone = append(x.gone, d)
		}
	}
	return x
}

// check reports objects that are found in a container after they were released.
func (x *indexes) check() {
	for _, d := range x.gone {
		for _, second := range x.besides(d.first()) {
			if s, ok := x.secondIndex(d, second); ok {
				s.check()
			}
		}
	}
}

// listed returns what an instruction puts into a container in a field, and objects in structs.
func (x *indexes) listed(instr ssa.Instruction) (all []listing) {
	add := func(v, container ssa.Value) {
		in := x.thingAt(container)
		n := len(in.fields)
		if n == 0 || !isContainer(in.fields[n-1].Type()) && !api.IsList(in.fields[n-1].Type()) {
			return
		}
		for _, part := range objectsOf(plain(v)) {
			for _, object := range eachOf(plain(part)) {
				if x.isOneObject(object, instr) {
					all = append(all, listing{object, in, instr})
				}
			}
		}
	}
	switch i := instr.(type) {
	case *ssa.MapUpdate:
		add(i.Value, i.Map)
	case *ssa.Store:
		if call := code.BuiltinOf(i.Val, "append"); call != nil && code.OnlyAdds(i) {
			for _, v := range code.Appended(call) {
				add(v, i.Addr)
			}
		} else if at, ok := i.Addr.(*ssa.IndexAddr); ok {
			add(i.Val, at.X)
		}
	case *ssa.Call:
		if isPush(&i.Call) {
			add(i.Call.Args[1], plain(i.Call.Args[0]))
		}
	}
	return all
}

// eachOf returns what a value may be, if a condition has decided about that.
func eachOf(v ssa.Value) []ssa.Value {
	if phi, ok := v.(*ssa.Phi); ok {
		return phi.Edges
	}
	return []ssa.Value{v}
}

// isOneObject reports whether a value is an object to which there is one reference, where an
// instruction puts it into a container.
func (x *indexes) isOneObject(v ssa.Value, put ssa.Instruction) bool {
	isCounted := func(use ssa.Instruction) bool {
		call, ok := use.(ssa.CallInstruction)
		return retains(use) || ok && x.given(call.Common()) == v && (code.Precedes(use, put) || code.Precedes(put, use))
	}
	if v.Referrers() == nil || !x.isObject(v) || slices.ContainsFunc(*v.Referrers(), isCounted) {
		return false
	}
	return !api.IsReference(v.Type()) || !x.addsUnseen()
}

// besides returns the containers that have what a certain one has: whatever comes to one of them
// comes to both.
func (x *indexes) besides(first *types.Var) (all []*types.Var) {
	isPaired := func(a, b *types.Var) bool {
		return !slices.ContainsFunc(x.listings[a], func(l listing) bool {
			return !slices.ContainsFunc(x.listings[b], l.isBeside)
		})
	}
	for second := range x.listings {
		if second != first && isContainer(second.Type()) && isPaired(first, second) && isPaired(second, first) {
			all = append(all, second)
		}
	}
	slices.SortFunc(all, func(a, b *types.Var) int { return int(a.Pos() - b.Pos()) })
	return all
}

// departureAt returns the departure that an instruction is.
func (x *indexes) departureAt(instr ssa.Instruction) (d departure, ok bool) {
	call, isCall := instr.(ssa.CallInstruction)
	if _, isGo := instr.(*ssa.Go); isGo || !isCall {
		return d, false
	}
	v := x.given(call.Common())
	if v == nil {
		v = x.givenInside(call)
	}
	if v == nil {
		return d, false
	}
	if list, element := removedFromList(plain(v)); list != nil {
		chosen, isCall := element.(*ssa.Call)
		d = departure{give: call, object: v, of: x.thingAt(list), oldest: isCall && code.IsMethodOfList(&chosen.Call, "Front", "Back")}
		return d, len(d.of.fields) > 0
	}
	way, known := code.WayTo(v)
	if !known || way.In == nil || way.Holder() != way.In && !hasStructs(way.In) {
		return x.chosenAt(call, v)
	}
	d = departure{give: call, object: v, of: x.thingAt(way.Base)}
	for _, f := range slices.Backward(way.Fields) {
		d.of.fields = append(d.of.fields, f)
		if f == way.In {
			break
		}
	}
	_, every := code.EveryTurn(call)
	d.oldest = way.Which == code.Each && !every
	for from := range code.MadeOf(copiedWhole(v)) {
		if at, isElement := from.(*ssa.IndexAddr); isElement {
			d.oldest = d.oldest || isConst(at.Index) || code.IsLast(at.Index)
		}
	}
	return d, true
}

// chosenAt returns the departure of an object that a loop over a container has chosen, or of one in a
// struct that an entry leads to. A function that counts who has a struct may know that
// no container has it any more.
func (x *indexes) chosenAt(give ssa.CallInstruction, v ssa.Value) (d departure, ok bool) {
	t, found := x.trailTo(v)
	outer, isIn := t.outer()
	if !found || !isIn || t.containers() != 1 || !isContainer(outer[len(outer)-1].Type()) || !x.isOnlyOne(v) {
		return d, false
	}
	for _, field := range decidersOf(give) {
		if x.Code.Touches(give.Parent()).Has(field) && !slices.Contains(outer, field) {
			return d, false
		}
	}
	_, every := code.EveryTurn(give)
	d = departure{give: give, object: v, of: thing{x.captured(t.base), outer}, oldest: t.each && !every}
	if inside := t.steps[len(outer)+1:]; len(inside) > 0 {
		d.part = inside[len(inside)-1]
	}
	return d, true
}

// hasStructs reports whether the elements of the container in a field are structs.
func hasStructs(field *types.Var) bool {
	element := api.ElementType(field.Type())
	return element != nil && api.IsStructValue(element)
}

// copiedWhole returns the struct of which a value is a field, where that was copied from.
func copiedWhole(v ssa.Value) ssa.Value {
	switch i := v.(type) {
	case *ssa.Field:
		return i.X
	case *ssa.UnOp:
		if at, ok := i.X.(*ssa.FieldAddr); ok {
			if whole := copiedFrom(at); whole != nil {
				return whole
			}
		}
	}
	return v
}

// removedFromList returns the list of package container/list that a value was removed from, and the
// element that it was in, or the heap; nil if it was in none.
func removedFromList(v ssa.Value) (list, element ssa.Value) {
	if part, ok := v.(*ssa.Extract); ok && part.Index == 0 {
		v = part.Tuple
	}
	assert, ok := v.(*ssa.TypeAssert)
	if !ok {
		return nil, nil
	}
	call, ok := assert.X.(*ssa.Call)
	switch {
	case ok && code.IsMethodOfList(&call.Call, "Remove"):
		return call.Call.Args[0], call.Call.Args[1]
	case ok && code.IsOfHeap(&call.Call, "Pop", "Remove"):
		return plain(call.Call.Args[0]), nil
	}
	return nil, nil
}

// A secondIndex is the question whether somebody finds in a second container what has departed from
// the first one.
type secondIndex struct {
	*indexes
	departure
	second *types.Var
	asks   *leftover              // what conditions ask
	cuts   map[*ssa.Function]bool // the functions that take something out of the second container
}

// secondIndex returns the question for a second container, unless that may lose objects for itself, or
// when the object departs.
func (x *indexes) secondIndex(d departure, second *types.Var) (*secondIndex, bool) {
	cuts, alone := x.cutsOf(d.first(), second)
	if alone || x.isRing(second) || x.keepsWeakly([]*types.Var{d.first(), second}) || x.Code.MayCall(code.Outermost(d.give.Parent()), cuts) || x.asksBoth(d.give, d.first(), second) {
		return nil, false
	}
	told := maps.Clone(x.Code.Touches(d.give.Parent()).Fields)
	for _, field := range decidersOf(d.give) {
		told[field] = told[field] || !slices.Contains(d.of.fields, field)
	}
	x.toldByCallers(d.give.Parent(), told)
	delete(told, second) // from which nothing was taken
	asks := &leftover{holders: x.holders, give: d.give, way: code.Way{Fields: []*types.Var{second}, In: second}, told: told}
	return &secondIndex{indexes: x, departure: d, second: second, asks: asks, cuts: cuts}, true
}

// cutsOf returns the functions that take something out of the second one of two containers, and
// whether one of them takes something out of that alone, other than all there is, and does not
// release it.
func (x *indexes) cutsOf(first, second *types.Var) (cuts map[*ssa.Function]bool, alone bool) {
	cuts = map[*ssa.Function]bool{}
	for instr := range x.Code.Instructions() {
		if !x.isCut(instr, second) || isBeginning(instr) {
			continue
		}
		fn := code.Outermost(instr.Parent())
		cuts[fn] = true
		alone = alone || !isWhole(instr) && !x.cutsInside(fn, first) && !slices.ContainsFunc(x.gone, func(d departure) bool {
			return code.Outermost(d.give.Parent()) == fn && (d.first() == first || d.first() == second)
		})
	}
	return cuts, alone
}

// cutsInside reports whether a function itself may take something out of a container.
func (x *indexes) cutsInside(fn *ssa.Function, container *types.Var) bool {
	for instr := range code.Instructions(fn) {
		if x.isCut(instr, container) && !isBeginning(instr) {
			return true
		}
	}
	return false
}

// losesAlone reports whether the second one of two containers may lose objects for itself, and so the
// one that is released.
func (x *indexes) losesAlone(g give, p pairing) bool {
	if g.way.Which == code.Each || !isContainer(p.second.Type()) {
		return false
	}
	_, alone := x.cutsOf(p.first, p.second)
	return alone
}

// isCut reports whether an instruction itself may take something out of a container.
func (x *indexes) isCut(instr ssa.Instruction, container *types.Var) bool {
	if x.puts[instr] || !x.Code.MayCut(instr, container) {
		return false
	}
	call, ok := instr.(ssa.CallInstruction)
	if !ok {
		return true
	}
	callee := code.Callee(call.Common())
	return callee == nil || !x.Code.Has(callee) || slices.ContainsFunc(call.Common().Args, func(arg ssa.Value) bool { return code.Home(arg) == any(container) })
}

// isBeginning reports whether an instruction sets a field of a new struct.
func isBeginning(instr ssa.Instruction) bool {
	store, ok := instr.(*ssa.Store)
	return ok && isPartOfOwn(store.Addr)
}

// isWhole reports whether an instruction takes all out of a container.
func isWhole(instr ssa.Instruction) bool {
	switch i := instr.(type) {
	case *ssa.Store:
		return isContainer(i.Val.Type()) && isRefilled(i.Val, map[ssa.Value]bool{})
	case *ssa.Call:
		return code.Builtin(&i.Call) == "clear"
	}
	return false
}

func (s *secondIndex) check() {
	outer := s.of.fields[:len(s.of.fields)-1]
	a := &aftermath{
		Package: s.Package, ways: s.ways, found: s.found, skips: s.isCutBefore,
		changes: func(instr ssa.Instruction, now thing) bool {
			return s.changes(instr) || s.Code.MayTouch(instr, outer) || s.replaces(instr, now)
		},
	}
	a.follows(s.give, thing{s.of.base, append(slices.Clone(outer), s.second)})
}

// ways returns where a condition may lead. In the function that has released the object, all is known
// of that.
func (s *secondIndex) ways(branch *ssa.If) []*ssa.BasicBlock {
	if branch.Parent() == s.give.Parent() {
		return branch.Block().Succs
	}
	if s.asksLength(branch.Cond) {
		return branch.Block().Succs
	}
	return s.asks.ways(branch)
}

// asksLength reports whether a condition only asks how much is in the first container: that does not
// tell what is in the second one.
func (s *secondIndex) asksLength(cond ssa.Value) bool {
	test, ok := cond.(*ssa.BinOp)
	return ok && slices.ContainsFunc([]ssa.Value{test.X, test.Y}, func(v ssa.Value) bool {
		length := code.BuiltinOf(v, "len")
		return length != nil && code.Home(length.Args[0]) == any(s.first())
	})
}

// changes reports whether an instruction may take something out of the second container, or put
// something into the place of what was released.
func (s *secondIndex) changes(instr ssa.Instruction) bool {
	if s.isCut(instr, s.second) || !s.oldest && s.puts[instr] && s.Code.MayTouch(instr, []*types.Var{s.second}) {
		return true
	}
	call, ok := instr.(ssa.CallInstruction)
	if !ok {
		return false
	}
	callee := code.Callee(call.Common())
	if callee == nil || !s.Code.Has(callee) {
		return false
	}
	return s.Code.MayCall(callee, s.cuts) || !s.oldest && s.Code.Touches(callee).Has(s.second)
}

// isCutBefore reports whether a caller may have taken the object out of the second container before, or
// knows that it is not there.
func (s *secondIndex) isCutBefore(call *ssa.Call) bool {
	return s.asksBoth(call, s.first(), s.second) || anyBefore(call, func(instr ssa.Instruction) bool { return s.isCut(instr, s.second) && !isBeginning(instr) })
}

// found reports the use of what an instruction finds in the second container.
func (s *secondIndex) found(instr ssa.Instruction, of thing, calls []token.Pos) bool {
	found, container := takenOutOf(asValue(instr))
	if found != instr || container == nil {
		return false
	}
	in := s.thingAt(container)
	if in.base != of.base || !slices.Equal(in.fields, of.fields) {
		return false
	}
	if load, ok := instr.(*ssa.UnOp); ok && !isEachOf(load) {
		return false // the indexes that are in use may be elsewhere
	}
	use := s.useOf(instr)
	if use == nil || s.isJustPut(instr, calls) {
		return false
	}
	var m mistake.Mistake = mistake.UseAfterRelease{StillHeld: s.second.Name()}
	if call, ok := use.(*ssa.Call); ok && s.given(&call.Call) != nil {
		m = mistake.DoubleRelease{StillHeld: s.second.Name()}
	}
	places := []mistake.Place{{Pos: s.give.Pos(), Text: string(mistake.ReleasedThere)}}
	for _, pos := range calls {
		places = append(places, mistake.Place{Pos: pos, Text: "and then this is called"})
	}
	s.Reporter.ReportAt(use.Pos(), m, places...)
	return true
}

// asValue returns the value that an instruction computes, or nil.
func asValue(instr ssa.Instruction) ssa.Value {
	v, _ := instr.(ssa.Value)
	return v
}

// useOf returns the first use of an object that an instruction has found, if no condition that may
// tell what was released decides about it; otherwise nil.
func (s *secondIndex) useOf(found ssa.Instruction) ssa.Instruction {
	objects := map[ssa.Value]bool{}
	holdersOf(asValue(found), objects)
	if s.part != nil {
		partsIn(objects, s.part)
	}
	var first ssa.Instruction
	for instr := range code.Instructions(found.Parent()) {
		v := s.usedBy(instr)
		switch call, ok := instr.(*ssa.Call); {
		case ok && code.IsMethodOfRef(&call.Call, "Valid") && objects[call.Call.Args[0]]:
			return nil
		case v == nil || !objects[v] || (hasStructs(s.second) || s.part != nil) && !types.Identical(v.Type(), s.object.Type()) || first != nil || !code.Precedes(found, instr) || s.isDecided(found, instr):
		default:
			first = instr
		}
	}
	return first
}

// partsIn adds what some structs have in a field to the values that have an object.
func partsIn(objects map[ssa.Value]bool, field *types.Var) {
	for _, v := range slices.Collect(maps.Keys(objects)) {
		for _, use := range *v.Referrers() {
			at, ok := use.(*ssa.FieldAddr)
			if !ok || code.FieldOf(at).Origin() != field {
				continue
			}
			for _, use := range *at.Referrers() {
				if load, ok := use.(*ssa.UnOp); ok {
					holdersOf(load, objects)
				}
			}
		}
	}
}

// usedBy returns the object that an instruction uses, or releases; nil if there is none.
func (s *secondIndex) usedBy(instr ssa.Instruction) ssa.Value {
	call, ok := instr.(*ssa.Call)
	if !ok {
		return s.usedElement(instr)
	}
	if v := s.given(&call.Call); v != nil {
		return plain(v)
	}
	if call.Call.IsInvoke() {
		return call.Call.Value
	}
	return s.usedElement(instr)
}

// isDecided reports whether a condition between a lookup and a use may tell what was released.
func (s *secondIndex) isDecided(found, use ssa.Instruction) bool {
	for b := use.Block().Idom(); b != nil && found.Block().Dominates(b); b = b.Idom() {
		if branch, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If); ok && s.asks.isTold(branch) {
			return true
		}
	}
	return false
}
