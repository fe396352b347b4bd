package check

import (
	"go/token"
	"go/types"
	"slices"

	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"golang.org/x/tools/go/ssa"
)

// This file is about what a program may do to the same thing after an instruction: further down
// its function, in those that are called there, in deferred calls, and in its callers. A way
// is followed until something changes the thing, or asks what the instruction has done. What is
// done in the function itself is left to checks that compare its loops, unless all ways must lead
// to what is looked for.

// A thing is what a pointer leads to: a struct, or something in its fields.
type thing struct {
	base   ssa.Value
	fields []*types.Var // the outermost first
}

// thingAt returns what a pointer leads to.
func (p *Package) thingAt(v ssa.Value) (t thing) {
	for range maxWay {
		at, isField := v.(*ssa.FieldAddr)
		if !isField {
			load, isLoad := v.(*ssa.UnOp)
			if !isLoad || load.Op != token.MUL {
				break
			}
			if at, isField = load.X.(*ssa.FieldAddr); !isField {
				break
			}
		}
		t.fields = append(t.fields, code.FieldOf(at).Origin())
		v = at.X
	}
	slices.Reverse(t.fields)
	t.base = p.captured(v)
	return t
}

// captured returns the value of a variable that function literals share, if it has only one,
// or the variable.
func (p *Package) captured(v ssa.Value) ssa.Value {
	load, ok := v.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		if variable := code.Shared(v); variable != nil {
			return variable
		}
		return v
	}
	variable := code.Shared(load.X)
	switch cell := variable.(type) {
	case *ssa.Alloc:
		if p.Code.AssignedOnce(cell) {
			for _, use := range *cell.Referrers() {
				if store, isStore := use.(*ssa.Store); isStore {
					return store.Val
				}
			}
		}
		return cell
	case *ssa.Global:
		return cell
	}
	return v
}

// in returns the fields that lead from an outer thing to this one.
func (t thing) in(outer thing) (inner []*types.Var, ok bool) {
	if t.base != outer.base || len(t.fields) < len(outer.fields) || !slices.Equal(t.fields[:len(outer.fields)], outer.fields) {
		return nil, false
	}
	return t.fields[len(outer.fields):], true
}

// replaces reports whether an instruction puts another struct in the place of the one that a thing is
// in: it assigns a pointer that leads there, or the struct itself.
func (p *Package) replaces(instr ssa.Instruction, t thing) bool {
	store, _ := instr.(*ssa.Store)
	return slices.ContainsFunc(t.fields[:max(len(t.fields)-1, 0)], func(field *types.Var) bool {
		return store != nil && isFieldAt(store.Addr, field) || isPointerField(field) && p.Code.MayTouch(instr, []*types.Var{field})
	})
}

// An aftermath is the search for what other functions do to a thing after an instruction.
type aftermath struct {
	*Package
	changes  func(ssa.Instruction, thing) bool // whether an instruction may change the thing
	ways     func(*ssa.If) []*ssa.BasicBlock   // those on which a condition may lead; none if it may tell what was done
	found    func(ssa.Instruction, thing, []token.Pos) bool
	certain  bool                 // all ways must lead to what is looked for, which the function itself may do, too
	goesOver func(*ssa.If) bool   // whether a loop goes over what is in the thing; nil if that does not matter
	either   bool                 // the way goes on after a condition that the call's result decides if both ways lead there
	skips    func(*ssa.Call) bool // whether a caller is not followed; nil if all are
	calls    []token.Pos          // on the way
	steps    int
	hits     int // how often it was found
}

// The bounds of a search: blocks, and calls that are within each other.
const (
	maxBlocks = 2000
	maxInside = 4
)

// A visit is the search in one function.
type visit struct {
	*aftermath
	of    thing
	depth int
	told  outcome // of the call whose callee has done it
	first bool    // it is the function with the instruction
	up    bool    // the callers come next
	seen  map[*ssa.BasicBlock]bool
}

// follows reports whether what is looked for is found after an instruction.
func (a *aftermath) follows(instr ssa.Instruction, of thing) bool {
	v := visit{aftermath: a, of: of, first: true, up: true, seen: map[*ssa.BasicBlock]bool{}}
	return v.after(instr) && (!a.certain || a.hits > 0)
}

