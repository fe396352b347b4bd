package check

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"github.com/rcpool/rcpool/tools/internal/ownership/holding"
	"github.com/rcpool/rcpool/tools/internal/ownership/mistake"
)

// This file is about a field that is released alongside another one: the method that closes
// the struct does so only where the other field is set. The constructor sets the first field
// alone, so what is in there is lost if the struct is closed at once.

// checkAlongside reports such releases, where other packages can make the struct and close it.
// Inside of a package nobody may do so.
func (p *Package) checkAlongside(l *holding.Ledger) {
	for _, h := range l.All() {
		if !h.OwnsAll() || p.isDisabled(h) || p.isReused(h.Of) || p.Code.Types.Name() == "main" {
			continue
		}
		g, ok := p.guardOfAll(h)
		if !ok || !p.isSetByMethods(g.by, h.Of) {
			continue
		}
		for _, put := range h.Puts {
			if maker := p.makerWithout(g.by, put.Instr); maker != nil {
				p.Reporter.ReportAt(g.release.Pos(), mistake.Conditional{Field: h.Field.Name(), On: g.by.Name(), Maker: maker.Name()},
					mistake.Place{Pos: put.Pos, Text: "stored here"})
				break
			}
		}
	}
}

// A guard is a condition under which a method releases what is in a field.
type guard struct {
	release ssa.Instruction
	by      *types.Var      // the field that is not zero then
	then    *ssa.BasicBlock // where the method goes on
	or      *ssa.BasicBlock // where it goes on if the field is zero
}

// guardOfAll returns the guard of all that takes an object out of a field: a release by an
// exported method that closes the struct. Where the guard does not let it, the method ends and
// has not touched the field.
func (p *Package) guardOfAll(h *holding.Holding) (guard, bool) {
	var takes []ssa.Instruction
	for _, out := range h.Outs {
		takes = append(takes, out.Takes...)
	}
	if len(takes) == 0 {
		return guard{}, false
	}
	closer := takes[0].Parent()
	if !p.isOpen(closer) || !closes(closer, h.Of) {
		return guard{}, false
	}
	touches := func(instr ssa.Instruction) bool { return p.Code.MayTouch(instr, []*types.Var{h.Field}) }
	for _, g := range guardsOf(takes[0], closer.Params[0]) {
		isOther := func(take ssa.Instruction) bool {
			_, isCall := take.(*ssa.Call)
			return !isCall || !p.isRelease(take) || take.Parent() != closer || !g.then.Dominates(take.Block())
		}
		if g.by != h.Field && !slices.ContainsFunc(takes, isOther) && code.LeadsFrom(g.or, isReturn, touches) {
			return g, true
		}
	}
	return guard{}, false
}

// isOpen reports whether other packages can call a function, and have its receiver.
func (p *Package) isOpen(fn *ssa.Function) bool {
	object, ok := fn.Object().(*types.Func)
	if !ok || !object.Exported() || len(fn.Params) == 0 && fn.Signature.Recv() != nil {
		return false
	}
	recv := fn.Signature.Recv()
	if recv == nil {
		return true
	}
	named, ok := types.Unalias(api.Deref(recv.Type())).(*types.Named)
	return ok && named.Obj().Exported()
}

// guardsOf returns the conditions that lead to an instruction, and ask whether a field of the
// receiver is set.
func guardsOf(instr ssa.Instruction, recv *ssa.Parameter) (all []guard) {
	for b := instr.Block(); b.Idom() != nil; b = b.Idom() {
		branch, ok := b.Idom().Instrs[len(b.Idom().Instrs)-1].(*ssa.If)
		if !ok || len(b.Preds) != 1 {
			continue
		}
		if field, isSet := askedOf(branch.Cond, recv); field != nil {
			then, or := branch.Block().Succs[0], branch.Block().Succs[1]
			if !isSet {
				then, or = or, then
			}
			if then == b {
				all = append(all, guard{release: instr, by: field, then: then, or: or})
			}
		}
	}
	return all
}

// askedOf returns the unexported field of the receiver of which a condition tells whether it is
// set, and whether it is where the condition holds.
func askedOf(cond ssa.Value, recv *ssa.Parameter) (field *types.Var, isSet bool) {
	isSet = true
	if op, ok := cond.(*ssa.BinOp); ok && (op.Op == token.NEQ || op.Op == token.EQL) && code.IsZeroValue(op.Y) {
		cond, isSet = op.X, op.Op == token.NEQ
	}
	if call, ok := cond.(*ssa.Call); ok && len(call.Call.Args) > 0 && code.IsMethodOfRef(&call.Call, "IsZero", "Valid") {
		cond, isSet = call.Call.Args[0], code.IsMethodOfRef(&call.Call, "Valid")
	}
	load, ok := cond.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return nil, false
	}
	at, ok := load.X.(*ssa.FieldAddr)
	if !ok || at.X != recv || code.FieldOf(at).Exported() || code.FieldOf(at).Embedded() {
		return nil, false
	}
	return code.FieldOf(at).Origin(), isSet
}

// isSetByMethods reports whether only methods of a struct set a field of theirs: no option, and
// nobody who makes the struct for others.
func (p *Package) isSetByMethods(field *types.Var, of types.Type) bool {
	for instr := range p.Code.AllInstructions() {
		at, ok := instr.(*ssa.FieldAddr)
		if !ok || code.FieldOf(at).Origin() != field {
			continue
		}
		for _, use := range *at.Referrers() {
			switch i := use.(type) {
			case *ssa.DebugRef, *ssa.UnOp:
			case *ssa.Store:
				recv, ok := at.X.(*ssa.Parameter)
				isMethods := ok && recv.Parent().Signature.Recv() != nil && recv == recv.Parent().Params[0]
				if i.Addr != at || !isMethods && !code.IsZeroValue(i.Val) {
					return false
				}
			case ssa.CallInstruction: // such as Drop
				if callee := code.Callee(i.Common()); callee == nil || !api.Declares(callee.Object()) {
					return false
				}
			default:
				return false
			}
		}
	}
	return true
}

// makerWithout returns the exported function in which a new struct gets the object of a field,
// and does not get anything in another field, before it is returned; or nil.
func (p *Package) makerWithout(other *types.Var, put ssa.Instruction) *ssa.Function {
	store, ok := put.(*ssa.Store)
	if !ok {
		return nil
	}
	at, ok := store.Addr.(*ssa.FieldAddr)
	if !ok {
		return nil
	}
	made, ok := at.X.(*ssa.Alloc)
	fn := put.Parent()
	if !ok || fn.Signature.Recv() != nil || !p.isOpen(fn) || p.Code.Touches(fn).Has(other) {
		return nil
	}
	for instr := range code.Instructions(fn) {
		if ret, ok := instr.(*ssa.Return); ok && slices.Contains(code.Returned(ret), ssa.Value(made)) && code.Dominates(put, ret) {
			return fn
		}
	}
	return nil
}
