package code

import (
	"go/token"
	"go/types"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/ssa"
)

// This file is about what may take something out of the containers in a variable again: a
// function that deletes from a map or cuts a list, directly or through the functions that it
// calls. The answer is generous: each store counts that does not only add something, and so
// does whatever may run at a time of its own if some function of the package takes
// something out.

// takeOuts are the variables that a function itself may take something out of.
type takeOuts struct {
	from    map[any]bool // *types.Var of fields, and *ssa.Global
	types   []types.Type // of containers of which nobody knows where they are kept
	unknown bool         // it calls code that is not known, or waits for other goroutines
	callees []*ssa.Function
}

// MayTakeOut reports whether a call of fn, which is nil if it is not known, may take
// something out of one of the variables: *types.Var of fields, or *ssa.Global.
func (p *Package) MayTakeOut(call *ssa.CallCommon, fn *ssa.Function, variables []any) bool {
	if fn == nil || !p.Has(fn) {
		t := takeOuts{from: map[any]bool{}}
		p.findCallTakingOut(&t, call)
		if t.has(variables) || t.unknown && p.SomeTakesOut(variables) {
			return true
		}
		return p.mayTakeOut(t.callees, variables)
	}
	return p.mayTakeOut([]*ssa.Function{fn}, variables)
}

// LeavesIn reports whether a call is one of a function that a variable of this package always
// holds, and that takes nothing out of a variable, nor waits for what may.
func (p *Package) LeavesIn(call *ssa.CallCommon, variable any) bool {
	if call == nil || call.IsInvoke() {
		return false
	}
	held := p.FunctionIn(call.Value)
	return held != nil && p.Has(held) && !p.MayTakeOut(call, held, []any{variable})
}

// mayTakeOut reports whether some functions, or those that they call, may take something out
// of one of the variables.
func (p *Package) mayTakeOut(stack []*ssa.Function, variables []any) bool {
	someTakesOut := sync.OnceValue(func() bool { return p.SomeTakesOut(variables) }) // asks all functions
	seen := map[*ssa.Function]bool{}
	for len(stack) > 0 {
		t := p.takeOutsOf(stack[len(stack)-1])
		stack = stack[:len(stack)-1]
		if t.has(variables) || t.unknown && someTakesOut() {
			return true
		}
		for _, callee := range t.callees {
			if !seen[callee] {
				seen[callee] = true
				stack = append(stack, callee)
			}
		}
	}
	return false
}

// SomeTakesOut reports whether some function of this package itself takes something out of
// one of the variables.
func (p *Package) SomeTakesOut(variables []any) bool {
	return slices.ContainsFunc(p.Sources, func(fn *ssa.Function) bool { return p.takeOutsOf(fn).has(variables) })
}

func (t *takeOuts) has(variables []any) bool {
	return slices.ContainsFunc(variables, func(v any) bool {
		return t.from[origin(v)] || slices.ContainsFunc(t.types, func(typ types.Type) bool { return holdsType(v, typ) })
	})
}

// holdsType reports whether a variable has containers of a type, perhaps in others.
func holdsType(variable any, typ types.Type) bool {
	var t types.Type
	switch v := variable.(type) {
	case *types.Var:
		t = v.Type()
	case *ssa.Global:
		t = v.Type().Underlying().(*types.Pointer).Elem()
	}
	for range maxNested {
		if t == nil || types.Identical(t, typ) || isGeneric(typ) {
			return true
		}
		switch u := t.Underlying().(type) {
		case *types.Map:
			t = u.Elem()
		case *types.Slice:
			t = u.Elem()
		case *types.Array:
			t = u.Elem()
		case *types.Pointer:
			t = u.Elem()
		default:
			return false
		}
	}
	return true
}

// isGeneric reports whether a container is one of type parameters.
func isGeneric(t types.Type) bool {
	switch u := types.Unalias(t).(type) {
	case *types.TypeParam:
		return true
	case *types.Slice:
		return isGeneric(u.Elem())
	case *types.Map:
		return isGeneric(u.Elem())
	case *types.Pointer:
		return isGeneric(u.Elem())
	case *types.Named:
		return u.TypeParams().Len() > 0
	}
	return false
}

