package holding

import (
	"go/types"
	"slices"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"github.com/rcpool/rcpool/tools/internal/ownership/summary"
	"golang.org/x/tools/go/ssa"
)

// A source is where the reference is from that comes to a field.
type source struct {
	*Ledger
	instr    ssa.Instruction // that puts it there, or gives it to the function that does
	at       *ssa.BasicBlock // where that is done
	acquired []ssa.Instruction
	seen     map[ssa.Value]bool
	depth    int  // of callers
	trusted  bool // the field owns what it has: somebody releases all of it
}

// maxCallers bounds the callers of callers that are looked at.
const maxCallers = 3

// find reports whether a value is a reference of its own, which nobody else has, and notes
// the calls that have acquired it.
func (s *source) find(v ssa.Value) bool {
	if s.seen[v] {
		return true
	}
	s.seen[v] = true
	switch i := v.(type) {
	case *ssa.Const:
		return i.Value == nil
	case *ssa.Phi:
		return !slices.ContainsFunc(i.Edges, func(edge ssa.Value) bool { return !s.find(edge) })
	case *ssa.MakeInterface:
		return s.find(i.X)
	case *ssa.ChangeInterface:
		return s.find(i.X)
	case *ssa.ChangeType:
		return s.find(i.X)
	case *ssa.UnOp:
		if variable, ok := i.X.(*ssa.Alloc); ok {
			return s.findStored(variable)
		}
	case *ssa.Extract:
		if from, ok := i.Tuple.(*ssa.Call); ok && s.acquires(&from.Call, i.Index) {
			return s.note(i, from)
		}
	case *ssa.Call:
		if s.acquires(&i.Call, 0) {
			return s.note(i, i)
		}
	case *ssa.Alloc:
		if s.isOwner(i) {
			s.acquired = append(s.acquired, i)
			return s.hasOneOwner(i)
		}
	case *ssa.Parameter:
		if s.isTyped(i.Type()) || s.isHandedOver(i) && len(s.usesOf(i).retains) == 0 {
			return s.hasOneOwner(i) && s.findArguments(i)
		}
	}
	return s.trusted && s.findCarried(v) || s.isRetained(v)
}

// isTyped reports whether a value of a type is itself a reference: it has one owner.
func (s *source) isTyped(t types.Type) bool {
	return api.IsReference(t) || s.holds && isHeld(t)
}

func (s *source) note(v ssa.Value, call *ssa.Call) bool {
	if !s.hasOneOwner(v) {
		return false
	}
	s.acquired = append(s.acquired, call)
	return true
}

