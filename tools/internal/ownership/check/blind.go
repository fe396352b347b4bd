package check

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"github.com/rcpool/rcpool/tools/internal/ownership/holding"
	"github.com/rcpool/rcpool/tools/internal/ownership/mistake"
	"github.com/rcpool/rcpool/tools/internal/ownership/naming"
	"golang.org/x/tools/go/ssa"
)

// This file is about methods that put a reference into a field, or into a container in
// one, and do not look at what is there: the reference that was there leaks. It is
// reported only if something shows that there may be one: the name of the method or of
// the field says that it has the latest value, two calls have the same key, an index goes
// round, or each struct of the type begins with a reference. All callers must be known, and
// none of them may have looked.

// A blindStore is an instruction that puts a reference into a place of a field.
type blindStore struct {
	*holders
	fn    *ssa.Function
	instr ssa.Instruction
	field *types.Var             // that has the place
	twice bool                   // two calls have the same key, and nothing is removed in between
	asks  map[*ssa.Function]bool // whether they look at the field or change it

	searched map[*ssa.Function]bool // while that is being found out
}

// checkBlind reports references that are overwritten by methods that do not look.
func (h *holders) checkBlind() {
	released := map[*types.Var]bool{}
	for _, gives := range h.gives {
		for _, g := range gives {
			released[g.way.Holder()] = released[g.way.Holder()] || g.typed
		}
	}
	for _, owns := range h.ledger.All() {
		released[owns.Field] = released[owns.Field] || h.releasesOthers(owns)
	}
	for _, fn := range h.Code.Sources {
		object, ok := fn.Object().(*types.Func)
		if !ok || fn.Signature.Recv() == nil || h.Code.HasUnknownCallers(object) || len(h.Code.Callers(object)) == 0 {
			continue
		}
		for instr := range code.Instructions(fn) {
			b := blindStore{holders: h, fn: fn, instr: instr}
			place := b.place()
			if place == 0 || !released[b.field] || h.Code.KeepsWeakly(b.field) || b.isLookedAt() {
				continue
			}
			if b.isOverwritten(place) {
				h.Reporter.ReportAt(instr.Pos(), mistake.Overwritten{In: place})
			}
		}
	}
}

// releasesOthers reports whether a field owns objects without Refs, and some function releases
// what is there.
func (h *holders) releasesOthers(owns *holding.Holding) bool {
	return !api.IsRef(owns.Object()) && owns.OwnsEach() && !owns.Blank && !h.isDisabled(owns) && slices.ContainsFunc(owns.Outs, func(out holding.Out) bool {
		return slices.ContainsFunc(out.Takes, h.isRelease)
	})
}

// isReference reports whether a value that comes to the field is a reference that it owns.
func (b *blindStore) isReference(v ssa.Value) bool {
	if api.IsRef(v.Type()) {
		return true
	}
	owns := b.ledger.Of(b.field)
	return owns != nil && b.releasesOthers(owns)
}

// place returns what kind of place a reference is put into, if something shows that there
// may be one; otherwise 0.
func (b *blindStore) place() mistake.PlaceOfRef {
	switch i := b.instr.(type) {
	case *ssa.MapUpdate:
		way, ok := code.WayTo(i.Map)
		if b.field = way.Holder(); ok && b.isReference(i.Value) {
			b.twice = b.hasSameKeyTwice(i.Key)
			if b.isForLatest() && !isUnique(i.Key) || b.twice {
				return mistake.Entry
			}
		}
	case *ssa.Store:
		way, ok := code.WayTo(i.Addr)
		if b.field = way.Holder(); !ok || code.IsZeroValue(i.Val) || !b.isReference(i.Val) {
			return 0
		}
		at, isElement := i.Addr.(*ssa.IndexAddr)
		if isElement && way.In != nil && goesRound(at.Index, 0) && !b.isTakenOut() {
			return mistake.Element
		}
		if at, ok := i.Addr.(*ssa.FieldAddr); ok && at.X == way.Base && b.beginsWith(api.Deref(at.X.Type()), b.field) {
			return mistake.Field
		}
	}
	return 0
}

// hasSameKeyTwice reports whether two calls, one after the other, put something into the same
// entry: the key is a parameter, and the same constant in both, or one of a list of them.
func (b *blindStore) hasSameKeyTwice(key ssa.Value) bool {
	p, ok := key.(*ssa.Parameter)
	if !ok || !code.OnEachWay(b.instr.Block()) {
		return false
	}
	k := slices.Index(b.fn.Params, p)
	calls := b.Code.CallsOf(b.fn)
	for _, first := range calls {
		for _, then := range calls {
			was, is := first.Common().Args, then.Common().Args
			if first.Parent() == then.Parent() && runsAtOnce(first) && runsAtOnce(then) && first != then &&
				comesFirst(first, then, k) && shareKey(first, then, k) &&
				was[0] == is[0] && isSameThing(is[0], first, then) && !b.changesBetween(first, then) {
				return true
			}
		}
	}
	return false
}

