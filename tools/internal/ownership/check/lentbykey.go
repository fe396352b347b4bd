package check

import (
	"go/token"
	"go/types"
	"slices"

	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"github.com/rcpool/rcpool/tools/internal/ownership/mistake"
	"golang.org/x/tools/go/ssa"
)

// This file is about objects that are borrowed from an entry of a map. One method finds
// the entry of a key and returns the object; another one, with the same key, releases it.
// Then the object must not be used any more. It is reported only if all of that is certain:
// the second method releases the entry whenever there is one, each way from the first call
// to the use leads through the second one, nothing in between touches the map, and the
// package never retains what the map has.

// A lending is a function that returns an object that belongs to an entry of a map.
type lending struct {
	entry  mapEntry
	result int
}

// A mapEntry is the entry of a key in a map: a field of what the first parameter of a
// function leads to. The key is a parameter, too.
type mapEntry struct {
	field     *types.Var
	base, key int
}

// checkLentByKey reports objects that are used after their entry was released.
func (h *holders) checkLentByKey() {
	lends, releases := map[*ssa.Function]lending{}, map[*ssa.Function]entryRelease{}
	for _, fn := range h.Code.Sources {
		if l, ok := h.lendingOf(fn); ok {
			lends[fn] = l
		}
		if r, ok := h.entryReleaseOf(fn); ok {
			releases[fn] = r
		}
	}
	if len(lends) == 0 || len(releases) == 0 {
		return
	}
	for _, fn := range h.Code.Sources {
		for instr := range code.Instructions(fn) {
			call, ok := instr.(*ssa.Call)
			if !ok {
				continue
			}
			if l, ok := lends[code.Callee(&call.Call)]; ok {
				h.checkLent(call, l, releases)
			}
		}
	}
}

// lendingOf returns which entry a function lends, if all that it returns there is nil or
// the object of this entry.
func (h *holders) lendingOf(fn *ssa.Function) (l lending, ok bool) {
	results := fn.Signature.Results()
	for k := range results.Len() {
		if _, isPointer := results.At(k).Type().Underlying().(*types.Pointer); !isPointer {
			continue
		}
		l, found := lending{result: k}, false
		for instr := range code.Instructions(fn) {
			ret, isReturn := instr.(*ssa.Return)
			if !isReturn || instr.Block() == fn.Recover {
				continue
			}
			v := code.Returned(ret)[k]
			if code.IsZeroValue(v) {
				continue
			}
			entry, isEntry := entryOf(lentObject(v))
			if !isEntry || found && entry != l.entry {
				return l, false
			}
			l.entry, found = entry, true
		}
		if found {
			return l, !h.keepsWeakly([]*types.Var{l.entry.field}) && !h.retainsAny(l.entry.field)
		}
	}
	return l, false
}

// lentObject returns what an object is borrowed from, or the pointer to it that was put
// into a map.
func lentObject(v ssa.Value) ssa.Value {
	if call, ok := v.(*ssa.Call); ok && code.IsMethodOfRef(&call.Call, "Value") {
		return call.Call.Args[0]
	}
	return v
}

// entryOf returns the entry that a value was found in.
func entryOf(v ssa.Value) (e mapEntry, ok bool) {
	if part, isPart := v.(*ssa.Extract); isPart && part.Index == 0 {
		v = part.Tuple
	}
	found, isLookup := v.(*ssa.Lookup)
	if !isLookup {
		return e, false
	}
	load, isLoad := found.X.(*ssa.UnOp)
	if !isLoad || load.Op != token.MUL {
		return e, false
	}
	at, isField := load.X.(*ssa.FieldAddr)
	if !isField {
		return e, false
	}
	e = mapEntry{code.FieldOf(at).Origin(), parameterOf(at.X), parameterOf(found.Index)}
	return e, e.base >= 0 && e.key >= 0
}

// parameterOf returns the number of a parameter, or -1.
func parameterOf(v ssa.Value) int {
	p, ok := v.(*ssa.Parameter)
	if !ok {
		return -1
	}
	return slices.Index(p.Parent().Params, p)
}

// retainsAny reports whether the package retains references of the type that a map has:
// one of them may be to the object of an entry.
func (h *holders) retainsAny(field *types.Var) bool {
	m, ok := field.Type().Underlying().(*types.Map)
	if !ok {
		return true
	}
	for instr := range h.Code.Instructions() {
		call, ok := instr.(ssa.CallInstruction)
		if ok && code.IsMethodOfRef(call.Common(), "Retain", "TryRetain", "Hold", "Go", "AfterFunc", "AfterDone") && types.Identical(call.Common().Args[0].Type(), m.Elem()) {
			return true
		}
	}
	return false
}

// An entryRelease is a function that releases the object of an entry whenever there is
// one.
type entryRelease struct {
	entry mapEntry
	pos   token.Pos
}

