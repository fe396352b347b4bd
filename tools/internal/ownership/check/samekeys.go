package check

import (
	"go/types"
	"slices"
	"strings"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"golang.org/x/tools/go/ssa"
)

// This file is about keys that calls of a method show to be constants: an argument, what a key is made
// of, or what the function that makes an object has put into a field of it. Two calls with the same one,
// between which nothing is removed, put something into the same entry.

// keySearch is the search for two calls of a method that have the same key.
type keySearch struct {
	*blindStore
	through []*types.Var // the field of the map, and those that lead there
}

// A keyCall is a call that puts something into a map, perhaps through other calls.
type keyCall struct {
	of   *ssa.Function
	call ssa.CallInstruction
	up   *keyCall // that calls the function with the call; nil if that does not matter
}

// outermost is the call that leads to all others.
func (k *keyCall) outermost() ssa.CallInstruction {
	for k.up != nil {
		k = k.up
	}
	return k.call
}

// areTwice reports whether two calls, one after the other, put something into the same
// entry: the key is made of the same constants in both, or is one of a list of them.
func (b *keySearch) areTwice(update *ssa.MapUpdate) bool {
	keys, ok := b.keysTo(update)
	if !ok {
		return false
	}
	p, isParameter := update.Key.(*ssa.Parameter)
	if isParameter && len(keys) == 1 && code.OnEachWay(b.instr.Block()) && b.shareConstants(slices.Index(b.fn.Params, p)) {
		return true
	}
	calls := b.keyCalls(b.fn, 0)
	for k := range calls {
		text, ok := b.textOf(keys, &calls[k])
		if !ok {
			continue
		}
		for j := range calls {
			first, then := calls[k].outermost(), calls[j].outermost()
			if first.Parent() != then.Parent() || first == then || !code.Dominates(first, then) || !b.isExpected(first) || !b.isExpected(then) {
				continue
			}
			if other, ok := b.textOf(keys, &calls[j]); ok && other == text && b.isOfSame(first, then) {
				return true
			}
		}
	}
	return false
}

// keysTo returns the key of an update, and those by which the function has found the struct with the
// map. It notes in which fields that is. All must be in the receiver.
func (b *keySearch) keysTo(update *ssa.MapUpdate) (keys []ssa.Value, ok bool) {
	keys, b.through = []ssa.Value{update.Key}, []*types.Var{b.field}
	v := update.Map
	for range maxWay {
		switch i := v.(type) {
		case *ssa.UnOp:
			v = i.X
		case *ssa.FieldAddr:
			v = i.X
			b.through = append(b.through, code.FieldOf(i).Origin())
		case *ssa.Parameter:
			return keys, i == b.fn.Params[0]
		default:
			found := foundIn(v)
			if found == nil {
				return nil, false
			}
			keys, v = append(keys, found.Index), found.X
		}
	}
	return nil, false
}

// foundIn returns the lookup by which a function has found something, unless it has made it anew; nil if
// there is none.
func foundIn(v ssa.Value) *ssa.Lookup {
	ways := []ssa.Value{v}
	if phi, ok := v.(*ssa.Phi); ok {
		ways = phi.Edges
	}
	for _, way := range ways {
		if part, ok := way.(*ssa.Extract); ok {
			way = part.Tuple
		}
		if found, ok := way.(*ssa.Lookup); ok {
			return found
		}
	}
	return nil
}

// textOf returns a text for all keys.
func (b *keySearch) textOf(keys []ssa.Value, at *keyCall) (text string, ok bool) {
	for _, key := range keys {
		one, ok := b.keyText(key, at, 0)
		if !ok {
			return "", false
		}
		text += one + "/"
	}
	return text, true
}

