package check

import (
	"go/token"
	"go/types"
	"slices"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"golang.org/x/tools/go/ssa"
)

// This file is about whether calls of a method that puts something into a map or a list come
// to the same place again: those for different keys overwrite nothing, and a ring that is not
// full has room.

// An again is how sure it is that calls come to the same place once more.
type again uint8

const (
	never   again = iota // as far as the calls show
	perhaps              // the keys may be equal, or there may be more calls than places
	always               // the keys are equal
)

// A repetition is the search for calls of a function with the same receiver.
type repetition struct {
	*blindStore
	places int // in a ring: how many there are; -1 is unknown
	seen   map[*ssa.Function]bool
}

// overwrites reports how sure it is that calls of the method overwrite what is in the place.
func (b *blindStore) overwrites() again {
	r := &repetition{b, -1, map[*ssa.Function]bool{}}
	switch i := b.instr.(type) {
	case *ssa.MapUpdate:
		return r.of(b.fn, 0, parametersIn(i.Key), isConst(i.Key))
	case *ssa.Store:
		at := i.Addr.(*ssa.IndexAddr)
		if slices.ContainsFunc(parametersIn(at.Index), func(p int) bool { return p != 0 }) { // the callers choose
			return never
		}
		if array, ok := api.Deref(at.X.Type()).Underlying().(*types.Array); ok {
			r.places = int(array.Len())
		} else {
			r.places = b.places()
		}
		return r.of(b.fn, 0, nil, false)
	}
	return never
}

// of reports how sure it is that a function is called more than once with the same argument,
// and with equal keys: in a loop, by two calls one after the other, or with what is in a
// longer-lived struct. The keys are computed from some of the parameters.
func (r *repetition) of(fn *ssa.Function, argument int, keys []int, equal bool) (sure again) {
	if r.seen[fn] {
		return never
	}
	r.seen[fn] = true
	calls := r.Code.CallsOf(fn)
	for k, call := range calls {
		args := call.Common().Args
		if argument >= len(args) {
			continue
		}
		here := r.keysAt(call, keys, argument)
		if here.vary {
			continue
		}
		constant := equal || here.constant
		if base, ok := args[argument].(*ssa.Parameter); ok {
			sure = max(sure, r.of(base.Parent(), slices.Index(base.Parent().Params, base), here.parameters, constant))
		}
		if base, key := r.ringFound(args[argument]); base != nil {
			sure = max(sure, r.of(base.Parent(), slices.Index(base.Parent().Params, base), parametersIn(key), false))
		}
		if isLongLived(args[argument]) {
			sure = max(sure, sureIf(constant))
		}
		for j, next := range calls {
			if next.Parent() != call.Parent() || !code.Precedes(call, next) || !code.SameWritten(next.Common().Args[argument], args[argument]) ||
				j == k && isMadeAfter(args[argument], call) {
				continue
			}
			if j == k {
				if !r.hasRoom(call) {
					sure = max(sure, sureIf(constant || here.fixed))
				}
			} else if r.places < 0 || len(calls) > r.places {
				sure = max(sure, sameKeys(call, next, keys, equal))
			}
		}
	}
	return sure
}

// ringFound returns the parameter that leads to the map in which a function has found the struct of a
// ring, and the key; nil if it has not. If there is none yet, the function may make one.
func (r *repetition) ringFound(v ssa.Value) (base *ssa.Parameter, key ssa.Value) {
	if _, isElement := r.instr.(*ssa.Store); !isElement {
		return nil, nil
	}
	found := foundIn(v)
	if found == nil {
		return nil, nil
	}
	chain := code.ChainTo(found.X)
	base, _ = chain[len(chain)-1].(*ssa.Parameter)
	return base, found.Index
}

func sureIf(equal bool) again {
	if equal {
		return always
	}
	return perhaps
}

