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

// This file is about lists in structs that have parts of the memory which the struct owns:
// the fields of a packet, the words of a text. What a method takes out of such a list must
// not be used after another method has released the memory.

// views are the fields of lists, with the field that owns the memory of all elements.
type views struct {
	*holders
	owners map[*types.Var]*types.Var
	mixed  map[*types.Var]bool // lists with other elements, too
}

// checkViews reports elements that are used after their memory was released.
func (h *holders) checkViews() {
	v := &views{h, map[*types.Var]*types.Var{}, map[*types.Var]bool{}}
	for instr := range h.Code.Instructions() {
		if store, ok := instr.(*ssa.Store); ok {
			v.note(store)
		}
	}
	if len(v.owners) == 0 {
		return
	}
	for _, getter := range h.Code.Sources {
		list := v.listOf(getter)
		if list == nil {
			continue
		}
		for _, call := range h.Code.CallsOf(getter) {
			if taken, ok := call.(*ssa.Call); ok {
				v.checkTaken(taken, v.owners[list])
			}
		}
	}
}

// note notes what is appended to a list in a field, or assigned to the field.
func (v *views) note(store *ssa.Store) {
	at, ok := store.Addr.(*ssa.FieldAddr)
	if !ok || !isList(api.Deref(at.Type())) {
		return
	}
	field := code.FieldOf(at).Origin()
	if code.IsZeroValue(store.Val) {
		return
	}
	if cut, ok := store.Val.(*ssa.Slice); ok && code.SameAddress(cut.X, at) {
		return
	}
	call := code.BuiltinOf(store.Val, "append")
	if call == nil || !code.SameAddress(call.Args[0], at) {
		v.mixed[field] = true
		return
	}
	added := code.AppendedParts(call)
	if len(added) == 0 {
		v.mixed[field] = true
	}
	for _, part := range added {
		if !isBytes(part.Type()) {
			continue // such as a number
		}
		owner := ownerOf(part, at.X, map[ssa.Value]bool{})
		if owner == nil || v.owners[field] != nil && v.owners[field] != owner {
			v.mixed[field] = true
			return
		}
		v.owners[field] = owner
	}
}

// isList reports whether a type is a list of bytes, or of structs that have bytes and
// nothing else that refers to memory.
func isList(t types.Type) bool {
	list, ok := t.Underlying().(*types.Slice)
	if !ok {
		return false
	}
	u, ok := list.Elem().Underlying().(*types.Struct)
	if !ok {
		return isBytes(list.Elem())
	}
	for f := range u.Fields() {
		if !isBytes(f.Type()) && !api.IsBasic(f.Type()) {
			return false
		}
	}
	return true
}

func isBytes(t types.Type) bool {
	list, ok := t.Underlying().(*types.Slice)
	return ok && types.Identical(list.Elem().Underlying(), types.Typ[types.Byte])
}

// ownerOf returns the field of a struct that owns the memory which a value is a part of,
// or nil.
func ownerOf(v, base ssa.Value, seen map[ssa.Value]bool) *types.Var {
	if seen[v] {
		return nil
	}
	seen[v] = true
	switch i := v.(type) {
	case *ssa.Slice:
		return ownerOf(i.X, base, seen)
	case *ssa.Extract:
		return ownerOf(i.Tuple, base, seen)
	case *ssa.UnOp:
		if at, ok := i.X.(*ssa.IndexAddr); ok && i.Op == token.MUL { // of a list that bytes.Fields has made
			return ownerOf(at.X, base, seen)
		}
	case *ssa.Phi:
		var owner *types.Var
		for _, edge := range i.Edges {
			if seen[edge] {
				continue
			}
			from := ownerOf(edge, base, seen)
			if from == nil && !allSeen(edge, seen) || from != nil && owner != nil && from != owner {
				return nil
			}
			if from != nil {
				owner = from
			}
		}
		return owner
	case *ssa.Call:
		return ownerOfResult(i, base, seen)
	}
	return nil
}

// allSeen reports whether a value is made of others that were followed already, as in a
// loop that cuts a slice.
func allSeen(v ssa.Value, seen map[ssa.Value]bool) bool {
	cut, ok := v.(*ssa.Slice)
	return ok && seen[cut.X]
}

