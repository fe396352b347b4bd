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

// This file is about references that have two homes. A home is a field that owns what it has:
// all that the package takes out of it is released, or goes to another home. A reference that a
// function puts into two homes, and does not retain, is released by both, whatever happens in
// between; so is one that it takes out of a home, leaves there, and puts into another one of
// the same struct. Two structs of one type are another matter: one may be a copy that takes the
// place of the other, which nobody closes then.

// homes knows which holdings are homes.
type homes struct {
	*holders
	putInto map[ssa.Instruction]*holding.Holding // of what is put there
	outOf   map[ssa.Instruction]*holding.Holding // of what is taken out
	known   map[*holding.Holding]bool
	several map[*holding.Holding]bool                   // that may have more than one reference to an object; see findSeveral
	placed  map[*ssa.Function][]placing                 // what functions put into holdings whenever they are called
	losing  map[*holding.Holding]map[*ssa.Function]bool // see findLosing
}

// A placing is a value that an instruction puts into a holding, by itself or in the function
// that it calls.
type placing struct {
	value ssa.Value
	into  *holding.Holding
	at    thing
	key   ssa.Value       // of a map
	adds  bool            // to a list
	instr ssa.Instruction // of the function that is looked at
}

// newHomes finds the homes of a package.
func newHomes(h *holders) *homes {
	o := &homes{
		holders: h, putInto: map[ssa.Instruction]*holding.Holding{}, outOf: map[ssa.Instruction]*holding.Holding{}, known: map[*holding.Holding]bool{},
		placed: map[*ssa.Function][]placing{}, several: map[*holding.Holding]bool{}, losing: map[*holding.Holding]map[*ssa.Function]bool{},
	}
	for _, owns := range h.ledger.All() {
		for _, p := range owns.Puts {
			o.putInto[p.Instr] = owns
		}
		for _, out := range owns.Outs {
			o.outOf[out.From] = owns
		}
	}
	o.findSeveral()
	o.findHomes()
	return o
}

// checkHomes reports references that have two homes.
func (o *homes) checkHomes() {
	for _, fn := range o.Code.Sources {
		o.check(fn)
	}
	checkSeconds(o)
	checkUneven(o)
}

// findHomes finds the homes: what goes to another home counts only as long as that is one.
func (o *homes) findHomes() {
	for _, h := range o.ledger.All() {
		o.known[h] = !h.Unclear && (h.IsContainer() || !h.Wide) && !h.IsHeld() && !slices.Contains(o.Reporter.Disabled, "double-release:"+h.Family) && !o.several[h] && o.removesReleased(h)
	}
	for changed := true; changed; {
		changed = false
		for h, is := range o.known {
			if is && !o.releasesAllBut(h, nil) {
				o.known[h], changed = false, true
			}
		}
	}
}

// check reports the references to which a function gives a second home.
func (o *homes) check(fn *ssa.Function) {
	placed := map[ssa.Value][]placing{}
	for instr := range code.Instructions(fn) {
		for _, p := range o.parts(instr) {
			if !o.isHome(p.into) || o.isCounted(p.value, 0) {
				continue
			}
			if o.isReference(p.value) {
				if o.repeats(p) {
					o.report(p, p)
				}
				for _, first := range placed[p.value] {
					if first.comesBefore(p) && !first.isSamePlace(p) {
						o.report(p, first)
					}
				}
				placed[p.value] = append(placed[p.value], p)
			}
			if from, ok := o.leftIn(p); ok {
				o.reportLeft(p, from)
			}
		}
	}
}

// parts returns what an instruction puts into holdings, by itself or in a struct.
func (o *homes) parts(instr ssa.Instruction) (all []placing) {
	for _, p := range o.placings(instr) {
		for _, v := range objectsOf(p.value) {
			part := p
			part.value = plain(v)
			all = append(all, part)
		}
	}
	return all
}

// isReference reports whether a value is one reference: a Ref, or an object without one that the
// function has just got.
func (o *homes) isReference(v ssa.Value) bool {
	if api.IsReference(v.Type()) {
		return true
	}
	call, index := resultOfCall(v)
	return call != nil && o.ledger.Acquires(&call.Call, index)
}

