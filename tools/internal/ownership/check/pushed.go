package check

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"github.com/rcpool/rcpool/tools/internal/ownership/mistake"
)

// This file is about stacks in structs of a sync.Pool: lists to which functions push, and of which
// they pop the last element. Where a function returns between the two, after an error say, the
// stack goes back to the pool with what was pushed, if nobody empties it.

// A pushedList is a list in a struct, to which functions of the package only push, and of which they
// only pop.
type pushedList struct {
	*stale
	of           *types.Named
	field        int
	pushes, pops map[ssa.Instruction]bool
	reads        bool // other than to pop
	other        bool // something else may be done with it
	pushing      map[*ssa.Function]bool
	popping      map[*ssa.Function]bool
}

// checkPushed reports the stacks that go back to their pool with what was pushed.
func (s *stale) checkPushed() {
	pools := s.turnovers()
	for of, pool := range pools {
		var left []string
		u := of.Underlying().(*types.Struct)
		for field := range u.NumFields() {
			if s.isLeftPushed(of, field, pool) {
				left = append(left, u.Field(field).Name())
			}
		}
		if len(left) > 0 && !s.reportUnreset(of, pool, left) {
			pos, end := s.Reporter.Extent(s.putsOf(of)[0].Pos())
			s.Reporter.Report(pos, end, mistake.Growing{Type: of.Obj().Name(), Fields: left})
		}
	}
}

// putsOf lists where the package puts objects of a type into pools.
func (s *stale) putsOf(of *types.Named) (puts []ssa.Instruction) {
	for instr := range s.Code.Instructions() {
		if call, ok := instr.(ssa.CallInstruction); ok {
			if v, ok := code.PutIntoPool(call.Common()); ok && s.structOf(v.Type()) == of {
				puts = append(puts, instr)
			}
		}
	}
	return puts
}

// isLeftPushed reports whether a list may go back to its pool with what was pushed, while all other
// fields are readied for the next owner. What is pushed must be plain values: other lists may be
// those of free objects.
func (s *stale) isLeftPushed(of *types.Named, field int, pool *turnover) bool {
	u := of.Underlying().(*types.Struct)
	v := u.Field(field)
	list, ok := v.Type().Underlying().(*types.Slice)
	if !ok || !api.IsFlat(list.Elem()) || api.IsKept(u.Tag(field)) || v.Exported() && of.Obj().Exported() {
		return false
	}
	if e := pool.effects; e.resets[field] || e.resets[all] || e.touches[all] || s.isAssigned(of) || !s.readiesOthers(of, field, pool) || !s.isAlwaysPut(pool) {
		return false
	}
	l := &pushedList{stale: s, of: of, field: field, pushes: map[ssa.Instruction]bool{}, pops: map[ssa.Instruction]bool{}}
	for instr := range s.Code.Instructions() {
		if at, ok := instr.(*ssa.FieldAddr); ok && at.Field == field && s.structOf(at.X.Type()) == of {
			l.note(at)
		}
	}
	if l.other || !l.reads || len(l.pushes) == 0 || len(l.pops) == 0 {
		return false
	}
	l.pushing, l.popping = functionsOf(l.pushes), functionsOf(l.pops)
	return slices.ContainsFunc(s.Code.Sources, l.leavesPushed)
}

// functionsOf lists the functions with some instructions.
func functionsOf(instrs map[ssa.Instruction]bool) map[*ssa.Function]bool {
	all := map[*ssa.Function]bool{}
	for instr := range instrs {
		all[instr.Parent()] = true
	}
	return all
}

// note notes what is done with the address of the list.
func (l *pushedList) note(at *ssa.FieldAddr) {
	for _, use := range *at.Referrers() {
		switch i := use.(type) {
		case *ssa.DebugRef:
		case *ssa.UnOp:
			l.noteRead(i)
		case *ssa.Store:
			switch {
			case code.AppendsTo(i.Val, at):
				l.pushes[i] = true
			case isPop(i):
				l.pops[i] = true
			default:
				l.other = true
			}
		default:
			l.other = true
		}
	}
}

