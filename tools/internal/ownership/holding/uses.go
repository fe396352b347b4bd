package holding

import (
	"go/types"
	"slices"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"github.com/rcpool/rcpool/tools/internal/ownership/naming"
	"golang.org/x/tools/go/ssa"
)

// uses is what a function does with an object: all that is not known to borrow it takes
// it.
type uses struct {
	takes   []ssa.Instruction
	retains []ssa.Instruction // of objects that have no Ref: what has retained one may give it to another owner
	seen    map[ssa.Value]bool
}

// keeps reports whether the object still has the owner that it had. What is given away once
// was retained for that.
func (u *uses) keeps() bool {
	return len(u.takes) == 0 ||
		len(u.takes) == 1 && len(u.retains) == 1 && u.retains[0].Block().Dominates(u.takes[0].Block())
}

// take notes that an instruction takes the object. After a panic, a function returns its
// results once more: that is the same.
func (u *uses) take(instr ssa.Instruction) {
	if !slices.Contains(u.takes, instr) && instr.Block() != instr.Parent().Recover {
		u.takes = append(u.takes, instr)
	}
}

// Takes returns what a function does with an object, or with the first part of a tuple, after
// which it may have another owner, or none.
func (l *Ledger) Takes(v ssa.Value) (all []ssa.Instruction) {
	if _, isTuple := v.Type().(*types.Tuple); isTuple {
		for _, use := range *v.Referrers() {
			if part, ok := use.(*ssa.Extract); ok && part.Index == 0 {
				all = append(all, l.Takes(part)...)
			}
		}
		return all
	}
	if u := l.usesOf(v); !u.keeps() {
		return u.takes
	}
	return nil
}

func (l *Ledger) usesOf(v ssa.Value) *uses {
	u := &uses{seen: map[ssa.Value]bool{}}
	l.follow(v, u)
	return u
}

// follow notes the uses of an object, or of a struct that has one, and of its copies.
func (l *Ledger) follow(v ssa.Value, u *uses) {
	if u.seen[v] || v.Referrers() == nil {
		return
	}
	u.seen[v] = true
	whole := api.IsStructValue(v.Type()) && !l.isObject(v.Type())
	for _, use := range *v.Referrers() {
		switch i := use.(type) {
		case *ssa.DebugRef, *ssa.BinOp:
		case *ssa.FieldAddr: // of the object itself
			if l.counts(i) {
				u.take(i)
			}
			l.followField(i, u)
		case *ssa.Field:
			if !whole {
				continue
			}
			if l.isObject(i.Type()) {
				l.follow(i, u)
			} else if l.isStructWithObject(i.Type(), 0) {
				u.take(i)
			}
		case *ssa.Phi, *ssa.ChangeType, *ssa.ChangeInterface, *ssa.MakeInterface:
			l.follow(use.(ssa.Value), u)
		case *ssa.TypeAssert:
			l.asserted(i, u)
		case *ssa.Store:
			l.stored(i, v, u)
		case ssa.CallInstruction:
			l.called(i, v, u)
		case *ssa.Return:
			if !l.isLent(i, v) {
				u.take(i)
			}
		default:
			u.take(use)
		}
	}
}

// isLent reports whether a function returns an object that its callers only look at: all of them
// are known.
func (l *Ledger) isLent(ret *ssa.Return, v ssa.Value) bool {
	fn := ret.Parent()
	if !l.knowsCallers(fn) {
		return false
	}
	result := result{fn, slices.Index(ret.Results, v)}
	if lent, known := l.lent[result]; known {
		return lent
	}
	l.lent[result] = false // of one that calls itself
	calls := l.code.CallsOf(fn)
	l.lent[result] = result.index >= 0 && len(calls) > 0 && !slices.ContainsFunc(calls, func(call ssa.CallInstruction) bool {
		return l.isTakenBy(call, result.index)
	})
	return l.lent[result]
}

// A result is one of a function.
type result struct {
	fn    *ssa.Function
	index int
}