// changesBetween reports whether something between two calls may change the map, or decides by
// what is in there whether the second one is made.
func (b *blindStore) changesBetween(first, then ssa.CallInstruction) bool {
	return anyBefore(then, func(instr ssa.Instruction) bool {
		call, isCall := instr.(*ssa.Call)
		if instr == ssa.Instruction(first) || isCall && code.Callee(&call.Call) == b.fn || !code.Precedes(first, instr) {
			return false
		}
		return b.Code.MayTouch(instr, []*types.Var{b.field}) || isCall && b.asksHere(instr) && decidesBranch(call, 0)
	})
}

func runsAtOnce(call ssa.CallInstruction) bool {
	_, isCall := call.(*ssa.Call)
	return isCall
}

// isSameThing reports whether a receiver is the same for two calls: it is not made in between.
func isSameThing(receiver ssa.Value, first, then ssa.Instruction) bool {
	made, ok := receiver.(ssa.Instruction)
	return !ok || !code.Dominates(first, made)
}

// isForLatest reports whether the name of the method says that it sets or replaces what is
// there, or the name of the field that only the latest is there.
func (b *blindStore) isForLatest() bool {
	return b.replaces() || slices.Contains(naming.Words(b.fn.Name()), "set")
}

// replaces reports whether the names say that something was there before: those of the method,
// of the field, or of the type.
func (b *blindStore) replaces() bool {
	says := func(name string, words []string) bool {
		return slices.ContainsFunc(naming.Words(name), func(w string) bool { return slices.Contains(words, w) })
	}
	return says(b.fn.Name(), replaceWords) || says(b.field.Name(), latestWords) || says(api.TypeName(b.fn.Signature.Recv().Type()), latestWords)
}

var (
	replaceWords = strings.Fields("update upsert replace refresh overwrite")
	latestWords  = strings.Fields("last latest newest current")
)

// isUnique reports whether each object may have a key of its own: the key is a number,
// which may be counted up, or its name says so.
func isUnique(key ssa.Value) bool {
	basic, ok := key.Type().Underlying().(*types.Basic)
	if !ok || basic.Info()&types.IsString == 0 {
		return true
	}
	name := key.Name()
	if load, ok := key.(*ssa.UnOp); ok {
		if at, ok := load.X.(*ssa.FieldAddr); ok {
			name = code.FieldOf(at).Name()
		}
	}
	return slices.ContainsFunc(naming.Words(name), func(w string) bool { return slices.Contains(uniqueWords, w) })
}

var uniqueWords = strings.Fields("id uid uuid guid seq tag token nonce handle cookie")

// goesRound reports whether an index comes back to where it was: it is a remainder, or
// what a mask leaves of a number.
func goesRound(index ssa.Value, depth int) bool {
	switch i := index.(type) {
	case *ssa.BinOp:
		return i.Op == token.REM || i.Op == token.AND
	case *ssa.Convert:
		return depth < 2 && goesRound(i.X, depth+1)
	}
	return false
}

// isTakenOut reports whether a function takes elements out of the field other than to
// release all of them: then there may be none in the place.
func (b *blindStore) isTakenOut() bool {
	if owns := b.ledger.Of(b.field); owns != nil && b.releasesOthers(owns) {
		return b.isTakenFrom(owns)
	}
	for instr := range b.Code.Instructions() {
		load, ok := instr.(*ssa.UnOp)
		if !ok || load.Op != token.MUL || !api.IsRef(load.Type()) || hasOnlyCalls(load, "Value", "IsZero", "Valid", "Retain", "TryRetain", "Hold") {
			continue
		}
		if way, ok := code.WayTo(load); ok && way.In == b.field && !releasesEach(load, way) {
			return true
		}
	}
	return false
}

// isTakenFrom is isTakenOut for objects without Refs: a function that changes the list, too,
// does more with an element than to look at it.
func (b *blindStore) isTakenFrom(owns *holding.Holding) bool {
	return slices.ContainsFunc(owns.Outs, func(out holding.Out) bool {
		return len(out.Takes) > 0 && !isEachIn(out.From, b.field) && slices.ContainsFunc(owns.Removals, func(removal ssa.Instruction) bool {
			return removal.Parent() == out.From.Parent()
		})
	})
}

func isEachIn(from ssa.Instruction, field *types.Var) bool {
	v, ok := from.(ssa.Value)
	if !ok {
		return false
	}
	way, ok := code.WayTo(v)
	return ok && way.In == field && way.Which == code.Each
}

// releasesEach reports whether what a loop takes out is only looked at and released.
func releasesEach(load *ssa.UnOp, way code.Way) bool {
	return way.Which == code.Each && hasOnlyCalls(load, "Value", "IsZero", "Valid", "Release", "Retain")
}

// hasOnlyCalls reports whether all that is done with a reference is to call these methods.
func hasOnlyCalls(ref ssa.Value, methods ...string) bool {
	return !slices.ContainsFunc(*ref.Referrers(), func(r ssa.Instruction) bool {
		call, ok := r.(*ssa.Call)
		return !ok || !code.IsMethodOfRef(&call.Call, methods...)
	})
}