func (p *Package) takeOutsOf(fn *ssa.Function) *takeOuts {
	if t := p.takeOuts[fn]; t != nil {
		return t
	}
	if p.takeOuts == nil {
		p.takeOuts = map[*ssa.Function]*takeOuts{}
	}
	t := &takeOuts{from: map[any]bool{}, callees: slices.Clone(fn.AnonFuncs)}
	for instr := range Instructions(fn) {
		switch i := instr.(type) {
		case *ssa.Store:
			if !OnlyAdds(i) && !isOwnMemory(i.Addr) {
				t.note(i.Addr)
				t.noteStruct(i)
			}
		case *ssa.MapUpdate:
			if !OnlyAdds(i) {
				t.note(i.Map)
			}
		case ssa.CallInstruction:
			p.findCallTakingOut(t, i.Common())
		case *ssa.Select:
			t.unknown = true
		}
		t.unknown = t.unknown || p.WaitsAt(instr)
	}
	p.takeOuts[fn] = t
	return t
}

// OnlyAdds reports whether a store, or the update of a map, leaves in a container what was
// there: it stores what was appended to what was there, or what was there appended to something.
func OnlyAdds(instr ssa.Instruction) bool {
	switch i := instr.(type) {
	case *ssa.Store:
		call, ok := i.Val.(*ssa.Call)
		return ok && (appendsTo(&call.Call, i.Addr) || insertsInto(&call.Call, i.Addr))
	case *ssa.MapUpdate:
		call := BuiltinOf(i.Value, "append")
		if call == nil {
			return false
		}
		looked := call.Args[0]
		if part, ok := looked.(*ssa.Extract); ok {
			looked = part.Tuple
		}
		found, ok := looked.(*ssa.Lookup)
		return ok && SameWritten(found.X, i.Map)
	}
	return false
}

// appendsTo reports whether a call appends something to the list at an address, or that list to
// something.
func appendsTo(call *ssa.CallCommon, addr ssa.Value) bool {
	return Builtin(call) == "append" && slices.ContainsFunc(call.Args, func(list ssa.Value) bool { return SameAddress(list, addr) })
}

// ListIn returns where a list was loaded from that is an argument of a call, as a whole or a part of
// it, if that is an address; otherwise nil.
func ListIn(call *ssa.CallCommon, addr ssa.Value) ssa.Value {
	for _, arg := range call.Args {
		if part, ok := arg.(*ssa.Slice); ok {
			arg = part.X
		}
		if SameAddress(arg, addr) {
			return arg.(*ssa.UnOp).X
		}
	}
	return nil
}

// insertsInto reports whether a call inserts something into the list at an address: by slices.Insert,
// or as append(list[:i], append(more, list[i:]...)...).
func insertsInto(call *ssa.CallCommon, addr ssa.Value) bool {
	if IsOfSlices(call, "Insert") {
		return SameAddress(call.Args[0], addr)
	}
	if Builtin(call) != "append" || len(call.Args) != 2 {
		return false
	}
	head, ok := call.Args[0].(*ssa.Slice)
	added := BuiltinOf(call.Args[1], "append")
	if !ok || added == nil || len(added.Args) != 2 || head.Low != nil || head.High == nil || !SameAddress(head.X, addr) {
		return false
	}
	tail, ok := added.Args[1].(*ssa.Slice)
	return ok && tail.High == nil && tail.Low == head.High && SameAddress(tail.X, addr)
}

// LeavesLast reports whether a store cuts a list in a variable, and leaves what was appended
// to it last: it cuts the beginning off, or the list has a largest size.
func LeavesLast(instr ssa.Instruction) bool {
	store, ok := instr.(*ssa.Store)
	if !ok {
		return false
	}
	cut, ok := store.Val.(*ssa.Slice)
	if !ok || !SameAddress(cut.X, store.Addr) {
		return false
	}
	return cut.High == nil || cut.Low == nil && BuiltinOf(cut.High, "min") != nil
}

