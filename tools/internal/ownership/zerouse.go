package ownership

import (
	"go/types"
	"slices"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"github.com/rcpool/rcpool/tools/internal/ownership/memory"
	"github.com/rcpool/rcpool/tools/internal/ownership/mistake"
	"github.com/rcpool/rcpool/tools/internal/ownership/place"
	"github.com/rcpool/rcpool/tools/internal/ownership/summary"
	"github.com/rcpool/rcpool/tools/internal/ownership/term"
	"golang.org/x/tools/go/ssa"
)

// This file is about references in fields that are zero when a function is called which uses
// them: something was dropped or moved, and then finished. The callee must use the reference
// on all of its ways, for one that has other ways may know better. For the same reason, one
// place of the caller must have emptied the field: if something else there may fill it, the
// path on which nothing does may be one that cannot be taken. A release of the callee's is none
// of a zero reference then, either.

// A zeroUse is the question whether a call uses a reference that is zero.
type zeroUse struct {
	*memory.Values
	where    *position
	recorder *recorder
	resolver *resolver
	pkg      *code.Package
	st       *memory.State
	s        *site
	fn       *types.Func
}

func (ap *applier) zeroUse(st *memory.State, s *site, fn *types.Func) zeroUse {
	return zeroUse{ap.Values, ap.where, ap.recorder, ap.resolver, ap.pkg, st, s, fn}
}

// find reports the call if an outcome of the callee tells that it uses such a reference.
func (z zeroUse) find(sum *summary.Summary, o summary.Outcome) {
	if z.s.instr.Parent() != z.where.top.Function {
		return
	}
	uses := func(e summary.Effect) bool {
		return e.Needs() && e.Family == "" && sum.AlwaysUses(e.Place) && z.isEmptied(e.Place)
	}
	if slices.ContainsFunc(o.Does, uses) {
		z.recorder.find(z.st, mistake.Finding{Mistake: mistake.ZeroRef{}, Pos: z.s.pos})
	}
}

// isEmptied reports whether the caller has emptied the field at a place of the callee's.
func (z zeroUse) isEmptied(p place.Place) bool {
	at, ok := p.Address()
	if !ok {
		return false
	}
	addr, ok := z.resolver.resolve(z.st, z.s, z.fn, at)
	if !ok {
		return false
	}
	field, held := z.Fields[addr], z.st.Cells[addr]
	return field != nil && held != 0 && z.Terms.Node(held).Kind == term.Zero && z.isOnlyEmptied(field)
}

// mayBeFilled reports whether a reference that the callee finds at a place, a zero one here, may be
// another one on some other way to the call: something before it changes the field, and nothing
// that is on each way has emptied it since.
func (z zeroUse) mayBeFilled(p place.Place) bool {
	at, ok := p.Address()
	if !ok {
		return false
	}
	addr, ok := z.resolver.resolve(z.st, z.s, z.fn, at)
	if !ok {
		return false
	}
	field := z.Fields[addr]
	if field == nil || z.isOnlyEmptied(field) {
		return false
	}
	return z.isChangedBefore(field)
}

// isChangedBefore reports whether something before the call may change a field, or a function
// literal that is made there.
func (z zeroUse) isChangedBefore(field *types.Var) bool {
	isCall := func(instr ssa.Instruction) bool { return instr == z.s.instr }
	for instr := range code.Instructions(z.s.instr.Parent()) {
		changes := z.pkg.MayTouch(instr, []*types.Var{field})
		if literal, ok := instr.(*ssa.MakeClosure); ok {
			changes = z.pkg.Touches(literal.Fn.(*ssa.Function)).Has(field)
		}
		if changes && !isCall(instr) && code.Leads(instr, isCall, isCall) {
			return true
		}
	}
	return false
}

// dependsOnChanged reports whether an outcome depends on a field that this function may have
// changed before the call: then it may know what the callee finds there, for instance that
// something was put into a list.
func (z zeroUse) dependsOnChanged(o summary.Outcome) bool {
	return slices.ContainsFunc(o.When, func(c summary.Condition) bool {
		field := fieldAt(z.fn, c.Place)
		return field != nil && z.isChangedBefore(field)
	})
}

// fieldAt returns the field of an argument, or of what is in one, whose content is at a place; nil if
// there is none.
func fieldAt(fn *types.Func, p place.Place) (field *types.Var) {
	i, isParameter := p.Parameter()
	if !isParameter {
		return nil
	}
	t := argumentType(fn, i)
	for _, step := range p.Path.Steps() {
		if step.Kind == place.ToContent {
			continue
		}
		of, isStruct := api.Deref(t).Underlying().(*types.Struct)
		if !isStruct || step.Kind != place.ToField || step.Field >= of.NumFields() {
			return nil
		}
		field = of.Field(step.Field)
		t = field.Type()
	}
	return field
}

// isOnlyEmptied reports whether one instruction before the call, which is on each way there,
// has changed the field last.
func (z zeroUse) isOnlyEmptied(field *types.Var) bool {
	isCall := func(instr ssa.Instruction) bool { return instr == z.s.instr }
	changes := func(instr ssa.Instruction) bool {
		return !isCall(instr) && z.pkg.MayTouch(instr, []*types.Var{field})
	}
	for instr := range code.Instructions(z.s.instr.Parent()) {
		if changes(instr) && code.Dominates(instr, z.s.instr) && !code.Leads(instr, changes, isCall) {
			return true
		}
	}
	return false
}
