package check

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"github.com/rcpool/rcpool/tools/internal/ownership/mistake"
	"github.com/rcpool/rcpool/tools/internal/ownership/naming"
)

// This file is about lists in structs of a sync.Pool that only grow: the package adds
// to them, and never cuts them. A function that adds to one, and then reads all of it,
// reads what owners before it have added. A list that is read while it is added to may
// be kept on purpose, and so may the lists of a struct that has a map which is not emptied
// for the next owner.

// checkGrowing reports the objects that go back to a sync.Pool with such a list.
func (s *stale) checkGrowing(leases []*lease) {
	lists := map[*types.Named][]int{}
	for _, l := range leases {
		if l.given || l.several || !l.effects.puts {
			continue
		}
		growing, known := lists[l.of]
		if !known {
			growing = s.growing(l.of)
			lists[l.of] = growing
		}
		var read []string
		for _, field := range growing {
			if l.readsWhatItAdds(s, field) {
				read = append(read, l.of.Underlying().(*types.Struct).Field(field).Name())
			}
		}
		if len(read) > 0 {
			pos, end := s.Reporter.Extent(l.anyPut().Pos())
			if reset := s.clearerOf(l.of); reset != nil { // which misses them
				pos, end = s.Reporter.Extent(reset.Pos())
			}
			s.Reporter.Report(pos, end, mistake.Growing{Type: l.of.Obj().Name(), Fields: read})
		}
	}
}

// clearerOf returns the only method of a struct that readies it for its next owner, by its name
// and by what it does, or nil.
func (s *stale) clearerOf(of *types.Named) (reset *types.Func) {
	for method := range of.Methods() {
		fn := s.Code.Declared(method)
		if fn == nil || !naming.Resets(method.Name()) || len(s.effects(fn, of).resets) == 0 {
			continue
		}
		if reset != nil {
			return nil
		}
		reset = method
	}
	return reset
}

// growing returns the fields of a struct that are lists, and that this package only
// reads and appends to.
func (s *stale) growing(of *types.Named) (fields []int) {
	u := of.Underlying().(*types.Struct)
	lists := map[int]bool{}
	for field := range u.NumFields() {
		v := u.Field(field)
		switch v.Type().Underlying().(type) {
		case *types.Map:
			if !s.readied[of][field] {
				return nil
			}
		case *types.Slice:
			lists[field] = !api.IsKept(u.Tag(field)) && !(of.Obj().Exported() && v.Exported())
		}
	}
	for instr := range s.Code.Instructions() {
		switch i := instr.(type) {
		case *ssa.Store:
			if s.structOf(i.Addr.Type()) == of {
				return nil // all fields are assigned
			}
		case *ssa.FieldAddr:
			if s.structOf(i.X.Type()) == of && !isMade(i.X) && !onlyGrows(i) {
				delete(lists, i.Field)
			}
		}
	}
	for field, grows := range lists {
		if grows {
			fields = append(fields, field)
		}
	}
	slices.Sort(fields)
	return fields
}

// isMade reports whether a struct was allocated in the function.
func isMade(v ssa.Value) bool {
	_, made := v.(*ssa.Alloc)
	return made
}

