package holding

import (
	"go/token"
	"go/types"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"golang.org/x/tools/go/ssa"
)

// A reader notes what the code does to one holding. It follows the containers of the holding
// through the variables of a function: addresses, parts of lists, lists in maps, and lists that
// are filled before they come to the field. So it knows all code that gets at an object, or says
// that the holding is unclear.
type reader struct {
	*Ledger
	*Holding
	seen  map[ssa.Value]bool       // containers, and addresses in them
	asked map[*ssa.Phi]bool        // of which isOwnContainer asks at present; nil if of none
	moves map[ssa.Instruction]bool // that put something into the holding that was in it before
}

func (r *reader) unclear() { r.Unclear = true }

// address notes what is done with an address in the holding: of the field, of an element, or of
// the object in a struct there.
func (r *reader) address(at ssa.Value) {
	if r.seen[at] {
		return
	}
	r.seen[at] = true
	for _, use := range *at.Referrers() {
		switch i := use.(type) {
		case *ssa.DebugRef:
		case *ssa.UnOp:
			r.found(i, i)
		case *ssa.Store:
			if i.Addr != at {
				r.unclear()
				return
			}
			r.comes(i.Val, i, i.Block(), i.Pos())
		case *ssa.IndexAddr: // of an array
			r.address(i)
		case *ssa.FieldAddr: // of a struct that is an element
			if r.kindOf(code.FieldOf(i).Type()) != nothing {
				r.address(i)
			}
		case *ssa.Slice: // of an array
			r.Wide = true
			r.container(i)
		case ssa.CallInstruction:
			r.given(i)
		case *ssa.MakeInterface:
			r.heap(i)
		default:
			r.unclear()
		}
	}
}

// given notes a call that gets the address of an object: Drop and Move take it.
func (r *reader) given(call ssa.CallInstruction) {
	callee := code.Callee(call.Common())
	switch {
	case callee != nil && api.Declares(callee.Object()), code.IsMethodOfByteRef(call.Common(), "Release", "Drop", "Move", "Detach"):
		r.Outs = append(r.Outs, Out{From: call, Pos: call.Pos(), Takes: []ssa.Instruction{call}})
	case isEdit(call.Common()):
		r.Outs = append(r.Outs, Out{From: call, Pos: call.Pos()})
	default:
		r.unclear()
	}
}

// found notes what is done with a value that was in the holding.
func (r *reader) found(v ssa.Value, from ssa.Instruction) {
	switch r.kindOf(v.Type()) {
	case container:
		r.container(v)
	case objects:
		r.value(v, from)
	}
}

// container notes what is done with a container of the holding, or with a part of a list.
func (r *reader) container(v ssa.Value) {
	if r.seen[v] {
		return
	}
	r.seen[v] = true
	for _, use := range *v.Referrers() {
		switch i := use.(type) {
		case *ssa.DebugRef, *ssa.BinOp:
		case *ssa.Lookup:
			r.part(i, 0, i)
		case *ssa.Range:
			r.ranged(i)
		case *ssa.MapUpdate:
			r.update(i, v)
		case *ssa.IndexAddr:
			r.address(i)
		case *ssa.Index: // of an array
			r.found(i, i)
		case *ssa.Slice:
			if !isStoredBack(i, r.Field) && !isEmptyPart(i) {
				r.Wide = true
				r.container(i)
			}
		case *ssa.Phi:
			r.Wide = true
			r.container(i)
			r.assigned(i, nil)
		case *ssa.Store:
			if !r.isOwnAddress(i.Addr, 0) && !r.seen[i.Addr] {
				r.unclear()
			}
		case *ssa.Send:
			r.sent(i.X, i, i.Block(), i.Pos(), i.Chan == v)
		case *ssa.UnOp: // a receive
			r.part(i, 0, i)
		case *ssa.Select:
			r.selected(i, v)
		case *ssa.MakeInterface:
			r.sorted(i)
		case ssa.CallInstruction:
			r.called(i, v)
		default:
			r.unclear()
		}
	}
}

// update notes what comes to an entry of a map.
func (r *reader) update(i *ssa.MapUpdate, m ssa.Value) {
	switch {
	case i.Map != m:
		if !r.isOwnContainer(i.Map, 0) {
			r.unclear()
		}
	case code.IsZeroValue(i.Value) && r.kindOf(i.Value.Type()) == objects:
		r.Blank = true
	default:
		r.comes(i.Value, i, i.Block(), i.Pos())
	}
}