// sameKeys compares the keys of two calls.
func sameKeys(call, next ssa.CallInstruction, keys []int, equal bool) again {
	sure := sureIf(equal || len(keys) > 0)
	for _, k := range keys {
		if k == 0 && call.Common().Signature().Recv() != nil {
			continue
		}
		a, b := call.Common().Args[k], next.Common().Args[k]
		switch {
		case isConst(a) && isConst(b):
			if a.(*ssa.Const).Value.ExactString() != b.(*ssa.Const).Value.ExactString() {
				return never
			}
		case a != b:
			sure = min(sure, perhaps)
		}
	}
	return sure
}

// keysAt is what a call shows of the arguments that keys are computed from.
type keysAt struct {
	constant   bool  // they are constants
	fixed      bool  // they are the same in each turn of a loop around the call
	vary       bool  // there is another one in each turn
	parameters []int // of the caller, that they are computed from
}

func (r *repetition) keysAt(call ssa.CallInstruction, keys []int, receiver int) keysAt {
	at := keysAt{constant: len(keys) > 0, fixed: len(keys) > 0}
	for _, k := range keys {
		if k == receiver {
			at.constant, at.fixed = false, false
			continue
		}
		arg := call.Common().Args[k]
		made, isMade := arg.(ssa.Instruction)
		at.constant = at.constant && isConst(arg)
		at.fixed = at.fixed && !(isMade && code.Precedes(call, made))
		at.vary = at.vary || varies(arg, map[ssa.Value]bool{})
		at.parameters = append(at.parameters, parametersIn(arg)...)
	}
	return at
}

// varies reports whether a value, or the texts that an object is made of, are others in each
// turn of a loop: keys of a map, numbers, or what a list has that is written there.
func varies(v ssa.Value, seen map[ssa.Value]bool) bool {
	if seen[v] {
		return false
	}
	seen[v] = true
	switch i := v.(type) {
	case *ssa.Extract:
		next, ok := i.Tuple.(*ssa.Next)
		return ok && !next.IsString && i.Index == 1
	case *ssa.Phi:
		return code.DirectionOf(i) != code.Anywhere
	case *ssa.UnOp:
		at, ok := i.X.(*ssa.IndexAddr)
		if !ok {
			return false
		}
		list, ok := at.X.(*ssa.Slice)
		if !ok {
			return false
		}
		_, isLocal := list.X.(*ssa.Alloc)
		return isLocal
	case *ssa.Call:
		for _, arg := range i.Call.Args {
			if (!api.IsRef(i.Type()) || isText(arg.Type())) && varies(arg, seen) {
				return true
			}
		}
	case *ssa.BinOp:
		return varies(i.X, seen) || varies(i.Y, seen)
	case *ssa.Convert:
		return varies(i.X, seen)
	case *ssa.MakeInterface:
		return varies(i.X, seen)
	case *ssa.Slice: // the last arguments of a variadic function
		return slices.ContainsFunc(code.VariadicArguments(i), func(v ssa.Value) bool { return varies(v, seen) })
	}
	return false
}

func isText(t types.Type) bool {
	basic, ok := t.Underlying().(*types.Basic)
	return ok && basic.Info()&types.IsString != 0
}

func isConst(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && c.Value != nil
}

// parametersIn lists the parameters that a value is computed from.
func parametersIn(v ssa.Value) (all []int) {
	seen := map[ssa.Value]bool{}
	var find func(v ssa.Value)
	find = func(v ssa.Value) {
		if v == nil || seen[v] {
			return
		}
		seen[v] = true
		if p, ok := v.(*ssa.Parameter); ok {
			all = append(all, slices.Index(p.Parent().Params, p))
			return
		}
		if instr, ok := v.(ssa.Instruction); ok {
			for _, operand := range instr.Operands(nil) {
				find(*operand)
			}
		}
	}
	find(v)
	return all
}

