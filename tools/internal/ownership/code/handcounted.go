package code

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
	"golang.org/x/tools/go/ssa"
)

// This file is about objects of a sync.Pool that count their own references: a struct has a
// counter, a method adds 1 to it, another takes 1 away and puts the struct back when nothing is
// left, and the function that takes it out of the pool sets the counter to 1. Such a package
// declares an API as those in the table do, with names of its own. If anything else is done to
// the counter, it does not tell how many references there are, and there is no such API.

// A HandCounted is a type whose objects a package counts by hand.
type HandCounted struct {
	Of       *types.Named
	Makes    []*types.Func // that return a new object with one reference
	Retains  []*types.Func // methods without arguments
	Releases []*types.Func // methods without arguments
}

// HandCounted returns the types whose objects are counted by hand.
func (p *Package) HandCounted() (all []HandCounted) {
	counters := map[*types.Var]*handCounter{}
	var fields []*types.Var // in the order of the code
	for instr := range p.Instructions() {
		if at, ok := instr.(*ssa.FieldAddr); ok && p.mayCount(at) {
			field := FieldOf(at)
			if counters[field] == nil {
				fields = append(fields, field)
				counters[field] = &handCounter{of: types.Unalias(api.Deref(at.X.Type())).(*types.Named)}
			}
			counters[field].note(at)
		}
	}
	several := map[*types.Named]bool{}
	for _, field := range fields {
		if h, ok := counters[field].counted(p); ok {
			if slices.ContainsFunc(all, func(other HandCounted) bool { return other.Of == h.Of }) {
				several[h.Of] = true
			}
			all = append(all, h)
		}
	}
	return slices.DeleteFunc(all, func(h HandCounted) bool { return several[h.Of] })
}

// mayCount reports whether an address is that of a number in a struct of this package.
func (p *Package) mayCount(at *ssa.FieldAddr) bool {
	named, ok := types.Unalias(api.Deref(at.X.Type())).(*types.Named)
	if !ok || named.Obj().Pkg() != p.Types || named.TypeArgs().Len() > 0 || named.TypeParams().Len() > 0 {
		return false
	}
	t := api.Deref(at.Type())
	if b, ok := t.Underlying().(*types.Basic); ok {
		return b.Info()&types.IsInteger != 0
	}
	return api.IsAtomic(t)
}

// A handCounter is what a package does to a field that may count references.
type handCounter struct {
	of                     *types.Named
	begins, raises, lowers []*ssa.FieldAddr
	other                  bool // it is changed in another way
}

// note notes what is done by an address of the field.
func (c *handCounter) note(at *ssa.FieldAddr) {
	for _, use := range *at.Referrers() {
		change, known := changeBy(use, at)
		switch {
		case !known:
			c.other = true
		case change.isSet && change.n == 1:
			c.begins = append(c.begins, at)
		case change.isSet && change.n != 0:
			c.other = true
		case change.isSet, change.n == 0:
		case change.n == 1:
			c.raises = append(c.raises, at)
		case change.n == -1:
			c.lowers = append(c.lowers, at)
		default:
			c.other = true
		}
	}
}

// A change of a number: a constant is added to it, or it is set to one.
type change struct {
	n     int64
	isSet bool
}

// changeBy returns what is done to the number at an address, if that is known.
func changeBy(use ssa.Instruction, at *ssa.FieldAddr) (change, bool) {
	switch use := use.(type) {
	case *ssa.DebugRef:
		return change{}, true
	case *ssa.UnOp:
		return change{}, use.Op == token.MUL
	case *ssa.Store:
		return storedChange(use, at)
	case *ssa.Call:
		callee := use.Call.StaticCallee()
		if callee == nil || !IsAtomic(callee) || use.Call.Args[0] != at {
			return change{}, false
		}
		if strings.HasPrefix(callee.Name(), "Load") {
			return change{}, true
		}
		field, n := atomically(&use.Call)
		if field == nil || n == nil {
			return change{}, false
		}
		k, exact := constant.Int64Val(n)
		return change{k, strings.HasPrefix(callee.Name(), "Store")}, exact
	}
	return change{}, false
}

// storedChange returns what an assignment does to the number at an address.
func storedChange(s *ssa.Store, at *ssa.FieldAddr) (change, bool) {
	switch v := s.Val.(type) {
	case *ssa.Const:
		k, isInt := ConstInt(v)
		return change{k, true}, isInt && s.Addr == at
	case *ssa.BinOp:
		k, isConst := v.Y.(*ssa.Const)
		load, isLoad := v.X.(*ssa.UnOp)
		if !isConst || !isLoad || !SameAddress(load, at) || !isOne(k.Value) {
			break
		}
		switch v.Op {
		case token.ADD:
			return change{n: 1}, true
		case token.SUB:
			return change{n: -1}, true
		}
	}
	return change{}, false
}