// findCallTakingOut notes what a call takes out, or which code it may run.
func (p *Package) findCallTakingOut(t *takeOuts, call *ssa.CallCommon) {
	switch Builtin(call) {
	case "clear", "delete", "copy":
		t.note(call.Args[0])
		return
	case "":
	default:
		return
	}
	if call.IsInvoke() {
		if call.Method.Pkg() == p.Types {
			t.unknown = true // what implements it may call back
			return
		}
		t.callees = append(t.callees, p.MethodsNamed(call.Method.Name())...)
		p.findCallingBack(t, call)
		return
	}
	if callee := p.CalleeOf(call); callee != nil {
		if p.Has(callee) {
			t.callees = append(t.callees, callee)
			return
		}
		p.findOutsideTakingOut(t, call, callee)
		return
	}
	t.unknown = true
}

// findOutsideTakingOut notes what a call of another package's function may take out of what
// it is given: of maps and of containers that it gets a pointer to, unless its name says
// that it adds something or looks there. It may call back what it is given.
func (p *Package) findOutsideTakingOut(t *takeOuts, call *ssa.CallCommon, callee *ssa.Function) {
	if _, isPut := PutIntoPool(call); isPut { // which calls no method of what it is given
		return
	}
	p.findCallingBack(t, call)
	t.unknown = t.unknown || callee.Name() == "Sleep" || callee.Name() == "Gosched"
	if !mayTakeOutByName(callee.Name()) {
		return
	}
	for _, arg := range call.Args {
		arg = Unboxed(arg)
		switch u := arg.Type().Underlying().(type) {
		case *types.Map:
			t.note(arg)
		case *types.Pointer:
			if _, isField := arg.(*ssa.FieldAddr); isField && !isOf(u, "sync") || isOf(u, "sync") && strings.HasSuffix(u.String(), "sync.Map") {
				t.note(arg)
			}
		}
	}
}

// findCallingBack notes the code that an argument of a call brings: a function that is written
// here, or one that is not known.
func (p *Package) findCallingBack(t *takeOuts, call *ssa.CallCommon) {
	for _, v := range call.Args {
		switch arg := Unboxed(v).(type) {
		case *ssa.MakeClosure:
			if literal, ok := arg.Fn.(*ssa.Function); ok {
				t.callees = append(t.callees, literal)
			}
		case *ssa.Function:
			t.callees = append(t.callees, arg)
		default:
			_, isFunction := arg.Type().Underlying().(*types.Signature)
			t.unknown = t.unknown || isFunction || p.hasCode(arg.Type())
		}
	}
}

// mayTakeOutByName reports whether the name of another package's function does not say that
// it only looks, or only adds something.
func mayTakeOutByName(name string) bool {
	for _, prefix := range []string{"Load", "Store", "Push", "Insert", "Len", "Range", "Lock", "Unlock", "RLock", "RUnlock", "Add", "Print", "Fprint", "Sprint"} {
		if strings.HasPrefix(name, prefix) {
			return name == "LoadAndDelete"
		}
	}
	return true
}

// note notes the variable that an address, or a container, is nearest to.
func (t *takeOuts) note(v ssa.Value) {
	first := v
	for range longestWay {
		switch i := v.(type) {
		case *ssa.FieldAddr:
			if field := FieldOf(i); field != nil {
				t.from[field.Origin()] = true
			}
			return
		case *ssa.Field:
			t.from[i.X.Type().Underlying().(*types.Struct).Field(i.Field).Origin()] = true
			return
		case *ssa.Global:
			t.from[i] = true
			return
		case *ssa.IndexAddr:
			v = i.X
		case *ssa.Slice:
			v = i.X
		case *ssa.Lookup:
			v = i.X
		case *ssa.Extract:
			v = i.Tuple
		case *ssa.UnOp:
			if i.Op != token.MUL {
				return
			}
			v = i.X
		case *ssa.MakeMap, *ssa.MakeSlice:
			return
		default:
			t.types = append(t.types, v.Type(), first.Type())
			return
		}
	}
	t.types = append(t.types, first.Type())
}

// noteStruct notes all fields of a struct that is stored as a whole.
func (t *takeOuts) noteStruct(s *ssa.Store) {
	if u, ok := s.Val.Type().Underlying().(*types.Struct); ok {
		for field := range u.Fields() {
			t.from[field.Origin()] = true
		}
	}
}