func (o *homes) report(p placing, first placing) {
	text := "it is in its first place here"
	if first.instr == p.instr {
		text = "this is done in each turn of a loop"
	}
	places := []mistake.Place{{Pos: first.instr.Pos(), Text: text}}
	if released, again := o.releasesOfBoth(first.into, p.into); released != nil {
		places = append(places, mistake.Place{Pos: released.Pos(), Text: string(mistake.ReleasedThere)}, mistake.Place{Pos: again.Pos(), Text: "and here"})
	}
	o.Reporter.ReportAt(p.instr.Pos(), mistake.DoubleRelease{Twice: true}, places...)
}

// reportLeft reports the second home of what was left in the first one, or where a function
// releases what is in both.
func (o *homes) reportLeft(p placing, taken ssa.Instruction) {
	from := o.outOf[taken]
	if first, second := o.releasesOfBoth(from, p.into); first != nil {
		o.Reporter.ReportAt(second.Pos(), mistake.DoubleRelease{Shared: [2]string{from.Field.Name(), p.into.Field.Name()}},
			mistake.Place{Pos: p.instr.Pos(), Text: "copied here"}, mistake.Place{Pos: first.Pos(), Text: string(mistake.ReleasedThere.First())})
		return
	}
	o.report(p, placing{instr: taken, into: from})
}

// releasesOfBoth returns where a function releases what is in two homes, or nil if no function
// does.
func (o *homes) releasesOfBoth(a, b *holding.Holding) (first, second ssa.Instruction) {
	if a == b {
		return nil, nil
	}
	for _, first := range o.releasesOfHome(a) {
		for _, second := range o.releasesOfHome(b) {
			if first.Parent() != second.Parent() {
				continue
			}
			if code.Precedes(second, first) {
				first, second = second, first
			}
			return first, second
		}
	}
	return nil, nil
}

// releasesOfHome lists the releases of what is taken out of a home.
func (o *homes) releasesOfHome(h *holding.Holding) (all []ssa.Instruction) {
	for _, out := range h.Outs {
		for _, take := range out.Takes {
			if o.isRelease(take) {
				all = append(all, take)
			}
		}
	}
	return all
}

// placings returns what an instruction puts into holdings.
func (o *homes) placings(instr ssa.Instruction) (all []placing) {
	add := func(p placing, where ssa.Value) {
		p.value, p.at, p.instr = guarded(parameterIn(plain(p.value))), o.thingAt(where), instr
		if n := len(p.at.fields); n > 0 {
			p.into = o.ledger.Of(p.at.fields[n-1])
		}
		if p.into != nil && !code.IsZeroValue(p.value) {
			all = append(all, p)
		}
	}
	for _, p := range puttingsOf(instr) {
		add(placing{value: p.value, key: p.key, adds: p.adds}, p.container)
	}
	switch i := instr.(type) {
	case *ssa.Store:
		if _, isField := i.Addr.(*ssa.FieldAddr); isField && code.BuiltinOf(i.Val, "append") == nil {
			add(placing{value: i.Val}, i.Addr)
		}
	case *ssa.Call:
		callee := code.Callee(&i.Call)
		if callee == nil || !o.Code.Has(callee) || decidesBranch(i, 0) {
			return all // it may say whether it has done so
		}
		for _, p := range o.always(callee) {
			if outer, ok := o.calledWith(p, i, callee); ok {
				all = append(all, outer)
			}
		}
	}
	return all
}

// always returns what a function puts into holdings whenever it is called.
func (o *homes) always(fn *ssa.Function) (all []placing) {
	if known, ok := o.placed[fn]; ok {
		return known
	}
	o.placed[fn] = nil // of one that calls itself
	for instr := range code.Instructions(fn) {
		if code.OnEachWay(instr.Block()) {
			all = append(all, o.placings(instr)...)
		}
	}
	o.placed[fn] = all
	return all
}