// isTakenBy reports whether the caller of a function takes a result.
func (l *Ledger) isTakenBy(instr ssa.CallInstruction, index int) bool {
	call, ok := instr.(*ssa.Call)
	if !ok {
		return true
	}
	if _, isTuple := call.Type().(*types.Tuple); !isTuple {
		return len(l.usesOf(call).takes) > 0
	}
	return slices.ContainsFunc(*call.Referrers(), func(use ssa.Instruction) bool {
		part, ok := use.(*ssa.Extract)
		return !ok || part.Index == index && len(l.usesOf(part).takes) > 0
	})
}

// counts reports whether a function releases an object, or retains it, by a field, or by what is
// inside of a field: the counter may be in a struct that the object embeds.
func (l *Ledger) counts(at *ssa.FieldAddr) bool {
	inside := func(use ssa.Instruction) bool {
		inner, ok := use.(*ssa.FieldAddr)
		return ok && l.counts(inner)
	}
	return l.code.AsksCount(at) || l.countsIn(at) || slices.ContainsFunc(*at.Referrers(), func(use ssa.Instruction) bool {
		load, ok := use.(*ssa.UnOp)
		return inside(use) || ok && code.FieldOf(at).Embedded() && slices.ContainsFunc(*load.Referrers(), inside)
	})
}

// countsIn reports whether a method of what is embedded in an object releases the object, or
// retains it.
func (l *Ledger) countsIn(at *ssa.FieldAddr) bool {
	if !code.FieldOf(at).Embedded() {
		return false
	}
	counts := func(use ssa.Instruction) bool {
		call, ok := use.(ssa.CallInstruction)
		if !ok {
			return false
		}
		object := code.Object(call.Common())
		return object == nil || l.table.Lookup(object) != nil || naming.Releases(object.Name())
	}
	return slices.ContainsFunc(*at.Referrers(), func(use ssa.Instruction) bool {
		load, ok := use.(*ssa.UnOp)
		return counts(use) || ok && slices.ContainsFunc(*load.Referrers(), counts)
	})
}

func (l *Ledger) asserted(i *ssa.TypeAssert, u *uses) {
	if !i.CommaOk {
		l.follow(i, u)
		return
	}
	for _, use := range *i.Referrers() {
		if x, ok := use.(*ssa.Extract); ok && x.Index == 0 {
			l.follow(x, u)
		}
	}
}

// stored follows an object into a variable of its function, or into a struct in one.
func (l *Ledger) stored(i *ssa.Store, v ssa.Value, u *uses) {
	addr := i.Addr
	part, isPart := addr.(*ssa.FieldAddr)
	if isPart {
		addr = part.X
	}
	variable, ok := addr.(*ssa.Alloc)
	if !ok || i.Val != v || isPart && isShared(variable) {
		u.take(i)
		return
	}
	for _, use := range *variable.Referrers() {
		switch r := use.(type) {
		case *ssa.DebugRef, *ssa.Store:
		case *ssa.UnOp:
			if code.Precedes(i, r) { // it may be another return, which has another result
				l.follow(r, u)
			}
		case *ssa.FieldAddr:
			if !isPart || r.Field == part.Field {
				l.fieldOfCopy(r, u)
			}
		case *ssa.Call:
			if !isEdit(&r.Call) {
				u.take(r)
			}
		default:
			u.take(r)
		}
	}
}

// isShared reports whether others than the function may have the address of a struct.
func isShared(variable *ssa.Alloc) bool {
	return slices.ContainsFunc(*variable.Referrers(), func(use ssa.Instruction) bool {
		switch i := use.(type) {
		case *ssa.DebugRef, *ssa.UnOp, *ssa.FieldAddr:
			return false
		case *ssa.Store:
			return i.Addr != ssa.Value(variable)
		}
		return true
	})
}