// findStored is for a variable that is assigned in one or more places. It may be dropped, too.
func (s *source) findStored(variable *ssa.Alloc) bool {
	for _, use := range *variable.Referrers() {
		switch i := use.(type) {
		case *ssa.DebugRef, *ssa.UnOp:
		case *ssa.Store:
			if i.Addr != ssa.Value(variable) || !s.find(i.Val) {
				return false
			}
		case ssa.CallInstruction:
			if !isEdit(i.Common()) && droppedBy(i) != ssa.Value(variable) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// droppedBy returns the address of the reference that a call takes, or nil.
func droppedBy(call ssa.CallInstruction) ssa.Value {
	callee := code.Callee(call.Common())
	if len(call.Common().Args) == 0 { // a method value
		return nil
	}
	if callee != nil && api.Declares(callee.Object()) || code.IsMethodOfByteRef(call.Common(), "Release", "Drop", "Move") {
		return call.Common().Args[0]
	}
	return nil
}

// isZeroBefore reports whether a call that drops a variable finds nothing there after the reference
// has come to the field: the function has set it to zero.
func (s *source) isZeroBefore(drop ssa.Instruction) bool {
	call, ok := drop.(ssa.CallInstruction)
	if !ok {
		return false
	}
	variable, ok := droppedBy(call).(*ssa.Alloc)
	if !ok || s.at == nil || s.instr == nil {
		return false
	}
	clears := func(instr ssa.Instruction) bool {
		store, ok := instr.(*ssa.Store)
		return ok && store.Addr == ssa.Value(variable) && code.IsZeroValue(store.Val)
	}
	_, isDefer := drop.(*ssa.Defer)
	drops := func(instr ssa.Instruction) bool {
		_, isReturn := instr.(*ssa.Return)
		return instr == drop || isDefer && isReturn
	}
	if s.at != s.instr.Block() {
		return !code.LeadsFrom(s.at, drops, clears)
	}
	return !code.Leads(s.instr, drops, clears)
}

// findArguments is for a Ref, or a new object, that all callers hand over.
func (s *source) findArguments(p *ssa.Parameter) bool {
	fn := p.Parent()
	if s.depth == maxCallers || !s.knowsCallers(fn) {
		return false
	}
	k := slices.Index(fn.Params, p)
	calls := s.code.CallsOf(fn)
	for _, instr := range calls {
		call, ok := instr.(*ssa.Call)
		if !ok || k >= len(call.Call.Args) {
			return false
		}
		caller := source{Ledger: s.Ledger, instr: call, at: call.Block(), seen: map[ssa.Value]bool{}, depth: s.depth + 1, trusted: s.trusted}
		if !s.findFrom(&caller, call.Call.Args[k]) {
			return false
		}
	}
	return len(calls) > 0
}

// isHandedOver reports whether all callers of a function hand over a new object, which they do
// nothing else with.
func (l *Ledger) isHandedOver(p *ssa.Parameter) bool {
	fn := p.Parent()
	if !l.knowsCallers(fn) {
		return false
	}
	k := slices.Index(fn.Params, p)
	calls := l.code.CallsOf(fn)
	return len(calls) > 0 && !slices.ContainsFunc(calls, func(call ssa.CallInstruction) bool {
		arg, ok := call.Common().Args[k].(*ssa.Call)
		return !ok || !l.IsNew(arg) || len(*arg.Referrers()) != 1
	})
}

// IsNew reports whether a value is a reference that a call has just acquired.
func (l *Ledger) IsNew(v ssa.Value) bool {
	s := source{Ledger: l}
	switch i := v.(type) {
	case *ssa.Call:
		return s.acquires(&i.Call, 0)
	case *ssa.Extract:
		call, ok := i.Tuple.(*ssa.Call)
		return ok && s.acquires(&call.Call, i.Index)
	}
	return false
}

// GivesUpOther reports whether a function, or one of its callers, releases or gives away an
// object like those of a holding that it has from elsewhere: it may be one of them. So do callers
// that are not known. What was taken out of the holding is another object, unless it may be removed
// again, as the entry of a map.
func (l *Ledger) GivesUpOther(fn *ssa.Function, h *Holding, again bool) bool {
	g := givingUp{Ledger: l, of: h, again: again, seen: map[*ssa.Function]bool{}}
	return g.by(fn)
}

// A givingUp is the search for functions that release or give away objects like those of a holding.
type givingUp struct {
	*Ledger
	of    *Holding
	again bool // what was taken out may be removed again
	seen  map[*ssa.Function]bool
}

func (g givingUp) by(fn *ssa.Function) bool {
	fn = code.Outermost(fn)
	if g.seen[fn] {
		return false
	}
	g.seen[fn] = true
	object, ok := fn.Object().(*types.Func)
	return !ok || g.here(fn) || g.code.IsValue(object) || g.isMethodOfInterface(object) ||
		slices.ContainsFunc(g.code.CallsOf(fn), func(call ssa.CallInstruction) bool { return g.by(call.Parent()) })
}

func (g givingUp) here(fn *ssa.Function) bool {
	if slices.ContainsFunc(fn.Params, func(p *ssa.Parameter) bool { return g.takes(p) }) {
		return true
	}
	for instr := range code.Instructions(fn) {
		if v, ok := instr.(ssa.Value); ok && g.takes(v) {
			return true
		}
	}
	return slices.ContainsFunc(fn.AnonFuncs, g.here)
}

// takes reports whether a function releases or gives away a value that may be in the holding.
func (g givingUp) takes(v ssa.Value) bool {
	if !g.isObject(v.Type()) || !g.of.mayHave(v.Type()) {
		return false
	}
	if _, isPhi := v.(*ssa.Phi); isPhi && !g.again { // of values that are looked at
		return false
	}
	takes := g.Takes(v)
	if p, ok := v.(*ssa.Parameter); len(takes) == 0 || ok && g.isHandedOver(p) {
		return false
	}
	if isOut := g.isFrom(v, g.of); isOut && !g.again || !isOut && areApart(takes, v) && g.IsNew(v) {
		return false
	}
	way, ok := code.WayTo(v)
	return !ok || way.In != g.of.Field
}

// areApart reports whether no way leads from one of some instructions to another one with the same
// value.
func areApart(all []ssa.Instruction, v ssa.Value) bool {
	isMade := func(instr ssa.Instruction) bool { made, ok := instr.(ssa.Value); return ok && made == v }
	return !slices.ContainsFunc(all, func(first ssa.Instruction) bool {
		return slices.ContainsFunc(all, func(then ssa.Instruction) bool {
			return first != then && code.Leads(first, func(instr ssa.Instruction) bool { return instr == then }, isMade)
		})
	})
}

// isFrom reports whether a call may return what was in a field: it calls a function that takes
// something out there.
func (l *Ledger) isFrom(v ssa.Value, h *Holding) bool {
	if part, ok := v.(*ssa.Extract); ok {
		v = part.Tuple
	}
	call, ok := v.(*ssa.Call)
	if !ok {
		return false
	}
	takers := map[*ssa.Function]bool{}
	for _, out := range h.Outs {
		takers[out.From.Parent()] = takers[out.From.Parent()] || len(out.Takes) > 0
	}
	callee := code.Callee(&call.Call)
	return callee != nil && l.code.MayCall(callee, takers)
}

// knowsCallers reports whether all callers of a function are in the package, and are known.
func (l *Ledger) knowsCallers(fn *ssa.Function) bool {
	object, ok := fn.Object().(*types.Func)
	return ok && !l.code.HasUnknownCallers(object) && !l.isMethodOfInterface(object) &&
		(!object.Exported() || l.code.Types.Name() == "main")
}

// isMethodOfInterface reports whether a method may be called as one of an interface: the
// package makes an interface with that method of its receiver.
func (l *Ledger) isMethodOfInterface(method *types.Func) bool {
	recv := method.Signature().Recv()
	if recv == nil {
		return false
	}
	named, ok := types.Unalias(api.Deref(recv.Type())).(*types.Named)
	return ok && l.boxed[named.Obj()]
}

// hasOneOwner reports whether a reference that comes to the field goes nowhere else, unless
// it was retained for that.
func (s *source) hasOneOwner(v ssa.Value) bool {
	u := s.usesOf(v)
	others := 0
	for _, take := range u.takes {
		if take != s.instr && s.isOnSameWay(take, v) && !s.isZeroBefore(take) && !(s.trusted && s.isFoundOnly(take)) {
			others++
		}
	}
	return others <= min(1, len(u.retains))
}

// isOnSameWay reports whether what an instruction does, and what is done to the same
// object here, may both happen.
func (s *source) isOnSameWay(instr ssa.Instruction, v ssa.Value) bool {
	var made *ssa.BasicBlock
	if from, ok := v.(ssa.Instruction); ok {
		made = from.Block()
	}
	b := instr.Block()
	return b == s.at || code.Reaches(b, s.at, made) || code.Reaches(s.at, b, made)
}

// isRetained reports whether the function has retained an object that has no Ref, for the
// field. The reference that its callers hand over is another one.
func (s *source) isRetained(v ssa.Value) bool {
	if s.isTyped(v.Type()) {
		return false
	}
	u := s.usesOf(v)
	if len(u.retains) != 1 || !slices.Contains(u.takes, s.instr) || !u.retains[0].Block().Dominates(s.at) {
		return false
	}
	if p, ok := v.(*ssa.Parameter); len(u.takes) > 2 || len(u.takes) == 2 && !(ok && s.isHandedOver(p)) {
		return false
	}
	s.acquired = append(s.acquired, u.retains[0])
	return true
}

// Acquires reports whether a result of a call is a reference that the caller owns.
func (l *Ledger) Acquires(call *ssa.CallCommon, result int) bool {
	s := source{Ledger: l}
	return s.acquires(call, result)
}

// acquires reports whether a result of a call is a reference that the caller owns.
func (s *source) acquires(call *ssa.CallCommon, result int) bool {
	object := code.Object(call)
	if object == nil || object.Pkg() == nil {
		return false
	}
	switch object.Pkg().Path() {
	case api.Path, api.Path + "/stdpool", api.Path + "/rchttp":
		results := object.Signature().Results()
		return result < results.Len() && s.isTyped(results.At(result).Type())
	}
	use := s.table.Lookup(object)
	listed := use != nil && use.Operation == api.Acquire && result == 0
	callee := code.Callee(call)
	if callee == nil || !s.code.Has(callee) {
		return listed
	}
	if s.makesOwner(callee, result) || result == 0 && s.code.MakesFirst(callee) && s.table.CountsPointer(callee.Signature.Results().At(0).Type()) {
		return true
	}
	if listed {
		return s.makes(callee)
	}
	return returnsOwned(s.summary(callee), result)
}

// makes reports whether a constructor of this package returns a first reference, and does
// nothing that gives the object another owner, such as a goroutine.
func (s *source) makes(fn *ssa.Function) bool {
	if !code.BeginsCount(fn) {
		return false
	}
	for instr := range code.Instructions(fn) {
		ret, ok := instr.(*ssa.Return)
		if !ok {
			continue
		}
		of := source{Ledger: s.Ledger, instr: ret, at: ret.Block()}
		if v := code.Returned(ret)[0]; !code.IsZeroValue(v) && !of.hasOneOwner(v) {
			return false
		}
	}
	return true
}

// returnsOwned reports whether a result of a function is a reference that its caller owns,
// or none.
func returnsOwned(s *summary.Summary, result int) (owned bool) {
	if s == nil || s.Opaque {
		return false
	}
	for _, o := range s.Outcomes {
		if result >= len(o.Results) {
			return false
		}
		switch r := o.Results[result]; r.Kind {
		case summary.Nil, summary.Zero:
		case summary.Object:
			if by := o.Objects[r.Number]; by.Lent || by.Kept || by.Moved {
				return false
			}
			owned = true
		default:
			return false
		}
	}
	return owned
}