func (v *visit) after(instr ssa.Instruction) bool {
	b := instr.Block()
	return v.walk(b, slices.Index(b.Instrs, instr)+1)
}

func (v *visit) walk(b *ssa.BasicBlock, from int) bool {
	if v.steps++; v.steps > maxBlocks {
		return false
	}
	for _, instr := range b.Instrs[from:] {
		if v.isMadeAnew(instr) {
			return false
		}
		_, isDefer := instr.(*ssa.Defer)
		if !(v.first && !v.certain) && !(isDefer && v.certain) && v.finds(instr) {
			return true
		}
		switch i := instr.(type) {
		case *ssa.Defer:
			continue
		case *ssa.Call:
			if v.inside(&i.Call, i.Pos()) {
				return true
			}
			if callee := code.Callee(&i.Call); callee != nil && v.Code.Endless(callee) {
				return v.certain
			}
		case *ssa.Return:
			found, changed := v.deferred(i)
			return found || !changed && v.up && v.callers(i)
		case *ssa.If:
			return v.branch(i)
		}
		if v.changes(instr, v.of) {
			return false
		}
	}
	return v.goOn(b.Succs)
}

func (v *visit) finds(instr ssa.Instruction) bool {
	found := v.found(instr, v.of, v.calls)
	if found {
		v.hits++
	}
	return found
}

// goOn reports whether one of some blocks leads to what is looked for, or all of them if that must
// be certain.
func (v *visit) goOn(next []*ssa.BasicBlock) bool {
	if v.certain {
		return !slices.ContainsFunc(next, func(b *ssa.BasicBlock) bool { return !v.enter(b) })
	}
	return slices.ContainsFunc(next, v.enter)
}

func (v *visit) enter(b *ssa.BasicBlock) bool {
	if v.seen[b] {
		return v.certain // where the loop is left is another way
	}
	v.seen[b] = true
	return v.walk(b, 0)
}

// isMadeAnew reports whether an instruction makes another thing, as in the next turn of a
// loop.
func (v *visit) isMadeAnew(instr ssa.Instruction) bool {
	if made, ok := instr.(ssa.Value); ok && made == v.of.base {
		return true
	}
	store, ok := instr.(*ssa.Store)
	return ok && store.Addr == v.of.base
}

// branch follows a condition, unless it may tell what was done. If it asks only what the call has
// returned, and that is not known, both ways must lead to what is looked for.
func (v *visit) branch(branch *ssa.If) bool {
	if v.goesOver != nil && v.goesOver(branch) {
		return v.over(branch.Block().Succs)
	}
	succs := v.ways(branch)
	if v.told.decides(branch.Cond) {
		if next := v.told.after(branch); next != nil && (len(succs) == 0 || slices.Contains(succs, next)) {
			return v.enter(next)
		} else if next != nil {
			return false
		} else if len(succs) == 0 && v.either { // it tells what the call has returned, whatever that is
			succs = branch.Block().Succs
		}
		return !slices.ContainsFunc(succs, func(b *ssa.BasicBlock) bool {
			other := *v
			other.told, other.seen = outcome{}, map[*ssa.BasicBlock]bool{}
			return !other.enter(b)
		})
	}
	return v.goOn(succs)
}

// over follows a loop over what is in the thing: it has one turn at least.
func (v *visit) over(succs []*ssa.BasicBlock) bool {
	hits := v.hits
	if !v.enter(succs[0]) {
		return false
	}
	return v.hits > hits || v.enter(succs[1])
}

// isMadeFrom reports whether a value is computed from another one, perhaps from a variable that
// has only that.
func isMadeFrom(v, from ssa.Value, seen map[ssa.Value]bool) bool {
	return isComputed(v, func(v ssa.Value) bool { return v == from }, seen)
}