// calledWith returns what a callee puts into a holding as its caller sees it.
func (o *homes) calledWith(p placing, call *ssa.Call, callee *ssa.Function) (placing, bool) {
	value, base := argumentOf(call, callee, p.value), argumentOf(call, callee, p.at.base)
	if value == nil || base == nil || o.isCounted(p.value, 0) {
		return p, false
	}
	outer := o.thingAt(base)
	p.value, p.at, p.instr = plain(value), thing{outer.base, slices.Concat(outer.fields, p.at.fields)}, call
	if p.key != nil {
		p.key = argumentOf(call, callee, p.key)
		return p, p.key != nil
	}
	return p, true
}

// plain returns what an interface or a value of another type was made of.
func plain(v ssa.Value) ssa.Value {
	for {
		switch i := v.(type) {
		case *ssa.MakeInterface:
			v = i.X
		case *ssa.ChangeInterface:
			v = i.X
		case *ssa.ChangeType:
			v = i.X
		default:
			return v
		}
	}
}

// parameterIn returns the parameter that a variable has, if it is a struct, or the value.
func parameterIn(v ssa.Value) ssa.Value {
	if load, ok := v.(*ssa.UnOp); ok && load.Op == token.MUL {
		p, ok := onlyStored(load.X).(*ssa.Parameter)
		if ok && !slices.ContainsFunc(*load.X.Referrers(), func(use ssa.Instruction) bool {
			at, isField := use.(*ssa.FieldAddr)
			return isField && !code.IsOnlyLoaded(at)
		}) {
			return p
		}
	}
	return v
}

// comesBefore reports whether one placing has happened whenever another one does, on the same
// value, or is followed by it on each way.
func (p placing) comesBefore(next placing) bool {
	if code.Dominates(p.instr, next.instr) {
		return true
	}
	made, ok := p.value.(ssa.Instruction)
	if ok && code.Precedes(p.instr, made) {
		return false // it may be another one by then
	}
	return code.Precedes(p.instr, next.instr) && !code.Leads(p.instr, isReturn, only(next.instr))
}

// isSamePlace reports whether the second of two placings may overwrite the first, or is in
// another struct.
func (p placing) isSamePlace(next placing) bool {
	if p.at.base != next.at.base {
		return true
	}
	if !slices.Equal(p.at.fields, next.at.fields) {
		return false
	}
	if p.key != nil && next.key != nil {
		return !isConst(p.key) || !isConst(next.key) || code.SameWritten(p.key, next.key)
	}
	return !p.adds || !next.adds
}

// repeats reports whether each turn of a loop puts the same reference into a list, or into a
// home of another struct.
func (o *homes) repeats(p placing) bool {
	header, every := code.EveryTurn(p.instr)
	if header == nil || !every || !p.adds {
		return false
	}
	made, ok := p.value.(ssa.Instruction)
	return !ok || made.Block() != header && !code.IsWithin(made.Block(), header)
}

// leftIn returns where a value that is put into a home was taken out of another place of the
// same struct that is a home, too, if the function leaves it there.
func (o *homes) leftIn(p placing) (taken ssa.Instruction, left bool) {
	taken, container := takenOutOf(p.value)
	if taken == nil {
		return nil, false
	}
	from, at := o.outOf[taken], o.thingAt(container)
	if from == nil || at.base != p.at.base || !o.isHome(from) || !code.Dominates(taken, p.instr) {
		return nil, false
	}
	if slices.Equal(at.fields, p.at.fields) && !p.adds && !isOtherKey(taken, p.key) {
		return nil, false // it may be moved within the container
	}
	if isBeginning(p.instr) && o.isReleasedAlone(from, p.into) || o.touchedAround(p.instr, from, at.fields, 0) {
		return nil, false
	}
	return taken, true
}

// isReleasedAlone reports whether some function releases what is in one home and not what is in
// another: it may be for structs that have the same in both.
func (o *homes) isReleasedAlone(h, other *holding.Holding) bool {
	both := o.releasesOfHome(other)
	return slices.ContainsFunc(o.releasesOfHome(h), func(release ssa.Instruction) bool {
		return !slices.ContainsFunc(both, func(second ssa.Instruction) bool { return second.Parent() == release.Parent() })
	})
}