// onlyGrows reports whether what is done with the address of a list is no more than to
// read it, and to append to it.
func onlyGrows(list *ssa.FieldAddr) bool {
	for _, r := range *list.Referrers() {
		switch r := r.(type) {
		case *ssa.UnOp:
		case *ssa.Store:
			call := code.BuiltinOf(r.Val, "append")
			if r.Addr != list || call == nil || !code.SameAddress(call.Args[0], list) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// readsWhatItAdds reports whether the function appends to a list, and reads all of it
// when it appends no more.
func (l *lease) readsWhatItAdds(s *stale, field int) bool {
	var adds []*ssa.BasicBlock
	for instr, e := range l.steps {
		if e.sets[field] {
			adds = append(adds, instr.Block())
		}
	}
	if len(adds) == 0 {
		return false
	}
	for instr := range code.Instructions(l.fn) {
		if !s.readsAll(instr, l.of, field) && !s.callReadsAll(instr, l.of, field) {
			continue
		}
		b := instr.Block()
		mayAddLater := func(add *ssa.BasicBlock) bool {
			return add == b || !code.Reaches(add, b, nil) || code.Reaches(b, add, nil)
		}
		if !slices.ContainsFunc(adds, mayAddLater) {
			return true
		}
	}
	return false
}

// readsAll reports whether an instruction loads a list of a struct, and all of that is read.
func (s *stale) readsAll(instr ssa.Instruction, of *types.Named, field int) bool {
	load, ok := instr.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return false
	}
	at, whole, in := s.fieldIn(load.X, of)
	return in && whole && at == field && (isReadWhole(load) || isRangedOver(load) && s.isOnlyShown(of, field))
}

// callReadsAll reports whether a call is one of a method of a struct that goes through all
// elements of a list of it, or gives the list to a function.
func (s *stale) callReadsAll(instr ssa.Instruction, of *types.Named, field int) bool {
	call, ok := instr.(*ssa.Call)
	if !ok || call.Call.StaticCallee() == nil || len(call.Call.Args) == 0 || s.structOf(call.Call.Args[0].Type()) != of {
		return false
	}
	fn := call.Call.StaticCallee()
	if fn.Signature.Recv() == nil || !s.isOnlyShown(of, field) {
		return false
	}
	for in := range code.Instructions(fn) {
		load, ok := in.(*ssa.UnOp)
		if !ok || !s.readsAll(in, of, field) {
			continue
		}
		if addr, ok := load.X.(*ssa.FieldAddr); ok && len(fn.Params) > 0 && addr.X == fn.Params[0] {
			return true
		}
	}
	return false
}

// isReadWhole reports whether a list is given to a function.
func isReadWhole(list *ssa.UnOp) bool {
	return slices.ContainsFunc(*list.Referrers(), func(r ssa.Instruction) bool {
		switch r := r.(type) {
		case *ssa.MakeInterface:
			return true
		case *ssa.Call:
			return code.Builtin(&r.Call) == ""
		}
		return false
	})
}

// isRangedOver reports whether a loop goes through all elements of a list.
func isRangedOver(list *ssa.UnOp) bool {
	return slices.ContainsFunc(*list.Referrers(), func(r ssa.Instruction) bool {
		at, ok := r.(*ssa.IndexAddr)
		return ok && code.IsInEachTurn(at)
	})
}

// isOnlyShown reports whether the elements of a list are only looked at, one after the other,
// and other fields of the struct are reset for the next owner. A list of memory that is used
// again is asked for its length, or its elements are cleared.
func (s *stale) isOnlyShown(of *types.Named, field int) bool {
	key := fieldOfType{of, field}
	shown, known := s.shown[key]
	if !known {
		shown = s.findOnlyShown(of, field)
		s.shown[key] = shown
	}
	return shown
}

func (s *stale) findOnlyShown(of *types.Named, field int) bool {
	list := of.Underlying().(*types.Struct).Field(field).Type().Underlying().(*types.Slice)
	if len(s.readied[of]) == 0 || !api.IsFlat(list.Elem()) {
		return false
	}
	for instr := range s.Code.Instructions() {
		load, ok := instr.(*ssa.UnOp)
		if !ok || load.Op != token.MUL {
			continue
		}
		if at, whole, in := s.fieldIn(load.X, of); in && whole && at == field && !isShown(load) {
			return false
		}
	}
	return true
}

// isShown reports whether what is done with a list that was loaded is no more than to look at
// its elements, and to append to it.
func isShown(list *ssa.UnOp) bool {
	return !slices.ContainsFunc(*list.Referrers(), func(r ssa.Instruction) bool {
		switch r := r.(type) {
		case *ssa.DebugRef, *ssa.MakeInterface:
			return false
		case *ssa.Call:
			switch code.Builtin(&r.Call) {
			case "len":
				return !code.OnlyBoundsLoops(r)
			case "cap", "clear":
				return true
			case "copy":
				return r.Call.Args[0] == list
			}
			return false
		case *ssa.IndexAddr:
			return !code.IsInEachTurn(r) || !code.IsOnlyLoaded(r)
		}
		return true
	})
}

// anyPut returns where the object is put back: a deferred call, or the last one.
func (l *lease) anyPut() (put ssa.Instruction) {
	if l.put != nil {
		return l.put
	}
	for instr, e := range l.steps {
		if e.puts && (put == nil || put.Pos() < instr.Pos()) {
			put = instr
		}
	}
	return put
}
