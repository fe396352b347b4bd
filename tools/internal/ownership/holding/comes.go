package holding

import (
	"go/token"
	"go/types"
	"slices"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"golang.org/x/tools/go/ssa"
)

// This file is about what comes to a holding: objects, which are its own from then on; objects
// that were there before, which only change their place; and containers, which take the place of
// those that were there.

// comes notes a value that comes to a place of the holding.
func (r *reader) comes(v ssa.Value, instr ssa.Instruction, at *ssa.BasicBlock, pos token.Pos) {
	switch {
	case r.kindOf(v.Type()) == container:
		r.assigned(v, instr)
	case code.IsZeroValue(v):
		r.Removals = append(r.Removals, instr)
	case r.kindOf(r.Field.Type()) == container && r.isOwn(v, 0):
		r.moves[instr] = true
		r.Moved, r.Wide = true, r.Wide || !r.isObject(v.Type())
		if store, ok := instr.(*ssa.Store); ok && r.isOwnAddress(store.Addr, 0) { // what was there is not there any more
			r.Removals = append(r.Removals, instr)
		}
	case r.isObject(v.Type()):
		r.put(v, instr, at, pos)
	default:
		r.putParts(v, instr, at, pos)
	}
}

// putParts notes a struct with objects.
func (r *reader) putParts(v ssa.Value, instr ssa.Instruction, at *ssa.BasicBlock, pos token.Pos) {
	parts, ok := r.objectsIn(v, map[*ssa.Alloc]bool{})
	if !ok {
		if parts, ok = r.changedIn(v); ok {
			r.moves[instr] = true // what was found there, unless it had none
		} else {
			r.unclear()
		}
	}
	r.Blank = r.Blank || len(parts) == 0
	for _, part := range parts {
		if code.IsZeroValue(part) {
			r.Blank = true
		} else {
			r.put(part, instr, at, pos)
		}
	}
}

// put notes an object that comes to the field.
func (r *reader) put(v ssa.Value, instr ssa.Instruction, at *ssa.BasicBlock, pos token.Pos) {
	s := source{Ledger: r.Ledger, instr: instr, at: at, seen: map[ssa.Value]bool{}}
	if !s.find(v) {
		s.acquired = nil
	}
	r.Puts = append(r.Puts, Put{instr, pos, s.acquired, v, at})
}

// sent notes what is sent: an object, or a struct with one.
func (r *reader) sent(v ssa.Value, instr ssa.Instruction, at *ssa.BasicBlock, pos token.Pos, here bool) {
	if !here {
		r.unclear()
		return
	}
	if r.isObject(v.Type()) {
		if code.IsZeroValue(v) {
			r.Removals = append(r.Removals, instr)
		} else {
			r.put(v, instr, at, pos)
		}
		return
	}
	parts, ok := r.objectsIn(v, map[*ssa.Alloc]bool{})
	if !ok || len(parts) == 0 {
		r.unclear()
	}
	for _, part := range parts {
		r.put(part, instr, at, pos)
	}
}

// assigned notes the container that an instruction puts into the place of another one; nil is
// for one that a variable has.
func (r *reader) assigned(v ssa.Value, instr ssa.Instruction) {
	m := maker{reader: r, pos: v.Pos(), seen: map[ssa.Value]bool{}}
	if instr != nil {
		m.pos = instr.Pos()
	}
	if !m.made(v) {
		r.unclear()
	}
	if instr != nil && m.replaces && !IsAppended(instr) {
		r.Removals = append(r.Removals, instr)
	}
}

// IsAppended reports whether an instruction only makes the list of what a call of append adds.
func IsAppended(instr ssa.Instruction) bool {
	store, ok := instr.(*ssa.Store)
	if !ok {
		return false
	}
	at, ok := store.Addr.(*ssa.IndexAddr)
	if !ok {
		return false
	}
	array, ok := at.X.(*ssa.Alloc)
	return ok && array.Comment == "varargs"
}

// A maker finds out what a container is made of.
type maker struct {
	*reader
	pos      token.Pos // where it is put
	seen     map[ssa.Value]bool
	replaces bool // it does not have all that was in the place before
}

// made reports whether a container is made of what is known: the one that was there, or a new
// one, and elements that are added one by one.
func (m *maker) made(v ssa.Value) bool {
	if m.seen[v] {
		return true
	}
	m.seen[v] = true
	switch i := v.(type) {
	case *ssa.Const:
		m.replaces = true
		return true
	case *ssa.MakeMap, *ssa.MakeSlice, *ssa.MakeChan:
		m.replaces = true
		m.container(v)
		return true
	case *ssa.Slice:
		return m.cut(i)
	case *ssa.Phi:
		m.Wide = true
		m.container(i)
		return !slices.ContainsFunc(i.Edges, func(edge ssa.Value) bool { return !m.made(edge) })
	case *ssa.Call:
		switch {
		case code.Builtin(&i.Call) == "append":
			return m.appended(i)
		case code.IsOfSlices(&i.Call, "Delete", "DeleteFunc"):
			m.replaces, m.Wide = true, true
			return m.made(i.Call.Args[0])
		case code.IsOfSlices(&i.Call, "Clone"):
			m.replaces, m.Wide = true, true
			return m.isOwnContainer(i.Call.Args[0], 0)
		}
	}
	return m.isOwnContainer(v, 0)
}