// touchedAround reports whether a function may change fields on a way that leads past an instruction,
// before it or after it, or one that calls it takes the same thing out there.
func (o *homes) touchedAround(at ssa.Instruction, from *holding.Holding, fields []*types.Var, depth int) bool {
	fn := at.Parent()
	for instr := range code.Instructions(fn) {
		_, isDefer := instr.(*ssa.Defer)
		isNear := instr != at && (isDefer || code.Precedes(instr, at) || code.Precedes(at, instr)) && !isFirstIn(instr, at)
		if isNear && o.Code.MayTouch(instr, fields) && (depth == 0 || isWhole(instr) && !isBeginning(instr) || o.mayRemove(instr, from) && sharesArgument(instr, at)) {
			return true
		}
	}
	return depth < maxCallers && slices.ContainsFunc(o.Code.CallsOf(fn), func(call ssa.CallInstruction) bool {
		return o.touchedAround(call, from, fields, depth+1)
	})
}

// isFirstIn reports whether an instruction sets a field of a struct where the function makes that,
// before another instruction: nothing was there.
func isFirstIn(instr, before ssa.Instruction) bool {
	store, ok := instr.(*ssa.Store)
	if !ok {
		return false
	}
	at, ok := store.Addr.(*ssa.FieldAddr)
	if !ok {
		return false
	}
	made, ok := at.X.(*ssa.Alloc)
	return ok && made.Block() == store.Block() && code.Dominates(instr, before) && !slices.ContainsFunc(*made.Referrers(), func(use ssa.Instruction) bool {
		other, ok := use.(*ssa.FieldAddr)
		return ok && other != at && other.Field == at.Field && code.Dominates(other, store)
	})
}

// mayRemove reports whether an instruction removes something from a holding, or calls a function that
// does.
func (o *homes) mayRemove(instr ssa.Instruction, from *holding.Holding) bool {
	call, ok := instr.(ssa.CallInstruction)
	if !ok || slices.Contains(from.Removals, instr) {
		return ok
	}
	removers := map[*ssa.Function]bool{}
	for _, removal := range from.Removals {
		removers[removal.Parent()] = true
	}
	callee := code.Callee(call.Common())
	return callee != nil && o.Code.MayCall(callee, removers)
}

// sharesArgument reports whether two calls, one after the other, have the same argument, besides what
// they are both called for.
func sharesArgument(a, b ssa.Instruction) bool {
	first, ok := a.(ssa.CallInstruction)
	then, isCall := b.(ssa.CallInstruction)
	if !ok || !isCall || len(first.Common().Args) == 0 || len(then.Common().Args) == 0 {
		return false
	}
	return slices.ContainsFunc(first.Common().Args[1:], func(v ssa.Value) bool {
		return slices.Contains(then.Common().Args[1:], v) && (onOneWay(v, a, b) || onOneWay(v, b, a))
	})
}

// isOtherKey reports whether a key is written in another way than the one under which something
// was looked up.
func isOtherKey(taken ssa.Instruction, key ssa.Value) bool {
	found, ok := taken.(*ssa.Lookup)
	return ok && key != nil && !code.SameWritten(found.Index, key)
}

// takenOutOf returns the instruction that takes a value out of a field, or out of the container
// there, and the container or the address of the field; nil if there is none.
func takenOutOf(v ssa.Value) (taken ssa.Instruction, container ssa.Value) {
	if part, ok := v.(*ssa.Extract); ok {
		v = part.Tuple
	}
	switch i := v.(type) {
	case *ssa.Field: // of a struct that was taken out
		return takenOutOf(i.X)
	case *ssa.Lookup:
		return i, i.X
	case *ssa.Next:
		if over, ok := i.Iter.(*ssa.Range); ok {
			return i, over.X
		}
	case *ssa.UnOp:
		if i.Op != token.MUL {
			return nil, nil
		}
		switch at := i.X.(type) {
		case *ssa.IndexAddr:
			return i, at.X
		case *ssa.FieldAddr:
			if whole := copiedFrom(at); whole != nil {
				return takenOutOf(whole)
			}
			return i, at
		}
	}
	return nil, nil
}