// called notes a call that gets the container.
func (r *reader) called(i ssa.CallInstruction, v ssa.Value) {
	call := i.Common()
	switch code.Builtin(call) {
	case "len", "cap", "close":
		return
	case "delete", "clear":
		r.Removals = append(r.Removals, i)
		return
	case "copy": // of elements to other places of the same list
		if r.isOwnContainer(call.Args[0], 0) && r.isOwnContainer(call.Args[1], 0) {
			r.Wide = true
			r.Removals = append(r.Removals, i)
			return
		}
	case "append":
		appended, isCall := i.(*ssa.Call)
		if isCall && len(call.Args) == 2 && call.Args[1] == v && isLocalList(call.Args[0], map[ssa.Value]bool{}) {
			r.copied(appended)
			return
		}
		if !isCall || !r.isOwnContainer(call.Args[0], 0) {
			break
		}
		if call.Args[0] != v || !isStoredBack(appended, r.Field) {
			r.Wide = true
			r.container(appended)
		}
		return // what is added is noted where it is stored
	case "":
		given, isCall := i.(*ssa.Call)
		if r.ofLibrary(i, v) || isCall && r.passed(given, v) {
			return
		}
	}
	r.unclear()
}

// passed follows a container into a function of this package.
func (r *reader) passed(call *ssa.Call, v ssa.Value) bool {
	callee := code.Callee(&call.Call)
	if callee == nil || !r.code.Has(callee) {
		return false
	}
	r.Wide = true
	r.Passed = append(r.Passed, call)
	for k, arg := range call.Call.Args {
		if arg == v {
			r.container(callee.Params[k])
		}
	}
	return true
}

// isEmptyPart reports whether a part of a list has no elements.
func isEmptyPart(i *ssa.Slice) bool { return i.High != nil && code.IsConstZero(i.High) }

// isStoredBack reports whether a list is only stored in a field, that which it was made of.
func isStoredBack(list ssa.Value, field *types.Var) bool {
	for _, use := range *list.Referrers() {
		store, ok := use.(*ssa.Store)
		if !ok {
			return false
		}
		at, ok := store.Addr.(*ssa.FieldAddr)
		if !ok || code.FieldOf(at).Origin() != field {
			return false
		}
	}
	return true
}

// ranged notes what a loop takes out of a map.
func (r *reader) ranged(over *ssa.Range) {
	for _, use := range *over.Referrers() {
		if next, ok := use.(*ssa.Next); ok {
			r.part(next, 2, next)
		}
	}
}

// selected notes what a select sends to the channel in the field, or receives from it.
func (r *reader) selected(i *ssa.Select, channel ssa.Value) {
	for k, state := range i.States {
		switch {
		case state.Dir == types.SendOnly && state.Send != nil && state.Chan == channel:
			r.sent(state.Send, i, caseOf(i, k), state.Pos, true)
		case state.Dir == types.SendOnly:
			r.sent(state.Send, i, i.Block(), state.Pos, state.Send != channel)
		case state.Chan == channel:
			r.partAt(i, code.ReceivedAt(i, k), i, state.Pos)
		}
	}
}

// caseOf returns where a select goes on if it has chosen a case.
func caseOf(i *ssa.Select, k int) *ssa.BasicBlock {
	for _, use := range *i.Referrers() {
		chosen, ok := use.(*ssa.Extract)
		if !ok || chosen.Index != 0 {
			continue
		}
		for _, test := range *chosen.Referrers() {
			is, ok := test.(*ssa.BinOp)
			if !ok || is.Op != token.EQL {
				continue
			}
			if !code.IsConstInt(is.Y, int64(k)) {
				continue
			}
			for _, use := range *is.Referrers() {
				if branch, ok := use.(*ssa.If); ok {
					return branch.Block().Succs[0]
				}
			}
		}
	}
	return i.Block()
}

// part notes what is done with a value, or with a part of it if it is a tuple.
func (r *reader) part(v ssa.Value, index int, from ssa.Instruction) {
	r.partAt(v, index, from, from.Pos())
}

func (r *reader) partAt(v ssa.Value, index int, from ssa.Instruction, pos token.Pos) {
	if _, isTuple := v.Type().(*types.Tuple); !isTuple {
		r.found(v, from)
		return
	}
	var parts []ssa.Value
	for _, use := range *v.Referrers() {
		if x, ok := use.(*ssa.Extract); ok && x.Index == index {
			if r.kindOf(x.Type()) == container {
				r.container(x)
				return
			}
			parts = append(parts, x)
		}
	}
	r.values(parts, from, pos)
}

// value notes what is done with what was in the field.
func (r *reader) value(v ssa.Value, from ssa.Instruction) {
	r.values([]ssa.Value{v}, from, from.Pos())
}

func (r *reader) values(all []ssa.Value, from ssa.Instruction, pos token.Pos) {
	out := Out{From: from, Pos: pos}
	for _, v := range all {
		if u := r.usesOf(v); !u.keeps() {
			out.Takes, out.retains = append(out.Takes, u.takes...), append(out.retains, u.retains...)
		}
	}
	r.Outs = append(r.Outs, out)
}