// shareConstants is areTwice for a key that is an argument.
func (b *keySearch) shareConstants(k int) bool {
	calls := b.Code.CallsOf(b.fn)
	for _, first := range calls {
		for _, then := range calls {
			if first.Parent() == then.Parent() && runsAtOnce(first) && runsAtOnce(then) && first != then &&
				comesFirst(first, then, k) && shareKey(first, then, k) && b.isOfSame(first, then) {
				return true
			}
		}
	}
	return false
}

// isOfSame reports whether two calls are of the same receiver, and nothing is removed in between.
func (b *keySearch) isOfSame(first, then ssa.CallInstruction) bool {
	was, is := first.Common().Args[0], then.Common().Args[0]
	return was == is && isSameThing(is, first, then) && !b.changesBetween(first, then)
}

// isExpected reports whether a call puts something into the map for certain, as far as its caller knows:
// the function always does, or the caller does not ask whether it did.
func (b *keySearch) isExpected(call ssa.CallInstruction) bool {
	made, ok := call.(*ssa.Call)
	if !ok {
		return false
	}
	return code.OnEachWay(b.instr.Block()) || call.Common().Signature().Results().Len() > 0 && len(*made.Referrers()) == 0
}

// keyCalls lists the calls of a function, and those of the functions that do little more than to call it.
func (b *keySearch) keyCalls(fn *ssa.Function, depth int) (all []keyCall) {
	for _, call := range b.Code.CallsOf(fn) {
		if !runsAtOnce(call) || len(call.Common().Args) == 0 {
			continue
		}
		all = append(all, keyCall{of: fn, call: call})
		caller := call.Parent()
		base, ok := call.Common().Args[0].(*ssa.Parameter)
		if !ok || depth == maxInside || caller == fn || slices.Index(caller.Params, base) != 0 || !code.OnEachWay(call.Block()) || b.doesMore(caller, call) {
			continue
		}
		for _, outer := range b.keyCalls(caller, depth+1) {
			all = append(all, keyCall{of: fn, call: call, up: &outer})
		}
	}
	return all
}

// doesMore reports whether a function looks at the field, or changes it, other than by a call.
func (b *keySearch) doesMore(fn *ssa.Function, call ssa.CallInstruction) bool {
	for instr := range code.Instructions(fn) {
		if instr != ssa.Instruction(call) && b.asksHere(instr) {
			return true
		}
	}
	return false
}

// keyText returns a text for a key that is made of constants, as a call shows.
func (b *keySearch) keyText(v ssa.Value, at *keyCall, depth int) (text string, ok bool) {
	if depth++; depth > maxWay {
		return "", false
	}
	switch i := v.(type) {
	case *ssa.Const:
		if i.Value == nil {
			return "", false
		}
		return i.Value.ExactString(), true
	case *ssa.Parameter:
		if at == nil || i.Parent() != at.of {
			return "", false
		}
		return b.keyText(at.call.Common().Args[slices.Index(at.of.Params, i)], at.up, depth)
	case *ssa.Convert:
		return b.keyText(i.X, at, depth)
	case *ssa.BinOp:
		x, isX := b.keyText(i.X, at, depth)
		y, isY := b.keyText(i.Y, at, depth)
		return x + i.Op.String() + y, isX && isY
	case *ssa.UnOp:
		switch from := i.X.(type) {
		case *ssa.Alloc:
			return b.literalText(from, at, depth)
		case *ssa.FieldAddr:
			return b.fieldText(from, at, depth)
		}
	}
	return "", false
}

// literalText is keyText for a struct that a function makes, or a variable with one value.
func (b *keySearch) literalText(made *ssa.Alloc, at *keyCall, depth int) (string, bool) {
	if v := onlyStored(made); v != nil {
		return b.keyText(v, at, depth)
	}
	u, ok := api.Deref(made.Type()).Underlying().(*types.Struct)
	if !ok {
		return "", false
	}
	parts := make([]string, u.NumFields())
	for _, use := range *made.Referrers() {
		part, ok := use.(*ssa.FieldAddr)
		if !ok {
			continue
		}
		v := onlyStoredAt(part)
		if v == nil || parts[part.Field] != "" {
			return "", false
		}
		if parts[part.Field], ok = b.keyText(v, at, depth); !ok {
			return "", false
		}
	}
	return strings.Join(parts, ";"), true
}