// copiedFrom returns what the struct in a variable is a copy of, if an address is that of a field
// which is the same there; otherwise nil.
func copiedFrom(at *ssa.FieldAddr) ssa.Value {
	whole := onlyStored(at.X)
	if whole == nil {
		return nil
	}
	for _, use := range *at.X.Referrers() {
		field, ok := use.(*ssa.FieldAddr)
		if ok && field.Field == at.Field && !code.IsOnlyLoaded(field) {
			return nil
		}
	}
	return whole
}

// isCounted reports whether a function retains a value, or releases it, or gives it to one that
// does.
func (o *homes) isCounted(v ssa.Value, depth int) bool {
	if depth == maxCallers || v.Referrers() == nil {
		return true
	}
	return slices.ContainsFunc(*v.Referrers(), func(use ssa.Instruction) bool { return o.isCountedBy(use, v, depth) })
}

// isCountedBy is isCounted for one use of the value.
func (o *homes) isCountedBy(use ssa.Instruction, v ssa.Value, depth int) bool {
	switch i := use.(type) {
	case *ssa.MakeInterface, *ssa.ChangeInterface, *ssa.ChangeType, *ssa.TypeAssert, *ssa.Phi:
		return o.isCounted(use.(ssa.Value), depth+1)
	case *ssa.MakeClosure:
		return true
	case ssa.CallInstruction:
		return o.counts(i.Common(), v, depth)
	case *ssa.Store: // in a variable, which may be released by another name
		variable, isVariable := i.Addr.(*ssa.Alloc)
		return isVariable && o.isCountedIn(variable, depth)
	}
	return false
}

// counts reports whether a call retains a value, or releases it.
func (o *homes) counts(call *ssa.CallCommon, v ssa.Value, depth int) bool {
	if code.IsMethodOfRef(call, "Retain", "TryRetain", "Release", "Detach", "Hold", "With") || code.IsMethodOfByteRef(call, "Retain", "Release", "Drop", "Detach", "Hold", "Move") {
		return true
	}
	if use := o.Table.Lookup(code.Object(call)); use != nil && (use.Operation == api.Retain || use.Operation == api.Release) {
		return true
	}
	if isPush(call) {
		return false
	}
	isReceiver := call.IsInvoke() && call.Value == v
	callee := code.Callee(call)
	for k, arg := range call.Args {
		if arg != v {
			continue
		}
		if callee == nil || !o.Code.Has(callee) {
			return !api.IsRef(v.Type()) && !(k == 0 && callee != nil && callee.Signature.Recv() != nil)
		}
		return o.isCounted(callee.Params[k], depth+1)
	}
	return !isReceiver
}

// isHome reports whether a field owns what it has: all of it is released where it is taken out,
// or goes to another home.
func (o *homes) isHome(h *holding.Holding) bool { return o.known[h] }

// releasesAllBut reports whether some function releases what is taken out of a field, and none
// does anything else with it than to give it another home. What one function does may be left out.
func (o *homes) releasesAllBut(h *holding.Holding, but *ssa.Function) (released bool) {
	for _, out := range h.Outs {
		if out.From.Parent() == but {
			continue
		}
		if o.isCountedPlace(out.From) {
			return false
		}
		for _, take := range out.Takes {
			switch next := o.putInto[take]; {
			case o.isRelease(take) && o.isCertain(take, h):
				released = true
			case next != nil && o.isHome(next):
			case o.givesHome(take), detaches(take):
			default:
				return false
			}
		}
	}
	return released
}

// detaches reports whether an instruction gives an object to the garbage collector, or to a caller
// who need not release it.
func detaches(take ssa.Instruction) bool {
	call, ok := take.(ssa.CallInstruction)
	return ok && (code.IsMethodOfRef(call.Common(), "Detach") || code.IsMethodOfByteRef(call.Common(), "Detach"))
}

// givesHome reports whether an instruction calls a function that puts something into a home.
func (o *homes) givesHome(take ssa.Instruction) bool {
	return slices.ContainsFunc(o.placings(take), func(p placing) bool { return o.isHome(p.into) })
}

