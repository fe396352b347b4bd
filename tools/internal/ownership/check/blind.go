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
		released[owns.Field] = released[owns.Field] || h.releasesOthers(owns) || api.IsRef(owns.Object()) && owns.OwnsAll() && h.releases(owns)
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
	return !api.IsRef(owns.Object()) && (owns.OwnsEach() || isPlainList(owns)) && !owns.Blank && !h.isDisabled(owns) && slices.ContainsFunc(owns.Outs, func(out holding.Out) bool {
		return slices.ContainsFunc(out.Takes, h.isRelease)
	})
}

// isPlainList reports whether a field owns the objects of a list, of which others may have parts to look
// at: what is in one place of the list is in no other.
func isPlainList(owns *holding.Holding) bool {
	switch u := owns.Field.Type().Underlying().(type) {
	case *types.Slice, *types.Array:
		return owns.OwnsAll() && !owns.Moved && types.Identical(api.ElementType(u), owns.Object())
	}
	return false
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
			keys := keySearch{blindStore: b}
			b.twice = keys.areTwice(i)
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
		if isElement && way.In != nil && b.comesBack(at.Index) && !b.isTakenOut() && !b.hasRoomAsked(at) {
			return mistake.Element
		}
		if at, ok := i.Addr.(*ssa.FieldAddr); ok && at.X == way.Base && b.beginsWith(api.Deref(at.X.Type()), b.field) {
			return mistake.Field
		}
	}
	return 0
}

// isForLatest reports whether the name of the method says that it sets or replaces what is
// there, or the name of the field that only the latest is there.
func (b *blindStore) isForLatest() bool {
	return b.replaces() || slices.Contains(naming.Words(b.fn.Name()), "set")
}

// replaces reports whether the names say that something was there before: those of the method,
// of the field, or of the type.
func (b *blindStore) replaces() bool {
	return says(b.fn.Name(), replaceWords) || says(b.field.Name(), latestWords) || says(api.TypeName(b.fn.Signature.Recv().Type()), latestWords)
}

// says reports whether a name has one of some words.
func says(name string, words []string) bool {
	return slices.ContainsFunc(naming.Words(name), func(w string) bool { return slices.Contains(words, w) })
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
	return says(name, uniqueWords)
}

var uniqueWords = strings.Fields("id uid uuid guid seq tag token nonce handle cookie")

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
	case *ssa.Index: // of an array that a loop has copied
		return b.isIn(i.X) && b.isReference(i) && !hasOnlyCalls(i, "Value")
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