func (h *holders) entryReleaseOf(fn *ssa.Function) (entryRelease, bool) {
	for _, g := range h.gives[fn] {
		v, _, _ := h.released(g.instr)
		if entry, ok := entryOf(v); ok && g.instr.Parent() == fn && h.isCertain(g.instr, entry) {
			return entryRelease{entry, g.instr.Pos()}, true
		}
	}
	return entryRelease{}, false
}

// isCertain reports whether a function comes to a release unless there is no entry.
func (h *holders) isCertain(release ssa.Instruction, e mapEntry) bool {
	seen := map[*ssa.BasicBlock]bool{release.Block(): true}
	for stack := []*ssa.BasicBlock{release.Parent().Blocks[0]}; len(stack) > 0; {
		b := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if seen[b] {
			continue
		}
		seen[b] = true
		switch end := b.Instrs[len(b.Instrs)-1].(type) {
		case *ssa.Return:
			return false
		case *ssa.If:
			if k := presentBranch(end, e); k >= 0 {
				stack = append(stack, b.Succs[k])
				continue
			}
		}
		stack = append(stack, b.Succs...)
	}
	return true
}

// presentBranch returns which way a condition leads if there is something in an entry, or
// -1 if it asks something else.
func presentBranch(branch *ssa.If, e mapEntry) int {
	is := func(v ssa.Value) bool {
		found, ok := entryOf(v)
		return ok && found == e
	}
	switch cond := branch.Cond.(type) {
	case *ssa.Extract:
		if found, ok := cond.Tuple.(*ssa.Lookup); ok && cond.Index == 1 && is(found) {
			return 0
		}
	case *ssa.Call:
		switch {
		case len(cond.Call.Args) == 0 || !is(cond.Call.Args[0]):
		case code.IsMethodOfRef(&cond.Call, "IsZero"):
			return 1
		case code.IsMethodOfRef(&cond.Call, "Valid"):
			return 0
		}
	case *ssa.BinOp:
		switch {
		case !code.IsZeroValue(cond.Y) || !is(cond.X):
		case cond.Op == token.EQL:
			return 1
		case cond.Op == token.NEQ:
			return 0
		}
	}
	return -1
}

// checkLent reports a use of what a call has lent, after another call that has released
// the entry.
func (h *holders) checkLent(call *ssa.Call, l lending, releases map[*ssa.Function]entryRelease) {
	object := code.ResultOf(call, l.result)
	if object == nil {
		return
	}
	for instr := range code.Instructions(call.Parent()) {
		give, ok := instr.(*ssa.Call)
		if !ok {
			continue
		}
		r, ok := releases[code.Callee(&give.Call)]
		if !ok || r.entry.field != l.entry.field || !isSameEntry(call, l.entry, give, r.entry) || h.isTouchedBetween(call, give, l.entry.field) {
			continue
		}
		for _, use := range *object.Referrers() {
			if isUseOf(use, object) && use != give && code.Leads(give, only(use), only(call)) && !code.Leads(call, only(use), only(give)) {
				h.Reporter.ReportAt(use.Pos(), mistake.UseAfterRelease{LentBy: l.entry.field.Name()},
					mistake.Place{Pos: call.Pos(), Text: "borrowed here"}, mistake.Place{Pos: give.Pos(), Text: "its entry is released by this call"},
					mistake.Place{Pos: r.pos, Text: string(mistake.ReleasedThere)})
				return
			}
		}
	}
}

// isSameEntry reports whether two calls name the same entry: the same map, and a key that
// cannot have changed.
func isSameEntry(a *ssa.Call, of mapEntry, b *ssa.Call, other mapEntry) bool {
	keyA, keyB := a.Call.Args[of.key], b.Call.Args[other.key]
	_, isConst := keyA.(*ssa.Const)
	return code.SameWritten(a.Call.Args[of.base], b.Call.Args[other.base]) && (keyA == keyB || isConst && code.SameWritten(keyA, keyB))
}

// isTouchedBetween reports whether something between two calls may change the map.
func (h *holders) isTouchedBetween(a, b *ssa.Call, field *types.Var) bool {
	return anyBefore(b, func(instr ssa.Instruction) bool {
		return instr != a && code.Precedes(a, instr) && h.Code.MayTouch(instr, []*types.Var{field})
	})
}

// isUseOf reports whether an instruction reads or writes an object, or calls a method of it.
func isUseOf(instr ssa.Instruction, object ssa.Value) bool {
	switch i := instr.(type) {
	case *ssa.FieldAddr:
		return true
	case *ssa.UnOp:
		return i.Op == token.MUL
	case *ssa.Store:
		return i.Addr == object
	case *ssa.Call:
		return len(i.Call.Args) > 0 && i.Call.Args[0] == object && isMethodOfPointer(&i.Call)
	}
	return false
}