// isCountedPlace reports whether an element is taken out of a list at an index that is kept in a
// field: the number says which elements are in use.
func (o *homes) isCountedPlace(from ssa.Instruction) bool {
	load, ok := from.(*ssa.UnOp)
	if !ok {
		return false
	}
	at, ok := load.X.(*ssa.IndexAddr)
	return ok && isMadeOfField(at.Index, map[ssa.Value]bool{})
}

// isMadeOfField reports whether a number is computed from one in a field.
func isMadeOfField(v ssa.Value, seen map[ssa.Value]bool) bool {
	if seen[v] {
		return false
	}
	seen[v] = true
	switch i := v.(type) {
	case *ssa.FieldAddr:
		return true
	case *ssa.Phi, *ssa.BinOp, *ssa.Convert, *ssa.UnOp:
		return slices.ContainsFunc(i.(ssa.Instruction).Operands(nil), func(x *ssa.Value) bool { return isMadeOfField(*x, seen) })
	}
	return false
}

// removesReleased reports whether each function that takes what is in a field away releases
// some of it, or gives it to another owner.
func (o *homes) removesReleased(h *holding.Holding) bool {
	isOverwritten := func(put holding.Put) bool { // what was in a field is lost
		store, ok := put.Instr.(*ssa.Store)
		return ok && isFieldAt(store.Addr, h.Field) && !isPartOfOwn(store.Addr) && !code.IfNil(store) && !o.takesFrom(h, store.Parent())
	}
	if slices.ContainsFunc(h.Puts, isOverwritten) {
		return false
	}
	return !slices.ContainsFunc(h.Removals, func(removal ssa.Instruction) bool {
		store, ok := removal.(*ssa.Store)
		return !(ok && (isPartOfOwn(store.Addr) || code.IfNil(store))) && !o.takesFrom(h, removal.Parent())
	})
}

// takesFrom reports whether a function releases what is in a field, or gives it to another owner.
func (o *homes) takesFrom(h *holding.Holding, fn *ssa.Function) bool {
	return slices.ContainsFunc(h.Outs, func(out holding.Out) bool {
		return len(out.Takes) > 0 && code.Outermost(out.From.Parent()) == code.Outermost(fn)
	})
}

// isPartOfOwn reports whether an address is in a struct that the function makes.
func isPartOfOwn(addr ssa.Value) bool {
	at, ok := addr.(*ssa.FieldAddr)
	for ok {
		if _, made := at.X.(*ssa.Alloc); made {
			return true
		}
		at, ok = at.X.(*ssa.FieldAddr)
	}
	return false
}

// isCertain reports whether nothing decides about a release but whether there is something to
// release, and how much there is. What decides about the removal, too, does not matter: something
// is removed and released then, or stays.
func (o *homes) isCertain(release ssa.Instruction, h *holding.Holding) bool {
	first := release.Block()
	if header, every := code.EveryTurn(release); header != nil && every {
		first = header
	}
	removed := o.removedIn(release.Parent(), h)
	if slices.ContainsFunc(removed, func(b *ssa.BasicBlock) bool { return first.Dominates(b) }) {
		return true
	}
	for b := release.Block(); b != nil; b = b.Idom() {
		if slices.Contains(removed, b) {
			return true
		}
		branch, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		if ok && b != release.Block() && !o.asksPresence(branch.Cond, h, 0) {
			return false
		}
	}
	return true
}

// removedIn lists the blocks of a function that remove something from a field, or put something
// else into its place.
func (o *homes) removedIn(fn *ssa.Function, h *holding.Holding) (all []*ssa.BasicBlock) {
	for _, removal := range h.Removals {
		if removal.Parent() == fn {
			all = append(all, removal.Block())
		}
	}
	for _, put := range h.Puts {
		if store, ok := put.Instr.(*ssa.Store); ok {
			if at, isElement := store.Addr.(*ssa.IndexAddr); isElement && code.Home(at.X) != any(h.Field) && !isFieldAt(at.X, h.Field) {
				continue // it is appended
			}
		}
		if put.Instr.Parent() == fn {
			all = append(all, put.Instr.Block())
		}
	}
	return all
}