// noteRead notes what is done with the list itself: it is read where its length decides something,
// or where an element is loaded.
func (l *pushedList) noteRead(list *ssa.UnOp) {
	for _, use := range *list.Referrers() {
		switch i := use.(type) {
		case *ssa.Call:
			l.other = l.other || code.Builtin(&i.Call) == "clear"
			l.reads = l.reads || code.Builtin(&i.Call) == "len" && decidesBranch(i, 0)
		case *ssa.IndexAddr:
			l.reads = true
		}
	}
}

// isPop reports whether a store takes the last elements off the list that was there.
func isPop(store *ssa.Store) bool {
	cut, ok := store.Val.(*ssa.Slice)
	return ok && cut.Low == nil && cut.High != nil && code.SameAddress(cut.X, store.Addr) && code.IsLast(cut.High)
}

// leavesPushed reports whether a way leads from a push to the end of a function that pops as well,
// past no pop, and not where the function has found that there is nothing in the list.
func (l *pushedList) leavesPushed(fn *ssa.Function) bool {
	var pushes, pops []ssa.Instruction
	for instr := range code.Instructions(fn) {
		if _, later := instr.(*ssa.Defer); later && l.mayPop(instr) {
			return false
		}
		if l.mayPop(instr) {
			pops = append(pops, instr)
		}
		if l.onlyPushes(instr) {
			pushes = append(pushes, instr)
		}
	}
	stops := func(instr ssa.Instruction) bool { return l.mayPop(instr) || l.isEmptyAt(instr.Block()) }
	return len(pops) > 0 && slices.ContainsFunc(pushes, func(push ssa.Instruction) bool {
		goesAlong := func(pop ssa.Instruction) bool { return haveOneReason(push, pop) }
		return !slices.ContainsFunc(pops, goesAlong) && code.Leads(push, isReturn, stops)
	})
}

// haveOneReason reports whether the same condition leads to two instructions: then both are carried
// out, or neither.
func haveOneReason(a, b ssa.Instruction) bool {
	ofA, reasonA := branchOf(a.Block())
	ofB, reasonB := branchOf(b.Block())
	return reasonA != nil && reasonB != nil && ofA != ofB && code.SameWritten(reasonA.Cond, reasonB.Cond)
}

// onlyPushes reports whether an instruction pushes, itself or by a function that does not pop.
func (l *pushedList) onlyPushes(instr ssa.Instruction) bool {
	return l.pushes[instr] || l.mayCall(instr, l.pushing) && !l.mayPop(instr)
}

func (l *pushedList) mayPop(instr ssa.Instruction) bool {
	return l.pops[instr] || l.mayCall(instr, l.popping)
}

// mayCall reports whether an instruction calls one of some functions, perhaps through others.
func (l *pushedList) mayCall(instr ssa.Instruction, some map[*ssa.Function]bool) bool {
	call, ok := instr.(ssa.CallInstruction)
	if !ok {
		return false
	}
	if literal, ok := call.Common().Value.(*ssa.MakeClosure); ok {
		return l.Code.MayCall(literal.Fn.(*ssa.Function), some)
	}
	callee := l.Code.CalleeOf(call.Common())
	return callee != nil && l.Code.Has(callee) && l.Code.MayCall(callee, some)
}

// isEmptyAt reports whether a block begins where a condition says that there is nothing in the list.
func (l *pushedList) isEmptyAt(b *ssa.BasicBlock) bool {
	if len(b.Preds) != 1 {
		return false
	}
	before := b.Preds[0]
	branch, ok := before.Instrs[len(before.Instrs)-1].(*ssa.If)
	if !ok {
		return false
	}
	test, ok := branch.Cond.(*ssa.BinOp)
	if !ok || !code.IsConstZero(test.Y) || !l.isLength(test.X) {
		return false
	}
	switch test.Op {
	case token.EQL, token.LEQ:
		return before.Succs[0] == b
	case token.NEQ, token.GTR:
		return before.Succs[1] == b
	}
	return false
}

// isLength reports whether a value is the length of the list.
func (l *pushedList) isLength(v ssa.Value) bool {
	length := code.BuiltinOf(v, "len")
	if length == nil {
		return false
	}
	load, ok := length.Args[0].(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return false
	}
	field, whole, in := l.fieldIn(load.X, l.of)
	return in && whole && field == l.field
}