// fieldOfCopy follows the object in a field of a struct in a variable.
func (l *Ledger) fieldOfCopy(at *ssa.FieldAddr, u *uses) {
	field := code.FieldOf(at).Type()
	if !l.isObject(field) && !l.isStructWithObject(field, 0) {
		return
	}
	for _, use := range *at.Referrers() {
		switch r := use.(type) {
		case *ssa.DebugRef:
		case *ssa.UnOp:
			l.follow(r, u)
		case *ssa.Store:
			if r.Addr != ssa.Value(at) {
				u.take(r)
			}
		default:
			u.take(r)
		}
	}
}

// called notes what a call does with an object that is its receiver or an argument.
func (l *Ledger) called(i ssa.CallInstruction, v ssa.Value, u *uses) {
	call := i.Common()
	if _, isCall := i.(*ssa.Call); !isCall || call.Value == v && !call.IsInvoke() {
		u.take(i) // at another time
		return
	}
	args := call.Args
	if call.IsInvoke() {
		args = slices.Insert(slices.Clone(args), 0, call.Value)
	}
	for k, arg := range args {
		if arg != v {
			continue
		}
		switch l.effect(call, k, v.Type()) {
		case takes:
			u.take(i)
		case retains:
			u.retains = append(u.retains, i)
		}
	}
}

// An effect is what a call does with an object.
type effect uint8

const (
	borrows effect = iota
	retains
	takes
)

// effect returns what a call does with its argument k, of some type. The receiver counts.
func (l *Ledger) effect(call *ssa.CallCommon, k int, of types.Type) effect {
	object := code.Object(call)
	if api.IsReference(of) {
		if k == 0 && object != nil && object.Signature().Recv() != nil && slices.Contains(looking, object.Name()) {
			return borrows
		}
		return l.given(call, k)
	}
	if object == nil {
		return l.givenToValue(call, k)
	}
	switch use := l.table.Lookup(object); {
	case use == nil:
	case use.Shares():
		return borrows
	case use.Guessed || use.Where != k:
	case use.Operation == api.Retain:
		return retains
	case use.Operation == api.Release:
		return takes
	}
	isReceiver := k == 0 && object.Signature().Recv() != nil
	if call.IsInvoke() && l.ownedBy(of) != nil {
		return takes // its methods are those of this package
	}
	if callee := code.Callee(call); callee != nil && l.code.Has(callee) || !isReceiver {
		return l.given(call, k)
	}
	if naming.Releases(object.Name()) {
		return takes
	}
	return borrows
}

// looking are the methods of references after which the owner is the same. Retain returns
// a reference of its own, and what runs a function later has one for that.
var looking = []string{"Value", "IsZero", "Valid", "Retain", "TryRetain", "Len", "Slice", "Hold", "Go", "AfterFunc", "AfterDone"}

// isEdit reports whether a call changes the bytes of a ByteRef, by the address of that, and
// leaves its reference there.
func isEdit(call *ssa.CallCommon) bool {
	return code.IsMethodOfByteRef(call, "Append", "Write", "WriteString", "ReadFrom", "Grow", "Truncate")
}

// given returns what a function of this package does with an argument. Another one takes
// it.
func (l *Ledger) given(call *ssa.CallCommon, k int) effect {
	if callee := code.Callee(call); callee != nil {
		return l.givenTo(callee, k)
	}
	return takes
}

// givenToValue is given for a function in a variable: it is one of those that the program uses as
// values. Others than the program do not know types of package main.
func (l *Ledger) givenToValue(call *ssa.CallCommon, k int) effect {
	all := l.code.ValuesOf(call.Signature())
	if len(all) == 0 || l.code.Types.Name() != "main" || slices.ContainsFunc(all, func(fn *ssa.Function) bool { return l.givenTo(fn, k) == takes }) {
		return takes
	}
	return borrows
}

func (l *Ledger) givenTo(fn *ssa.Function, k int) effect {
	if !l.code.Has(fn) || k >= len(fn.Params) {
		return takes
	}
	p := fn.Params[k]
	u, known := l.parameters[p]
	if !known {
		u = &uses{seen: map[ssa.Value]bool{}}
		l.parameters[p] = u
		l.follow(p, u)
	}
	if u.keeps() && len(u.retains) == len(u.takes) {
		return borrows
	}
	return takes
}