// cut is made for a part of a list, or a list of a literal.
func (m *maker) cut(i *ssa.Slice) bool {
	m.replaces = true
	array, ok := i.X.(*ssa.Alloc)
	if !ok && isEmptyPart(i) && !m.isOwnContainer(i.X, 0) { // it only has the room of another list
		m.container(i)
		return true
	}
	if !ok {
		return m.made(i.X)
	}
	m.container(i)
	if array.Comment != "makeslice" {
		m.Wide = true
		for _, use := range *array.Referrers() {
			if at, ok := use.(*ssa.IndexAddr); ok {
				m.address(at)
			}
		}
	}
	return true
}

// appended is made for a list with something more.
func (m *maker) appended(i *ssa.Call) bool {
	base := i.Call.Args[0]
	if cut, isCut := base.(*ssa.Slice); isCut && m.isOwnContainer(cut.X, 0) {
		m.replaces = true // what is cut off before
	} else if !m.made(base) {
		return false
	}
	if added := appended(&i.Call); len(added) > 0 {
		for _, x := range added {
			if !m.reader.seen[x.Addr] {
				m.reader.seen[x.Addr] = true
				m.comes(x.Val, x, x.Block(), m.pos)
			}
		}
		return true
	}
	m.replaces, m.Wide = true, true // a part of the list comes after another one
	return len(i.Call.Args) == 2 && m.isOwnContainer(i.Call.Args[1], 0)
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

// objectsIn returns the objects in a struct that the function makes. They come there where it is
// made. Variables that take the places of each other lead back to themselves: they are not followed.
func (r *reader) objectsIn(v ssa.Value, seen map[*ssa.Alloc]bool) (all []ssa.Value, ok bool) {
	load, ok := v.(*ssa.UnOp)
	if !ok {
		return nil, false
	}
	made, ok := load.X.(*ssa.Alloc)
	if !ok || seen[made] {
		return nil, false
	}
	seen[made] = true
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
			parts, ok := r.objectsIn(i.Val, seen)
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

// changedIn returns the objects that come to the struct in a variable that a function has found in the
// holding, before it puts the struct back. They take the places of those that were there.
func (r *reader) changedIn(v ssa.Value) (all []ssa.Value, ok bool) {
	load, isLoad := v.(*ssa.UnOp)
	if !isLoad {
		return nil, false
	}
	variable, isVariable := load.X.(*ssa.Alloc)
	if !isVariable || !api.IsStructValue(v.Type()) {
		return nil, false
	}
	for _, use := range *variable.Referrers() {
		switch i := use.(type) {
		case *ssa.DebugRef, *ssa.UnOp:
		case *ssa.Store:
			if ok || i.Addr != ssa.Value(variable) || !r.isOwn(i.Val, 0) {
				return nil, false
			}
			ok = true
		case *ssa.FieldAddr:
			if r.kindOf(code.FieldOf(i).Type()) == nothing {
				continue
			}
			for _, use := range *i.Referrers() {
				switch at := use.(type) {
				case *ssa.DebugRef, *ssa.UnOp:
				case *ssa.Store:
					if at.Addr != ssa.Value(i) || code.IsZeroValue(at.Val) {
						return nil, false
					}
					all = append(all, at.Val)
				default:
					return nil, false
				}
			}
		default:
			return nil, false
		}
	}
	return all, ok && len(all) > 0
}

// findMoves sees to it that what only gets another place in the holding is not taken there.
func (r *reader) findMoves() {
	for k := range r.Outs {
		out := &r.Outs[k]
		out.Takes = slices.DeleteFunc(out.Takes, func(take ssa.Instruction) bool {
			if r.moves[take] {
				out.Moves = append(out.Moves, take)
			}
			return r.moves[take]
		})
		if left := (&uses{takes: out.Takes, retains: out.retains}); len(out.Moves) > 0 && left.keeps() {
			out.Takes = nil
		}
	}
}

// LeavesMoved reports whether an object that gets another place in the holding may stay in its old
// one, too.
func (h *Holding) LeavesMoved() bool {
	return slices.ContainsFunc(h.Outs, func(out Out) bool {
		return slices.ContainsFunc(out.Moves, func(move ssa.Instruction) bool { return !h.removesAt(move, out.From) })
	})
}

// findTrusted finds more of what comes to the fields that give up what they have. They own it, or
// the program is wrong.
func (l *Ledger) findTrusted() {
	for _, h := range l.all {
		if h.Unclear || !h.givesUp(l) {
			continue
		}
		for k := range h.Puts {
			put := &h.Puts[k]
			if len(put.Acquired) > 0 {
				continue
			}
			s := source{Ledger: l, instr: put.Instr, at: put.at, seen: map[ssa.Value]bool{}, trusted: true}
			if s.find(put.value) {
				put.Acquired = s.acquired
			}
		}
	}
}

// givesUp reports whether some function releases all Refs of a container, or one that it removes
// from there: it is not a list of what others own. A function that it calls may release that, too.
func (h *Holding) givesUp(l *Ledger) bool {
	return slices.ContainsFunc(h.Outs, func(out Out) bool {
		return slices.ContainsFunc(out.Takes, func(take ssa.Instruction) bool {
			if ret, ok := take.(*ssa.Return); ok {
				return h.IsContainer() && h.removesAt(take, out.From) && l.callerReleases(ret)
			}
			if !releases(take) {
				return h.IsContainer() && h.removesAt(take, out.From) && l.releasesGiven(take)
			}
			header, every := code.EveryTurn(take)
			return header != nil && every || h.IsContainer() && h.removesAt(take, out.From)
		})
	})
}

// callerReleases reports whether a function returns a Ref that one of its callers releases.
func (l *Ledger) callerReleases(ret *ssa.Return) bool {
	s := source{Ledger: l}
	for k, v := range code.Returned(ret) {
		if s.isTyped(v.Type()) && slices.ContainsFunc(l.code.CallsOf(ret.Parent()), func(call ssa.CallInstruction) bool {
			return slices.ContainsFunc(l.takesOfResult(call, k), releases)
		}) {
			return true
		}
	}
	return false
}

// takesOfResult returns what a caller does with a result of a call after which it may have another owner.
func (l *Ledger) takesOfResult(call ssa.CallInstruction, index int) (all []ssa.Instruction) {
	v, ok := call.(*ssa.Call)
	if !ok {
		return nil
	}
	if _, isTuple := v.Type().(*types.Tuple); !isTuple {
		return l.usesOf(v).takes
	}
	for _, use := range *v.Referrers() {
		if part, ok := use.(*ssa.Extract); ok && part.Index == index {
			all = append(all, l.usesOf(part).takes...)
		}
	}
	return all
}

// releases reports whether an instruction releases a Ref.
func releases(instr ssa.Instruction) bool {
	call, ok := instr.(ssa.CallInstruction)
	return ok && (code.Releases(call.Common()) || code.IsMethodOfByteRef(call.Common(), "Release", "Drop"))
}

// releasesGiven reports whether a call leads to a function of this package that releases a Ref that
// it is given, or one in a struct.
func (l *Ledger) releasesGiven(instr ssa.Instruction) bool {
	call, ok := instr.(*ssa.Call)
	if !ok {
		return false
	}
	callee := code.Callee(&call.Call)
	if callee == nil || !l.code.Has(callee) {
		return false
	}
	return slices.ContainsFunc(callee.Params, func(p *ssa.Parameter) bool {
		return l.kindOf(p.Type()) == objects && slices.ContainsFunc(l.usesOf(p).takes, releases)
	})
}

// findTransfers finds the objects that come from one holding to another: what is taken out of
// the one, and removed from it in the same function, is owned by the other.
func (l *Ledger) findTransfers() {
	for changed := true; changed; {
		changed = false
		for _, from := range l.all {
			if !from.OwnsAll() {
				continue
			}
			for _, out := range from.Outs {
				for _, to := range l.all {
					for k := range to.Puts {
						put := &to.Puts[k]
						if len(put.Acquired) == 0 && to != from && out.goesOnlyTo(put.Instr) && from.removesAt(put.Instr, out.From) {
							put.Acquired, changed = []ssa.Instruction{out.From}, true
						}
					}
				}
			}
		}
	}
}

// goesOnlyTo reports whether an instruction takes the object, and nothing else does on the same way.
func (o Out) goesOnlyTo(instr ssa.Instruction) bool {
	v, ok := o.From.(ssa.Value)
	if !ok || !slices.Contains(o.Takes, instr) {
		return false
	}
	s := source{at: instr.Block()}
	return !slices.ContainsFunc(slices.Concat(o.Takes, o.Moves), func(take ssa.Instruction) bool { return take != instr && s.isOnSameWay(take, v) })
}

// removesAt reports whether what an instruction takes is removed from the field by the same
// function, before or after.
func (h *Holding) removesAt(take, from ssa.Instruction) bool {
	isRemoval := func(instr ssa.Instruction) bool {
		return slices.Contains(h.Removals, instr) && !deletesOther(instr, from)
	}
	return IsDeleteFunc(from) || h.RemovedInside(take, from) || !code.Leads(take, isReturn, isRemoval) || slices.ContainsFunc(h.Removals, func(removal ssa.Instruction) bool {
		return isRemoval(removal) && removal.Parent() == take.Parent() && code.Dominates(removal, take)
	})
}

// deletesOther reports whether a removal deletes another entry of a map than the one that was looked
// up.
func deletesOther(removal, from ssa.Instruction) bool {
	call, ok := removal.(*ssa.Call)
	found, isLookup := from.(*ssa.Lookup)
	return ok && isLookup && code.Builtin(&call.Call) == "delete" && !code.SameWritten(call.Call.Args[1], found.Index)
}
