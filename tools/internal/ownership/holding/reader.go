package holding

import (
	"go/token"
	"go/types"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"golang.org/x/tools/go/ssa"
)

// A reader notes what the code does to one holding.
type reader struct {
	*Ledger
	*Holding
}

func (r reader) unclear() { r.Unclear = true }

// address notes what is done with the address of the field.
func (r reader) address(at *ssa.FieldAddr) {
	for _, use := range *at.Referrers() {
		switch i := use.(type) {
		case *ssa.DebugRef:
		case *ssa.UnOp:
			r.loaded(i)
		case *ssa.Store:
			switch {
			case i.Addr != at:
				r.unclear()
			case r.isObject(i.Val.Type()):
				r.put(i.Val, i, i.Block())
			default:
				r.assigned(i)
			}
		case *ssa.IndexAddr:
			r.element(i)
		case ssa.CallInstruction:
			r.given(i)
		default:
			r.unclear()
		}
	}
}

// given notes a call that gets the address of an object: Drop and Move take it.
func (r reader) given(call ssa.CallInstruction) {
	callee := code.Callee(call.Common())
	switch {
	case callee != nil && api.Declares(callee.Object()), code.IsMethodOfByteRef(call.Common(), "Release", "Drop", "Move", "Detach"):
		r.Outs = append(r.Outs, Out{call, call.Pos(), []ssa.Instruction{call}})
	case isEdit(call.Common()):
		r.Outs = append(r.Outs, Out{From: call, Pos: call.Pos()})
	default:
		r.unclear()
	}
}

func (r reader) loaded(load *ssa.UnOp) {
	if r.isObject(load.Type()) {
		r.value(load, load)
		return
	}
	for _, use := range *load.Referrers() {
		switch i := use.(type) {
		case *ssa.DebugRef, *ssa.BinOp:
		case *ssa.Lookup:
			r.part(i, 0, i)
		case *ssa.Range:
			r.ranged(i)
		case *ssa.MapUpdate:
			r.update(i, load)
		case *ssa.IndexAddr:
			r.element(i)
		case *ssa.Index: // of an array
			r.value(i, i)
		case *ssa.Slice:
			if !r.isStoredBack(i) {
				r.unclear()
			}
		case *ssa.Send:
			r.sent(i.X, i, i.Block(), i.Chan == ssa.Value(load))
		case *ssa.UnOp: // a receive
			r.part(i, 0, i)
		case *ssa.Select:
			r.selected(i, load)
		case ssa.CallInstruction:
			r.called(i, load)
		default:
			r.unclear()
		}
	}
}

// update notes what comes to an entry of a map: an object, or a struct with one.
func (r reader) update(i *ssa.MapUpdate, m ssa.Value) {
	switch {
	case i.Map != m:
		r.unclear()
	case code.IsZeroValue(i.Value):
		r.Blank = true
	case r.isObject(i.Value.Type()):
		r.put(i.Value, i, i.Block())
	default:
		parts, ok := r.objectsIn(i.Value)
		if !ok {
			r.unclear()
		}
		r.Blank = r.Blank || len(parts) == 0
		for _, part := range parts {
			if code.IsZeroValue(part) {
				r.Blank = true
			} else {
				r.put(part, i, i.Block())
			}
		}
	}
}

// called notes a call that gets the container.
func (r reader) called(i ssa.CallInstruction, container ssa.Value) {
	switch code.Builtin(i.Common()) {
	case "len", "cap", "close":
	case "delete", "clear":
		r.Removals = append(r.Removals, i)
	case "append":
		if v, ok := i.(*ssa.Call); !ok || i.Common().Args[0] != container || !r.isStoredBack(v) {
			r.unclear()
		}
	default:
		r.unclear()
	}
}

// isStoredBack reports whether a list is only stored in the field that it was made of.
func (r reader) isStoredBack(list ssa.Value) bool {
	for _, use := range *list.Referrers() {
		store, ok := use.(*ssa.Store)
		if !ok {
			return false
		}
		at, ok := store.Addr.(*ssa.FieldAddr)
		if !ok || code.FieldOf(at).Origin() != r.Field {
			return false
		}
	}
	return true
}

// assigned notes what container comes to the field.
func (r reader) assigned(store *ssa.Store) {
	switch v := store.Val.(type) {
	case *ssa.Const, *ssa.MakeMap, *ssa.MakeSlice, *ssa.MakeChan:
		r.Removals = append(r.Removals, store)
	case *ssa.Slice:
		if made, ok := v.X.(*ssa.Alloc); ok && made.Comment != "makeslice" {
			r.unclear()
		}
		r.Removals = append(r.Removals, store)
	case *ssa.Call:
		added := appended(&v.Call)
		if code.Builtin(&v.Call) != "append" || len(added) == 0 || !r.isLoaded(v.Call.Args[0]) {
			r.unclear()
		}
		for _, x := range added {
			r.putAt(x.Val, x, x.Block(), store.Pos())
		}
	default:
		r.unclear()
	}
}

// appended returns what puts the elements into the list that a call of append adds.
func appended(call *ssa.CallCommon) (all []*ssa.Store) {
	for _, at := range code.AppendedAt(call) {
		for _, use := range *at.Referrers() {
			if store, ok := use.(*ssa.Store); ok {
				all = append(all, store)
			}
		}
	}
	return all
}