// onlyStoredAt returns what is stored at an address, if nothing else is done with it, or nil.
func onlyStoredAt(addr ssa.Value) ssa.Value {
	if len(*addr.Referrers()) != 1 {
		return nil
	}
	store, ok := (*addr.Referrers())[0].(*ssa.Store)
	if !ok || store.Addr != addr {
		return nil
	}
	return store.Val
}

// fieldText is keyText for a field of an object: only the function that makes the object sets it.
func (b *keySearch) fieldText(field *ssa.FieldAddr, at *keyCall, depth int) (string, bool) {
	made, ok := b.madeBy(field.X, at)
	if !ok {
		return "", false
	}
	store := b.onlySetter(code.FieldOf(field).Origin())
	if store == nil || store.Parent() != made.of || !code.OnEachWay(store.Block()) {
		return "", false
	}
	return b.keyText(store.Val, made, depth)
}

// madeBy returns the function that has made the object at an address, with its call: the one that the
// address is in, or one that it, or one of its callers, calls for that.
func (b *keySearch) madeBy(v ssa.Value, at *keyCall) (made *keyCall, ok bool) {
	for range maxWay {
		v = rootOf(v)
		switch i := v.(type) {
		case *ssa.Alloc:
			if v = onlyStored(i); v == nil {
				return nil, false
			}
		case *ssa.Parameter:
			if at == nil || i.Parent() != at.of {
				return nil, false
			}
			v, at = at.call.Common().Args[slices.Index(at.of.Params, i)], at.up
		case *ssa.Call:
			callee := code.Callee(&i.Call)
			if callee != nil && b.Code.Has(callee) {
				return &keyCall{of: callee, call: i, up: at}, true
			}
			return at, at != nil && at.of == i.Parent()
		default:
			return nil, false
		}
	}
	return nil, false
}

// onlySetter returns where a field of objects is set, if that happens in one place, or nil. To reset it
// does not count.
func (b *keySearch) onlySetter(field *types.Var) (setter *ssa.Store) {
	for instr := range b.Code.Instructions() {
		store, ok := instr.(*ssa.Store)
		if !ok || !isFieldAt(store.Addr, field) {
			continue
		}
		if c, isConst := store.Val.(*ssa.Const); isConst && (c.Value == nil || c.Value.ExactString() == `""` || c.Value.ExactString() == "0") {
			continue
		}
		if setter != nil {
			return nil
		}
		setter = store
	}
	return setter
}

// changesBetween reports whether something between two calls may change the map, or decides by
// what is in there whether the second one is made.
func (b *keySearch) changesBetween(first, then ssa.CallInstruction) bool {
	return anyBefore(then, func(instr ssa.Instruction) bool {
		call, isCall := instr.(*ssa.Call)
		if instr == ssa.Instruction(first) || isCall && (code.Callee(&call.Call) == b.fn || code.Callee(&call.Call) == code.Callee(first.Common())) || !code.Precedes(first, instr) {
			return false
		}
		return b.Code.MayTouch(instr, b.through) || isCall && b.asksHere(instr) && decidesOne(call, func(branch *ssa.If) bool { return mayMiss(branch, then) }, 0)
	})
}

// mayMiss reports whether a way leads from a condition to the end of the function, or back to the
// condition, and not past an instruction.
func mayMiss(branch *ssa.If, then ssa.Instruction) bool {
	ends := func(instr ssa.Instruction) bool { return isReturn(instr) || instr == ssa.Instruction(branch) }
	return slices.ContainsFunc(branch.Block().Succs, func(next *ssa.BasicBlock) bool {
		return code.LeadsFrom(next, ends, func(instr ssa.Instruction) bool { return instr == then })
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