// asksPresence reports whether a condition is about what is in a field: whether there is
// something, or how much.
func (o *homes) asksPresence(cond ssa.Value, h *holding.Holding, depth int) bool {
	switch i := cond.(type) {
	case *ssa.Extract:
		_, isRange := i.Tuple.(*ssa.Next)
		instr, isInstr := i.Tuple.(ssa.Instruction)
		return isRange || isInstr && o.outOf[instr] == h
	case *ssa.BinOp:
		return !canBeHeld(i.X) && !api.IsBool(i.X.Type()) || code.IsZeroValue(i.Y)
	case *ssa.UnOp:
		return i.Op == token.NOT && depth < maxConditions && o.asksPresence(i.X, h, depth+1)
	case *ssa.Call:
		return code.IsMethodOfRef(&i.Call, "IsZero", "Valid")
	}
	return false
}

// findSeveral notes the fields of objects without Refs that may have more than one reference to
// an object: one that is there is retained and not released again, or one that comes there was.
func (o *homes) findSeveral() {
	for _, fn := range o.Code.Sources {
		for instr := range code.Instructions(fn) {
			if v := o.countedBy(instr, api.Retain); v != nil {
				if taken, _ := takenOutOf(plain(v)); taken != nil && o.outOf[taken] != nil && !o.isReleasedIn(fn, v) && !o.isForCaller(instr, v) {
					o.several[o.outOf[taken]] = true
				}
			}
			for _, p := range o.placings(instr) {
				if !api.IsRef(p.value.Type()) && o.isCountedBeside(p) {
					o.several[p.into] = true
				}
			}
		}
	}
}

// isCountedBeside is isCounted for what is put into a home, but for a release on another way: there
// it is not put anywhere.
func (o *homes) isCountedBeside(p placing) bool {
	isOtherwise := func(use ssa.Instruction) bool {
		return o.countedBy(use, api.Release) == p.value && !code.Precedes(use, p.instr) && !code.Precedes(p.instr, use)
	}
	uses := p.value.Referrers()
	return uses == nil || slices.ContainsFunc(*uses, func(use ssa.Instruction) bool {
		return !isOtherwise(use) && o.isCountedBy(use, p.value, 0)
	})
}

// countedBy returns the object without a Ref to which an instruction does something, or nil.
func (p *Package) countedBy(instr ssa.Instruction, does api.Operation) ssa.Value {
	if call, ok := instr.(ssa.CallInstruction); ok {
		return p.countedByCall(call.Common(), does)
	}
	return nil
}

// countedByCall is countedBy for a call.
func (p *Package) countedByCall(call *ssa.CallCommon, does api.Operation) ssa.Value {
	use := p.Table.Lookup(code.Object(call))
	switch {
	case use == nil || use.Operation != does || use.Where != 0:
		return nil
	case call.IsInvoke():
		return call.Value
	case len(call.Args) == 0: // a method value
		return nil
	}
	return call.Args[0]
}

// isForCaller reports whether what an instruction retains is returned on each way from there, and
// no caller throws it away: the reference is that of the caller.
func (o *homes) isForCaller(retain ssa.Instruction, v ssa.Value) bool {
	fn := retain.Parent()
	returns := func(instr ssa.Instruction) bool {
		ret, ok := instr.(*ssa.Return)
		return ok && slices.ContainsFunc(ret.Results, func(result ssa.Value) bool { return code.SameWritten(plain(result), v) })
	}
	none := func(ssa.Instruction) bool { return false }
	keeps := func(instr ssa.Instruction) bool { return isReturn(instr) && !returns(instr) }
	return code.Leads(retain, returns, none) && !code.Leads(retain, keeps, none) && !slices.ContainsFunc(o.Code.CallsOf(fn), func(call ssa.CallInstruction) bool {
		got := call.Value()
		return got == nil || len(*got.Referrers()) == 0
	})
}

func (o *homes) isReleasedIn(fn *ssa.Function, v ssa.Value) bool {
	for instr := range code.Instructions(fn) {
		if released := o.countedBy(instr, api.Release); released != nil && code.SameWritten(released, v) {
			return true
		}
	}
	return false
}
