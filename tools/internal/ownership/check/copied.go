package check

import (
	"go/token"
	"go/types"
	"slices"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"github.com/rcpool/rcpool/tools/internal/ownership/mistake"
	"golang.org/x/tools/go/ssa"
)

// This file is about objects that a function copies from one field to another one of the
// same struct, perhaps out of a container or into one. If a method releases what is in
// both fields, the object is released twice. It is reported if some function calls one
// after the other, and nothing in between touches the fields.

// A fieldCopy is an object that two fields of a struct have where a function returns.
type fieldCopy struct {
	fn       *ssa.Function
	base     ssa.Value // the struct: a parameter, or one that the function makes and returns
	from, to *types.Var
	pos      token.Pos
}

// checkCopies reports objects that are released out of two fields.
func (h *holders) checkCopies() {
	for _, fn := range h.Code.Sources {
		for _, c := range h.copiesIn(fn) {
			for _, closer := range h.Code.Sources {
				if first, second := h.releasesBoth(closer, c); first != nil && h.isFollowedBy(c, closer) {
					h.reportShared(c.from, c.to, first, second, mistake.Place{Pos: c.pos, Text: "copied here"})
				}
			}
		}
	}
}

// copiesIn returns the objects that a function copies from one field to another one, and
// leaves in both.
func (h *holders) copiesIn(fn *ssa.Function) (all []fieldCopy) {
	for instr := range code.Instructions(fn) {
		for _, p := range putBy(instr) {
			c := fieldCopy{fn: fn, base: p.base, to: p.field, pos: p.instr.Pos()}
			taken, ok := p.value.(ssa.Instruction)
			if !ok || !c.takes(p.value) || c.from == c.to || !isFieldOf(c.base, c.from) || !isFieldOf(c.base, c.to) || isCounted(p.value) {
				continue
			}
			if code.Leads(taken, only(instr), h.touches([]*types.Var{c.from}, nil)) &&
				code.Leads(instr, c.returns, h.touches([]*types.Var{c.from, c.to}, nil)) {
				all = append(all, c)
			}
		}
	}
	return all
}

// takes reports whether a value is taken out of a field of the same struct, and notes
// which.
func (c *fieldCopy) takes(v ssa.Value) bool {
	if way, ok := code.WayTo(v); ok {
		c.from = way.Holder()
		return way.Base == c.base
	}
	c.from = fieldOf(v, c.base)
	return c.from != nil
}

// returns reports whether an instruction returns to a caller who has the struct.
func (c *fieldCopy) returns(instr ssa.Instruction) bool {
	ret, ok := instr.(*ssa.Return)
	if _, isParameter := c.base.(*ssa.Parameter); isParameter || !ok {
		return ok
	}
	return slices.Contains(ret.Results, c.base)
}

// isFieldOf reports whether a field is one of the struct that a pointer leads to.
func isFieldOf(pointer ssa.Value, field *types.Var) bool {
	u, ok := api.Deref(pointer.Type()).Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for f := range u.Fields() {
		if f.Origin() == field {
			return true
		}
	}
	return false
}

// isCounted reports whether a function itself retains a reference, or releases it.
func isCounted(v ssa.Value) bool {
	return slices.ContainsFunc(*v.Referrers(), countsRef)
}

// countsRef reports whether an instruction changes how many references there are.
func countsRef(instr ssa.Instruction) bool {
	call, ok := instr.(ssa.CallInstruction)
	return ok && code.IsMethodOfRef(call.Common(), "Retain", "TryRetain", "Release", "Detach")
}

// touches returns a function that reports whether an instruction may touch the fields, or
// makes one of the values anew.
func (h *holders) touches(fields []*types.Var, made map[ssa.Value]bool) func(ssa.Instruction) bool {
	return func(instr ssa.Instruction) bool {
		if v, ok := instr.(ssa.Value); ok && made[v] {
			return true
		}
		_, isDefer := instr.(*ssa.Defer)
		return !isDefer && h.Code.MayTouch(instr, fields)
	}
}

// releasesBoth returns where a function releases all that is in both fields, if it does
// that whenever it is called.
func (h *holders) releasesBoth(fn *ssa.Function, c fieldCopy) (first, second *give) {
	if h.keepsWeakly([]*types.Var{c.from, c.to}) {
		return nil, nil
	}
	return h.releasesOf(fn, c.from, c.to, func(g give) bool {
		return g.instr.Parent() == fn && (releasesAll(g) || isGuardedBySelf(g)) && !h.isTouchedFirst(g)
	})
}

// isGuardedBySelf reports whether a function releases what is in a field unless there is
// nothing.
func isGuardedBySelf(g give) bool {
	b := g.instr.Block()
	if g.way.In != nil || len(b.Preds) != 1 {
		return false
	}
	branch, ok := b.Preds[0].Instrs[len(b.Preds[0].Instrs)-1].(*ssa.If)
	if !ok || !code.OnEachWay(branch.Block()) {
		return false
	}
	var tested ssa.Value
	switch cond := branch.Cond.(type) {
	case *ssa.BinOp:
		if code.IsZeroValue(cond.Y) {
			tested = cond.X
		}
	case *ssa.Call:
		if code.IsMethodOfRef(&cond.Call, "IsZero", "Valid") {
			tested = cond.Call.Args[0]
		}
	}
	if tested == nil {
		return false
	}
	way, ok := code.WayTo(tested)
	return ok && way.Base == g.way.Base && way.Same(g.way)
}