// isOverwritten reports whether calls come to the place again. A method that only sets
// something may do so for each key once.
func (b *blindStore) isOverwritten(place mistake.PlaceOfRef) bool {
	switch place {
	case mistake.Field:
		return true
	case mistake.Entry:
		if !b.replaces() {
			return b.twice || b.overwrites() == always
		}
	}
	return b.overwrites() > never
}

// isLookedAt reports whether the function, or one that calls it, may look at the field
// before.
func (b *blindStore) isLookedAt() bool {
	return b.asksBefore(b.instr) || !b.twice && b.callersAsk(b.fn, map[*ssa.Function]bool{b.fn: true})
}

// isLongLived reports whether a value is in what a function was given, is captured, or is
// in a global variable.
func isLongLived(v ssa.Value) bool {
	if _, ok := v.(*ssa.Parameter); ok {
		return false
	}
	for base := range code.MadeOf(v) {
		switch base.(type) {
		case *ssa.Parameter, *ssa.FreeVar, *ssa.Global:
			return true
		}
	}
	return false
}

// isMadeAfter reports whether a value is made anew after an instruction.
func isMadeAfter(v ssa.Value, at ssa.Instruction) bool {
	made, ok := v.(ssa.Instruction)
	return ok && code.Precedes(at, made)
}

func (b *blindStore) callersAsk(fn *ssa.Function, seen map[*ssa.Function]bool) bool {
	for _, call := range b.Code.CallsOf(fn) {
		for at := ssa.Instruction(call); at != nil; at = literalAt(at.Parent()) {
			caller := at.Parent()
			if b.asksBefore(at) {
				return true
			}
			if !seen[caller] {
				seen[caller] = true
				if b.callersAsk(caller, seen) {
					return true
				}
			}
		}
	}
	return false
}

// literalAt returns where a function literal is made, or nil.
func literalAt(fn *ssa.Function) ssa.Instruction {
	if fn.Parent() == nil {
		return nil
	}
	for instr := range code.Instructions(fn.Parent()) {
		for _, operand := range instr.Operands(nil) {
			if *operand == fn {
				return instr
			}
		}
	}
	return nil
}

// asksBefore reports whether what may happen before an instruction, in the same function,
// looks at the field or changes it.
func (b *blindStore) asksBefore(at ssa.Instruction) bool {
	return anyBefore(at, func(instr ssa.Instruction) bool { return instr != b.instr && b.asksHere(instr) })
}

func (b *blindStore) asksHere(instr ssa.Instruction) bool {
	switch i := instr.(type) {
	case *ssa.Defer, *ssa.RunDefers:
		return false
	case *ssa.Store:
		if _, makes := i.Val.(*ssa.MakeMap); makes && code.IfNil(i) || beginsHere(i) {
			return false
		}
	case *ssa.Lookup:
		return b.isIn(i.X)
	case *ssa.UnOp:
		return i.Op == token.MUL && !isContainer(i.Type()) && b.isIn(i) && b.isReference(i) && !hasOnlyCalls(i, "Value")
	case *ssa.MakeClosure:
		return b.asksIn(i.Fn.(*ssa.Function))
	case *ssa.Call:
		if code.Builtin(&i.Call) == "len" && b.isIn(i.Call.Args[0]) && decidesBranch(i, 0) {
			return true // it does not only bound an index that goes round
		}
		switch callee := code.Callee(&i.Call); {
		case callee == b.fn:
			return false
		case callee != nil && b.Code.Has(callee):
			return b.asksIn(callee)
		}
	}
	return b.Code.MayTouch(instr, []*types.Var{b.field})
}

// beginsHere reports whether an assignment is to a field of a new struct, of which the
// function makes one only.
func beginsHere(store *ssa.Store) bool {
	at, ok := store.Addr.(*ssa.FieldAddr)
	if !ok {
		return false
	}
	made, ok := at.X.(*ssa.Alloc)
	return ok && made.Block() == store.Block() && !code.Precedes(store, store)
}

// asksIn reports whether a function, or one that it calls, looks at the field or changes
// it. That one of them does not is known when all that the first one calls were searched: one
// that calls itself through others has no answer before.
func (b *blindStore) asksIn(fn *ssa.Function) bool {
	if asks, done := b.asks[fn]; done {
		return asks
	}
	first := b.searched == nil
	if first {
		b.searched = map[*ssa.Function]bool{}
		defer func() { b.searched = nil }()
	}
	if b.searched[fn] {
		return false
	}
	b.searched[fn] = true
	if b.asks == nil {
		b.asks = map[*ssa.Function]bool{}
	}
	for instr := range code.Instructions(fn) {
		if instr != b.instr && b.asksHere(instr) {
			b.asks[fn] = true
			return true
		}
	}
	if first {
		for all := range b.searched {
			b.asks[all] = false
		}
	}
	return false
}

// isIn reports whether a value is the field, or an element of the container in it.
func (b *blindStore) isIn(v ssa.Value) bool {
	way, ok := code.WayTo(v)
	return ok && way.Holder() == b.field
}