func ownerOfResult(call *ssa.Call, base ssa.Value, seen map[ssa.Value]bool) *types.Var {
	callee := code.Callee(&call.Call)
	if callee == nil || len(call.Call.Args) == 0 {
		return nil
	}
	arg := call.Call.Args[0]
	switch {
	case callee.Pkg != nil && callee.Pkg.Pkg.Path() == "bytes" && callee.Signature.Recv() == nil && slices.Contains(partFunctions, callee.Name()):
		return ownerOf(arg, base, seen)
	case code.IsMethodOfByteRef(&call.Call, "Value"):
		return fieldOf(arg, base)
	case callee.Name() == "Bytes" && callee.Signature.Recv() != nil && api.IsNamed(api.Deref(arg.Type()), "bytes", "Buffer"):
		if value, ok := arg.(*ssa.Call); ok && code.IsMethodOfRef(&value.Call, "Value") {
			return fieldOf(value.Call.Args[0], base)
		}
		return fieldOf(arg, base)
	}
	return nil
}

// partFunctions are those of package bytes that return parts of their first argument.
var partFunctions = []string{"Cut", "Fields", "FieldsFunc", "Split", "SplitN", "SplitAfter", "Trim", "TrimLeft", "TrimPrefix", "TrimRight", "TrimSpace", "TrimSuffix"}

// fieldOf returns the field of a struct that a value was loaded from, or nil.
func fieldOf(v, base ssa.Value) *types.Var {
	load, ok := v.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return nil
	}
	at, ok := load.X.(*ssa.FieldAddr)
	if !ok || at.X != base {
		return nil
	}
	return code.FieldOf(at).Origin()
}

// listOf returns the list of which a method returns an element, or nothing; nil if there
// is none.
func (v *views) listOf(fn *ssa.Function) (list *types.Var) {
	results := fn.Signature.Results()
	if fn.Signature.Recv() == nil || results.Len() != 1 || !isBytes(results.At(0).Type()) {
		return nil
	}
	for instr := range code.Instructions(fn) {
		ret, ok := instr.(*ssa.Return)
		if !ok {
			continue
		}
		if code.IsZeroValue(ret.Results[0]) {
			continue
		}
		way, ok := code.WayTo(ret.Results[0])
		if !ok || way.In == nil || way.Base != fn.Params[0] || v.owners[way.In] == nil || v.mixed[way.In] || list != nil && list != way.In {
			return nil
		}
		list = way.In
	}
	return list
}

// checkTaken reports a use of bytes after the field that owns them was released.
func (v *views) checkTaken(taken *ssa.Call, owner *types.Var) {
	for instr := range code.Instructions(taken.Parent()) {
		closing, ok := instr.(*ssa.Call)
		if !ok || !v.closes(closing, taken.Call.Args[0], owner) {
			continue
		}
		if use := usedAfter(taken, closing); use != nil {
			v.Reporter.ReportAt(placeOf(use), mistake.UseAfterRelease{Owner: owner.Name()},
				mistake.Place{Pos: taken.Pos(), Text: "taken out here"}, mistake.Place{Pos: closing.Pos(), Text: string(mistake.ReleasedThere)})
			return
		}
	}
}

// closes reports whether a call of a method releases what is in the field of its receiver,
// whenever it is called, and nobody retains that.
func (v *views) closes(call *ssa.Call, receiver ssa.Value, owner *types.Var) bool {
	fn := code.Callee(&call.Call)
	if fn == nil || len(call.Call.Args) == 0 || !code.SameWritten(call.Call.Args[0], receiver) {
		return false
	}
	return slices.ContainsFunc(v.gives[fn], func(g give) bool {
		return g.instr.Parent() == fn && g.way.In == nil && g.way.Holder() == owner && g.way.Base == fn.Params[0] && releasesAll(g) && !v.isRetained(owner)
	})
}

// isRetained reports whether the package retains what is in a field.
func (v *views) isRetained(field *types.Var) bool {
	for instr := range v.Code.Instructions() {
		call, ok := instr.(*ssa.Call)
		if !ok || !code.IsMethodOfRef(&call.Call, "Retain", "TryRetain", "Hold") && !code.IsMethodOfByteRef(&call.Call, "Retain", "Slice", "Hold", "Move") {
			continue
		}
		if way, ok := code.WayTo(call.Call.Args[0]); !ok || way.Holder() == field {
			return true
		}
	}
	return false
}