// isComputed reports whether a value is computed from one of some values.
func isComputed(v ssa.Value, from func(ssa.Value) bool, seen map[ssa.Value]bool) bool {
	if stored := onlyStored(v); stored != nil {
		v = stored
	}
	if from(v) {
		return true
	}
	instr, ok := v.(ssa.Instruction)
	if !ok || seen[v] {
		return false
	}
	seen[v] = true
	return slices.ContainsFunc(instr.Operands(nil), func(o *ssa.Value) bool { return *o != nil && isComputed(*o, from, seen) })
}

// inside looks into the function that a call calls with the thing.
func (v *visit) inside(call *ssa.CallCommon, pos token.Pos) bool {
	callee := code.Callee(call)
	if callee == nil || !v.Code.Has(callee) || v.depth == maxInside {
		return false
	}
	look := func(of thing) bool {
		in := visit{aftermath: v.aftermath, of: of, depth: v.depth + 1, seen: map[*ssa.BasicBlock]bool{}}
		hits := v.hits
		v.calls = append(v.calls, pos)
		if in.enter(callee.Blocks[0]) {
			return true
		}
		v.calls, v.hits = v.calls[:len(v.calls)-1], hits
		return false
	}
	for k, arg := range call.Args {
		if inner, ok := v.of.in(v.thingAt(arg)); ok && k < len(callee.Params) {
			return look(thing{callee.Params[k], inner})
		}
	}
	return callee.Parent() != nil && look(v.of) // a literal, which shares the variables
}

// deferred looks into the calls that a function has deferred. One of them may change the thing: then
// the way ends there.
func (v *visit) deferred(ret *ssa.Return) (found, changed bool) {
	for _, instr := range slices.Backward(slices.Collect(code.Instructions(ret.Parent()))) {
		if d, ok := instr.(*ssa.Defer); ok {
			if v.runs(d, ret) {
				return true, false
			}
			if v.changes(instr, v.of) {
				return false, true
			}
		}
	}
	return false, false
}

// runs reports whether a deferred call does what is looked for. If that must be certain, each way to
// the return has deferred it.
func (v *visit) runs(d *ssa.Defer, ret *ssa.Return) bool {
	if !v.certain {
		return v.inside(&d.Call, d.Pos())
	}
	return code.Dominates(d, ret) && (v.finds(d) || v.inside(&d.Call, d.Pos()))
}

// callers goes on after the calls of a function that has the thing as its parameter.
func (v *visit) callers(ret *ssa.Return) bool {
	p, ok := v.of.base.(*ssa.Parameter)
	if v.depth == maxInside {
		return false
	}
	if !ok {
		return v.certain && v.receivers(ret)
	}
	k := slices.Index(p.Parent().Params, p)
	return slices.ContainsFunc(v.Code.CallsOf(p.Parent()), func(instr ssa.CallInstruction) bool {
		call, ok := instr.(*ssa.Call)
		if !ok || k >= len(call.Call.Args) || v.skips != nil && v.skips(call) {
			return false
		}
		outer := v.thingAt(call.Call.Args[k])
		written := thing{outer.base, slices.Concat(outer.fields, v.of.fields)}
		goesOn := func(of thing) bool {
			next := visit{
				aftermath: v.aftermath, of: of, depth: v.depth + 1,
				told: v.told.returned(call, ret), up: true, seen: map[*ssa.BasicBlock]bool{},
			}
			return next.after(call)
		}
		original := v.original(written)
		return goesOn(written) || !v.certain && original.base != written.base && goesOn(original)
	})
}

// receivers goes on after the calls of a function that returns the thing.
func (v *visit) receivers(ret *ssa.Return) bool {
	k := slices.Index(code.Returned(ret), v.of.base)
	return k >= 0 && slices.ContainsFunc(v.Code.CallsOf(ret.Parent()), func(instr ssa.CallInstruction) bool {
		call, ok := instr.(*ssa.Call)
		if !ok {
			return false
		}
		result := code.ResultOf(call, k)
		if result == nil {
			return false
		}
		next := visit{
			aftermath: v.aftermath, of: thing{result, v.of.fields}, depth: v.depth + 1,
			told: v.told.returned(call, ret), up: true, seen: map[*ssa.BasicBlock]bool{},
		}
		return next.after(call)
	})
}