// isLoaded reports whether a list is the one in the field, or a part of it.
func (r reader) isLoaded(list ssa.Value) bool {
	if cut, ok := list.(*ssa.Slice); ok {
		list = cut.X
	}
	load, ok := list.(*ssa.UnOp)
	if !ok {
		return false
	}
	at, ok := load.X.(*ssa.FieldAddr)
	return ok && code.FieldOf(at).Origin() == r.Field
}

// element notes what is done with the address of an element of a list.
func (r reader) element(at *ssa.IndexAddr) {
	for _, use := range *at.Referrers() {
		switch i := use.(type) {
		case *ssa.DebugRef:
		case *ssa.UnOp:
			r.value(i, i)
		case *ssa.Store:
			if i.Addr != at {
				r.unclear()
				return
			}
			r.put(i.Val, i, i.Block())
		case ssa.CallInstruction:
			r.given(i)
		default:
			r.unclear()
		}
	}
}

// ranged notes what a loop takes out of a map.
func (r reader) ranged(over *ssa.Range) {
	for _, use := range *over.Referrers() {
		if next, ok := use.(*ssa.Next); ok {
			r.part(next, 2, next)
		}
	}
}

// selected notes what a select sends to the channel in the field, or receives from it.
func (r reader) selected(i *ssa.Select, channel ssa.Value) {
	for k, state := range i.States {
		switch {
		case state.Dir == types.SendOnly && state.Send != nil && state.Chan == channel:
			r.sent(state.Send, i, caseOf(i, k), true)
		case state.Dir == types.SendOnly:
			r.sent(state.Send, i, i.Block(), state.Send != channel)
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
			if n, ok := is.Y.(*ssa.Const); !ok || n.Int64() != int64(k) {
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
func (r reader) part(v ssa.Value, index int, from ssa.Instruction) {
	r.partAt(v, index, from, from.Pos())
}

func (r reader) partAt(v ssa.Value, index int, from ssa.Instruction, pos token.Pos) {
	if _, isTuple := v.Type().(*types.Tuple); !isTuple {
		r.value(v, from)
		return
	}
	var parts []ssa.Value
	for _, use := range *v.Referrers() {
		if x, ok := use.(*ssa.Extract); ok && x.Index == index {
			parts = append(parts, x)
		}
	}
	r.values(parts, from, pos)
}

// value notes what is done with what was in the field.
func (r reader) value(v ssa.Value, from ssa.Instruction) { r.values([]ssa.Value{v}, from, from.Pos()) }

func (r reader) values(all []ssa.Value, from ssa.Instruction, pos token.Pos) {
	out := Out{From: from, Pos: pos}
	for _, v := range all {
		if u := r.usesOf(v); !u.keeps() {
			out.Takes = append(out.Takes, u.takes...)
		}
	}
	r.Outs = append(r.Outs, out)
}

// put notes an object that comes to the field.
func (r reader) put(v ssa.Value, instr ssa.Instruction, at *ssa.BasicBlock) {
	r.putAt(v, instr, at, instr.Pos())
}

func (r reader) putAt(v ssa.Value, instr ssa.Instruction, at *ssa.BasicBlock, pos token.Pos) {
	if code.IsZeroValue(v) {
		r.Removals = append(r.Removals, instr)
		return
	}
	s := source{Ledger: r.Ledger, instr: instr, at: at, seen: map[ssa.Value]bool{}}
	if !s.find(v) {
		s.acquired = nil
	}
	r.Puts = append(r.Puts, Put{instr, pos, s.acquired})
}

// sent notes what is sent: an object, or a struct with one.
func (r reader) sent(v ssa.Value, instr ssa.Instruction, at *ssa.BasicBlock, here bool) {
	if !here {
		r.unclear()
		return
	}
	if r.isObject(v.Type()) {
		r.put(v, instr, at)
		return
	}
	parts, ok := r.objectsIn(v)
	if !ok || len(parts) == 0 {
		r.unclear()
	}
	for _, part := range parts {
		r.put(part, instr, at)
	}
}

// objectsIn returns the objects in a struct that the function makes. They come there where it is
// made.
func (r reader) objectsIn(v ssa.Value) (all []ssa.Value, ok bool) {
	load, ok := v.(*ssa.UnOp)
	if !ok {
		return nil, false
	}
	made, ok := load.X.(*ssa.Alloc)
	if !ok {
		return nil, false
	}
	for _, use := range *made.Referrers() {
		switch i := use.(type) {
		case *ssa.DebugRef, *ssa.UnOp:
		case *ssa.FieldAddr:
			if !r.isObject(code.FieldOf(i).Type()) {
				continue
			}
			for _, use := range *i.Referrers() {
				if store, ok := use.(*ssa.Store); ok && store.Addr == ssa.Value(i) {
					if !store.Block().Dominates(load.Block()) {
						return nil, false
					}
					all = append(all, store.Val)
				}
			}
		case *ssa.Store: // of a literal, which has a variable of its own
			parts, ok := r.objectsIn(i.Val)
			if i.Addr != ssa.Value(made) || !ok {
				return nil, false
			}
			all = append(all, parts...)
		default:
			return nil, false
		}
	}
	return all, true
}