// isTouchedFirst reports whether a function may change the field, or the container in it,
// before it releases what is there.
func (h *holders) isTouchedFirst(g give) bool {
	header, _ := code.EveryTurn(g.instr)
	touches := h.touches(g.way.Fields, nil)
	return anyBefore(g.instr, func(instr ssa.Instruction) bool {
		inLoop := header != nil && header.Dominates(instr.Block())
		return !inLoop && touches(instr)
	})
}

// isFollowedBy reports whether a function that copies an object is called, and after it,
// with the same struct, the one that releases both.
func (h *holders) isFollowedBy(c fieldCopy, closer *ssa.Function) bool {
	f := following{h, []*types.Var{c.from, c.to}, closer}
	if _, made := c.base.(*ssa.Alloc); !made {
		return f.callersClose(c.base, 0)
	}
	return slices.ContainsFunc(h.Code.CallsOf(c.fn), func(call ssa.CallInstruction) bool {
		v, ok := call.(*ssa.Call)
		return ok && f.closes(v, v, 0)
	})
}

// A following is the search for a call of a function that releases what is in fields.
type following struct {
	*holders
	fields []*types.Var
	closer *ssa.Function
}

// maxCallers bounds the callers of callers that are looked at.
const maxCallers = 3

// closes reports whether a call is followed by one of the closer. If the first call's
// result decides where the program goes on, all ways must lead there.
func (f following) closes(call *ssa.Call, receiver ssa.Value, depth int) bool {
	stop := f.touches(f.fields, code.MadeOf(receiver))
	to := func(instr ssa.Instruction) bool { return f.isClosing(instr, receiver, depth) }
	if decidesBranch(call, 0) && receiver != ssa.Value(call) {
		branches := decidedBy(call)
		return len(branches) > 0 && !slices.ContainsFunc(branches, func(b *ssa.BasicBlock) bool {
			return !code.LeadsFrom(b, to, stop)
		})
	}
	return code.Leads(call, to, stop)
}

// decidedBy returns where the program goes on, one way or the other, because of the result
// of a call.
func decidedBy(call *ssa.Call) (all []*ssa.BasicBlock) {
	var search func(v ssa.Value)
	search = func(v ssa.Value) {
		for _, r := range *v.Referrers() {
			switch r := r.(type) {
			case *ssa.If:
				all = append(all, r.Block().Succs...)
			case *ssa.Extract, *ssa.BinOp, *ssa.UnOp:
				search(r.(ssa.Value))
			}
		}
	}
	search(call)
	return all
}

// isClosing reports whether an instruction calls the closer with the same struct, or is a
// return after which it is called.
func (f following) isClosing(instr ssa.Instruction, receiver ssa.Value, depth int) bool {
	switch i := instr.(type) {
	case *ssa.Call:
		return f.isCloser(&i.Call, receiver, 0)
	case *ssa.Return:
		return f.isDeferred(i.Parent(), receiver) || f.callersClose(receiver, depth+1)
	}
	return false
}

// isDeferred reports whether a function has deferred the closer.
func (f following) isDeferred(fn *ssa.Function, receiver ssa.Value) bool {
	for instr := range code.Instructions(fn) {
		if d, ok := instr.(*ssa.Defer); ok && f.isCloser(&d.Call, receiver, 0) {
			return true
		}
	}
	return false
}

// callersClose reports whether a caller calls the closer after the function that has the
// struct as its parameter.
func (f following) callersClose(receiver ssa.Value, depth int) bool {
	p, ok := receiver.(*ssa.Parameter)
	if !ok || depth > maxCallers {
		return false
	}
	return slices.ContainsFunc(f.Code.CallsOf(p.Parent()), func(call ssa.CallInstruction) bool {
		v, ok := call.(*ssa.Call)
		if !ok {
			return false
		}
		arg := argumentOf(v, p.Parent(), p)
		return arg != nil && f.closes(v, arg, depth)
	})
}

// isCloser reports whether a call is one of the closer with the same struct, or of a
// function that calls it whenever it is called, and does not touch the fields before.
func (f following) isCloser(call *ssa.CallCommon, receiver ssa.Value, depth int) bool {
	callee := code.Callee(call)
	if callee == nil || depth == maxCallers {
		return false
	}
	at := slices.IndexFunc(call.Args, func(arg ssa.Value) bool { return code.SameWritten(arg, receiver) })
	if at < 0 || at >= len(callee.Params) {
		return false
	}
	if callee == f.closer {
		return true
	}
	if !f.Code.Has(callee) {
		return false
	}
	for instr := range code.Instructions(callee) {
		next, ok := instr.(ssa.CallInstruction)
		if !ok || !code.OnEachWay(instr.Block()) || !f.isCloser(next.Common(), callee.Params[at], depth+1) {
			continue
		}
		return code.LeadsFrom(callee.Blocks[0], only(instr), f.touches(f.fields, nil))
	}
	return false
}