// hasRoom reports whether all turns of the loops around a call put no more into a ring than it
// has places: the loops count up to constants, or to the number of places.
func (r *repetition) hasRoom(call ssa.CallInstruction) bool {
	if _, isElement := r.instr.(*ssa.Store); !isElement {
		return false
	}
	turns := 0
	for _, b := range call.Parent().Blocks {
		if !code.Reaches(b, call.Block(), nil) || !slices.ContainsFunc(call.Block().Succs, func(next *ssa.BasicBlock) bool { return code.Reaches(next, b, nil) }) {
			continue
		}
		if !slices.ContainsFunc(b.Succs, func(next *ssa.BasicBlock) bool { return !code.Reaches(next, call.Block(), nil) }) {
			continue // it does not end the loop
		}
		n, known := turnsOf(b)
		if !known && !r.turnsForPlaces(b, call) {
			return false
		}
		if !known {
			n = max(r.places, 1)
		}
		turns = max(turns, 1) * n
	}
	return turns > 0 && (r.places < 0 || turns <= r.places)
}

// turnsOf returns how many turns a loop has at most that a block may end, if it counts up to a
// constant.
func turnsOf(end *ssa.BasicBlock) (n int, known bool) {
	branch, ok := end.Instrs[len(end.Instrs)-1].(*ssa.If)
	if !ok {
		return 0, false
	}
	switch end := limitOf(branch).(type) {
	case *ssa.Const:
		n, ok := code.ConstInt(end)
		return int(n), ok && api.IsInteger(end.Type())
	case *ssa.Call:
		if code.Builtin(&end.Call) != "len" {
			return 0, false
		}
		if list, ok := end.Call.Args[0].(*ssa.Slice); ok {
			if array, ok := api.Deref(list.X.Type()).Underlying().(*types.Array); ok && list.Low == nil && list.High == nil {
				return int(array.Len()), true
			}
		}
	}
	return 0, false
}

// limitOf returns the number below which a condition wants another one to be, or nil.
func limitOf(branch *ssa.If) ssa.Value {
	test, ok := branch.Cond.(*ssa.BinOp)
	if !ok || test.Op != token.LSS {
		return nil
	}
	return test.Y
}

// turnsForPlaces reports whether a loop around a call that a block may end has a turn for each place of a
// ring: it counts up to the length of the ring, to a number in its struct, or to the one that the function
// has made the ring with.
func (r *repetition) turnsForPlaces(end *ssa.BasicBlock, call ssa.CallInstruction) bool {
	branch, ok := end.Instrs[len(end.Instrs)-1].(*ssa.If)
	if !ok {
		return false
	}
	ring := call.Common().Args[0]
	switch limit := limitOf(branch).(type) {
	case nil, *ssa.Const:
		return false
	case *ssa.Call:
		args := limit.Call.Args
		switch code.Builtin(&limit.Call) {
		case "len", "cap":
			return r.isIn(args[0])
		}
		return len(args) > 0 && code.SameWritten(args[0], ring) || r.makesRing(limit, ring, call.Parent())
	case *ssa.UnOp:
		at, ok := limit.X.(*ssa.FieldAddr)
		return ok && code.SameWritten(at.X, ring) || r.makesRing(limit, ring, call.Parent())
	default:
		return r.makesRing(limit, ring, call.Parent())
	}
}

// makesRing reports whether a function makes a list for the places of a ring with a number, or gets the ring
// from a call with it.
func (r *repetition) makesRing(n, ring ssa.Value, fn *ssa.Function) bool {
	if made, ok := ring.(*ssa.Call); ok && slices.ContainsFunc(made.Call.Args, func(arg ssa.Value) bool { return code.SameWritten(arg, n) }) {
		return true
	}
	for instr := range code.Instructions(fn) {
		list, ok := instr.(*ssa.MakeSlice)
		if ok && types.Identical(list.Type(), r.field.Type()) && code.SameWritten(list.Len, n) {
			return true
		}
	}
	return false
}