// counted returns the functions that count references in the field, if there is nothing else that
// changes it.
func (c *handCounter) counted(p *Package) (h HandCounted, ok bool) {
	if c.other || len(c.begins) == 0 || len(c.raises) == 0 || len(c.lowers) == 0 {
		return h, false
	}
	h.Of = c.of
	for _, at := range c.begins {
		if h.Makes, ok = c.add(h.Makes, at, p.makesCounted(at)); !ok {
			return h, false
		}
	}
	for _, at := range c.raises {
		if h.Retains, ok = c.add(h.Retains, at, c.isByMethod(at)); !ok {
			return h, false
		}
	}
	for _, at := range c.lowers {
		if h.Releases, ok = c.add(h.Releases, at, c.isByMethod(at) && p.putsBack(at.Parent(), 0)); !ok {
			return h, false
		}
	}
	return h, true
}

// add adds the function that an address is in to a list, if it is a declared one, which does what it
// is listed for.
func (c *handCounter) add(list []*types.Func, at *ssa.FieldAddr, does bool) ([]*types.Func, bool) {
	fn, ok := at.Parent().Object().(*types.Func)
	if !ok || !does {
		return nil, false
	}
	if !slices.Contains(list, fn) {
		list = append(list, fn)
	}
	return list, true
}

// isByMethod reports whether a method changes the counter of its receiver each time that it is
// called: it has no arguments, and tells nothing or returns the receiver.
func (c *handCounter) isByMethod(at *ssa.FieldAddr) bool {
	fn := at.Parent()
	s := fn.Signature
	if s.Recv() == nil || s.Params().Len() > 0 || s.Results().Len() > 1 || at.X != fn.Params[0] || !OnEachWay(at.Block()) {
		return false
	}
	return s.Results().Len() == 0 || types.Identical(s.Results().At(0).Type(), s.Recv().Type())
}

// putsBack reports whether a method, or one that it calls with its receiver, puts the receiver into
// a sync.Pool.
func (p *Package) putsBack(fn *ssa.Function, depth int) bool {
	if depth > 2 || len(fn.Params) == 0 {
		return false
	}
	for instr := range Instructions(fn) {
		call, ok := instr.(ssa.CallInstruction)
		if !ok {
			continue
		}
		if v, ok := PutIntoPool(call.Common()); ok {
			if v == fn.Params[0] {
				return true
			}
			continue
		}
		callee := Callee(call.Common())
		if callee != nil && p.Has(callee) && len(call.Common().Args) > 0 && call.Common().Args[0] == fn.Params[0] && p.putsBack(callee, depth+1) {
			return true
		}
	}
	return false
}

// makesCounted reports whether a function sets the counter of an object that it has made, or has
// taken out of a pool, and returns the object, which nobody else has.
func (p *Package) makesCounted(at *ssa.FieldAddr) bool {
	fn := at.Parent()
	if fn.Signature.Results().Len() == 0 {
		return false
	}
	returned := false
	for _, b := range fn.Blocks {
		exit, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok || b == fn.Recover {
			continue
		}
		if result, isConst := exit.Results[0].(*ssa.Const); isConst && result.Value == nil { // nil, beside an error
			continue
		}
		if exit.Results[0] != at.X || !at.Block().Dominates(b) {
			return false
		}
		returned = true
	}
	return returned && isNewObject(at.X, map[ssa.Value]bool{})
}

// isNewObject reports whether a value is an object that was made or taken out of a pool, and that is
// put nowhere.
func isNewObject(v ssa.Value, seen map[ssa.Value]bool) bool {
	if seen[v] {
		return true
	}
	seen[v] = true
	switch v := v.(type) {
	case *ssa.Alloc:
	case *ssa.TypeAssert:
		if !IsTakenFromPool(v.X) {
			return false
		}
	case *ssa.Extract: // the object, or nil
		assert, ok := v.Tuple.(*ssa.TypeAssert)
		if !ok || !IsTakenFromPool(assert.X) {
			return false
		}
	case *ssa.Phi:
		for _, e := range v.Edges {
			if !isNewObject(e, seen) {
				return false
			}
		}
	default:
		return false
	}
	return !slices.ContainsFunc(*v.Referrers(), func(use ssa.Instruction) bool { return putsSomewhere(use, v) })
}

// putsSomewhere reports whether an instruction may put a value where others find it. To call a
// method of an object does not.
func putsSomewhere(use ssa.Instruction, v ssa.Value) bool {
	switch use := use.(type) {
	case *ssa.FieldAddr, *ssa.DebugRef, *ssa.Return, *ssa.Phi, *ssa.BinOp:
		return false
	case *ssa.Store:
		return use.Val == v
	case *ssa.Call:
		callee := use.Call.StaticCallee()
		return callee == nil || callee.Signature.Recv() == nil || len(use.Call.Args) == 0 || use.Call.Args[0] != v
	}
	return true
}
